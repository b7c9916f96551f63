package metrics

import "time"

// process writes what the operating system says of the process, as far as that is known.
func (e *exposition) process(begun time.Time) {
	e.single("process_start_time_seconds", "gauge", "When the server started, since 1970.", float64(begun.UnixMilli())/1e3)
	if used, err := processorTime(); err == nil {
		e.single("process_cpu_seconds_total", "counter", "Processor time, of the program and of the system for it.", used.Seconds())
	}
	e.kernel()
}
