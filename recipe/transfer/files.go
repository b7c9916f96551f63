package transfer

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"mcp-adapters/recipe/interchange"
)

// Bounds of one directory that is imported as a whole.
const (
	mostFiles = 100_000 // an export to Cooklang has a file for each recipe
	mostDepth = 16
)

// stdinName is how summaries call standard input.
const stdinName = "standard input"

// source is one file to import, or why there is none.
type source struct {
	name  string
	stdin bool
	err   error
}

// sources lists the files that args name: a file is itself, "-" is standard
// input, and a directory is every file below it whose extension is one that
// recipes have. Hidden files and links in a directory are passed over.
func sources(args []string) []source {
	var all []source
	for _, arg := range args {
		if arg == "-" {
			all = append(all, source{name: stdinName, stdin: true})
			continue
		}
		info, err := os.Stat(arg)
		switch {
		case err != nil:
			all = append(all, source{name: arg, err: notRead(arg, err)})
		case info.IsDir():
			all = append(all, below(arg, mostFiles)...)
		case info.Mode()&fs.ModeNamedPipe != 0 && !isStream(arg):
			all = append(all, source{name: arg, err: &interchange.Error{File: arg, Message: "this is a named pipe and no file; to read what a program writes, use - for standard input."}})
		default:
			all = append(all, source{name: arg})
		}
	}
	return all
}

// isStream reports whether path is one under which systems show what a process
// has open, such as the pipe of "<(program)". Somebody writes to that already.
func isStream(path string) bool {
	path = filepath.ToSlash(filepath.Clean(path))
	return path == "/dev/stdin" || strings.HasPrefix(path, "/dev/fd/") || strings.HasPrefix(path, "/proc/")
}

func below(root string, most int) []source {
	var all []source
	fail := func(path, format string, args ...any) {
		all = append(all, source{name: path, err: &interchange.Error{File: path, Message: fmt.Sprintf(format, args...)}})
	}
	// The function returns no error but those that steer the walk.
	_ = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		hidden := path != root && strings.HasPrefix(filepath.Base(path), ".")
		switch {
		case err != nil:
			all = append(all, source{name: path, err: notRead(path, err)})
			return nil
		case d.IsDir() && hidden:
			return fs.SkipDir
		case d.IsDir() && depth(root, path) > mostDepth:
			fail(path, "directories are nested more than %d deep; name this one by itself.", mostDepth)
			return fs.SkipDir
		case hidden || !d.Type().IsRegular() || !recipeExtension(path):
			return nil
		case len(all) >= most:
			fail(root, "the directory holds more than %d files; the rest was not read. Name its subdirectories one by one.", most)
			return fs.SkipAll
		}
		all = append(all, source{name: path})
		return nil
	})
	if len(all) == 0 {
		fail(root, "the directory holds no file that recipes come in (.jsonl, .json, .html, .zip, .paprikarecipes, .cook).")
	}
	return all
}

func depth(root, path string) int {
	rel, err := filepath.Rel(root, path)
	if err != nil || rel == "." {
		return 0
	}
	return strings.Count(rel, string(filepath.Separator)) + 1
}

func recipeExtension(path string) bool {
	switch strings.ToLower(filepath.Ext(path)) {
	case ".jsonl", ".ndjson", ".json", ".html", ".htm", ".xhtml", ".zip", ".paprikarecipes", ".paprikarecipe", ".cook":
		return true
	}
	return false
}

// notRead says why in the system's words, without the name that the sentence
// has already.
func notRead(name string, err error) error {
	reason := err
	var at *fs.PathError
	if errors.As(err, &at) {
		reason = at.Err
	}
	return &interchange.Error{File: name, Message: fmt.Sprintf("the file could not be read: %v.", reason), Err: err}
}
