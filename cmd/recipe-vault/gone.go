package main

import (
	"errors"
	"io"
)

var errGone = errors.New("the client went away when it had sent its request")

// watchedBody ends in an error when its client has gone by then.
type watchedBody struct {
	io.ReadCloser
	from *conn
}

func (b *watchedBody) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	if err == io.EOF && b.from.gone() {
		err = errGone
	}
	return n, err
}
