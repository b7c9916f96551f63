package harness

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

// Parts are programs that the test binary itself can play, by name. They get the
// command line without the program's name and return the exit code.
type Parts map[string]func(args []string) int

// playing is the environment variable that makes the test binary play a part.
const playing = "HARNESS_PART"

// Main is the body of a TestMain. It does not return.
func Main(m *testing.M, parts Parts) {
	Play(parts)
	os.Exit(Tests{m}.Run())
}

// Play plays a part and ends the process if this process was started for it. It
// is the first statement of a TestMain that cannot use [Main].
func Play(parts Parts) {
	name, ok := os.LookupEnv(playing)
	if !ok {
		return
	}
	if name == keeping && len(os.Args) == 3 {
		if err := keep(os.Args[1], os.Args[2]); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	part := parts[name]
	if part == nil {
		fmt.Fprintln(os.Stderr, "this test binary has no part", name)
		os.Exit(125)
	}
	os.Exit(part(os.Args[1:]))
}

// Tests runs the tests and removes the programs that were built for them.
type Tests struct{ M interface{ Run() int } }

// Run returns the exit code of the test binary.
func (s Tests) Run() int {
	dir, err := os.MkdirTemp("", "mcp-adapters-test-")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	builds.dir = dir
	code := s.M.Run()
	if err := os.RemoveAll(dir); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return max(code, 1)
	}
	return code
}

// Self returns the path of the test binary, and the setting with which it plays
// a part.
func Self(tb testing.TB, part string) (path, setting string) {
	tb.Helper()
	path, err := os.Executable()
	if err != nil {
		tb.Fatal(err)
	}
	return path, playing + "=" + part
}

// Root returns the directory of the module that holds the working directory.
func Root(tb testing.TB) string {
	tb.Helper()
	dir, err := os.Getwd()
	for ; err == nil; dir = filepath.Dir(dir) {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir
		}
		if dir == filepath.Dir(dir) {
			err = errors.New("no go.mod above the working directory")
			break
		}
	}
	tb.Fatal(err)
	return ""
}
