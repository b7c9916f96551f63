package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/mcp-adapters/mcp-adapters/internal/program/cli"
	"github.com/mcp-adapters/mcp-adapters/internal/screen"
	"github.com/mcp-adapters/mcp-adapters/recipe/vault/family"
	"github.com/mcp-adapters/mcp-adapters/recipe/vault/serve"
)

func (f *familyFlags) add(ctx context.Context, cmd *cobra.Command, r *family.Registry, args []string) error {
	came, err := r.Add(ctx, family.New{Name: args[0], Members: f.members, Limits: family.Limits{Recipes: f.recipes, Bytes: f.bytes}})
	if err == nil {
		_, err = fmt.Fprintf(cmd.OutOrStdout(), "Added the family %s with %s.\n%sIts programs come in with a key: recipe-vault family key add %s prints one.\n",
			screen.Line(args[0]), screen.Amount(len(f.members), "member", "members"), joined(came), screen.Line(args[0]))
	}
	return err
}

func (f *familyFlags) limit(ctx context.Context, cmd *cobra.Command, r *family.Registry, args []string) error {
	var recipes, bytes *int64
	if cmd.Flags().Changed("recipes") {
		recipes = &f.recipes
	}
	if cmd.Flags().Changed("bytes") {
		bytes = &f.bytes
	}
	if recipes == nil && bytes == nil {
		return cli.Mistake("say what to limit, as with --recipes 500 or --bytes 2000000")
	}
	got, err := r.Limit(ctx, args[0], recipes, bytes)
	if err == nil {
		_, err = fmt.Fprintf(cmd.OutOrStdout(), "Recipes of the family %s: %s; bytes: %s.\n", screen.Line(got.Name), of(got.Recipes, got.Limits.Recipes), of(got.Bytes, got.Limits.Bytes))
	}
	return err
}

func (f *familyFlags) remove(ctx context.Context, cmd *cobra.Command, r *family.Registry, args []string) error {
	n, err := r.Remove(ctx, args[0], family.Fate{Delete: f.deleted, Release: f.freed, To: f.to})
	if err != nil {
		return err
	}
	what := ""
	switch {
	case n == 0:
	case f.deleted:
		what = " and deleted " + screen.Amount(int(n), "recipe", "recipes")
	case f.freed:
		what = ", whose " + screen.Amount(int(n), "recipe is", "recipes are") + " no family's now"
	default:
		what = ", whose " + screen.Amount(int(n), "recipe is", "recipes are") + " now those of the family " + screen.Line(f.to)
	}
	some, err := r.Any(ctx)
	if err == nil && !some {
		what += ". There are no families in the database any more: those of FAMILIES_CONFIG_PATH count, or, without it, every address sees every recipe"
	}
	_, printed := fmt.Fprintf(cmd.OutOrStdout(), "Removed the family %s%s.\n", screen.Line(args[0]), what)
	return errors.Join(err, printed)
}

func importFamilies(ctx context.Context, cmd *cobra.Command, r *family.Registry, args []string) error {
	named, _, err := serve.ReadFamilies(args[0])
	if err != nil {
		return cli.Mistake(screen.Line(args[0]) + " " + err.Error())
	}
	var all []family.New
	for _, f := range named {
		all = append(all, family.New{Name: f.Name, Members: f.Members})
	}
	added, came, err := r.Import(ctx, all)
	if err == nil {
		_, err = fmt.Fprintf(cmd.OutOrStdout(), "Added %s, and the members of all %d in the file.\n%sThe file is not used any more: unset FAMILIES_CONFIG_PATH.\n",
			screen.Amount(added, "family", "families"), len(all), joined(came))
	}
	return err
}
