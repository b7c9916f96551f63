package harness

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// needs is the environment variable that names the programs which tests may use
// besides Go, separated by commas, or says "all".
const needs = "TEST_NEEDS"

// Needs skips the test unless TEST_NEEDS names each of the programs. If it does,
// and one of them is not installed, the test fails. It is at the beginning of
// a test of Node, Java, Python, a browser or a database server: a plain go test
// needs none of them, and the Makefile has a target for each, which CI runs.
func Needs(tb testing.TB, programs ...string) {
	tb.Helper()
	given := strings.Split(os.Getenv(needs), ",")
	for _, program := range programs {
		if !slices.Contains(given, program) && !slices.Contains(given, "all") {
			tb.Skipf("it needs %s: run it with %s=%s", strings.Join(programs, " and "), needs, strings.Join(programs, ","))
		}
	}
	for _, program := range programs {
		if _, err := Find(program); err != nil {
			tb.Fatalf("%s says that there is %s: %v", needs, program, err)
		}
	}
}

// Find returns the path of a program. Debian keeps those of a database server, of
// which several versions may be installed, out of PATH; the newest one counts.
func Find(program string) (string, error) {
	path, err := exec.LookPath(program)
	if err == nil {
		return path, nil
	}
	newest := 0
	found, _ := filepath.Glob("/usr/lib/postgresql/*/bin/" + program) // fails for a malformed pattern alone
	for _, p := range found {
		if version, _ := strconv.Atoi(strings.Split(p, "/")[4]); version > newest {
			newest, path, err = version, p, nil
		}
	}
	return path, err
}

// Installed returns the path of a program that most computers have, such as a shell.
// Where it is not installed, the test is skipped, or fails if TEST_NEEDS names it.
func Installed(tb testing.TB, program string) string {
	tb.Helper()
	path, err := exec.LookPath(program)
	switch {
	case err == nil:
	case slices.Contains(strings.Split(os.Getenv(needs), ","), program):
		tb.Fatalf("%s says that there is %s: %v", needs, program, err)
	default:
		tb.Skipf("%s is not installed", program)
	}
	return path
}
