package main_test

import (
	"os"
	"syscall"
)

// peakMemory is the most memory that a process held, in bytes.
func peakMemory(state *os.ProcessState) (int64, bool) {
	usage, ok := state.SysUsage().(*syscall.Rusage)
	if !ok || raceEnabled() { // the race detector's shadow counts too
		return 0, false
	}
	return usage.Maxrss << 10, true
}
