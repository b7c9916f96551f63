package reliability_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"testing"
	"time"
)

// binDir holds the two programs; TestMain sets it before any test runs.
var binDir string

func TestMain(m *testing.M) { os.Exit(runTests(m)) }

func runTests(m *testing.M) int {
	flag.Parse()
	dir, err := os.MkdirTemp("", "reliability-bin-")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer func() { _ = os.RemoveAll(dir) }()
	args := []string{"build", "-o", dir + string(filepath.Separator)}
	if raceEnabled {
		args = append(args, "-race") // the programs are watched like the tests
	}
	build := exec.Command("go", append(args, "../cmd/recipe-mcp", "../cmd/recipe-vault")...)
	if out, err := build.CombinedOutput(); err != nil {
		fmt.Fprintf(os.Stderr, "build the programs: %v\n%s", err, out)
		return 1
	}
	binDir = dir
	// Most of these tests wait for time limits; one for each core would make
	// them stand in line. Those that need the machine for themselves are not
	// parallel.
	if err := flag.Set("test.parallel", strconv.Itoa(max(8, runtime.GOMAXPROCS(0)))); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return m.Run()
}

func binary(name string) string {
	if runtime.GOOS == "windows" {
		name += ".exe"
	}
	return filepath.Join(binDir, name)
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
	if raceEnabled && !long() {
		return short / 4
	}
	return size(short, full)
}

// seeded returns a source of lots and tells how to draw the same again.
func seeded(t *testing.T) *rand.Rand {
	t.Helper()
	seed := uint64(time.Now().UnixNano())
	if text := os.Getenv("RELIABILITY_SEED"); text != "" {
		given, err := strconv.ParseUint(text, 10, 64)
		if err != nil {
			t.Fatalf("RELIABILITY_SEED: %v", err)
		}
		seed = given
	}
	t.Logf("RELIABILITY_SEED=%d", seed)
	return rand.New(rand.NewPCG(seed, 0))
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
