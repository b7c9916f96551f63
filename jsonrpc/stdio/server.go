package stdio

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"time"

	"github.com/rs/zerolog"

	"github.com/mcp-adapters/mcp-adapters/jsonrpc"
)

// Options sets the bounds of [Serve]. Zero values mean the defaults, which are those of
// [jsonrpc.Options] where none is given.
type Options struct {
	MaxConcurrency  int           // reads that run at the same time
	MaxMessageBytes int           // length of a line without its end; default 10 MiB
	MaxQueuedBytes  int           // input held for unfinished calls
	MaxBatch        int           // messages in a batch
	DrainTimeout    time.Duration // from the end of input until calls are cancelled; default 35 s
	CancelMethod    string        // the notification that cancels a call; default MCP's, notifications/cancelled
	Log             zerolog.Logger
}

func (o Options) withDefaults() Options {
	if o.MaxMessageBytes <= 0 {
		o.MaxMessageBytes = 10 << 20
	}
	if o.DrainTimeout <= 0 {
		o.DrainTimeout = 35 * time.Second
	}
	if o.CancelMethod == "" {
		o.CancelMethod = "notifications/cancelled"
	}
	return o
}

// ErrOutputClosed is in the chain of the error that [Serve] returns when answers can't be written.
var ErrOutputClosed = errors.New("output closed")

// Serve answers the lines of in on out with h until the end of input or of ctx, and then drains. It
// returns nil when every accepted request was answered or cancelled, the read error that ended the
// input, or an error with [ErrOutputClosed] in its chain.
//
// The end of ctx stops reading, and calls have DrainTimeout to end. A blocked Read of in can't be
// interrupted; its goroutine accepts nothing more and ends when the Read returns. The goroutine of a
// handler that ignores the end of its context is left behind the same way.
func Serve(ctx context.Context, in io.Reader, out io.Writer, h jsonrpc.Handler, o Options) error {
	o = o.withDefaults()
	conn := jsonrpc.NewConn(h, jsonrpc.Options{
		MaxConcurrency: o.MaxConcurrency,
		MaxQueuedBytes: o.MaxQueuedBytes,
		MaxBatch:       o.MaxBatch,
		Wait:           true,
		CancelMethod:   o.CancelMethod,
		Log:            o.Log,
	})
	w := newWriter(out, conn.Abort)
	ended := make(chan error, 1)
	go func() {
		ended <- read(context.WithoutCancel(ctx), newLineReader(in, o.MaxMessageBytes), conn, w)
	}()
	var err error
	select {
	case err = <-ended:
	case <-ctx.Done():
	case <-w.failed:
	}
	blocked := conn.Drain(o.DrainTimeout)
	switch cause := w.cause(); {
	case cause != nil:
		return fmt.Errorf("%w: %w", ErrOutputClosed, cause)
	case blocked != nil:
		return fmt.Errorf("%w: %w", ErrOutputClosed, blocked)
	case err != nil:
		return fmt.Errorf("reading the input: %w", err)
	}
	return nil
}

// read delivers lines until the input ends or the connection is closed.
func read(ctx context.Context, lines *lineReader, conn *jsonrpc.Conn, w *writer) error {
	for {
		line, err := lines.next()
		switch {
		case err == nil:
			_, err = conn.Deliver(ctx, line, w)
		case errors.Is(err, errLineTooLong):
			err = conn.Refuse(&jsonrpc.Error{
				Code:    jsonrpc.CodeInvalidRequest,
				Message: "the line is longer than " + strconv.Itoa(lines.max) + " bytes and was skipped",
				Data:    &jsonrpc.Data{Kind: "invalid_request"},
			}, w)
		}
		switch {
		case errors.Is(err, io.EOF), errors.Is(err, jsonrpc.ErrClosed):
			return nil
		case err != nil:
			return err
		}
	}
}
