package main

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/mcp-adapters/mcp-adapters/internal/screen"
	"github.com/mcp-adapters/mcp-adapters/recipe/vault/family"
)

func listFamilies(ctx context.Context, cmd *cobra.Command, r *family.Registry, _ []string) error {
	const page = 100
	table := tabwriter.NewWriter(cmd.OutOrStdout(), 0, 0, 2, ' ', 0)
	_, _ = fmt.Fprintln(table, "FAMILY\tRECIPES\tBYTES\tSINCE")
	for after := ""; ; {
		all, err := r.List(ctx, after, page)
		if err != nil {
			return err
		}
		for _, f := range all {
			_, _ = fmt.Fprintf(table, "%s\t%s\t%s\t%s\n", screen.Line(f.Name), of(f.Recipes, f.Limits.Recipes), of(f.Bytes, f.Limits.Bytes), day(f.CreatedAt))
			after = f.Name
		}
		if len(all) < page {
			return table.Flush()
		}
	}
}

// day is the day of a time.
func day(stamp string) string {
	day, _, _ := strings.Cut(stamp, "T")
	return day
}

func showFamily(ctx context.Context, cmd *cobra.Command, r *family.Registry, args []string) error {
	f, err := r.Get(ctx, args[0])
	if err != nil {
		return err
	}
	var b strings.Builder
	fmt.Fprintf(&b, "Recipes of the family %s: %s; bytes: %s.\nMembers:\n", screen.Line(f.Name), of(f.Recipes, f.Limits.Recipes), of(f.Bytes, f.Limits.Bytes))
	for _, address := range f.Members {
		b.WriteString("  " + screen.Line(address) + "\n")
	}
	_, err = fmt.Fprint(cmd.OutOrStdout(), b.String()+keyTable(f.Keys))
	return err
}

// of writes how much there is of what may be.
func of(n, limit int64) string {
	if limit == 0 {
		return strconv.FormatInt(n, 10)
	}
	return fmt.Sprintf("%d of %d", n, limit)
}

// explain completes a refusal with what to do about it.
func explain(err error) error {
	e, ok := errors.AsType[*family.Error](err)
	switch {
	case !ok:
		return err
	case e.Kind == family.NotFound && e.Field == "name":
		return errors.New(screen.Line(e.Message) + "; recipe-vault family list lists those there are")
	case e.Kind == family.NotFound:
		return errors.New(screen.Line(e.Message) + "; recipe-vault family show lists those there are")
	case e.Recipes > 0:
		return errors.New(e.Message + " with --move-recipes-to, --release-recipes or --delete-recipes")
	}
	return errors.New(screen.Line(e.Message) + titleList(e.Titles))
}

// titleList is titles on lines of their own.
func titleList(titles []string) string {
	var b strings.Builder
	for _, title := range titles {
		b.WriteString("\n  " + screen.Line(title))
	}
	return b.String()
}
