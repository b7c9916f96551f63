package recipevault

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/mcp-adapters/mcp-adapters/internal/program/cli"
	"github.com/mcp-adapters/mcp-adapters/internal/screen"
	"github.com/mcp-adapters/mcp-adapters/recipe/vault"
	"github.com/mcp-adapters/mcp-adapters/recipe/vault/family"
	"github.com/mcp-adapters/mcp-adapters/recipe/vault/serve"
)

const aboutFamily = `Manage the families of the vault: their members, keys and limits. Run this with the
environment of the server (DATABASE_URL). Every server on the database uses a change within
two seconds, without a restart. Families in the database replace those of
FAMILIES_CONFIG_PATH; import adds the families of that file to the database.`

// change is a command's work on the families. It returns what to print.
type change func(ctx context.Context, r *family.Registry, args []string) (string, error)

func (p *program) familyCommand() *cobra.Command {
	var (
		of   family.New
		fate family.Fate
		note string
	)
	root := group("family", "Manage the families of the vault", aboutFamily)
	root.Aliases = []string{"families"}

	add := p.familyWork("add NAME", "Add a family", true, func(ctx context.Context, r *family.Registry, args []string) (string, error) {
		if err := p.checkFile(ctx, r); err != nil {
			return "", err
		}
		of.Name = args[0]
		came, err := r.Add(ctx, of)
		name := screen.Line(args[0])
		return fmt.Sprintf("Added the family %s with %s.\n%sIts programs need a key: recipe-vault family key add %s prints one.\n",
			name, screen.Amount(len(of.Members), "member", "members"), joined(came), name), err
	})
	add.Example = `  recipe-vault family add smith --member alice@example.com --member bob@example.com`
	add.Flags().StringArrayVar(&of.Members, "member", nil, "address of a member; may be given several times")
	limitFlags(add.Flags(), &of.Limits)

	var limits family.Limits
	var limit *cobra.Command
	limit = p.familyWork("limit NAME", "Limit what a family may keep", false, func(ctx context.Context, r *family.Registry, args []string) (string, error) {
		var recipes, bytes *int64
		if limit.Flags().Changed("recipes") {
			recipes = &limits.Recipes
		}
		if limit.Flags().Changed("bytes") {
			bytes = &limits.Bytes
		}
		if recipes == nil && bytes == nil {
			return "", cli.Mistake("say what to limit, as with --recipes 500 or --bytes 2000000")
		}
		f, err := r.Limit(ctx, args[0], recipes, bytes)
		return usage(f), err
	})
	limit.Example = `  recipe-vault family limit smith --recipes 500 --bytes 2000000`
	limitFlags(limit.Flags(), &limits)

	remove := p.familyWork("remove NAME", "Remove a family, and its recipes only as a flag says", false, func(ctx context.Context, r *family.Registry, args []string) (string, error) {
		return removeFamily(ctx, r, args[0], fate)
	})
	remove.Flags().BoolVar(&fate.Delete, "delete-recipes", false, "delete its recipes, which cannot be undone")
	remove.Flags().BoolVar(&fate.Release, "release-recipes", false, "keep its recipes for no family: only the server's own key sees them")
	remove.Flags().StringVar(&fate.To, "move-recipes-to", "", "the name of the family that gets its recipes")

	members := group("member", "Add and remove members", "")
	members.AddCommand(
		p.familyWork("add NAME ADDRESS", "Add a member, with the recipes that they saved as a member of no family", false, addMember),
		p.familyWork("remove NAME ADDRESS", "Remove a member, whose recipes stay with the family", false, removeMember))

	keys := group("key", "Make, list and revoke keys", "Manage the keys of a family's programs (API_KEY of recipe-mcp), which show only its recipes.")
	addKey := p.familyWork("add NAME", "Create a key for a family and print it; it is shown only once", false, func(ctx context.Context, r *family.Registry, args []string) (string, error) {
		key, k, err := r.AddKey(ctx, args[0], note)
		if err == nil { // only the key goes to stdout, which may be a file
			_, err = fmt.Fprintf(p.Stderr, "This is key %s of the family %s. It is shown only once.\n", k.ID, screen.Line(args[0]))
		}
		return key + "\n", err
	})
	addKey.Example = `  recipe-vault family key add smith --note kitchen > key.txt`
	addKey.Flags().StringVar(&note, "note", "", "what the key is for")
	keys.AddCommand(addKey,
		p.familyWork("list NAME", "List the keys of a family, without the keys themselves", false, func(ctx context.Context, r *family.Registry, args []string) (string, error) {
			f, err := r.Get(ctx, args[0])
			return keyTable(f.Keys), err
		}),
		p.familyWork("revoke NAME ID", "Revoke a key of a family", false, func(ctx context.Context, r *family.Registry, args []string) (string, error) {
			return fmt.Sprintf("Key %s of the family %s is revoked; servers refuse it within two seconds.\n", screen.Line(args[1]), screen.Line(args[0])),
				r.RevokeKey(ctx, args[0], args[1])
		}))

	root.AddCommand(add,
		p.familyWork("list", "List the families", false, listFamilies),
		p.familyWork("show NAME", "Show the members and keys of a family", false, showFamily),
		limit, remove, members, keys,
		p.familyWork("import FILE", "Add the families of a YAML file, as FAMILIES_CONFIG_PATH names one", true, importFamilies),
		p.adoptCommand())
	return root
}

