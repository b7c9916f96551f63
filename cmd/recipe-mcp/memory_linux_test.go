package main_test

import (
	"fmt"
	"os"
	"regexp"
	"strconv"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/harness"
)

var highWater = regexp.MustCompile(`VmHWM:\s+(\d+) kB`)

// peakMemory is the most memory that a process held since it began its program,
// in bytes. What the system counts for a process that has ended includes what its
// parent held when it was started.
func peakMemory(pid int) (int64, bool) {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	m := highWater.FindSubmatch(status)
	if err != nil || m == nil || harness.Race() { // the race detector's shadow counts too
		return 0, false
	}
	kilobytes, err := strconv.ParseInt(string(m[1]), 10, 64)
	return kilobytes << 10, err == nil
}
