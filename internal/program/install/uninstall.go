package install

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/mcp-adapters/mcp-adapters/internal/program/cli"
	"github.com/mcp-adapters/mcp-adapters/internal/program/clients"
	"github.com/mcp-adapters/mcp-adapters/internal/screen"
)

func uninstallCommand(p Program, getenv func(string) string) *cobra.Command {
	var flags installFlags
	cmd := &cobra.Command{
		Use:   "uninstall [CLIENT…]",
		Short: "Take this server out of an assistant's config",
		Long: `Take this server's entry out of the config file of Claude Desktop, or of the
clients named:
` + clientList() + `
Everything else in the file stays as it is, and so does what you have saved.

The backups that hold the key are removed: on a terminal when you say so, else
without a question. --keep-backups keeps them. The places in the files of known
clients that still have the key are listed.`,
		Example:   "  " + p.Name + " uninstall\n  " + p.Name + " uninstall --all --keep-backups",
		ValidArgs: clientIDs(),
		RunE: func(cmd *cobra.Command, args []string) error {
			places := clients.Here(getenv)
			chosen, err := choose(places, args, flags.all)
			if err != nil {
				return err
			}
			w := newWriter(cmd, p, places, flags.dryRun)
			w.keys = w.secretsOf(flags.server)
			err = w.uninstall(cmd.Context(), chosen, flags.server, flags.keepBackups)
			if !flags.dryRun {
				w.listKeys()
			}
			return err
		},
	}
	register(cmd, p, &flags)
	cmd.Flags().BoolVar(&flags.keepBackups, "keep-backups", false, "remove none of the backups, though they hold the key")
	return cmd
}

// uninstall takes the entry away from each client.
func (w writer) uninstall(ctx context.Context, chosen []clients.Client, name string, keepBackups bool) error {
	nothing := "has no entry " + name
	return w.each(chosen, nil, func(c clients.Client) error {
		change, err := clients.Remove(c, w.places, name)
		backup := ""
		if !w.dryRun {
			change, backup, err = clients.Uninstall(ctx, c, w.places, name, w.now())
		}
		if err != nil {
			return err
		}
		if w.dryRun || !change.Changed() {
			w.show(c, change, nothing)
		} else {
			w.done(c, change, "The entry "+name+" is removed from "+change.Path+".")
		}
		if !keepBackups {
			w.removeBackups(ctx, c)
		}
		w.noteBackup(backup)
		if !w.dryRun && change.Changed() {
			fmt.Fprintf(w.out, "  Next: %s. What you have saved stays where it is.\n", restart(c))
		}
		return nil
	})
}

// removeBackups removes those backups of the client's file that hold the key, if
// no one is there to say that they should stay.
func (w writer) removeBackups(ctx context.Context, c clients.Client) {
	held := w.kept(c)
	what, contain := fmt.Sprintf("%d backups", len(held)), "contain"
	switch len(held) {
	case 0:
		return
	case 1:
		what, contain = "1 backup", "contains"
	}
	if w.dryRun {
		fmt.Fprintf(w.out, "%s that held the key would be removed.\n", what)
		return
	}
	if w.asker != nil {
		yes, err := cli.Confirm(ctx, w.asker, "Remove "+what+" of "+c.Name+"'s config that "+contain+" the key? [Y/n] ")
		if err != nil || !yes {
			return
		}
	}
	for _, b := range held {
		if err := b.Remove(); err != nil {
			fmt.Fprintf(w.errs, "%s: %s.\n", c.Name, err)
			return
		}
	}
	fmt.Fprintf(w.out, "  Removed: %s that held the key.\n", what)
}

// kept gives the backups of the client's file that hold a key, or may.
func (w writer) kept(c clients.Client) []clients.File {
	files, err := clients.Files(c, w.places)
	if err != nil {
		return nil // said when the change is planned
	}
	return slices.DeleteFunc(files[1:], func(b clients.File) bool {
		places, err := b.Find(w.keys)
		return len(places) == 0 && err == nil
	})
}

// secretsOf gives the keys that the entries of that name have, in any client's file or
// a backup of it.
func (w writer) secretsOf(name string) (keys []string) {
	for _, c := range clients.All() {
		files, _ := clients.Files(c, w.places) // an error is said later
		for _, f := range files {
			keys = append(keys, f.Secrets(name, w.program.secrets())...)
		}
	}
	return keys
}

// listKeys says where the keys are left, and which files could not be searched.
func (w writer) listKeys() {
	if w.places.Home == "" {
		return // said already
	}
	var left []string
	for _, c := range clients.All() {
		files, err := clients.Files(c, w.places)
		errs := []error{err}
		for _, f := range files {
			places, err := f.Find(w.keys)
			for _, place := range places {
				left = append(left, strings.TrimSuffix(f.Path+", at "+screen.Line(place), ", at "))
			}
			errs = append(errs, err)
		}
		for _, err := range errs {
			if err != nil {
				fmt.Fprintf(w.errs, "%s: %s. The file could not be searched for the key.\n", c.Name, strings.TrimSuffix(err.Error(), "."))
			}
		}
	}
	if len(left) > 0 {
		fmt.Fprintf(w.out, "The key is still in:\n  %s\n", strings.Join(left, "\n  "))
	}
}
