package drive

import (
	"bytes"
	"fmt"
	"os"
	"strconv"
	"time"
)

// tick is the kernel's unit for processor time in /proc; it is the same on all
// Linux platforms that Go knows.
const tick = 10 * time.Millisecond

// CPU is the processor time of the process so far, user and system.
func (p *Process) CPU() (time.Duration, error) {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", p.cmd.Process.Pid))
	if err != nil {
		return 0, fmt.Errorf("read the processor time: %w", err)
	}
	// The name, in parentheses, may hold spaces; utime and stime are the 12th
	// and 13th fields behind it.
	fields := bytes.Fields(stat[bytes.LastIndexByte(stat, ')')+1:])
	if len(fields) < 13 {
		return 0, fmt.Errorf("read the processor time: %d fields", len(fields))
	}
	var ticks time.Duration
	for _, field := range fields[11:13] {
		n, err := strconv.ParseInt(string(field), 10, 64)
		if err != nil {
			return 0, fmt.Errorf("read the processor time: %w", err)
		}
		ticks += time.Duration(n)
	}
	return ticks * tick, nil
}

// Memory is the resident memory of the process in bytes: now, and at its peak.
func (p *Process) Memory() (now, peak int64, err error) {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", p.cmd.Process.Pid))
	if err != nil {
		return 0, 0, fmt.Errorf("read the memory: %w", err)
	}
	for line := range bytes.Lines(status) {
		name, rest, _ := bytes.Cut(line, []byte(":"))
		var into *int64
		switch string(name) {
		case "VmRSS":
			into = &now
		case "VmHWM":
			into = &peak
		default:
			continue
		}
		kilobytes, err := strconv.ParseInt(string(bytes.Fields(rest)[0]), 10, 64)
		if err != nil {
			return 0, 0, fmt.Errorf("read the memory: %w", err)
		}
		*into = kilobytes << 10
	}
	return now, peak, nil
}
