package install

import (
	"context"
	"errors"
	"fmt"
	"os"

	"mcp-adapters/program/clients"
	"mcp-adapters/program/terminal"
)

// protect lets nobody else read the client's file, where the key will be, if the
// person wants that. Otherwise it warns.
func (w writer) protect(ctx context.Context, c clients.Client) error {
	path, err := c.Path(w.places)
	if err != nil || !clients.Exposed(path) {
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
		if os.Chmod(path, 0o600) != nil {
			return fmt.Errorf("who may read %s cannot be changed; does it belong to another user?", path)
		}
		fmt.Fprintf(w.out, "%s: No one else can read %s now.\n", c.Name, path)
	}
	return nil
}