// group is a command that only has commands.
func group(use, short, long string) *cobra.Command {
	return &cobra.Command{
		Use: use, Short: short, Long: long, Args: cli.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
}

func limitFlags(flags *pflag.FlagSet, limits *family.Limits) {
	flags.Int64Var(&limits.Recipes, "recipes", 0, "how many recipes it may keep; 0: no limit")
	flags.Int64Var(&limits.Bytes, "bytes", 0, "how many bytes of text they may have; 0: no limit")
}

// familyWork is a command with the arguments that use names. makes allows it to make a vault if
// there is none.
func (p *program) familyWork(use, short string, makes bool, do change) *cobra.Command {
	n := strings.Count(use, " ")
	return &cobra.Command{Use: use, Short: short, Args: cli.Args(n, n), RunE: func(cmd *cobra.Command, args []string) error {
		at, err := p.ownDatabase()
		if err != nil {
			return err
		}
		if !makes && at.Missing() {
			return fmt.Errorf("there is no vault at %s; set DATABASE_URL to its file", at)
		}
		return p.onVault(at, nil, func(v *vault.Vault) error {
			text, err := do(cmd.Context(), v.Registry(), args)
			if err != nil {
				return explain(err)
			}
			_, err = fmt.Fprint(p.Stdout, text)
			return err
		})
	}}
}

// checkFile refuses to add the first family to the database while a file has others, which
// it would replace.
func (p *program) checkFile(ctx context.Context, r *family.Registry) error {
	if os.Getenv("FAMILIES_CONFIG_PATH") == "" {
		return nil
	}
	if some, err := r.Any(ctx); some || err != nil {
		return err
	}
	return cli.Mistake("FAMILIES_CONFIG_PATH names families, which a family in the database would replace; add them to the database first, with recipe-vault family import and the path of that file")
}

func removeFamily(ctx context.Context, r *family.Registry, name string, fate family.Fate) (string, error) {
	n, err := r.Remove(ctx, name, fate)
	if err != nil {
		return "", err
	}
	text, belong := fmt.Sprintf("Removed the family %s.", screen.Line(name)), screen.Amount(int(n), "recipe belongs", "recipes belong")
	switch {
	case n == 0:
	case fate.Delete:
		text += " " + screen.Amount(int(n), "recipe was", "recipes were") + " deleted."
	case fate.Release:
		text += " " + belong + " to no family now."
	default:
		text += " " + belong + " to the family " + screen.Line(fate.To) + " now."
	}
	some, err := r.Any(ctx)
	if err == nil && !some {
		text += " The database has no families any more: the server uses those of FAMILIES_CONFIG_PATH, and without it every address sees every recipe."
	}
	return text + "\n", err
}

func addMember(ctx context.Context, r *family.Registry, args []string) (string, error) {
	came, err := r.AddMember(ctx, args[0], args[1])
	return fmt.Sprintf("%s is a member of the family %s.\n%s", screen.Line(args[1]), screen.Line(args[0]), joined(came)), err
}

func removeMember(ctx context.Context, r *family.Registry, args []string) (string, error) {
	return fmt.Sprintf("%s is no member of the family %s any more; the family keeps their recipes. A key of the family that they have is still valid: replace it with recipe-vault family key.\n",
		screen.Line(args[1]), screen.Line(args[0])), r.RemoveMember(ctx, args[0], args[1])
}

func importFamilies(ctx context.Context, r *family.Registry, args []string) (string, error) {
	named, _, err := serve.ReadFamilies(args[0])
	if err != nil {
		return "", cli.Mistake(screen.Line(args[0]) + " " + err.Error())
	}
	var all []family.New
	for _, f := range named {
		all = append(all, family.New{Name: f.Name, Members: f.Members})
	}
	added, came, err := r.Import(ctx, all)
	return fmt.Sprintf("Added %s, and the members of all %d in the file.\n%sThe server does not read the file any more: unset FAMILIES_CONFIG_PATH.\n",
		screen.Amount(added, "family", "families"), len(all), joined(came)), err
}

func listFamilies(ctx context.Context, r *family.Registry, _ []string) (string, error) {
	const page = 100
	return table("FAMILY\tRECIPES\tBYTES\tSINCE", func(row func(...string)) error {
		for after := ""; ; {
			all, err := r.List(ctx, after, page)
			if err != nil {
				return err
			}
			for _, f := range all {
				row(screen.Line(f.Name), amount(f.Recipes, f.Limits.Recipes), amount(f.Bytes, f.Limits.Bytes), day(f.CreatedAt))
				after = f.Name
			}
			if len(all) < page {
				return nil
			}
		}
	})
}

func showFamily(ctx context.Context, r *family.Registry, args []string) (string, error) {
	f, err := r.Get(ctx, args[0])
	return usage(f) + "Members:" + lines(f.Members) + "\n" + keyTable(f.Keys), err
}

func keyTable(keys []family.Key) string {
	text, _ := table("KEY\tMADE\tLAST USED\tNOTE", func(row func(...string)) error {
		for _, k := range keys {
			row(k.ID, day(k.CreatedAt), cmp.Or(k.LastUsed, "never"), screen.Line(k.Note))
		}
		return nil
	})
	return text
}

func table(head string, rows func(row func(...string)) error) (string, error) {
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	_, _ = fmt.Fprintln(w, head)
	err := rows(func(cells ...string) { _, _ = fmt.Fprintln(w, strings.Join(cells, "\t")) })
	_ = w.Flush() // to memory
	return b.String(), err
}

// usage says how much a family has of what it may have.
func usage(f family.Family) string {
	return fmt.Sprintf("Recipes of the family %s: %s; bytes: %s.\n", screen.Line(f.Name), amount(f.Recipes, f.Limits.Recipes), amount(f.Bytes, f.Limits.Bytes))
}

func amount(n, limit int64) string {
	if limit == 0 {
		return strconv.FormatInt(n, 10)
	}
	return fmt.Sprintf("%d of %d", n, limit)
}

// day returns the day of a time.
func day(stamp string) string {
	day, _, _ := strings.Cut(stamp, "T")
	return day
}

// joined says which recipes came with new members.
func joined(j family.Joined) string {
	text := ""
	if j.Recipes > 0 {
		text = screen.Amount(int(j.Recipes), "recipe", "recipes") + " that they saved before came with them.\n"
	}
	if len(j.Left) > 0 {
		text += "Recipes of theirs stayed behind, since the family has their titles; rename those, and add the member again:" + lines(j.Left) + "\n"
	}
	return text
}

// explain adds to a refusal what to do about it.
func explain(err error) error {
	e, ok := errors.AsType[*family.Error](err)
	switch {
	case !ok:
		return err
	case e.Kind == family.NotFound:
		list := map[bool]string{true: "list", false: "show"}[e.Field == "name"]
		return errors.New(screen.Line(e.Message) + "; recipe-vault family " + list + " lists those there are")
	case e.Recipes > 0:
		return errors.New(e.Message + " with --move-recipes-to, --release-recipes or --delete-recipes")
	}
	return errors.New(screen.Line(e.Message) + lines(e.Titles))
}

// lines returns each text on a line of its own.
func lines(texts []string) string {
	var b strings.Builder
	for _, text := range texts {
		b.WriteString("\n  " + screen.Line(text))
	}
	return b.String()
}
