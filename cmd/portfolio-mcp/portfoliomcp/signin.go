package portfoliomcp

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/rs/zerolog"
	"github.com/spf13/cobra"

	"github.com/mcp-adapters/mcp-adapters/config"
	"github.com/mcp-adapters/mcp-adapters/internal/database/postgres"
	"github.com/mcp-adapters/mcp-adapters/internal/oauth"
	"github.com/mcp-adapters/mcp-adapters/internal/oauth/issuer"
	"github.com/mcp-adapters/mcp-adapters/internal/program"
	"github.com/mcp-adapters/mcp-adapters/internal/program/cli"
	"github.com/mcp-adapters/mcp-adapters/internal/screen"
	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
	"github.com/mcp-adapters/mcp-adapters/portfolio/store"
)

// signInConnections bounds those for sign-ins, beside those of the projects: a request asks
// one short question.
const signInConnections = 4

// accounts opens the database of the sign-ins where replicas share one.
func accounts(log zerolog.Logger) (issuer.DB, error) {
	var p Places
	_ = config.Load(&p) // its faults are reported already
	_ = config.FromFile(p.DatabaseURLFile, "DATABASE_URL", &p.DatabaseURL)
	var api config.API
	_ = config.Load(&api) // likewise
	if api.BaseURL != "" || !p.DatabaseURL.Postgres() {
		return nil, nil //nolint:nilnil // the file in the data directory
	}
	db, err := postgres.New(postgres.Options{
		URL: string(p.DatabaseURL), Connections: signInConnections, Log: log,
		Schema: postgres.Schema{Name: "signin", Migrations: issuer.Postgres()},
	})
	if err != nil {
		return nil, err // not db, which would be a DB all the same
	}
	return db, nil
}

// act returns a context in which calls are those of the contractor who has sent the request:
// the one that the token names, or else the one with that address.
func (p *people) act(ctx context.Context, email string) (context.Context, error) {
	who, _ := oauth.FromContext(ctx)
	var c store.Contractor
	var err error
	if who.Account != "" {
		c, err = p.store.Contractor(ctx, who.Account)
	} else {
		c, err = p.store.ContractorByEmail(ctx, email)
	}
	switch {
	case errors.Is(err, store.ErrNotFound) && who.Account != "":
		return nil, stranger("the " + accountClaim + " of your sign-in")
	case errors.Is(err, store.ErrNotFound):
		return nil, stranger("the e-mail address that you have signed in with")
	case err != nil:
		return nil, &fault.Error{Kind: fault.Unavailable, Status: http.StatusServiceUnavailable,
			Message: "The contractors can't be looked up at the moment; try again in a minute.", RetryAfter: time.Minute, Err: err}
	}
	return as(ctx, c.ID), nil
}

func stranger(what string) error {
	return &fault.Error{Kind: fault.Forbidden, Status: http.StatusForbidden,
		Message: "No contractor here has " + what + ". Ask whoever runs this server to add you (portfolio-mcp contractor add), or sign in as someone else."}
}

// maySignIn reports whether a contractor has that address. One who can't be looked up isn't
// signed out for it: [people.act] looks again.
func (p *people) maySignIn(ctx context.Context, email string) bool {
	_, err := p.store.ContractorByEmail(ctx, email)
	return !errors.Is(err, store.ErrNotFound)
}

// owner is the address of the one person who may use a remote API by the program's own
// token.
type owner string

func (o owner) act(ctx context.Context, email string) (context.Context, error) {
	if !o.maySignIn(ctx, email) {
		return nil, &fault.Error{Kind: fault.Forbidden, Status: http.StatusForbidden,
			Message: "This server is another contractor's; sign in with that contractor's e-mail address, or ask whoever runs it to set PORTFOLIO_EMAIL to yours."}
	}
	return ctx, nil
}

func (o owner) maySignIn(_ context.Context, email string) bool {
	return strings.EqualFold(strings.TrimSpace(string(o)), email)
}

// signIns are those at the authorization server that is built in.
type signIns struct {
	program *program.Program
}

func (in signIns) codeCommand() *cobra.Command {
	var email string
	cmd := &cobra.Command{
		Use: "code", Short: "Print a one-time code with which a contractor signs in", Args: cli.NoArgs,
		Long: `Print a one-time code, and nothing else, with which the contractor signs in at the
authorization server that is built in (AUTH=oauth, OAUTH_ISSUER=self). Give it to that
person: it can be used once, within an hour. It takes the place of an earlier one.`,
		Example: `  portfolio-mcp contractor code --email ann@example.com`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			code, err := in.program.SignInCode(cmd.Context(), email)
			if errors.Is(err, issuer.ErrNotAllowed) {
				err = fmt.Errorf("there is no contractor with the address %s; portfolio-mcp contractor list lists those there are", screen.Line(email))
			}
			if err == nil {
				_, err = fmt.Fprintln(cmd.OutOrStdout(), code)
			}
			if faults := (config.Faults)(nil); errors.As(err, &faults) {
				return err // of the environment
			}
			return err
		},
	}
	cmd.Flags().StringVar(&email, "email", "", "e-mail address of the contractor")
	_ = cmd.MarkFlagRequired("email") // it has it
	return cmd
}

// end ends the sign-ins of an address.
func (in signIns) end(ctx context.Context, email string) error {
	return in.program.SignOut(ctx, email)
}
