package install

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"mcp-adapters/program/clients"
	"mcp-adapters/program/terminal"
)

// protect lets nobody else read the client's file before the key is in it, if
// the person wants that. Otherwise it warns.
func (w writer) protect(ctx context.Context, c clients.Client, entry clients.Entry) error {
	path, err := c.Path(w.places)
	if err != nil || !clients.Exposed(c, w.places) || !w.willHoldKey(c, entry) {
		return err
	}
	private := w.private
	if private == nil && w.asker != nil {
		yes, err := terminal.Confirm(ctx, w.asker, "Other users of this computer can read "+path+", where the key is kept. Let no one else read it? [Y/n] ")
		if err != nil {
			return errors.New("the question was not answered")
		}
		private = &yes
	}
	switch {
	case private == nil:
		fmt.Fprintf(w.errs, "%s: other users of this computer can read %s, where the key is kept; --private lets no one else read it.\n", c.Name, path)
	case *private:
		if err := clients.Restrict(c, w.places); err != nil {
			return err
		}
		fmt.Fprintf(w.out, "%s: No one else can read %s now.\n", c.Name, path)
	}
	return nil
}

// willHoldKey reports whether the client's file has the key once the entry is
// written.
func (w writer) willHoldKey(c clients.Client, entry clients.Entry) bool {
	if w.program.holds(entry.Env) {
		return true
	}
	there := w.set(c, entry.Name, w.program.secrets())
	return slices.ContainsFunc(there, func(name string) bool { return !slices.Contains(entry.Unset, name) })
}
