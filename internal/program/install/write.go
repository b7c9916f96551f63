package install

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"reflect"
	"slices"
	"strings"

	"github.com/mcp-adapters/mcp-adapters/config"
	"github.com/mcp-adapters/mcp-adapters/internal/program/cli"
	"github.com/mcp-adapters/mcp-adapters/internal/program/clients"
)

// install gives the entry to each client.
func (w writer) install(ctx context.Context, chosen []clients.Client, entry clients.Entry) error {
	return w.each(chosen, &entry, func(c clients.Client) error {
		there, _, _ := clients.Lookup(c, w.places, entry.Name) // an error is said when the change is planned
		var gone []string
		for _, name := range entry.Unset {
			if _, has := there.Env[name]; has {
				gone = append(gone, name)
			}
		}
		kept := maps.Clone(there.Env)
		maps.DeleteFunc(kept, func(name, _ string) bool {
			_, given := entry.Env[name]
			return given || slices.Contains(entry.Unset, name)
		})
		if entry.URL != "" {
			clear(kept)
		}
		if err := w.refuse(kept, entry.Name); err != nil {
			return err
		}
		change, err := clients.Plan(c, w.places, entry)
		if err != nil {
			return err
		}
		if w.dryRun {
			w.show(c, change, setUp)
			return nil
		}
		if secret := w.program.secretIn(entry, there, kept); secret != "" {
			if err := w.protect(ctx, c, secret); err != nil {
				return err
			}
		}
		// The change itself makes the file that is looked for.
		found := slices.ContainsFunc(clients.Find(w.places), func(f clients.Found) bool { return f.Client.ID == c.ID })
		change, backup, err := clients.Install(ctx, c, w.places, entry, w.now())
		if err != nil {
			return err
		}
		if there.Off != "" { // by someone who meant it
			defer fmt.Fprintf(w.errs, "%s: the entry %s is switched off there (%s); remove that to have it started.\n", c.Name, entry.Name, there.Off)
		}
		if !change.Changed() {
			w.show(c, change, setUp)
			return nil
		}
		w.done(c, change, "The entry "+entry.Name+" is written to "+change.Path+".")
		w.noteBackup(backup)
		if !found {
			fmt.Fprintf(w.errs, "%s: was not found on this computer; its config file was created anyway.\n", c.Name)
		}
		if len(entry.Env) > 0 {
			fmt.Fprintf(w.out, "  Settings in it: %s\n", strings.Join(slices.Sorted(maps.Keys(entry.Env)), ", "))
		}
		if len(gone) > 0 {
			fmt.Fprintf(w.out, "  Settings removed: %s\n", strings.Join(gone, ", "))
		}
		signIn := ""
		if entry.URL != "" && len(entry.Headers) == 0 {
			signIn = ", sign in if it asks you to"
		}
		fmt.Fprintf(w.out, "  Next: %s%s, then ask it: \"%s\"\n", restart(c), signIn, w.program.Try)
		return nil
	})
}

// refuse refuses to leave an address in an entry that can't be sent.
func (w writer) refuse(kept map[string]string, name string) error {
	for _, q := range w.program.Questions {
		v := w.program.variable(q.Variable)
		if v.Type != reflect.TypeFor[config.Email]() || config.Trim(kept[v.Name]) == "" {
			continue
		}
		if rule := odd(v, kept[v.Name]); rule != "" {
			return fmt.Errorf("%s in the entry %s %s, with --%s", v.Name, name, rule, q.Flag)
		}
	}
	return nil
}

// protect lets no one else read the client's file, where the key or token will be, if
// the person wants that. Otherwise it warns.
func (w writer) protect(ctx context.Context, c clients.Client, secret string) error {
	path, err := c.Path(w.places)
	if err != nil || !clients.Exposed(path) {
		return err
	}
	private := w.private
	if private == nil && w.asker != nil {
		yes, err := cli.Confirm(ctx, w.asker, "Other users of this computer can read "+path+", where the "+secret+" is kept. Let no one else read it? [Y/n] ")
		if err != nil {
			return errors.New("the question was not answered")
		}
		private = &yes
	}
	switch {
	case private == nil:
		fmt.Fprintf(w.errs, "%s: other users of this computer can read %s, where the %s is kept; --private lets no one else read it.\n", c.Name, path, secret)
	case *private:
		if os.Chmod(path, 0o600) != nil {
			return fmt.Errorf("the permissions of %s cannot be changed; does it belong to another user?", path)
		}
		fmt.Fprintf(w.out, "%s: No one else can read %s now.\n", c.Name, path)
	}
	return nil
}

// errNotAll ends a command of which a part failed; that was said already.
var errNotAll = errors.New("not every client could be changed")

const setUp = "is set up already"

// each does the same for every client; one that fails stops no other. Where a file
// cannot be edited, it shows the entry, if there is one, for a person to paste.
func (w writer) each(chosen []clients.Client, entry *clients.Entry, do func(clients.Client) error) error {
	failed := false
	for _, c := range chosen {
		err := do(c)
		if err == nil {
			continue
		}
		failed = true
		fmt.Fprintf(w.errs, "%s: %s. Nothing was changed there.\n", c.Name, strings.TrimSuffix(err.Error(), "."))
		e, ok := errors.AsType[*clients.Error](err)
		if ok && entry != nil && (e.Kind == clients.KindSyntax || e.Kind == clients.KindShape) {
			w.byHand(c, *entry)
		}
	}
	if failed {
		return cli.Failure(errNotAll)
	}
	return nil
}

// byHand shows the entry, without its secrets, for a person to paste.
func (w writer) byHand(c clients.Client, entry clients.Entry) {
	text, err := clients.Snippet(c, entry, w.program.private()...)
	if err != nil {
		return // which does not depend on the file
	}
	gaps := ""
	if whole, _ := clients.Snippet(c, entry); whole != text {
		gaps = " (with --print, " + w.program.Name + " install shows it without the gaps)"
	}
	fmt.Fprintf(w.errs, "  To do it by hand, give the file this entry%s:\n%s\n", gaps, strings.TrimSuffix(text, "\n"))
}

// show prints what would be changed, or why nothing is.
func (w writer) show(c clients.Client, change *clients.Change, nothing string) {
	if change.Changed() {
		fmt.Fprintf(w.out, "Changes to %s:\n%s", c.Name, change.Diff(w.program.private()...))
	} else {
		fmt.Fprintf(w.out, "%s %s: nothing to change in %s.\n", c.Name, nothing, change.Path)
	}
}

func (w writer) done(c clients.Client, change *clients.Change, what string) {
	fmt.Fprintf(w.out, "%s: %s\n", c.Name, what)
	if change.Versioned {
		fmt.Fprintf(w.errs, "%s: the file is under version control; do not publish a key that is in it.\n", c.Name)
	}
}

// noteBackup says where the backup is, if there is one.
func (w writer) noteBackup(path string) {
	if _, err := os.Lstat(path); err == nil {
		fmt.Fprintf(w.out, "  The file as it was before: %s\n", path)
	}
}

// print shows the entry in each client's form.
func (w writer) print(chosen []clients.Client, entry clients.Entry) error {
	for _, c := range chosen {
		text, err := clients.Snippet(c, entry)
		if err == nil {
			_, err = fmt.Fprintln(w.out, strings.TrimSuffix(text, "\n"))
		}
		if err != nil {
			return cli.Failure(fmt.Errorf("%s: %w", c.Name, err))
		}
	}
	return nil
}
