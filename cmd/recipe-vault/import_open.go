package main

import (
	"context"
	"errors"
	"io"
	"os"
	"strings"

	"mcp-adapters/recipe/interchange"
)

// opened is a file at hand. A long one is read on while its recipes are.
type opened struct {
	*interchange.File
	close func()
}

// open reads a file, of a long one the beginning. A wait for a person, a pipe
// or a disk that is gone ends with ctx, then and later.
func (s source) open(ctx context.Context, stdin io.Reader) (opened, error) {
	switch {
	case s.err != nil:
		return opened{}, s.err
	case s.stdin && stdin == nil:
		stdin = strings.NewReader("")
	}
	return openWaiting(ctx, func() (opened, error) {
		if s.stdin {
			return openFile(stdinName, readerFunc(func(p []byte) (int, error) { return readWaiting(ctx, p, stdin.Read) }), func() {})
		}
		f, err := os.Open(s.name)
		if err != nil {
			return opened{}, notRead(s.name, err)
		}
		return openFile(s.name, diskFile{f, func(p []byte, read func([]byte) (int, error)) (int, error) {
			return readWaiting(ctx, p, read)
		}}, func() { _ = f.Close() })
	})
}

func openFile(name string, r io.Reader, closeFile func()) (opened, error) {
	file, err := interchange.Open(name, r)
	if err != nil {
		closeFile()
		var known *interchange.Error
		if !errors.As(err, &known) {
			err = notRead(name, err)
		}
		return opened{}, err
	}
	return opened{file, closeFile}, nil
}

// openWaiting leaves the read behind when ctx ends: no system lets one that
// waits for a keyboard be called off, and the process is about to end.
func openWaiting(ctx context.Context, open func() (opened, error)) (opened, error) {
	type result struct {
		file opened
		err  error
	}
	done := make(chan result, 1)
	go func() {
		file, err := open()
		done <- result{file, err}
	}()
	select {
	case r := <-done:
		return r.file, r.err
	case <-ctx.Done():
		return opened{}, ctx.Err()
	}
}

// readWaiting is one read that ends with ctx, like openWaiting. What is left
// behind has a buffer of its own.
func readWaiting(ctx context.Context, p []byte, read func([]byte) (int, error)) (int, error) {
	const most = 1 << 20
	own := make([]byte, min(len(p), most))
	type result struct {
		n   int
		err error
	}
	done := make(chan result, 1)
	go func() {
		n, err := read(own)
		done <- result{n, err}
	}()
	select {
	case r := <-done:
		return copy(p, own[:r.n]), r.err
	case <-ctx.Done():
		return 0, ctx.Err()
	}
}

type readerFunc func([]byte) (int, error)

func (f readerFunc) Read(p []byte) (int, error) { return f(p) }

// diskFile is a file whose reads go through wait, so that each ends when it
// has to.
type diskFile struct {
	file *os.File
	wait func(p []byte, read func([]byte) (int, error)) (int, error)
}

func (f diskFile) Read(p []byte) (int, error) { return f.wait(p, f.file.Read) }

func (f diskFile) Seek(offset int64, whence int) (int64, error) { return f.file.Seek(offset, whence) }

func (f diskFile) ReadAt(p []byte, at int64) (int, error) {
	whole := 0
	for whole < len(p) {
		n, err := f.wait(p[whole:], func(own []byte) (int, error) { return f.file.ReadAt(own, at+int64(whole)) })
		if whole += n; err != nil {
			return whole, err
		}
	}
	return whole, nil
}
