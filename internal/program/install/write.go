package install

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/mcp-adapters/mcp-adapters/config"
	"github.com/mcp-adapters/mcp-adapters/internal/program/cli"
	"github.com/mcp-adapters/mcp-adapters/internal/program/clients"
	"github.com/mcp-adapters/mcp-adapters/internal/screen"
)

// writer changes config files and reports each change to out, each problem to errs.
type writer struct {
	program   Program
	places    clients.Places
	now       func() time.Time
	out, errs io.Writer
	dryRun    bool
	asker     cli.Asker // nil: no terminal
	private   *bool     // the value of --private, nil if it is not given
	keys      []string  // that uninstall looks for
}

func newWriter(cmd *cobra.Command, p Program, places clients.Places, dryRun bool) writer {
	return writer{
		program: p, places: places, now: time.Now, dryRun: dryRun,
		out: cmd.OutOrStdout(), errs: cmd.ErrOrStderr(), asker: cli.NewAsker(cmd.InOrStdin(), cmd.ErrOrStderr()),
	}
}

// each changes every client's file. A client that fails stops no other. If a file cannot
// be edited, each prints the entry for the user to paste.
func (w writer) each(chosen []clients.Client, entry *clients.Entry, change func(clients.Client) error) error {
	failed := false
	for _, c := range chosen {
		err := change(c)
		if err == nil {
			continue
		}
		failed = true
		fmt.Fprintf(w.errs, "%s: %s. Nothing was changed there.\n", c.Name, strings.TrimSuffix(err.Error(), "."))
		e, ok := errors.AsType[*clients.Error](err)
		if !ok || entry == nil || e.Kind != clients.KindSyntax && e.Kind != clients.KindShape {
			continue
		}
		if masked, err := clients.Snippet(c, *entry, w.program.private()...); err == nil {
			gaps := ""
			if whole, _ := clients.Snippet(c, *entry); whole != masked {
				gaps = " (with --print, " + w.program.Name + " install shows it without the gaps)"
			}
			fmt.Fprintf(w.errs, "  To do it by hand, give the file this entry%s:\n%s\n", gaps, strings.TrimSuffix(masked, "\n"))
		}
	}
	if failed {
		return cli.Failure(errors.New("not every client could be changed"))
	}
	return nil
}

// report prints a change and the path of the backup. It returns whether the file was changed.
func (w writer) report(c clients.Client, change *clients.Change, backup, made, nothing string) bool {
	switch {
	case !change.Changed():
		fmt.Fprintf(w.out, "%s %s: nothing to change in %s.\n", c.Name, nothing, change.Path)
	case w.dryRun:
		fmt.Fprintf(w.out, "Changes to %s:\n%s", c.Name, change.Diff(w.program.private()...))
	default:
		fmt.Fprintf(w.out, "%s: %s %s.\n", c.Name, made, change.Path)
		if change.Versioned {
			fmt.Fprintf(w.errs, "%s: the file is under version control; do not publish a key that is in it.\n", c.Name)
		}
		if backup != "" {
			fmt.Fprintf(w.out, "  The file as it was before: %s\n", backup)
		}
		return true
	}
	return false
}

