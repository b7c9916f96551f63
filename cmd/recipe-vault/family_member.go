package main

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/mcp-adapters/mcp-adapters/internal/screen"
	"github.com/mcp-adapters/mcp-adapters/recipe/vault/family"
)

func addMember(ctx context.Context, cmd *cobra.Command, r *family.Registry, args []string) error {
	came, err := r.AddMember(ctx, args[0], args[1])
	if err == nil {
		_, err = fmt.Fprintf(cmd.OutOrStdout(), "%s is a member of the family %s.\n%s", screen.Line(args[1]), screen.Line(args[0]), joined(came))
	}
	return err
}

func removeMember(ctx context.Context, cmd *cobra.Command, r *family.Registry, args []string) error {
	err := r.RemoveMember(ctx, args[0], args[1])
	if err == nil {
		_, err = fmt.Fprintf(cmd.OutOrStdout(), "%s is no member of the family %s any more; the family keeps their recipes. Who has a key of the family still comes in with that: replace it with recipe-vault family key.\n",
			screen.Line(args[1]), screen.Line(args[0]))
	}
	return err
}

// joined says what came with new members, and what didn't.
func joined(j family.Joined) string {
	var b strings.Builder
	if j.Recipes > 0 {
		b.WriteString(screen.Amount(int(j.Recipes), "recipe", "recipes") + " that they saved before came with them.\n")
	}
	if len(j.Left) > 0 {
		b.WriteString("Recipes of theirs stayed behind, since the family has their titles; rename those, and add the member again:" + titleList(j.Left) + "\n")
	}
	return b.String()
}
