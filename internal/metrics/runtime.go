package metrics

import (
	"runtime"
	"runtime/debug"
	"time"
)

// runtime writes what Go's runtime says of itself, under the names that Prometheus's own
// library has for it.
func (e *exposition) runtime() {
	e.family("go_info", "gauge", "The version of Go that this was built with.")
	e.sample("go_info", 1, [2]string{"version", runtime.Version()})
	threads, _ := runtime.ThreadCreateProfile(nil)
	e.single("go_goroutines", "gauge", "Goroutines that exist.", float64(runtime.NumGoroutine()))
	e.single("go_threads", "gauge", "Threads of the operating system that were made.", float64(threads))
	e.single("go_sched_gomaxprocs_threads", "gauge", "Threads that may run Go code at a time.", float64(runtime.GOMAXPROCS(0)))

	pauses := debug.GCStats{PauseQuantiles: make([]time.Duration, 5)}
	debug.ReadGCStats(&pauses)
	const name = "go_gc_duration_seconds"
	e.family(name, "summary", "How long garbage collection stopped the program.")
	for i, quantile := range []string{"0", "0.25", "0.5", "0.75", "1"} {
		e.sample(name, pauses.PauseQuantiles[i].Seconds(), [2]string{"quantile", quantile})
	}
	e.sample(name+"_sum", pauses.PauseTotal.Seconds())
	e.sample(name+"_count", float64(pauses.NumGC))

	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	for _, s := range []struct {
		name, kind, help string
		value            uint64
	}{
		{"alloc_bytes", "gauge", "Bytes on the heap in use.", m.Alloc},
		{"alloc_bytes_total", "counter", "Bytes allocated on the heap, freed ones included.", m.TotalAlloc},
		{"sys_bytes", "gauge", "Bytes obtained from the operating system.", m.Sys},
		{"mallocs_total", "counter", "Objects allocated on the heap.", m.Mallocs},
		{"frees_total", "counter", "Objects freed.", m.Frees},
		{"heap_alloc_bytes", "gauge", "Bytes on the heap in use.", m.HeapAlloc},
		{"heap_sys_bytes", "gauge", "Bytes of the heap obtained from the operating system.", m.HeapSys},
		{"heap_idle_bytes", "gauge", "Bytes of the heap that wait to be used.", m.HeapIdle},
		{"heap_inuse_bytes", "gauge", "Bytes of spans of the heap in use.", m.HeapInuse},
		{"heap_released_bytes", "gauge", "Bytes of the heap given back to the operating system.", m.HeapReleased},
		{"heap_objects", "gauge", "Objects on the heap.", m.HeapObjects},
		{"stack_inuse_bytes", "gauge", "Bytes of stacks in use.", m.StackInuse},
		{"stack_sys_bytes", "gauge", "Bytes of stacks obtained from the operating system.", m.StackSys},
		{"mspan_inuse_bytes", "gauge", "Bytes of mspan structures in use.", m.MSpanInuse},
		{"mspan_sys_bytes", "gauge", "Bytes of mspan structures obtained from the operating system.", m.MSpanSys},
		{"mcache_inuse_bytes", "gauge", "Bytes of mcache structures in use.", m.MCacheInuse},
		{"mcache_sys_bytes", "gauge", "Bytes of mcache structures obtained from the operating system.", m.MCacheSys},
		{"buck_hash_sys_bytes", "gauge", "Bytes of the profiling table.", m.BuckHashSys},
		{"gc_sys_bytes", "gauge", "Bytes of garbage collection's metadata.", m.GCSys},
		{"other_sys_bytes", "gauge", "Bytes obtained from the operating system for anything else.", m.OtherSys},
		{"next_gc_bytes", "gauge", "Size of the heap at which the next collection starts.", m.NextGC},
	} {
		e.single("go_memstats_"+s.name, s.kind, s.help, float64(s.value))
	}
	e.single("go_memstats_last_gc_time_seconds", "gauge", "When the last collection ended, since 1970.", float64(m.LastGC)/1e9)
}
