package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"mcp-adapters/internal/screen"
	"mcp-adapters/recipe/vault"
	"mcp-adapters/recipe/vault/families"
)

func (p *program) familiesCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "families",
		Short: "Put the recipes of several families in order",
		Long:  "Put the recipes of several families in order. FAMILIES_CONFIG_PATH names the file that\nsays who belongs together.",
		Args:  noArgs,
		RunE:  func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(p.adoptCommand())
	return cmd
}

const aboutAdopt = `Give a family the recipes that no family sees: those saved without an e-mail
address, as before there were families, and those of people who are in none any
more. Their titles are taken all the while. They become the recipes of --member, or
of the first member of the family; nothing else of them changes.

It works on the vault's file (DATABASE_URL) with the families of
FAMILIES_CONFIG_PATH, also while recipe-vault serves it.

Exit codes: 0 it is done, or there was nothing to do; 1 it could not be done; 2 the
command line or the environment is wrong.`

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
		Example: `  recipe-vault families adopt --family smith --dry-run
  recipe-vault families adopt --family smith --member bob@example.com`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return p.adopt(cmd.Context(), o) },
	}
	cmd.Flags().StringVar(&o.family, "family", "", "the family that gets them, by its name in the file")
	cmd.Flags().StringVar(&o.member, "member", "", "the address of the member whose they become; the first one of the family if not given")
	cmd.Flags().BoolVar(&o.dryRun, "dry-run", false, "say which recipes they are, and change nothing")
	return cmd
}

func (p *program) adopt(ctx context.Context, o adoptOptions) (err error) {
	named, known, path, err := p.familiesAndFile()
	if err != nil {
		return err
	}
	member, err := families.Member(named, o.family, o.member)
	if err != nil {
		return &usageError{[]string{err.Error()}}
	}
	if noFile(path) {
		return fmt.Errorf("there is no vault at %s; set DATABASE_URL to where it lies", path)
	}
	v := vault.New(vault.Options{Path: path, Families: known, Log: p.quietLog()})
	defer func() { err = errors.Join(err, v.Close()) }()
	var titles []string
	if o.dryRun {
		titles, err = v.Unseen(ctx)
	} else {
		titles, err = v.Adopt(ctx, member)
	}
	if err != nil {
		return fmt.Errorf("the database %s could not be changed: %w", path, err)
	}
	_, err = io.WriteString(p.stdout, o.told(titles, member))
	return err
}

func noFile(path string) bool {
	_, err := os.Stat(path)
	return errors.Is(err, fs.ErrNotExist)
}

// familiesAndFile reads what the environment says, and reports all faults at once.
func (p *program) familiesAndFile() (named []families.Family, known *vault.Families, path string, err error) {
	var bad usageError
	if p.getenv("API_BASE_URL") != "" {
		bad.lines = append(bad.lines, "API_BASE_URL is set, and this works on a vault's file alone: run it on the machine that has the file, without that")
	}
	if path, err = databasePath(p.getenv); err != nil {
		bad.lines = append(bad.lines, "DATABASE_URL "+err.Error())
	}
	switch at := p.getenv("FAMILIES_CONFIG_PATH"); at {
	case "":
		bad.lines = append(bad.lines, "FAMILIES_CONFIG_PATH is not set; it must name the file that recipe-vault has its families from")
	default:
		if named, known, err = readFamilies(at); err != nil {
			bad.lines = append(bad.lines, "FAMILIES_CONFIG_PATH "+err.Error())
		}
	}
	if len(bad.lines) > 0 {
		return nil, nil, "", &bad
	}
	return named, known, path, nil
}

// told says what was done, or would be, with the titles of the recipes.
func (o adoptOptions) told(titles []string, member string) string {
	const most = 1000
	if len(titles) == 0 {
		return "There is nothing to adopt: every recipe is seen by a family.\n"
	}
	var b strings.Builder
	done := screen.Amount(len(titles), "recipe was", "recipes were")
	if o.dryRun {
		done = "Nothing was changed. " + screen.Amount(len(titles), "recipe would be", "recipes would be")
	}
	fmt.Fprintf(&b, "%s adopted by %s, of the family %s:\n", done, member, screen.Line(o.family))
	for _, title := range titles[:min(len(titles), most)] {
		b.WriteString("  " + screen.Line(title) + "\n")
	}
	if more := len(titles) - most; more > 0 {
		fmt.Fprintf(&b, "  and %d more.\n", more)
	}
	return b.String()
}
