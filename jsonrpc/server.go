package jsonrpc

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/rs/zerolog"
)

// Order says when a call may run.
type Order int

// The orders there are.
const (
	Inline Order = iota // at once, on the reading goroutine: it must be quick
	Read                // beside other reads, behind the writes that came before it
	Write               // alone, behind everything that came before it
)

// Call is a request that is ready to run.
type Call struct {
	Order Order
	// Run does the work and returns its result. An error is answered as the
	// [*Error] in its chain; one without is answered as an internal error and
	// its text goes to the log alone. ctx ends when the client cancels the call
	// or the server gives up on it.
	Run func(ctx context.Context) (Result, error)
}

// Handler does what the loop itself can't: it knows the methods.
type Handler interface {
	// Prepare is called once per accepted request, on the reading goroutine, in
	// order of arrival. It must not block.
	Prepare(req *Request) Call
	// Notify is called on the reading goroutine for each notification that the
	// loop doesn't handle itself. It must not block.
	Notify(req *Request)
}

// Options sets the bounds of a [Server]. Zero values mean the defaults.
type Options struct {
	MaxConcurrency  int           // reads that run at the same time; default 16
	MaxMessageBytes int           // length of a line without its end; default 10 MiB
	MaxQueuedBytes  int           // input held for calls that are not done; default 64 MiB
	MaxBatch        int           // messages in a batch; default 1,000
	DrainTimeout    time.Duration // from the end of input until calls are cancelled; default 35 s
	Log             zerolog.Logger
}

// ErrOutputClosed is in the chain of the error that [Server.Serve] returns when
// answers can no longer be written.
var ErrOutputClosed = errors.New("output closed")

// Server serves JSON-RPC lines with a [Handler]. It may be used for several
// streams, also at the same time.
type Server struct {
	handler Handler
	opts    Options
}

// New returns a server that hands requests to h.
func New(h Handler, o Options) *Server {
	return &Server{handler: h, opts: o.withDefaults()}
}

func (o Options) withDefaults() Options {
	for _, d := range []struct {
		field *int
		value int
	}{
		{&o.MaxConcurrency, 16},
		{&o.MaxMessageBytes, 10 << 20},
		{&o.MaxQueuedBytes, 64 << 20},
		{&o.MaxBatch, 1000},
	} {
		if *d.field <= 0 {
			*d.field = d.value
		}
	}
	if o.DrainTimeout <= 0 {
		o.DrainTimeout = 35 * time.Second
	}
	return o
}

// Serve answers the lines of in on out until the end of input or of ctx, and
// then drains. It returns nil when every accepted request was answered or
// cancelled, the error of reading when that is why the input ended, and an error
// with [ErrOutputClosed] in its chain when answers could not be written.
//
// The end of ctx stops the reading, not the calls: they have DrainTimeout to
// end. A Read of in that is under way then can't be interrupted; the goroutine
// that is in it accepts nothing more and ends when that Read returns. A handler
// that ignores the end of its own context is left behind in the same way.
func (s *Server) Serve(ctx context.Context, in io.Reader, out io.Writer) error {
	ses := newSession(s.handler, s.opts, out)
	base, cancel := context.WithCancel(context.WithValue(context.WithoutCancel(ctx), outputKey{}, ses.out))
	defer cancel()
	ended := make(chan error, 1)
	go func() { ended <- ses.read(base, in) }()
	var err error
	select {
	case err = <-ended:
	case <-ctx.Done():
	case <-ses.out.failed:
	}
	blocked := ses.drain(cancel)
	switch cause := ses.out.cause(); {
	case cause != nil:
		return fmt.Errorf("%w: %w", ErrOutputClosed, cause)
	case blocked:
		return fmt.Errorf("%w: %w", ErrOutputClosed, errBlocked)
	case err != nil:
		return fmt.Errorf("reading the input: %w", err)
	}
	return nil
}
