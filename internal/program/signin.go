package program

import (
	"context"
	"errors"
	"fmt"

	"github.com/rs/zerolog"
	"github.com/spf13/cobra"

	"github.com/mcp-adapters/mcp-adapters/config"
	"github.com/mcp-adapters/mcp-adapters/internal/oauth/issuer"
	"github.com/mcp-adapters/mcp-adapters/internal/program/cli"
)

// signInCommand is for the operator of the built-in authorization server.
func (r *run) signInCommand() *cobra.Command {
	var s signIn
	cmd := &cobra.Command{
		Use:   "signin EMAIL",
		Short: "Grant or revoke sign-in",
		Long: `Make a one-time code with which a person signs in at the authorization server that
is built in (AUTH=oauth, OAUTH_ISSUER=self). Give it to that person: it can be used
once, within an hour. The flags set a password instead, take access away, or change
the key. Run this with the environment of the server; it need not be restarted.`,
		Example: fmt.Sprintf(`  %[1]s signin alice@example.com
  %[1]s signin --password alice@example.com < password.txt
  %[1]s signin --revoke alice@example.com
  %[1]s signin --rotate-key`, r.Name),
		Args: s.check,
		RunE: func(cmd *cobra.Command, args []string) error {
			iss, done, err := r.openIssuer(cmd.Context(), !s.revoke && !s.rotateKey)
			if err != nil {
				return err
			}
			defer done()
			var password string
			if s.password {
				if password, err = newPassword(cmd); err != nil {
					return err
				}
			}
			said, err := s.run(cmd.Context(), iss, args, password)
			if err == nil {
				_, err = fmt.Fprintln(cmd.OutOrStdout(), said)
			}
			return err
		},
	}
	cmd.Flags().BoolVar(&s.password, "password", false, "set a password, typed at the terminal or read from the first line of standard input; connected apps have to sign in again")
	cmd.Flags().BoolVar(&s.revoke, "revoke", false, "take away whatever lets the person in: connected apps, password and code")
	cmd.Flags().BoolVar(&s.rotateKey, "rotate-key", false, "make a new key that signs access tokens; takes no EMAIL")
	return cmd
}

// openIssuer opens the built-in authorization server; done closes it. Only to let a person in
// does it open the system too, which knows who may sign in: taking access away must work while
// the system is broken.
func (r *run) openIssuer(ctx context.Context, letsIn bool) (iss *issuer.Issuer, done func(), err error) {
	var h config.HTTP
	var settings Settings
	if !letsIn {
		h, err = r.loadHTTP()
	} else if settings, err = r.Load(); err == nil {
		h = settings.Shared().HTTP
	}
	if err != nil {
		return nil, nil, err
	}
	o, end := issuer.Options{URL: h.Base()}, func() {}
	o.DB, err = r.accounts(h, zerolog.Nop())
	switch {
	case err != nil:
		return nil, nil, err
	case o.DB == nil:
		return nil, nil, config.Faults{{Variable: "OAUTH_ISSUER", Rule: "must be self, and AUTH must be oauth, as the server has them: people sign in elsewhere otherwise"}}
	case h.Addr == "" && h.PublicURL == "": // tokens name the address
		return nil, nil, errors.Join(config.Faults{{Variable: "PUBLIC_URL", Rule: "must be the address of the server, as the server has it, or HTTP_ADDR where that has no PUBLIC_URL"}}, o.DB.Close())
	case letsIn:
		b, err := settings.Open(ctx, zerolog.Nop())
		if err != nil {
			return nil, nil, errors.Join(err, o.DB.Close())
		}
		o.MaySignIn, end = b.MaySignIn, b.Close
	}
	if iss, err = issuer.New(o); err != nil {
		end()
		return nil, nil, errors.Join(err, o.DB.Close())
	}
	return iss, func() {
		_ = iss.Close() // the change is made, or its error was reported
		end()
	}, nil
}

// SignInCode makes a one-time code with which the person of an address signs in at the
// built-in authorization server, as the command signin does. Its error is
// [issuer.ErrNotAllowed] where the system lets no one in by that address.
func (p *Program) SignInCode(ctx context.Context, email string) (code string, err error) {
	iss, done, err := (&run{p, &cli.Run{}}).openIssuer(ctx, true)
	if err != nil {
		return "", err
	}
	defer done()
	return iss.CreateCode(ctx, email)
}

// SignOut ends whatever lets the person of an address in at the built-in authorization
// server. Where that isn't used, or doesn't know the address, it does nothing.
func (p *Program) SignOut(ctx context.Context, email string) error {
	r := &run{p, &cli.Run{}}
	h, err := r.loadHTTP()
	if err != nil {
		return err
	}
	db, err := r.accounts(h, zerolog.Nop())
	if err != nil || db == nil {
		return err
	}
	iss, err := issuer.New(issuer.Options{URL: h.Base(), DB: db})
	if err != nil {
		return errors.Join(err, db.Close())
	}
	if _, err = iss.Revoke(ctx, email); errors.Is(err, issuer.ErrNoAccount) {
		err = nil
	}
	return errors.Join(err, iss.Close())
}

// loadHTTP reads and checks how the program is served, and nothing else.
func (r *run) loadHTTP() (h config.HTTP, err error) {
	var faults config.Faults
	errors.As(config.Load(&h), &faults)
	more, _ := h.Check()
	faults.Merge(more)
	return h, faults.Err()
}

// signIn is what signin does.
type signIn struct{ password, revoke, rotateKey bool }

func (s *signIn) check(cmd *cobra.Command, args []string) error {
	switch {
	case s.password && s.revoke, s.rotateKey && (s.password || s.revoke):
		return errors.New("give one of --password, --revoke and --rotate-key")
	case s.rotateKey:
		return cli.Args(0, 0)(cmd, args)
	}
	return cli.Args(1, 1)(cmd, args)
}

// run does it, and returns what there is to say of it.
func (s *signIn) run(ctx context.Context, iss *issuer.Issuer, args []string, password string) (said string, err error) {
	switch {
	case s.rotateKey:
		return "A new key signs access tokens from now on; those that are in use stay good until they expire.", iss.RotateKey(ctx)
	case s.revoke:
		apps, err := iss.Revoke(ctx, args[0])
		return fmt.Sprintf("Connected apps that are signed out: %d. Password and code no longer work; a new code lets the person in again.", apps), err
	case s.password:
		return "The password is set; connected apps have to sign in again.", iss.SetPassword(ctx, args[0], password)
	}
	return iss.CreateCode(ctx, args[0])
}

// newPassword reads a password.
func newPassword(cmd *cobra.Command) (string, error) {
	asker := cli.NewAsker(cmd.InOrStdin(), cmd.ErrOrStderr())
	if asker == nil {
		return cli.FirstLine(cmd.InOrStdin(), "password")
	}
	password, err := asker.Secret(cmd.Context(), "New password (not shown while you type): ")
	if err != nil {
		return "", err
	}
	again, err := asker.Secret(cmd.Context(), "The same again: ")
	if err == nil && again != password {
		err = errors.New("nothing was changed: the two passwords differ")
	}
	return password, err
}
