package install

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/mcp-adapters/mcp-adapters/internal/program/cli"
)

// executable is the path of this program as a config should have it: absolute,
// and still right after an update. self is [os.Executable].
func executable(self func() (string, error), getenv func(string) string) (string, error) {
	path, err := self()
	if err == nil {
		path, err = filepath.Abs(path)
	}
	if err != nil {
		return "", cli.Failure(fmt.Errorf("find this program's path: %w", err))
	}
	info, err := os.Stat(path)
	if err != nil {
		return "", cli.Failure(errors.New("this program was moved or deleted since it started; run it again"))
	}
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	// go run builds in a directory of one build, or in the build cache.
	if sep := string(filepath.Separator); strings.Contains(filepath.Dir(path)+sep, sep+"go-build") {
		return "", cli.Failure(errors.New("this program was built by go run into a temporary directory; build it first (make build), and run bin/" + filepath.Base(path) + " install"))
	}
	// Package managers put a link into PATH that outlives the version it points to.
	for _, dir := range filepath.SplitList(getenv("PATH")) {
		if !filepath.IsAbs(dir) {
			continue
		}
		linked := filepath.Join(dir, filepath.Base(path))
		if there, err := os.Stat(linked); err == nil && os.SameFile(there, info) {
			return linked, nil
		}
	}
	return path, nil
}
