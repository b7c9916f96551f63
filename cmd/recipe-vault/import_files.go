package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"mcp-adapters/interchange"
)

// Bounds of one directory that is imported as a whole.
const (
	mostFiles = 10_000
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
			all = append(all, below(arg)...)
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

func below(root string) []source {
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
		case len(all) >= mostFiles:
			fail(root, "the directory holds more than %d files; the rest was not read. Name its subdirectories one by one.", mostFiles)
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

// open reads the whole file. A wait for a person, a pipe or a disk that is gone
// ends with ctx.
func (s source) open(ctx context.Context, stdin io.Reader) (*interchange.File, error) {
	switch {
	case s.err != nil:
		return nil, s.err
	case s.stdin && stdin == nil:
		stdin = strings.NewReader("")
	}
	return openWaiting(ctx, func() (*interchange.File, error) {
		if s.stdin {
			return openFile(stdinName, stdin)
		}
		f, err := os.Open(s.name)
		if err != nil {
			return nil, notRead(s.name, err)
		}
		defer func() { _ = f.Close() }()
		return openFile(s.name, f)
	})
}

func openFile(name string, r io.Reader) (*interchange.File, error) {
	file, err := interchange.Open(name, r)
	var known *interchange.Error
	if err != nil && !errors.As(err, &known) {
		return nil, notRead(name, err)
	}
	return file, err
}

// openWaiting leaves the read behind when ctx ends: no system lets one that
// waits for a keyboard be called off, and the process is about to end.
func openWaiting(ctx context.Context, open func() (*interchange.File, error)) (*interchange.File, error) {
	type opened struct {
		file *interchange.File
		err  error
	}
	done := make(chan opened, 1)
	go func() {
		file, err := open()
		done <- opened{file, err}
	}()
	select {
	case o := <-done:
		return o.file, o.err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
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
