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

	"mcp-adapters/config"
	"mcp-adapters/program/clients"
	"mcp-adapters/program/exit"
)

// errNotAll ends a command of which a part failed; that was said already.
var errNotAll = errors.New("not every client could be changed")

// install gives the entry to each client. One that fails stops no other.
func (w writer) install(ctx context.Context, chosen []clients.Client, entry clients.Entry) error {
	byHand := func(c clients.Client) { w.byHand(c, entry) }
	return w.each(chosen, byHand, func(c clients.Client) error {
		if err := w.refuseKept(c, entry); err != nil {
			return err
		}
		if w.dryRun {
			change, err := clients.Plan(c, w.places, entry)
			return w.show(c, change, err, setUp)
		}
		gone := w.set(c, entry.Name, entry.Unset)
		found := w.found(c) // the change itself makes the file that is looked for
		if _, err := clients.Plan(c, w.places, entry); err != nil {
			return err
		}
		if err := w.protect(ctx, c, entry); err != nil {
			return err
		}
		change, backup, err := clients.Install(ctx, c, w.places, entry, w.now())
		defer w.noteOff(c, entry.Name)
		if err != nil || !change.Changed() {
			return w.show(c, change, err, setUp)
		}
		w.done(c, change, backup, "The entry "+entry.Name+" is written to "+change.Path+".")
		if !found {
			fmt.Fprintf(w.errs, "%s: was not found on this computer; its config file was made all the same.\n", c.Name)
		}
		if len(entry.Env) > 0 {
			fmt.Fprintf(w.out, "  Settings in it: %s\n", strings.Join(slices.Sorted(maps.Keys(entry.Env)), ", "))
		}
		if len(gone) > 0 {
			fmt.Fprintf(w.out, "  Settings taken out: %s\n", strings.Join(gone, ", "))
		}
		fmt.Fprintf(w.out, "  Next: %s, then ask it: \"%s\"\n", restart(c), w.program.Try)
		return nil
	})
}

// refuseKept refuses to leave an address in the client's entry that can't be sent.
func (w writer) refuseKept(c clients.Client, entry clients.Entry) error {
	there, ok, err := clients.Lookup(c, w.places, entry.Name)
	if !ok || err != nil {
		return nil //nolint:nilerr // an error is said when the change is planned
	}
	for _, q := range w.program.Questions {
		v := w.program.variable(q.Variable)
		if _, given := entry.Env[v.Name]; given || slices.Contains(entry.Unset, v.Name) || v.Type != reflect.TypeFor[config.Email]() {
			continue
		}
		if value := there.Env[v.Name]; config.Trim(value) != "" {
			if rule := odd(v, value); rule != "" {
				return fmt.Errorf("%s in the entry %s %s, with --%s", v.Name, entry.Name, rule, q.Flag)
			}
		}
	}
	return nil
}

// set gives those of the variables that the client's entry has.
func (w writer) set(c clients.Client, name string, variables []string) []string {
	e, _, err := clients.Lookup(c, w.places, name)
	if err != nil {
		return nil // said when the change is planned
	}
	return slices.DeleteFunc(slices.Clone(variables), func(v string) bool { _, there := e.Env[v]; return !there })
}

// noteOff tells when the client will not start the entry all the same. Whoever
// switched it off did so on purpose.
func (w writer) noteOff(c clients.Client, name string) {
	if e, ok, err := clients.Lookup(c, w.places, name); ok && err == nil && e.Off != "" {
		fmt.Fprintf(w.errs, "%s: the entry %s is switched off there (%s); take that out for it to be started.\n", c.Name, name, e.Off)
	}
}

const setUp = "is set up already"

// each does the same for every client. What is left to a person to do, because
// a file cannot be edited, byHand says.
func (w writer) each(chosen []clients.Client, byHand func(clients.Client), do func(clients.Client) error) error {
	failed := 0
	for _, c := range chosen {
		err := do(c)
		if err == nil {
			continue
		}
		failed++
		fmt.Fprintf(w.errs, "%s: %s. Nothing was changed there.\n", c.Name, strings.TrimSuffix(err.Error(), "."))
		if e, ok := errors.AsType[*clients.Error](err); ok && (e.Kind == clients.KindSyntax || e.Kind == clients.KindShape) {
			byHand(c)
		}
	}
	if failed > 0 {
		return exit.Failure(errNotAll)
	}
	return nil
}

// byHand shows the entry, without its secrets, for a person to paste.
func (w writer) byHand(c clients.Client, entry clients.Entry) {
	masked := entry.Masked(w.program.private()...)
	text, err := clients.Snippet(c, masked)
	if err != nil {
		return // which does not depend on the file
	}
	gaps := ""
	if !maps.Equal(masked.Env, entry.Env) {
		gaps = " (with --print, " + w.program.Name + " install shows it without the gaps)"
	}
	fmt.Fprintf(w.errs, "  To do it by hand, give the file this entry%s:\n%s\n", gaps, strings.TrimSuffix(text, "\n"))
}

// show tells what would be changed, or why nothing is.
func (w writer) show(c clients.Client, change *clients.Change, err error, nothing string) error {
	switch {
	case err != nil:
		return err
	case change.Changed():
		fmt.Fprintf(w.out, "%s would change so:\n%s", c.Name, change.Diff(w.program.private()...))
	default:
		fmt.Fprintf(w.out, "%s %s: nothing to change in %s.\n", c.Name, nothing, change.Path)
	}
	return nil
}

func (w writer) done(c clients.Client, change *clients.Change, backup, what string) {
	fmt.Fprintf(w.out, "%s: %s\n", c.Name, what)
	w.noteBackup(backup)
	if change.Versioned {
		fmt.Fprintf(w.errs, "%s: the file is under version control; do not publish a key that is in it.\n", c.Name)
	}
}

// noteBackup says where a backup lies, if there is one.
func (w writer) noteBackup(path string) {
	if _, err := os.Lstat(path); err == nil {
		fmt.Fprintf(w.out, "  The file as it was before: %s\n", path)
	}
}

// print shows the entry in each client's form; without clients' names, as most
// other clients have it too.
func (w writer) print(chosen []clients.Client, entry clients.Entry) error {
	for _, c := range chosen {
		text, err := clients.Snippet(c, entry)
		if err != nil {
			return exit.Failure(err)
		}
		if _, err := fmt.Fprintln(w.out, strings.TrimSuffix(text, "\n")); err != nil {
			return exit.Failure(err)
		}
	}
	return nil
}

func (w writer) found(c clients.Client) bool {
	for _, f := range clients.Find(w.places) {
		if f.Client.ID == c.ID {
			return true
		}
	}
	return false
}

// restart tells how a client comes to read its config.
func restart(c clients.Client) string {
	if c.ID == "claude-desktop" {
		return "quit Claude Desktop (closing its window is not enough) and start it again"
	}
	return "restart " + c.Name
}
