package reliability_test

import (
	"fmt"
	"os"
	"regexp"
	"strconv"
	"testing"
)

// usage is what a process has of the machine.
type usage struct{ rss, peak, threads, files int } // KiB, KiB, and numbers

var statusLine = regexp.MustCompile(`(?m)^(VmRSS|VmHWM|Threads):\s+(\d+)`)

// usageOf reads it from /proc; ok is false where there is none.
func usageOf(t testing.TB, pid int) (u usage, ok bool) {
	t.Helper()
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range statusLine.FindAllStringSubmatch(string(text), -1) {
		n, _ := strconv.Atoi(m[2])
		switch m[1] {
		case "VmRSS":
			u.rss = n
		case "VmHWM":
			u.peak = n
		case "Threads":
			u.threads = n
		}
	}
	files, err := os.ReadDir(fmt.Sprintf("/proc/%d/fd", pid))
	if err != nil {
		t.Fatal(err)
	}
	u.files = len(files)
	return u, true
}
