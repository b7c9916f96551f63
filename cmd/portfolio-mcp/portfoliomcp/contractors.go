package portfoliomcp

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/mcp-adapters/mcp-adapters/internal/oauth/issuer"
	"github.com/mcp-adapters/mcp-adapters/internal/program"
	"github.com/mcp-adapters/mcp-adapters/internal/program/cli"
	"github.com/mcp-adapters/mcp-adapters/internal/screen"
	"github.com/mcp-adapters/mcp-adapters/portfolio/store"
)

// contractors is the command contractor with its flags.
type contractors struct {
	program *program.Program
	load    func() (*Settings, error)

	email       string
	change      store.ContractorChange
	yes, revoke bool
}

func (c *contractors) command() *cobra.Command {
	root := &cobra.Command{
		Use: "contractor", Short: "Manage contractors", Args: cli.NoArgs,
		Long: `Add, list, change and remove contractors, whose projects are kept apart from each
other. The e-mail address, which pages do not show, identifies a contractor. Run this with
the environment of the server, which needs no restart.`,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	add := c.one("add", "Add a contractor", "", `add --business-name "Acme Masonry" --city Denver --state CO --email ann@example.com`, c.add)
	c.describe(add)
	_ = add.MarkFlagRequired("business-name") // the flag exists
	edit := c.one("edit", "Change what a flag names of a contractor; pages show it at once", "", "edit --email ann@example.com --plan pro", c.edit)
	c.describe(edit)
	text(edit, "new-email", "another e-mail address", &c.change.Email)
	remove := c.one("remove", "Remove a contractor, with all projects and photos", "", "remove --email ann@example.com --yes", c.remove)
	remove.Flags().BoolVar(&c.yes, "yes", false, "remove projects and photos too, which cannot be undone")
	token := c.one("token", "Create a token for the REST API and print it", "Earlier tokens stay valid; --revoke ends all of them instead.",
		"token --email ann@example.com > token.txt", c.token)
	token.Flags().BoolVar(&c.revoke, "revoke", false, "end all tokens of the contractor, and make none")
	code := c.one("code", "Print a one-time code with which a contractor signs in", `The contractor signs in with it at the built-in authorization server (AUTH=oauth,
OAUTH_ISSUER=self), once, within an hour. It replaces an earlier one.`, "code --email ann@example.com", nil)
	code.RunE = c.code
	root.AddCommand(add, &cobra.Command{Use: "list", Short: "List the contractors", Args: cli.NoArgs, RunE: c.on(list)}, edit, remove, token, code)
	return root
}

// work is what a command does on the store.
type work func(context.Context, *cobra.Command, *store.Store) error

// one is a command on one contractor.
func (c *contractors) one(use, short, long, example string, do work) *cobra.Command {
	cmd := &cobra.Command{Use: use, Short: short, Long: long, Example: "  portfolio-mcp contractor " + example, Args: cli.NoArgs, RunE: c.on(do)}
	cmd.Flags().StringVar(&c.email, "email", "", "e-mail address of the contractor")
	_ = cmd.MarkFlagRequired("email") // the flag exists
	return cmd
}

// describe adds the flags for what is known of a contractor.
func (c *contractors) describe(cmd *cobra.Command) {
	text(cmd, "business-name", "name of the business, as pages show it", &c.change.BusinessName)
	text(cmd, "city", "city, which new projects get", &c.change.City)
	text(cmd, "state", "state, which new projects get", &c.change.State)
	text(cmd, "phone", "phone number, which pages show", &c.change.Phone)
	text(cmd, "website", "address of the business's own site, which pages show", &c.change.Website)
	text(cmd, "plan", "free, the default, with room for 5 published projects, or pro", &c.change.Plan)
}

// text adds a flag that sets a field, which is nil without it.
func text[T ~string](cmd *cobra.Command, name, help string, to **T) {
	cmd.Flags().Func(name, help, func(value string) error {
		v := T(value)
		*to = &v
		return nil
	})
}

// on does work on the store, and turns its failures into sentences.
func (c *contractors) on(do work) func(*cobra.Command, []string) error {
	return func(cmd *cobra.Command, _ []string) error {
		s, err := c.load()
		if err != nil {
			return err
		}
		err = s.withStore(func(_ store.DB, kept *store.Store) error { return do(cmd.Context(), cmd, kept) })
		if field, ok := errors.AsType[*store.FieldError](err); ok {
			err = fmt.Errorf("--%s %s", strings.ReplaceAll(field.Field, "_", "-"), field.Message)
		} else if errors.Is(err, store.ErrNotFound) {
			err = c.unknown()
		}
		return err
	}
}

func (c *contractors) unknown() error {
	return fmt.Errorf("there is no contractor with the address %s; portfolio-mcp contractor list lists those there are", screen.Line(c.email))
}

func (c *contractors) add(ctx context.Context, cmd *cobra.Command, s *store.Store) error {
	c.change.Email = &c.email
	got, err := s.AddContractor(ctx, c.change)
	return say(cmd, err, "Added %s (%s), plan %s.\n", screen.Line(got.BusinessName), screen.Line(got.Email), got.Plan)
}

func (c *contractors) edit(ctx context.Context, cmd *cobra.Command, s *store.Store) error {
	if c.change == (store.ContractorChange{}) {
		return errors.New("nothing was changed: say what to change, as with --plan pro; portfolio-mcp contractor edit --help lists it")
	}
	got, err := s.ContractorByEmail(ctx, c.email)
	if err == nil {
		got, err = s.EditContractor(ctx, got.ID, c.change)
	}
	return say(cmd, err, "Changed %s (%s), plan %s.\n", screen.Line(got.BusinessName), screen.Line(got.Email), got.Plan)
}

func (c *contractors) remove(ctx context.Context, cmd *cobra.Command, s *store.Store) error {
	got, err := s.ContractorByEmail(ctx, c.email)
	if err != nil {
		return err
	}
	projects := got.Drafts + got.Published + got.ArchivedProjects
	if projects > 0 && !c.yes {
		return fmt.Errorf("nothing was removed: with the contractor go all projects, photos and pages; back them up first, and then say --yes (%s)", screen.Amount(projects, "project", "projects"))
	}
	if err := s.RemoveContractor(ctx, got.ID); err != nil {
		return err
	}
	// Without it the sign-in is refused too, until another contractor gets the address.
	if err := c.program.SignOut(ctx, got.Email); err != nil {
		return fmt.Errorf("the contractor is removed, but not what is kept of the sign-in: %w", err)
	}
	return say(cmd, nil, "Removed %s (%s) with %s. The server removes the photos' files within minutes, or at its next start.\n",
		screen.Line(got.BusinessName), screen.Line(got.Email), screen.Amount(projects, "project", "projects"))
}

func (c *contractors) token(ctx context.Context, cmd *cobra.Command, s *store.Store) error {
	got, err := s.ContractorByEmail(ctx, c.email)
	if err != nil {
		return err
	}
	if c.revoke {
		n, err := s.RevokeTokens(ctx, got.ID)
		if err == nil {
			cmd.PrintErrf("Tokens that were revoked: %d.\n", n)
		}
		return err
	}
	token, err := s.AddToken(ctx, got.ID)
	return say(cmd, err, "%s\n", token)
}

func (c *contractors) code(cmd *cobra.Command, _ []string) error {
	code, err := c.program.SignInCode(cmd.Context(), c.email)
	if errors.Is(err, issuer.ErrNotAllowed) {
		err = c.unknown()
	}
	return say(cmd, err, "%s\n", code)
}

func say(cmd *cobra.Command, err error, format string, args ...any) error {
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(cmd.OutOrStdout(), format, args...)
	return err
}

func list(ctx context.Context, cmd *cobra.Command, s *store.Store) error {
	const page = 100
	table := tabwriter.NewWriter(cmd.OutOrStdout(), 0, 0, 2, ' ', 0)
	_, _ = fmt.Fprintln(table, "E-MAIL\tBUSINESS\tPLACE\tPLAN\tPUBLISHED\tDRAFTS\tARCHIVED")
	for after := ""; ; {
		all, err := s.Contractors(ctx, after, page)
		if err != nil {
			return err
		}
		for _, c := range all {
			place := screen.Line(strings.Trim(c.City+", "+c.State, ", "))
			_, _ = fmt.Fprintf(table, "%s\t%s\t%s\t%s\t%d\t%d\t%d\n", screen.Line(c.Email), screen.Line(c.BusinessName), place, c.Plan, c.Published, c.Drafts, c.ArchivedProjects)
			after = c.Email
		}
		if len(all) < page {
			return table.Flush()
		}
	}
}
