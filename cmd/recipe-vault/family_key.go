package main

import (
	"context"
	"fmt"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/mcp-adapters/mcp-adapters/internal/program/cli"
	"github.com/mcp-adapters/mcp-adapters/internal/screen"
	"github.com/mcp-adapters/mcp-adapters/recipe/vault/family"
)

const aboutKey = `Make, list and revoke the keys with which a family's programs come in: API_KEY of
recipe-mcp. A key shows the recipes of its family alone. To replace one, add another, have
all programs use it, and revoke the first: both are good in between.`

func (p *program) familyKeyCommand(f *familyFlags) *cobra.Command {
	keys := group("key", "Make, list and revoke keys", aboutKey)
	add := p.onRegistry("add NAME", "Print a new key of a family, which cannot be had again", cli.Args(1, 1), false, f.addKey)
	add.Example = `  recipe-vault family key add smith --note kitchen > key.txt`
	add.Flags().StringVar(&f.note, "note", "", "what the key is for")
	keys.AddCommand(add,
		p.onRegistry("list NAME", "List the keys of a family, without the keys themselves", cli.Args(1, 1), false, listKeys),
		p.onRegistry("revoke NAME ID", "Make a key of a family invalid", cli.Args(2, 2), false, revokeKey))
	return keys
}

// addKey prints the key alone, so that it can go into a file.
func (f *familyFlags) addKey(ctx context.Context, cmd *cobra.Command, r *family.Registry, args []string) error {
	key, k, err := r.AddKey(ctx, args[0], f.note)
	if err != nil {
		return err
	}
	if _, err = fmt.Fprintln(cmd.OutOrStdout(), key); err == nil {
		_, err = fmt.Fprintf(cmd.ErrOrStderr(), "This is key %s of the family %s. It is shown this once.\n", k.ID, screen.Line(args[0]))
	}
	return err
}

func listKeys(ctx context.Context, cmd *cobra.Command, r *family.Registry, args []string) error {
	f, err := r.Get(ctx, args[0])
	if err == nil {
		_, err = fmt.Fprint(cmd.OutOrStdout(), keyTable(f.Keys))
	}
	return err
}

func keyTable(keys []family.Key) string {
	var b strings.Builder
	table := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	_, _ = fmt.Fprintln(table, "KEY\tMADE\tLAST USED\tNOTE")
	for _, k := range keys {
		used := k.LastUsed
		if used == "" {
			used = "never"
		}
		_, _ = fmt.Fprintf(table, "%s\t%s\t%s\t%s\n", k.ID, day(k.CreatedAt), used, screen.Line(k.Note))
	}
	_ = table.Flush() // to memory
	return b.String()
}

func revokeKey(ctx context.Context, cmd *cobra.Command, r *family.Registry, args []string) error {
	err := r.RevokeKey(ctx, args[0], args[1])
	if err == nil {
		_, err = fmt.Fprintf(cmd.OutOrStdout(), "Key %s of the family %s is revoked; servers refuse it within two seconds.\n", screen.Line(args[1]), screen.Line(args[0]))
	}
	return err
}
