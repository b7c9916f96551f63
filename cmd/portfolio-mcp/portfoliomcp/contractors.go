package portfoliomcp

import (
	"context"
	"errors"
	"fmt"
	"text/tabwriter"

	"github.com/rs/zerolog"
	"github.com/spf13/cobra"

	"github.com/mcp-adapters/mcp-adapters/internal/program/cli"
	"github.com/mcp-adapters/mcp-adapters/internal/screen"
	"github.com/mcp-adapters/mcp-adapters/portfolio/store"
)

// contractorFlags describe one contractor on the command line.
type contractorFlags struct {
	email, business, city, state, phone, website, plan, newEmail string
	yes, revoke                                                  bool
}

// contractorCommand is for whoever runs the program: who has projects in it.
func contractorCommand(load func() (*Settings, error), in signIns) *cobra.Command {
	var f contractorFlags
	// on runs work on the store, and turns its failures into sentences.
	on := func(work func(context.Context, *cobra.Command, *store.Store) error) func(*cobra.Command, []string) error {
		return func(cmd *cobra.Command, _ []string) error {
			s, err := load()
			if err != nil {
				return err
			}
			db, err := s.Places.open(zerolog.Nop())
			if err != nil {
				return err
			}
			err = work(cmd.Context(), cmd, store.New(db, store.Options{}))
			return errors.Join(f.explain(err), db.Close())
		}
	}
	root := &cobra.Command{
		Use:   "contractor",
		Short: "Say who has projects here",
		Long: `Add, list, change and remove contractors, whose projects are kept apart from each
other. A contractor is found by the e-mail address, which pages do not show. Run this with
the environment of the server; it need not be restarted.`,
		Args: cli.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	add := &cobra.Command{
		Use: "add", Short: "Add a contractor", Args: cli.NoArgs, RunE: on(f.add),
		Example: `  portfolio-mcp contractor add --business-name "Acme Masonry" --city Denver --state CO --email ann@example.com`,
	}
	f.describe(add)
	add.Flags().Lookup("plan").DefValue, f.plan = "free", ""
	for _, name := range []string{"business-name", "email"} {
		_ = add.MarkFlagRequired(name) // it has them
	}
	edit := &cobra.Command{
		Use: "edit", Short: "Change what is known of a contractor", Args: cli.NoArgs, RunE: on(f.edit),
		Long:    "Change what is known of the contractor with that address; what no flag names stays as it is. Pages show it at once.",
		Example: `  portfolio-mcp contractor edit --email ann@example.com --plan pro`,
	}
	f.describe(edit)
	edit.Flags().StringVar(&f.newEmail, "new-email", "", "another e-mail address")
	remove := &cobra.Command{
		Use: "remove", Short: "Remove a contractor, with all projects and photos", Args: cli.NoArgs,
		RunE:    on(func(ctx context.Context, cmd *cobra.Command, s *store.Store) error { return f.remove(ctx, cmd, s, in) }),
		Example: `  portfolio-mcp contractor remove --email ann@example.com --yes`,
	}
	remove.Flags().BoolVar(&f.yes, "yes", false, "remove projects and photos too, which cannot be undone")
	token := &cobra.Command{
		Use: "token", Short: "Print a token with which a program acts for a contractor", Args: cli.NoArgs, RunE: on(f.token),
		Long: `Print a new bearer token for the REST API, and nothing else: whoever has it can do
whatever the contractor can. Earlier tokens stay good; --revoke ends all of them instead.`,
		Example: `  portfolio-mcp contractor token --email ann@example.com > token.txt`,
	}
	token.Flags().BoolVar(&f.revoke, "revoke", false, "end all tokens of the contractor, and make none")
	for _, cmd := range []*cobra.Command{edit, remove, token} {
		if cmd != edit {
			cmd.Flags().StringVar(&f.email, "email", "", "e-mail address of the contractor")
		}
		_ = cmd.MarkFlagRequired("email") // it has it
	}
	list := &cobra.Command{Use: "list", Short: "List the contractors", Args: cli.NoArgs, RunE: on(f.list)}
	root.AddCommand(add, list, edit, remove, token, in.codeCommand())
	return root
}

// describe adds the flags for what is known of a contractor.
func (f *contractorFlags) describe(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.email, "email", "", "e-mail address of the contractor")
	cmd.Flags().StringVar(&f.business, "business-name", "", "name of the business, as pages show it")
	cmd.Flags().StringVar(&f.city, "city", "", "city, which new projects get")
	cmd.Flags().StringVar(&f.state, "state", "", "state, which new projects get")
	cmd.Flags().StringVar(&f.phone, "phone", "", "phone number, which pages show")
	cmd.Flags().StringVar(&f.website, "website", "", "address of the business's own site, which pages show")
	cmd.Flags().StringVar(&f.plan, "plan", "", "free, with room for 5 published projects, or pro")
}

