package program

import (
	"context"
	"fmt"
	"net/http"
	"path/filepath"

	"github.com/rs/zerolog"
	"github.com/spf13/cobra"

	"mcp-adapters/config"
	"mcp-adapters/mcp"
	"mcp-adapters/oauth/issuer"
	"mcp-adapters/program/endpoint"
	"mcp-adapters/program/exit"
	"mcp-adapters/program/usage"
)

// serveHTTP serves any number of clients over HTTP until ctx ends.
func (r *run) serveHTTP(ctx context.Context, common *Common, b *Backend, log zerolog.Logger) error {
	accounts, err := r.accounts(common.HTTP)
	if err != nil {
		return exit.Failure(err)
	}
	return exit.Failure(endpoint.Serve(ctx, common.HTTP, common.Loop, endpoint.System{
		Name: r.Name, Title: r.Title,
		Server:    func(*http.Request) (*mcp.Server, error) { return b.Server, nil },
		Read:      r.Read,
		Write:     r.Write,
		Writes:    r.writes(),
		Act:       b.Act,
		MaySignIn: b.MaySignIn,
		Ready:     b.Ready,
		Accounts:  accounts,
		Log:       log,
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

// accounts returns the file of the built-in authorization server, "" where it is not
// used.
func (r *run) accounts(h config.HTTP) (string, error) {
	if h.Auth != config.AuthOAuth || h.Issuer != config.Self {
		return "", nil
	}
	dir := h.DataDir
	switch {
	case dir != "":
	case r.Data == nil:
		return "", config.Faults{{Variable: "DATA_DIR", Rule: "must be set for OAUTH_ISSUER=self"}}
	default:
		var err error
		if dir, err = r.Data(r.getenv); err != nil {
			return "", fmt.Errorf("DATA_DIR is not set, and %w", err)
		}
	}
	return filepath.Join(dir, "signin.db"), nil
}

// signInCommand makes a code with which a person signs in.
func (r *run) signInCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "signin EMAIL",
		Short: "Make a one-time code with which a person signs in",
		Long: `Make a one-time code with which a person signs in at the authorization server that
is built in (AUTH=oauth, OAUTH_ISSUER=self). Give it to that person: it can be used
once, within an hour. Run this with the environment of the server.`,
		Args: usage.Args(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			settings, err := r.Load(r.getenv)
			if err != nil {
				return err
			}
			h := settings.Shared().HTTP
			file, err := r.accounts(h)
			switch {
			case err != nil:
				return exit.Failure(err)
			case file == "":
				return config.Faults{{Variable: "OAUTH_ISSUER", Rule: "must be self, and AUTH must be oauth, as the server has them: people sign in elsewhere otherwise"}}
			}
			backend, err := settings.Open(cmd.Context(), zerolog.Nop())
			if err != nil {
				return exit.Failure(err)
			}
			defer backend.Close()
			iss, err := issuer.New(issuer.Options{URL: h.Base(), Path: file, MaySignIn: backend.MaySignIn})
			if err != nil {
				return exit.Failure(err)
			}
			defer func() { _ = iss.Close() }() // the code is there, or the error says that it is not
			code, err := iss.CreateCode(cmd.Context(), args[0])
			if err != nil {
				return exit.Failure(err)
			}
			_, err = fmt.Fprintf(cmd.OutOrStdout(), "%s\n", code)
			return exit.Failure(err)
		},
	}
}
