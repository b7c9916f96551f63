package install

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"mcp-adapters/internal/screen"
	"mcp-adapters/program/clients"
	"mcp-adapters/program/terminal"
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
without a question. --keep-backups keeps them. The files of known
clients that still hold the key are listed.`,
		Example:   "  " + p.Name + " uninstall\n  " + p.Name + " uninstall --all --keep-backups",
		ValidArgs: clientIDs(),
		RunE: func(cmd *cobra.Command, args []string) error {
			places := clients.Here(getenv)
			chosen, err := choose(places, args, flags.all)
			if err != nil {
				return err
			}
			w := newWriter(cmd, p, places, flags.dryRun)
			keys := w.keys(flags.server)
			err = w.uninstall(cmd.Context(), chosen, flags.server, flags.keepBackups)
			if !flags.dryRun {
				w.listKeys(flags.server, keys)
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
	return w.each(chosen, func(clients.Client) {}, func(c clients.Client) error {
		if w.dryRun {
			change, err := clients.Remove(c, w.places, name)
			if held := w.keptIn(c, name); len(held) > 0 && !keepBackups {
				defer fmt.Fprintf(w.out, "%s that held the key would be removed.\n", plural(len(held), "backup"))
			}
			return w.show(c, change, err, nothing)
		}
		change, backup, err := clients.Uninstall(ctx, c, w.places, name, w.now())
		switch {
		case err != nil:
			return err
		case !change.Changed():
			_ = w.show(c, change, nil, nothing) // it has no error
		default:
			w.done(c, change, "", "The entry "+name+" is taken out of "+change.Path+".")
		}
		if !keepBackups {
			w.removeBackups(ctx, c, name)
		}
		w.noteBackup(backup)
		if change.Changed() {
			fmt.Fprintf(w.out, "  Next: %s. What you have saved stays where it is.\n", restart(c))
		}
		return nil
	})
}

// removeBackups removes those backups of the client's file that hold the key, if
// no one is there to say that they should stay.
func (w writer) removeBackups(ctx context.Context, c clients.Client, name string) {
	held := w.keptIn(c, name)
	if len(held) == 0 {
		return
	}
	what := plural(len(held), "backup")
	if w.asker != nil {
		yes, err := terminal.Confirm(ctx, w.asker, "Remove "+what+" of "+c.Name+"'s config with the key in? [Y/n] ")
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

// keptIn gives the backups of the client's file that hold the key.
func (w writer) keptIn(c clients.Client, name string) []clients.Backup {
	all, err := clients.Backups(c, w.places)
	if err != nil {
		return nil // said when the change was planned
	}
	return slices.DeleteFunc(all, func(b clients.Backup) bool {
		return !slices.ContainsFunc(w.program.secrets(), func(v string) bool { return b.Sets(name, v) })
	})
}

// keys gives the secrets that the clients' entries of that name have.
func (w writer) keys(name string) (all []string) {
	for _, c := range clients.All() {
		e, _, err := clients.Lookup(c, w.places, name)
		if err != nil {
			continue // said when the change is planned
		}
		for _, variable := range w.program.secrets() {
			if key := strings.TrimSpace(e.Env[variable]); key != "" {
				all = append(all, key)
			}
		}
	}
	return all
}

// listKeys says in which files the keys are left, under whatever name, and which
// of the entries of that name have another.
func (w writer) listKeys(name string, keys []string) {
	var left []string
	for _, c := range clients.All() {
		entries, _ := clients.Entries(c, w.places)
		for _, e := range entries {
			own := e.Name == name && w.program.holds(e.Env)
			if path, err := c.Path(w.places); err == nil && (own || hasOneOf(e.Env, keys)) {
				left = append(left, path+", entry "+screen.Line(e.Name))
			}
		}
		for _, b := range w.keptIn(c, name) {
			left = append(left, b.Path)
		}
	}
	if len(left) > 0 {
		fmt.Fprintf(w.out, "The key is still in:\n  %s\n", strings.Join(left, "\n  "))
	}
}

// hasOneOf reports whether a setting has one of the keys for its value.
func hasOneOf(env map[string]string, keys []string) bool {
	for _, value := range env {
		if slices.Contains(keys, strings.TrimSpace(value)) {
			return true
		}
	}
	return false
}

func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
