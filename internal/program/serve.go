package program

import (
	"context"
	"fmt"
	"math"
	"net"
	"runtime/debug"

	"github.com/rs/zerolog"

	"github.com/mcp-adapters/mcp-adapters/config"
	"github.com/mcp-adapters/mcp-adapters/internal/program/cli"
	"github.com/mcp-adapters/mcp-adapters/internal/program/endpoint"
	"github.com/mcp-adapters/mcp-adapters/internal/tracing"
	"github.com/mcp-adapters/mcp-adapters/jsonrpc/stdio"
)

// memoryLimit is when the collector starts to work harder. On its own it lets
// memory grow to twice what is in use, which long answers make a lot.
const memoryLimit = 256 << 20

// limitMemory sets that limit, unless GOMEMLIMIT is set.
func limitMemory() {
	if debug.SetMemoryLimit(-1) == math.MaxInt64 {
		debug.SetMemoryLimit(memoryLimit)
	}
}

// serve answers a client until its input ends or ctx does. What keeps the server
// from starting is a startError.
func (r *run) serve(ctx context.Context) error {
	settings, err := r.Load(r.getenv)
	if err != nil {
		return &startError{err}
	}
	sink := cli.NewSink(r.stderr)
	defer sink.Close()
	log := cli.Log(sink, r.stderr, r.getenv, settings.Shared().Log)
	limitMemory()
	common := settings.Shared()
	tracer := r.tracer(common, log)
	defer tracer.Close()
	var ln net.Listener
	if common.Addr == "" {
		r.greet()
	} else {
		// Before Open, which may have to know the port.
		if ln, err = endpoint.Listen(ctx, &common.HTTP); err != nil {
			return cli.Failure(err)
		}
		defer func() { _ = ln.Close() }()
	}
	backend, err := settings.Open(ctx, log)
	if err != nil {
		return &startError{cli.Failure(err)}
	}
	defer backend.Close()
	settings.Warn(log)
	if common.Addr != "" {
		return r.serveHTTP(ctx, ln, common, backend, tracer, log)
	}
	defer context.AfterFunc(ctx, func() {
		log.Info().Stringer("limit", common.DrainTimeout).Msg("stopping: running calls may finish first; a second signal stops at once")
	})()
	return cli.Failure(stdio.Serve(tracer.Follow(ctx), r.stdin, r.stdout, backend.Server.Session(tracer.Operations(tracing.Pipe)), bounds(common.Loop, log)))
}

// tracer returns what makes traces, nil if there are none.
func (r *run) tracer(c *Common, log zerolog.Logger) *tracing.Tracer {
	return tracing.New(tracing.Options{Name: r.Name, Version: cli.Version(), Settings: c.Traces, Log: log})
}

// bounds are those that the settings give the loop.
func bounds(loop config.Loop, log zerolog.Logger) stdio.Options {
	return stdio.Options{
		MaxConcurrency:  loop.MaxConcurrency,
		MaxMessageBytes: loop.MaxMessageBytes,
		DrainTimeout:    loop.DrainTimeout,
		Log:             log,
	}
}

// greet tells a person who started the server by hand what it is: it would wait in
// silence otherwise.
func (r *run) greet() {
	if cli.IsTerminal(r.stdin) {
		fmt.Fprintf(r.stderr, "%s is a server for assistants such as Claude Desktop: it now waits for JSON-RPC messages on stdin.\n"+
			"To end it press Ctrl-D; to learn how an assistant starts it, run: %[1]s --help\n", r.Name)
	}
}
