package install

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/mcp-adapters/mcp-adapters/internal/program/cli"
	"github.com/mcp-adapters/mcp-adapters/internal/program/clients"
)

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
