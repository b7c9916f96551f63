package metrics

import (
	"bytes"
	"os"
	"strconv"
	"syscall"
)

// kernel writes what Linux alone says. What can't be read is left out.
func (e *exposition) kernel() {
	if text, err := os.ReadFile("/proc/self/statm"); err == nil {
		pages := func(name, help string, field []byte) {
			if n, err := strconv.ParseUint(string(field), 10, 63); err == nil {
				e.single(name, "gauge", help, float64(n)*float64(os.Getpagesize()))
			}
		}
		if fields := bytes.Fields(text); len(fields) > 1 {
			pages("process_virtual_memory_bytes", "Bytes of address space.", fields[0])
			pages("process_resident_memory_bytes", "Bytes in memory.", fields[1])
		}
	}
	if open, err := os.ReadDir("/proc/self/fd"); err == nil {
		e.single("process_open_fds", "gauge", "Open files and connections.", float64(len(open)))
	}
	var most syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &most); err == nil {
		e.single("process_max_fds", "gauge", "Files and connections that may be open.", float64(most.Cur))
	}
}
