package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/mcp-adapters/mcp-adapters/internal/program/cli"
	"github.com/mcp-adapters/mcp-adapters/recipe/vault"
	"github.com/mcp-adapters/mcp-adapters/recipe/vault/family"
)

const aboutFamily = `Say which families have recipes in the vault: who is a member, which keys they have,
and how much they may keep. Run this with the environment of the server (DATABASE_URL); a
change counts within two seconds for every server on the database, and none is restarted.

With a family in the database, the file of FAMILIES_CONFIG_PATH no longer counts; import
brings its families in.

Exit codes: 0 done; 1 it was not done, and nothing was changed; 2 the command line or the
environment is wrong.`

// familyFlags are the flags of the commands for families.
type familyFlags struct {
	members        []string
	recipes, bytes int64
	deleted, freed bool
	to, note       string
}

func (p *program) familyCommand() *cobra.Command {
	root := group("family", "Say which families have recipes in the vault", aboutFamily)
	root.Aliases = []string{"families"}
	var f familyFlags
	add := p.onRegistry("add NAME", "Add a family", cli.Args(1, 1), true, f.add)
	add.Example = `  recipe-vault family add smith --member alice@example.com --member bob@example.com`
	add.Flags().StringArrayVar(&f.members, "member", nil, "address of a member; may be given several times")
	add.Flags().Int64Var(&f.recipes, "recipes", 0, "how many recipes it may keep; 0: no limit")
	add.Flags().Int64Var(&f.bytes, "bytes", 0, "how many bytes of text they may have; 0: no limit")
	limit := p.onRegistry("limit NAME", "Limit what a family may keep", cli.Args(1, 1), false, f.limit)
	limit.Example = `  recipe-vault family limit smith --recipes 500 --bytes 2000000`
	limit.Flags().Int64Var(&f.recipes, "recipes", 0, "how many recipes it may keep; 0: no limit")
	limit.Flags().Int64Var(&f.bytes, "bytes", 0, "how many bytes of text they may have; 0: no limit")
	remove := p.onRegistry("remove NAME", "Remove a family", cli.Args(1, 1), false, f.remove)
	remove.Long = `Remove a family with its members and keys. One that has recipes stays, unless a flag
says what becomes of them.`
	remove.Flags().BoolVar(&f.deleted, "delete-recipes", false, "delete its recipes, which cannot be undone")
	remove.Flags().BoolVar(&f.freed, "release-recipes", false, "keep its recipes for no family: the server's own key sees them")
	remove.Flags().StringVar(&f.to, "move-recipes-to", "", "the name of the family that gets its recipes")
	members := group("member", "Add and remove members", "Add and remove members of a family.")
	members.AddCommand(
		p.onRegistry("add NAME ADDRESS", "Add a member, with the recipes that they saved as a member of no family", cli.Args(2, 2), false, addMember),
		p.onRegistry("remove NAME ADDRESS", "Remove a member, whose recipes stay with the family", cli.Args(2, 2), false, removeMember),
	)
	root.AddCommand(add,
		p.onRegistry("list", "List the families", cli.NoArgs, false, listFamilies),
		p.onRegistry("show NAME", "Show the members and keys of a family", cli.Args(1, 1), false, showFamily),
		limit, remove, members, p.familyKeyCommand(&f),
		p.onRegistry("import FILE", "Add the families of a YAML file, as FAMILIES_CONFIG_PATH names one", cli.Args(1, 1), true, importFamilies),
		p.adoptCommand())
	return root
}

// group is a command that has commands.
func group(use, short, long string) *cobra.Command {
	return &cobra.Command{
		Use: use, Short: short, Long: long, Args: cli.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
}

// work is what a command does with the families, and with whom it is told.
type work func(ctx context.Context, cmd *cobra.Command, r *family.Registry, args []string) error

// onRegistry is a command that works on the families of the vault's database. With makes it
// makes a vault where there is none.
func (p *program) onRegistry(use, short string, args cobra.PositionalArgs, makes bool, do work) *cobra.Command {
	return &cobra.Command{Use: use, Short: short, Args: args, RunE: func(cmd *cobra.Command, args []string) (err error) {
		at, err := p.ownDatabase()
		if err != nil {
			return err
		}
		if !makes && at.Missing() {
			return fmt.Errorf("there is no vault at %s; set DATABASE_URL to its file", at)
		}
		v, err := at.Vault(vault.Options{Log: p.quietLog()})
		if err != nil {
			return cli.Mistake(err.Error())
		}
		defer func() { err = errors.Join(err, v.Close()) }()
		if cmd.Name() == "add" && cmd.Parent().Name() == "family" {
			if err := p.checkFile(cmd.Context(), v.Registry()); err != nil {
				return err
			}
		}
		return explain(do(cmd.Context(), cmd, v.Registry(), args))
	}}
}

// checkFile refuses to make the families of a file those that no longer count by adding
// another one.
func (p *program) checkFile(ctx context.Context, r *family.Registry) error {
	if p.getenv("FAMILIES_CONFIG_PATH") == "" {
		return nil
	}
	if some, err := r.Any(ctx); some || err != nil {
		return err
	}
	return cli.Mistake("FAMILIES_CONFIG_PATH names families that would not count any more; bring them into the database first, with recipe-vault family import and the path of that file")
}
