package recipevault

import (
	"context"
	"fmt"
	"os"
	"slices"

	"github.com/spf13/cobra"

	"github.com/mcp-adapters/mcp-adapters/internal/program/cli"
	"github.com/mcp-adapters/mcp-adapters/internal/screen"
	"github.com/mcp-adapters/mcp-adapters/recipe/vault"
	"github.com/mcp-adapters/mcp-adapters/recipe/vault/family"
	"github.com/mcp-adapters/mcp-adapters/recipe/vault/serve"
)

const aboutAdopt = `Give a family the recipes that no family sees. They become the recipes of --member, or of the
first member of the family in FAMILIES_CONFIG_PATH. For families in the database (DATABASE_URL)
--member is required, and recipes whose titles the family has already are left. The server may
keep running.`

// adoption is what families adopt does.
type adoption struct {
	family, member string
	dryRun         bool
}

func (p *program) adoptCommand() *cobra.Command {
	var a adoption
	cmd := &cobra.Command{
		Use: "adopt --family NAME", Short: "Give a family the recipes that no family sees", Long: aboutAdopt, Args: cli.NoArgs,
		Example: `  recipe-vault family adopt --family smith --dry-run
  recipe-vault family adopt --family smith --member bob@example.com`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			text, err := p.adopt(cmd.Context(), a)
			if err != nil {
				return explain(err)
			}
			_, err = fmt.Fprint(p.Stdout, text)
			return err
		},
	}
	cmd.Flags().StringVar(&a.family, "family", "", "the name of the family that gets them")
	cmd.Flags().StringVar(&a.member, "member", "", "the address of the member who gets them (default: the first of the family in the file)")
	cmd.Flags().BoolVar(&a.dryRun, "dry-run", false, "list the recipes and change nothing")
	return cmd
}

func (p *program) adopt(ctx context.Context, a adoption) (text string, err error) {
	at, err := p.ownDatabase()
	if err != nil {
		return "", err
	}
	if !at.Missing() {
		own := false
		err = p.onVault(at, nil, func(v *vault.Vault) error {
			if own, err = v.Registry().Any(ctx); own && err == nil {
				text, err = a.inDatabase(ctx, v.Registry())
			}
			return err
		})
		if own || err != nil {
			return text, err
		}
	}
	file := os.Getenv("FAMILIES_CONFIG_PATH")
	if file == "" {
		return "", cli.Mistake("FAMILIES_CONFIG_PATH is not set; it must name the families file that recipe-vault uses")
	}
	named, known, err := serve.ReadFamilies(file)
	if err != nil {
		return "", cli.Mistake("FAMILIES_CONFIG_PATH " + err.Error())
	}
	if a.member, err = serve.Member(named, a.family, a.member); err != nil {
		return "", cli.Mistake(err.Error())
	}
	if at.Missing() {
		return "", fmt.Errorf("there is no vault at %s; set DATABASE_URL to its file", at)
	}
	err = p.onVault(at, known, func(v *vault.Vault) error {
		titles, err := v.Unseen(ctx)
		if !a.dryRun {
			titles, err = v.Adopt(ctx, a.member)
		}
		if err != nil {
			return fmt.Errorf("the database %s could not be changed: %w", at, err)
		}
		text = a.summary(titles)
		return nil
	})
	return text, err
}

// inDatabase adopts for a family in the database. The member must exist even if there is
// nothing to adopt.
func (a adoption) inDatabase(ctx context.Context, r *family.Registry) (string, error) {
	if a.family == "" || a.member == "" {
		return "", cli.Mistake("--family and --member must name a family in the database, and the member of it who gets the recipes")
	}
	f, err := r.Get(ctx, a.family)
	if err == nil && !slices.Contains(f.Members, family.Normal(a.member)) {
		err = fmt.Errorf("the family %q has no member with this address; recipe-vault family show lists its members", f.Name)
	}
	if err != nil {
		return "", err
	}
	titles, err := r.Unowned(ctx)
	if err != nil || a.dryRun || len(titles) == 0 {
		return a.summary(titles), err
	}
	came, err := r.Adopt(ctx, a.family, a.member)
	text := fmt.Sprintf("%s adopted by %s, of the family %s.\n", screen.Amount(int(came.Recipes), "recipe was", "recipes were"), screen.Line(a.member), screen.Line(a.family))
	if len(came.Left) > 0 {
		text += "Left, since the family has their titles; rename those:" + lines(came.Left) + "\n"
	}
	return text, err
}

// summary says what was done, or would be done, with the titles of the recipes.
func (a adoption) summary(titles []string) string {
	if len(titles) == 0 {
		return "There is nothing to adopt: every recipe is seen by a family.\n"
	}
	done := screen.Amount(len(titles), "recipe was", "recipes were")
	if a.dryRun {
		done = "Nothing was changed. " + screen.Amount(len(titles), "recipe would be", "recipes would be")
	}
	return fmt.Sprintf("%s adopted by %s, of the family %s:%s\n", done, a.member, screen.Line(a.family), lines(titles))
}
