package program

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"path/filepath"
	"sync"

	"github.com/rs/zerolog"

	"github.com/mcp-adapters/mcp-adapters/config"
	"github.com/mcp-adapters/mcp-adapters/internal/oauth/issuer"
	"github.com/mcp-adapters/mcp-adapters/internal/program/cli"
	"github.com/mcp-adapters/mcp-adapters/internal/program/endpoint"
	"github.com/mcp-adapters/mcp-adapters/internal/tracing"
	"github.com/mcp-adapters/mcp-adapters/mcp"
)

// serveHTTP serves any number of clients over HTTP until ctx ends.
func (r *run) serveHTTP(ctx context.Context, ln net.Listener, common *Common, b *Backend, tracer *tracing.Tracer, log zerolog.Logger) error {
	accounts, err := r.accounts(common.HTTP, log)
	if err != nil {
		return cli.Failure(err)
	}
	if b.Hangups != nil {
		watched, stop := context.WithCancel(ctx)
		var watching sync.WaitGroup
		defer watching.Wait()
		defer stop()
		came := cli.Hangups()
		watching.Go(func() { b.Hangups(watched, came) })
	}
	return cli.Failure(endpoint.Serve(ctx, ln, common.HTTP, common.Loop, endpoint.System{
		Name: r.Name, Title: r.Title,
		Server:       func(*http.Request) (*mcp.Server, error) { return b.Server, nil },
		Read:         r.Read,
		Write:        r.Write,
		Writes:       r.writes(),
		Act:          b.Act,
		MaySignIn:    b.MaySignIn,
		KeepToken:    b.KeepToken,
		AccountClaim: r.AccountClaim,
		Ready:        b.Ready,
		Handler:      b.Handler,
		Admits:       b.Admits,
		Accounts:     accounts,
		Tracer:       tracer,
		Log:          log,
	}))
}

// writes reports which operations change something.
func (p *Program) writes() func(method, name string) bool {
	changing := make(map[string]bool)
	for _, t := range p.Tools() {
		changing[t.Name] = !t.Hints.ReadOnly
	}
	return func(method, name string) bool { return method == "tools/call" && changing[name] }
}

// accounts returns the database of the built-in authorization server, nil where that is
// not used.
func (r *run) accounts(h config.HTTP, log zerolog.Logger) (issuer.DB, error) {
	if h.Auth != config.AuthOAuth || h.Issuer != config.Self {
		return nil, nil
	}
	if r.Accounts != nil {
		if db, err := r.Accounts(r.getenv, log); db != nil || err != nil {
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
		if dir, err = r.Data(r.getenv); err != nil {
			return nil, fmt.Errorf("DATA_DIR is not set, and %w", err)
		}
	}
	return issuer.SQLite(filepath.Join(dir, "signin.db"), log), nil
}
