package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/mcp-adapters/mcp-adapters/internal/program/cli"
	"github.com/mcp-adapters/mcp-adapters/internal/screen"
	"github.com/mcp-adapters/mcp-adapters/recipe/vault"
	"github.com/mcp-adapters/mcp-adapters/recipe/vault/family"
	"github.com/mcp-adapters/mcp-adapters/recipe/vault/place"
	"github.com/mcp-adapters/mcp-adapters/recipe/vault/serve"
)

const aboutAdopt = `Give a family the recipes that no family sees, though their titles are taken: those
saved without an e-mail address, for example before there were families, and those of
people who no longer belong to one. They become the recipes of --member, or of the
first member of the family; nothing else about them changes.

The command works on the vault's database (DATABASE_URL) with the families in it, or
else in FAMILIES_CONFIG_PATH, even while recipe-vault serves it. Of families in the
database, --member must be given; recipes whose titles the family has already are left.

Exit codes: 0 done, or there was nothing to do; 1 failed; 2 the command line or the
environment is wrong.`

// adoptOptions are the flags of families adopt.
type adoptOptions struct {
	family, member string
	dryRun         bool
}

func (p *program) adoptCommand() *cobra.Command {
	var o adoptOptions
	cmd := &cobra.Command{
		Use:   "adopt --family NAME",
		Short: "Give a family the recipes that no family sees",
		Long:  aboutAdopt,
		Example: `  recipe-vault family adopt --family smith --dry-run
  recipe-vault family adopt --family smith --member bob@example.com`,
		Args: cli.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return p.adopt(cmd.Context(), o) },
	}
	cmd.Flags().StringVar(&o.family, "family", "", "the name of the family that gets them")
	cmd.Flags().StringVar(&o.member, "member", "", "the address of the member who gets them (default: the first of the family in the file)")
	cmd.Flags().BoolVar(&o.dryRun, "dry-run", false, "list the recipes and change nothing")
	return cmd
}

func (p *program) adopt(ctx context.Context, o adoptOptions) (err error) {
	at, err := p.ownDatabase()
	if err != nil {
		return err
	}
	if done, err := p.adoptOwn(ctx, at, o); done || err != nil {
		return err
	}
	file := p.getenv("FAMILIES_CONFIG_PATH")
	if file == "" {
		return cli.Mistake("FAMILIES_CONFIG_PATH is not set; it must name the families file that recipe-vault uses")
	}
	named, known, err := serve.ReadFamilies(file)
	if err != nil {
		return cli.Mistake("FAMILIES_CONFIG_PATH " + err.Error())
	}
	member, err := serve.Member(named, o.family, o.member)
	if err != nil {
		return cli.Mistake(err.Error())
	}
	if at.Missing() {
		return fmt.Errorf("there is no vault at %s; set DATABASE_URL to its file", at)
	}
	v, err := at.Vault(vault.Options{Families: known, Log: p.quietLog()})
	if err != nil {
		return cli.Mistake(err.Error())
	}
	defer func() { err = errors.Join(err, v.Close()) }()
	var titles []string
	if o.dryRun {
		titles, err = v.Unseen(ctx)
	} else {
		titles, err = v.Adopt(ctx, member)
	}
	if err != nil {
		return fmt.Errorf("the database %s could not be changed: %w", at, err)
	}
	_, err = io.WriteString(p.stdout, o.summary(titles, member))
	return err
}

// adoptOwn is adopt for families in the database. It reports whether there are any.
func (p *program) adoptOwn(ctx context.Context, at *place.Database, o adoptOptions) (done bool, err error) {
	if at.Missing() {
		return false, nil
	}
	v, err := at.Vault(vault.Options{Log: p.quietLog()})
	if err != nil {
		return false, cli.Mistake(err.Error())
	}
	defer func() { err = errors.Join(err, v.Close()) }()
	r := v.Registry()
	if done, err = r.Any(ctx); err != nil || !done {
		return done, err
	}
	if o.family == "" || o.member == "" {
		return true, cli.Mistake("--family and --member must name a family in the database, and who of it gets the recipes")
	}
	// Whoever is to get them must be there even if there is nothing to get.
	f, err := r.Get(ctx, o.family)
	if err == nil && !slices.Contains(f.Members, family.Normal(o.member)) {
		err = fmt.Errorf("this address is not one of a member of the family %q; recipe-vault family show lists those there are", f.Name)
	}
	if err != nil {
		return true, explain(err)
	}
	titles, err := r.Unowned(ctx)
	if err != nil {
		return true, err
	}
	if o.dryRun || len(titles) == 0 {
		_, err = io.WriteString(p.stdout, o.summary(titles, o.member))
		return true, err
	}
	came, err := r.Adopt(ctx, o.family, o.member)
	if err != nil {
		return true, explain(err)
	}
	_, err = fmt.Fprintf(p.stdout, "%s adopted by %s, of the family %s.\n", screen.Amount(int(came.Recipes), "recipe was", "recipes were"), screen.Line(o.member), screen.Line(o.family))
	if err == nil && len(came.Left) > 0 {
		_, err = io.WriteString(p.stdout, "Left, since the family has their titles; rename those:"+titleList(came.Left)+"\n")
	}
	return true, err
}

// summary says what was done, or would be, with the titles of the recipes.
func (o adoptOptions) summary(titles []string, member string) string {
	if len(titles) == 0 {
		return "There is nothing to adopt: every recipe is seen by a family.\n"
	}
	done := screen.Amount(len(titles), "recipe was", "recipes were")
	if o.dryRun {
		done = "Nothing was changed. " + screen.Amount(len(titles), "recipe would be", "recipes would be")
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s adopted by %s, of the family %s:\n", done, member, screen.Line(o.family))
	for _, title := range titles {
		b.WriteString("  " + screen.Line(title) + "\n")
	}
	return b.String()
}
