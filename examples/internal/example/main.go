// Package example is what the programs in examples have in common: the start and the end
// of one, programs that are built for it, and a session with a server over its pipes.
package example

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"time"
)

// limit is the longest that an example may take, programs that it builds included.
const limit = 10 * time.Minute

// Main is the main function of an example: it runs it with a directory that is there for so
// long, and with standard output.
func Main(name string, run func(ctx context.Context, dir string, out io.Writer) error) {
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	err := within(name, func(dir string) error { return run(ctx, dir, os.Stdout) })
	cancel()
	if err != nil {
		fmt.Fprintf(os.Stderr, "%s: %v\n", name, err)
		os.Exit(1)
	}
}

// within runs f with a new directory, and removes that.
func within(name string, f func(dir string) error) (err error) {
	dir, err := os.MkdirTemp("", name+"-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	return f(dir)
}
