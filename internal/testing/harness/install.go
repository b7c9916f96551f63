package harness

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"sync"
	"testing"
)

// Node installs what the lock file in a folder names, and skips the test where the
// Node.js that is pinned there doesn't run. It returns a copy of the folder, and node.
func Node(tb testing.TB, folder string) (dir, node string) {
	tb.Helper()
	if runtime.GOOS != "linux" || runtime.GOARCH != "amd64" {
		tb.Skip("the pinned Node.js is for linux on amd64")
	}
	dir = Packages(tb, folder)
	return dir, filepath.Join(dir, "node_modules", ".bin", "node")
}

// packages are the copies of folders that npm has installed into, by folder.
var packages struct {
	mu   sync.Mutex
	dirs map[string]string
}

// Packages installs what the lock file of npm in a folder names, and returns a copy of
// the folder, which tests only read: where there is a [Tests], it is made once for all.
func Packages(tb testing.TB, folder string) (dir string) {
	tb.Helper()
	packages.mu.Lock()
	defer packages.mu.Unlock()
	folder, err := filepath.Abs(folder)
	if err != nil {
		tb.Fatal(err)
	}
	if dir = packages.dirs[folder]; dir != "" {
		return dir
	}
	dir = tb.TempDir()
	if builds.dir != "" {
		if dir, err = os.MkdirTemp(builds.dir, "packages-"); err != nil { //nolint:usetesting // other tests use it too
			tb.Fatal(err)
		}
	}
	copyFiles(tb, folder, dir)
	install(tb, dir, "npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund")
	if builds.dir != "" {
		if packages.dirs == nil {
			packages.dirs = map[string]string{}
		}
		packages.dirs[folder] = dir
	}
	return dir
}

// Python installs what a file of requirements in a folder names. It returns a copy
// of the folder, and the interpreter that has the packages.
func Python(tb testing.TB, folder, requirements string) (dir, python string) {
	tb.Helper()
	dir = tb.TempDir()
	copyFiles(tb, folder, dir)
	install(tb, dir, "python3", "-m", "venv", "venv")
	python = filepath.Join(dir, "venv", "bin", "python")
	if runtime.GOOS == "windows" {
		python = filepath.Join(dir, "venv", "Scripts", "python.exe")
	}
	install(tb, dir, python, "-m", "pip", "install", "--quiet", "--require-hashes", "--only-binary", ":all:", "-r", requirements)
	return dir, python
}

// Source downloads the source package that a file of requirements in dir names, for an
// interpreter with what the package is built with. It is not built. It returns the
// package's path.
func Source(tb testing.TB, dir, python, requirements string) (path string) {
	tb.Helper()
	install(tb, dir, python, "-m", "pip", "download", "--quiet", "--require-hashes", "--no-deps", "--no-binary", ":all:",
		"--no-build-isolation", "--dest", "source", "-r", requirements)
	files, err := filepath.Glob(filepath.Join(dir, "source", "*.tar.gz"))
	if err != nil || len(files) != 1 {
		tb.Fatalf("downloaded %q, %v", files, err)
	}
	return files[0]
}

// copyFiles copies the files of a folder into a directory. What someone has installed
// there stays behind.
func copyFiles(tb testing.TB, folder, dir string) {
	tb.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil {
		tb.Fatal(err)
	}
	for _, entry := range entries {
		if !entry.Type().IsRegular() {
			continue
		}
		text, err := os.ReadFile(filepath.Join(folder, entry.Name())) //nolint:gosec // of the repository
		if err != nil {
			tb.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, entry.Name()), text, 0o600); err != nil { //nolint:gosec // of the test's own
			tb.Fatal(err)
		}
	}
}

// install runs a step of an installation, with the environment of the test itself.
func install(tb testing.TB, dir, name string, args ...string) {
	tb.Helper()
	cmd := exec.CommandContext(tb.Context(), name, args...) //nolint:gosec // a test says what it needs
	cmd.Dir = dir
	if text, err := cmd.CombinedOutput(); err != nil {
		tb.Fatalf("%s: %v\n%s", cmd, err, text)
	}
}
