package reliability_test

import (
	"flag"
	"os"
	"runtime"
	"strconv"
	"testing"
	"time"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/harness"
)

func TestMain(m *testing.M) {
	flag.Parse()
	// Most of these tests wait for time limits; one for each core would make
	// them stand in line. Those that need the machine for themselves are not
	// parallel.
	if err := flag.Set("test.parallel", strconv.Itoa(max(12, runtime.GOMAXPROCS(0)))); err != nil {
		panic(err)
	}
	harness.Main(m, nil)
}

// program is one of the programs as these tests start it: with leave to live as
// long as the longest of them. Each wait for it has a limit of its own.
func program(t testing.TB, name string, arguments ...string) *harness.Command {
	t.Helper()
	c := harness.Program(t, name, arguments...)
	c.Patience = 3 * time.Hour
	return c
}

// long reports whether the sizes of docs/reliability.md are asked for.
func long() bool { return os.Getenv("RELIABILITY") == "long" }

// size chooses between the short form and the long one.
func size(short, full int) int {
	if long() {
		return full
	}
	return short
}

// light is size for what keeps a processor busy: the race detector makes that many
// times slower, and finds its races in fewer calls.
func light(short, full int) int {
	if harness.Race() && !long() {
		return short / 4
	}
	return size(short, full)
}

// scratch is a directory for a database whose disk does not matter: in memory
// where there is such a place, so that a slow disk is not taken for a fault.
func scratch(t *testing.T) string {
	t.Helper()
	if dir, err := os.MkdirTemp("/dev/shm", "reliability-"); err == nil { //nolint:usetesting // not where the tests otherwise go
		t.Cleanup(func() { _ = os.RemoveAll(dir) })
		return dir
	}
	return t.TempDir()
}
