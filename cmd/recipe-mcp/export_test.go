package main

import (
	"context"
	"io"
)

// Names for the black-box tests in package main_test.
var (
	Main = main
	Root = rootCommand
)

// Refuse tells a client why the server cannot start.
func Refuse(ctx context.Context, err error, stdin io.Reader, stdout io.Writer) {
	(&startError{err}).answer(ctx, stdin, stdout)
}
