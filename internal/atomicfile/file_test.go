package atomicfile_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/internal/atomicfile"
)

func create(t *testing.T, path string, mode fs.FileMode) *atomicfile.File {
	t.Helper()
	f, err := atomicfile.Create(path, mode)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteString("new"); err != nil {
		t.Fatal(err)
	}
	return f
}

// holds fails unless the directory has that one file, with that text.
func holds(t *testing.T, path, want string) {
	t.Helper()
	if got, err := os.ReadFile(path); err != nil || string(got) != want {
		t.Errorf("the file holds %q, %v; want %q", got, err, want)
	}
	if entries, err := os.ReadDir(filepath.Dir(path)); err != nil || len(entries) != 1 {
		t.Errorf("left behind: %v, %v", entries, err)
	}
}

func TestFile_Replace(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "a")
	if err := os.WriteFile(path, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	f := create(t, path, 0o640)
	if old, err := os.ReadFile(path); err != nil || string(old) != "old" {
		t.Errorf("before: %q, %v", old, err)
	}
	if err := f.Replace(); err != nil {
		t.Fatal(err)
	}
	f.Abandon() // too late to do anything
	holds(t, path, "new")
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o640 && runtime.GOOS != "windows" {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
}

// TestFile_Replace_fails: a directory that is not empty cannot be replaced.
func TestFile_Replace_fails(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "a")
	if err := os.MkdirAll(filepath.Join(path, "full"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := create(t, path, 0o600).Replace(); err == nil {
		t.Fatal("a directory was replaced by a file")
	}
	if entries, err := os.ReadDir(filepath.Dir(path)); err != nil || len(entries) != 1 {
		t.Errorf("left behind: %v, %v", entries, err)
	}
}

func TestFile_Claim(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "a")
	if err := create(t, path, 0o600).Claim(); err != nil {
		t.Fatal(err)
	}
	holds(t, path, "new")
	if err := os.WriteFile(path, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := create(t, path, 0o600).Claim(); !errors.Is(err, fs.ErrExist) {
		t.Errorf("a name that is taken: %v", err)
	}
	holds(t, path, "old")
}

func TestFile_Abandon(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	create(t, filepath.Join(dir, "a"), 0o600).Abandon()
	if entries, err := os.ReadDir(dir); err != nil || len(entries) != 0 {
		t.Errorf("left behind: %v, %v", entries, err)
	}
	if _, err := atomicfile.Create(filepath.Join(dir, "none", "a"), 0o600); err == nil {
		t.Error("made in a directory that is not there")
	}
}
