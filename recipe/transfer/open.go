package transfer

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

// open reads a file, of a long one the beginning. A stream may wait for a person
// or a program; reading one ends with ctx, then and later.
func (s source) open(ctx context.Context, stdin io.Reader) (opened, error) {
	switch {
	case s.err != nil:
		return opened{}, s.err
	case s.stdin && stdin == nil:
		stdin = strings.NewReader("")
	}
	if s.stdin {
		return openFile(s.name, readUntil(ctx, io.NopCloser(stdin)))
	}
	f, err := os.Open(s.name)
	if err != nil {
		return opened{}, notRead(s.name, err)
	}
	if info, err := f.Stat(); err == nil && !info.Mode().IsRegular() {
		return openFile(s.name, readUntil(ctx, f))
	}
	return openFile(s.name, f)
}

func openFile(name string, r io.ReadCloser) (opened, error) {
	file, err := interchange.Open(name, r)
	if err != nil {
		_ = r.Close()
		var known *interchange.Error
		if !errors.As(err, &known) {
			err = notRead(name, err)
		}
		return opened{}, err
	}
	return opened{file, func() { _ = r.Close() }}, nil
}

// readUntil reads r until ctx ends or the result is closed. Its goroutine may stay
// in a last Read: no system lets one that waits for a keyboard be called off, and
// the process is about to end.
func readUntil(ctx context.Context, r io.ReadCloser) io.ReadCloser {
	out, in := io.Pipe()
	context.AfterFunc(ctx, func() { _ = in.CloseWithError(ctx.Err()) })
	go func() {
		_, err := io.Copy(in, r)
		_ = in.CloseWithError(errors.Join(err, r.Close()))
	}()
	return out
}