// install writes the entry to each client's file.
func (w writer) install(ctx context.Context, chosen []clients.Client, entry clients.Entry) error {
	return w.each(chosen, &entry, func(c clients.Client) error {
		there, _, _ := clients.Lookup(c, w.places, entry.Name) // Plan reports the error
		var gone []string
		kept := map[string]string{}
		for _, name := range slices.Sorted(maps.Keys(there.Env)) {
			if _, given := entry.Env[name]; slices.Contains(entry.Unset, name) {
				gone = append(gone, name)
			} else if !given && entry.URL == "" {
				kept[name] = there.Env[name]
			}
		}
		if err := w.checkKept(kept, entry.Name); err != nil {
			return err
		}
		change, err := clients.Plan(c, w.places, entry)
		if err != nil {
			return err
		}
		backup, found := "", true
		if !w.dryRun {
			if err := w.protect(ctx, c, w.program.secretIn(entry, there, kept)); err != nil {
				return err
			}
			found = slices.ContainsFunc(clients.Find(w.places), func(f clients.Found) bool { return f.Client.ID == c.ID })
			if change, backup, err = clients.Install(ctx, c, w.places, entry, w.now()); err != nil {
				return err
			}
			if there.Off != "" {
				defer fmt.Fprintf(w.errs, "%s: the entry %s is switched off there (%s); remove that to have it started.\n", c.Name, entry.Name, there.Off)
			}
		}
		if !w.report(c, change, backup, "The entry "+entry.Name+" is written to", "is set up already") {
			return nil
		}
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

// checkKept refuses to keep an e-mail address that cannot be sent.
func (w writer) checkKept(kept map[string]string, name string) error {
	for _, q := range w.program.Questions {
		if w.program.variable(q.Variable).Type != reflect.TypeFor[config.Email]() || config.Trim(kept[q.Variable]) == "" {
			continue
		}
		var email config.Email
		if err := email.UnmarshalText([]byte(kept[q.Variable])); err != nil {
			return fmt.Errorf("%s in the entry %s %w, with --%s", q.Variable, name, err, q.Flag)
		}
	}
	return nil
}

// protect makes the client's file readable only by its owner before a secret ("key",
// "token") is in it, if the user wants that. Otherwise it warns.
func (w writer) protect(ctx context.Context, c clients.Client, secret string) error {
	path, err := c.Path(w.places)
	if err != nil || secret == "" || !clients.Exposed(path) {
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

// uninstall removes the entry from each client's file.
func (w writer) uninstall(ctx context.Context, chosen []clients.Client, name string, keepBackups bool) error {
	return w.each(chosen, nil, func(c clients.Client) error {
		change, err := clients.Remove(c, w.places, name)
		backup := ""
		if !w.dryRun {
			change, backup, err = clients.Uninstall(ctx, c, w.places, name, w.now())
		}
		if err != nil {
			return err
		}
		if !keepBackups && w.removeBackups(ctx, c, backup) {
			backup = ""
		}
		if w.report(c, change, backup, "The entry "+name+" is removed from", "has no entry "+name) {
			fmt.Fprintf(w.out, "  Next: %s. What you have saved stays where it is.\n", restart(c))
		}
		return nil
	})
}

// removeBackups removes the client's backups that hold a key or cannot be read. At a
// terminal it asks first. It returns whether made is removed.
func (w writer) removeBackups(ctx context.Context, c clients.Client, made string) (removed bool) {
	files, err := clients.Files(c, w.places)
	if err != nil {
		return false // the change itself has reported the error
	}
	held := slices.DeleteFunc(files[1:], func(b clients.File) bool {
		places, err := b.Find(w.keys)
		return len(places) == 0 && err == nil
	})
	what, contain := fmt.Sprintf("%d backups", len(held)), "contain"
	switch {
	case len(held) == 0:
		return false
	case len(held) == 1:
		what, contain = "1 backup", "contains"
	}
	if w.dryRun {
		fmt.Fprintf(w.out, "%s: %s that held the key would be removed.\n", c.Name, what)
		return false
	}
	if w.asker != nil {
		yes, err := cli.Confirm(ctx, w.asker, "Remove "+what+" of "+c.Name+"'s config that "+contain+" the key? [Y/n] ")
		if err != nil || !yes {
			return false
		}
	}
	for _, b := range held {
		if err := b.Remove(); err != nil {
			fmt.Fprintf(w.errs, "%s: %s.\n", c.Name, err)
			return removed
		}
		removed = removed || b.Path == made
	}
	fmt.Fprintf(w.out, "%s: Removed: %s that held the key.\n", c.Name, what)
	return removed
}

// search reads the files of all clients, their backups included. An error of [clients.Files]
// comes without a file.
func (w writer) search(visit func(c clients.Client, f *clients.File, err error)) {
	for _, c := range clients.All() {
		files, err := clients.Files(c, w.places)
		if err != nil {
			visit(c, nil, err)
		}
		for _, f := range files {
			visit(c, &f, nil)
		}
	}
}

// findKeys remembers the keys in the entries of that name.
func (w *writer) findKeys(name string) {
	w.search(func(_ clients.Client, f *clients.File, err error) {
		if err == nil {
			w.keys = append(w.keys, f.Secrets(name, w.program.secrets())...)
		}
	})
}

// listKeys prints where the keys still are, and which files could not be searched.
func (w writer) listKeys() {
	if w.places.Home == "" {
		return // the change itself has reported the error
	}
	var left []string
	w.search(func(c clients.Client, f *clients.File, err error) {
		if err == nil {
			var places []string
			places, err = f.Find(w.keys)
			for _, place := range places {
				left = append(left, strings.TrimSuffix(f.Path+", at "+screen.Line(place), ", at "))
			}
		}
		if err != nil {
			fmt.Fprintf(w.errs, "%s: %s. The file could not be searched for the key.\n", c.Name, strings.TrimSuffix(err.Error(), "."))
		}
	})
	if len(left) > 0 {
		fmt.Fprintf(w.out, "The key is still in:\n  %s\n", strings.Join(left, "\n  "))
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

// restart tells the user how to have the client read its config again.
func restart(c clients.Client) string {
	if c.ID == "claude-desktop" {
		return "quit Claude Desktop (closing its window is not enough) and start it again"
	}
	return "restart " + c.Name
}
