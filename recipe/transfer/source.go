package transfer

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/mcp-adapters/mcp-adapters/recipe/interchange"
)

// Bounds of one directory.
const (
	mostFiles = 100_000 // an export to Cooklang has a file for each recipe
	mostDepth = 16
)

// source is one file to import, or why there is none.
type source struct {
	name  string // for messages
	stdin bool
	err   error
}

// failed is a source that can't be read.
func failed(name, format string, args ...any) source {
	return source{name: name, err: &interchange.Error{File: name, Message: fmt.Sprintf(format, args...)}}
}

func notRead(name string, err error) source {
	return failed(name, "the file could not be read: %v.", reason(err))
}

// sources lists the files that args name: a file is itself, "-" is standard input, and a
// directory is every file below it whose extension is one that recipes have. Hidden
// files and links in a directory are passed over.
func sources(args []string) []source {
	var all []source
	for _, arg := range args {
		info, err := os.Stat(arg)
		switch {
		case arg == "-":
			all = append(all, source{name: "standard input", stdin: true})
		case err != nil:
			all = append(all, notRead(arg, err))
		case info.IsDir():
			all = append(all, below(arg, mostFiles)...)
		case info.Mode()&fs.ModeNamedPipe != 0 && !isStream(arg): // opening it would wait for a writer
			all = append(all, failed(arg, "this is a named pipe, not a file; to read a program's output, use - for standard input."))
		default:
			all = append(all, source{name: arg})
		}
	}
	return all
}

// isStream reports whether path is one under which systems show what a process has open,
// such as the pipe of "<(program)", which has a writer.
func isStream(path string) bool {
	path = filepath.ToSlash(filepath.Clean(path))
	return path == "/dev/stdin" || strings.HasPrefix(path, "/dev/fd/") || strings.HasPrefix(path, "/proc/")
}

var extensions = []string{".jsonl", ".ndjson", ".json", ".html", ".htm", ".xhtml", ".zip", ".paprikarecipes", ".paprikarecipe", ".cook"}

func below(root string, most int) []source {
	var all []source
	// The function returns no error but those that steer the walk.
	_ = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		hidden := path != root && strings.HasPrefix(filepath.Base(path), ".")
		below, _ := filepath.Rel(root, path)
		switch {
		case err != nil:
			all = append(all, notRead(path, err))
		case d.IsDir() && hidden:
			return fs.SkipDir
		case d.IsDir() && strings.Count(below, string(filepath.Separator)) >= mostDepth:
			all = append(all, failed(path, "directories are nested more than %d deep; import this one separately.", mostDepth))
			return fs.SkipDir
		case hidden || !d.Type().IsRegular() || !slices.Contains(extensions, strings.ToLower(filepath.Ext(path))):
		case len(all) >= most:
			all = append(all, failed(root, "the directory has more than %d files; the rest were not read. Import its subdirectories one at a time.", most))
			return fs.SkipAll
		default:
			all = append(all, source{name: path})
		}
		return nil
	})
	if len(all) == 0 {
		return []source{failed(root, "the directory has no recipe files (.jsonl, .json, .html, .zip, .paprikarecipes, .cook).")}
	}
	return all
}

// opened is a file whose recipes are read from it as they are imported.
type opened struct {
	*interchange.File
	io.Closer
}

// open reads a file, or the beginning of a long one. Reading a stream, which may wait for
// a person or a program, ends with ctx.
func (s source) open(ctx context.Context, stdin io.Reader) (opened, error) {
	if s.err != nil {
		return opened{}, s.err
	}
	var r io.ReadCloser
	if s.stdin {
		r = readUntil(ctx, io.NopCloser(stdin))
	} else {
		f, err := os.Open(s.name)
		if err != nil {
			return opened{}, notRead(s.name, err).err
		}
		r = f
		if info, err := f.Stat(); err == nil && !info.Mode().IsRegular() {
			r = readUntil(ctx, f)
		}
	}
	file, err := interchange.Open(s.name, r)
	if err == nil {
		return opened{file, r}, nil
	}
	_ = r.Close()
	if _, ok := errors.AsType[*interchange.Error](err); !ok {
		err = notRead(s.name, err).err
	}
	return opened{}, err
}

// readUntil reads r until ctx ends or the result is closed. Its goroutine may stay in a
// last Read, which nothing interrupts if it waits for a keyboard; the process is about
// to end.
func readUntil(ctx context.Context, r io.ReadCloser) io.ReadCloser {
	out, in := io.Pipe()
	context.AfterFunc(ctx, func() { _ = in.CloseWithError(ctx.Err()) })
	go func() {
		_, err := io.Copy(in, r)
		_ = in.CloseWithError(errors.Join(err, r.Close()))
	}()
	return out
}
