package metrics

import (
	"syscall"
	"time"
)

func processorTime() (time.Duration, error) {
	self, err := syscall.GetCurrentProcess()
	if err != nil {
		return 0, err
	}
	var created, exited, kernel, user syscall.Filetime
	if err := syscall.GetProcessTimes(self, &created, &exited, &kernel, &user); err != nil {
		return 0, err
	}
	// Both are spans and no times of day, which Filetime.Nanoseconds takes them for.
	ticks := func(f syscall.Filetime) time.Duration {
		return time.Duration(int64(f.HighDateTime)<<32 | int64(f.LowDateTime))
	}
	return (ticks(kernel) + ticks(user)) * 100, nil
}
