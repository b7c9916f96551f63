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
