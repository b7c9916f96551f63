package program

import (
	"context"
	"fmt"
	"math"
	"net"
	"path/filepath"
	"runtime/debug"

	"github.com/rs/zerolog"

	"github.com/mcp-adapters/mcp-adapters/config"
	"github.com/mcp-adapters/mcp-adapters/internal/oauth/issuer"
	"github.com/mcp-adapters/mcp-adapters/internal/program/cli"
	"github.com/mcp-adapters/mcp-adapters/internal/program/endpoint"
	"github.com/mcp-adapters/mcp-adapters/internal/tracing"
	"github.com/mcp-adapters/mcp-adapters/jsonrpc/stdio"
)

// memoryLimit is the heap at which the garbage collector works harder. Without it the heap
// grows to twice what is in use, and long results use much.
const memoryLimit = 256 << 20

// serve answers a client until its input or ctx ends. A [startError] kept it from starting.
func (r *run) serve(ctx context.Context) error {
	settings, err := r.Load()
	if err != nil {
		return &startError{err}
	}
	common := settings.Shared()
	log := r.Log(common.Log)
	if debug.SetMemoryLimit(-1) == math.MaxInt64 { // GOMEMLIMIT is not set
		debug.SetMemoryLimit(memoryLimit)
	}
	tracer := r.tracer(log)
	defer tracer.Close()
	var ln net.Listener
	if common.Addr == "" {
		r.greet()
	} else {
		// Before Open, which may need to know the port.
		if ln, err = endpoint.Listen(ctx, &common.HTTP); err != nil {
			return err
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
	return stdio.Serve(tracer.Follow(ctx), r.Stdin, r.Stdout, backend.Server.Session(tracer.Operations(tracing.Pipe)), bounds(common.Loop, log))
}

// serveHTTP serves any number of clients over HTTP until ctx ends.
func (r *run) serveHTTP(ctx context.Context, ln net.Listener, common *Common, b *Backend, tracer *tracing.Tracer, log zerolog.Logger) error {
	accounts, err := r.accounts(common.HTTP, log)
	if err != nil {
		return err
	}
	return endpoint.Serve(ctx, ln, common.HTTP, common.Loop, endpoint.System{
		Name: r.Name, Title: r.Title,
		Read: r.Read, Write: r.Write, Writes: r.writes(),
		AccountClaim: r.AccountClaim,
		Accounts:     accounts,
		Backend:      *b,
		Tracer:       tracer,
		Log:          log,
	})
}

// tracer returns nil if nothing is traced.
func (r *run) tracer(log zerolog.Logger) *tracing.Tracer {
	return tracing.New(tracing.Options{Name: r.Name, Version: cli.Version(), Log: log})
}

func bounds(loop config.Loop, log zerolog.Logger) stdio.Options {
	return stdio.Options{
		MaxConcurrency:  loop.MaxConcurrency,
		MaxMessageBytes: loop.MaxMessageBytes,
		DrainTimeout:    loop.DrainTimeout,
		Log:             log,
	}
}

// greet tells a person who started the server at a terminal why it is silent.
func (r *run) greet() {
	if cli.IsTerminal(r.Stdin) {
		fmt.Fprintf(r.Stderr, "%s is a server for assistants such as Claude Desktop: it now waits for JSON-RPC messages on stdin.\n"+
			"To end it press Ctrl-D; to learn how an assistant starts it, run: %[1]s --help\n", r.Name)
	}
}

// writes reports which operations change something.
func (p *Program) writes() func(method, name string) bool {
	changing := make(map[string]bool)
	for _, t := range p.Tools() {
		changing[t.Name] = !t.Hints.ReadOnly
	}
	return func(method, name string) bool { return method == "tools/call" && changing[name] }
}

// accounts returns the database of the built-in authorization server, or nil if the settings
// name another server.
func (r *run) accounts(h config.HTTP, log zerolog.Logger) (issuer.DB, error) {
	if h.Auth != config.AuthOAuth || h.Issuer != config.Self {
		return nil, nil
	}
	if r.Accounts != nil {
		if db, err := r.Accounts(log); db != nil || err != nil {
			return db, err
		}
	}
	dir := h.DataDir
	switch {
	case dir != "":
	case r.Data == nil:
		return nil, config.Faults{{Variable: "DATA_DIR", Rule: "must be set for OAUTH_ISSUER=self"}}
	default:
		var err error
		if dir, err = r.Data(); err != nil {
			return nil, fmt.Errorf("DATA_DIR is not set, and %w", err)
		}
	}
	return issuer.SQLite(filepath.Join(dir, "signin.db"), log), nil
}