// change is what the flags that were given say.
func (f *contractorFlags) change(cmd *cobra.Command) store.ContractorChange {
	var c store.ContractorChange
	for name, field := range map[string]struct {
		to    **string
		value *string
	}{
		"business-name": {&c.BusinessName, &f.business}, "city": {&c.City, &f.city}, "state": {&c.State, &f.state},
		"phone": {&c.Phone, &f.phone}, "website": {&c.Website, &f.website}, "new-email": {&c.Email, &f.newEmail},
	} {
		if cmd.Flags().Changed(name) {
			*field.to = field.value
		}
	}
	if cmd.Flags().Changed("plan") {
		plan := store.Plan(f.plan)
		c.Plan = &plan
	}
	return c
}

func (f *contractorFlags) add(ctx context.Context, cmd *cobra.Command, s *store.Store) error {
	change := f.change(cmd)
	change.Email = &f.email
	c, err := s.AddContractor(ctx, change)
	if err == nil {
		_, err = fmt.Fprintf(cmd.OutOrStdout(), "Added %s (%s), plan %s.\n", screen.Line(c.BusinessName), screen.Line(c.Email), c.Plan)
	}
	return err
}

func (f *contractorFlags) edit(ctx context.Context, cmd *cobra.Command, s *store.Store) error {
	if f.change(cmd) == (store.ContractorChange{}) {
		return errors.New("nothing was changed: say what to change, as with --plan pro; portfolio-mcp contractor edit --help lists it")
	}
	c, err := s.ContractorByEmail(ctx, f.email)
	if err == nil {
		c, err = s.EditContractor(ctx, c.ID, f.change(cmd))
	}
	if err == nil {
		_, err = fmt.Fprintf(cmd.OutOrStdout(), "Changed %s (%s), plan %s.\n", screen.Line(c.BusinessName), screen.Line(c.Email), c.Plan)
	}
	return err
}

// errProjects keeps a slip of the keyboard from taking someone's work away.
var errProjects = errors.New("nothing was removed: with the contractor go all projects, photos and pages; back them up first, and then say --yes")

func (f *contractorFlags) remove(ctx context.Context, cmd *cobra.Command, s *store.Store, in signIns) error {
	c, err := s.ContractorByEmail(ctx, f.email)
	if err != nil {
		return err
	}
	projects := c.Drafts + c.Published + c.ArchivedProjects
	if projects > 0 && !f.yes {
		return fmt.Errorf("%w (%s)", errProjects, screen.Amount(projects, "project", "projects"))
	}
	if err := s.RemoveContractor(ctx, c.ID); err != nil {
		return err
	}
	// Without it the sign-in is refused too, for as long as no one has the address.
	if err := in.end(ctx, c.Email); err != nil {
		return fmt.Errorf("the contractor is removed, but not what is kept of the sign-in: %w", err)
	}
	_, err = fmt.Fprintf(cmd.OutOrStdout(), "Removed %s (%s) with %s. The server removes the photos' files within minutes, or at its next start.\n",
		screen.Line(c.BusinessName), screen.Line(c.Email), screen.Amount(projects, "project", "projects"))
	return err
}

func (f *contractorFlags) token(ctx context.Context, cmd *cobra.Command, s *store.Store) error {
	c, err := s.ContractorByEmail(ctx, f.email)
	if err != nil {
		return err
	}
	if f.revoke {
		n, err := s.RevokeTokens(ctx, c.ID)
		if err == nil {
			_, err = fmt.Fprintf(cmd.ErrOrStderr(), "Tokens that are no good any more: %d.\n", n)
		}
		return err
	}
	token, err := s.AddToken(ctx, c.ID)
	if err == nil {
		_, err = fmt.Fprintln(cmd.OutOrStdout(), token)
	}
	return err
}

func (f *contractorFlags) list(ctx context.Context, cmd *cobra.Command, s *store.Store) error {
	const page = 100
	table := tabwriter.NewWriter(cmd.OutOrStdout(), 0, 0, 2, ' ', 0)
	_, _ = fmt.Fprintln(table, "E-MAIL\tBUSINESS\tPLACE\tPLAN\tPUBLISHED\tDRAFTS\tARCHIVED")
	for after := ""; ; {
		all, err := s.Contractors(ctx, after, page)
		if err != nil {
			return err
		}
		for _, c := range all {
			place := c.City
			if c.City != "" && c.State != "" {
				place += ", "
			}
			_, _ = fmt.Fprintf(table, "%s\t%s\t%s\t%s\t%d\t%d\t%d\n", screen.Line(c.Email), screen.Line(c.BusinessName), screen.Line(place+c.State),
				c.Plan, c.Published, c.Drafts, c.ArchivedProjects)
			after = c.Email
		}
		if len(all) < page {
			return table.Flush()
		}
	}
}

// flagOf names the flags for fields of the store.
var flagOf = map[string]string{"business_name": "--business-name", "email": "--email", "plan": "--plan", "city": "--city", "state": "--state", "phone": "--phone", "website": "--website"}

// explain says in the terms of the command line what the store refused.
func (f *contractorFlags) explain(err error) error {
	field := (*store.FieldError)(nil)
	switch {
	case errors.Is(err, store.ErrNotFound):
		return fmt.Errorf("there is no contractor with the address %s; portfolio-mcp contractor list lists those there are", screen.Line(f.email))
	case errors.As(err, &field):
		return fmt.Errorf("%s %s", flagOf[field.Field], field.Message)
	}
	return err
}
