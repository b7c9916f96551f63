package install

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/mcp-adapters/mcp-adapters/internal/program/cli"
	"github.com/mcp-adapters/mcp-adapters/internal/program/clients"
)

// installFlags are the flags of install; uninstall has some of them.
type installFlags struct {
	server string
	all    bool
	dryRun bool

	// of install alone
	print   bool
	private bool
	remote  cli.EndpointFlags
	// of uninstall alone
	keepBackups bool
}

func installCommand(p Program, getenv func(string) string) *cobra.Command {
	var flags installFlags
	cmd := &cobra.Command{
		Use:   "install [CLIENT…]",
		Short: "Add this server to an assistant's config",
		Long: `Add this server to the config file of Claude Desktop, or of the clients named:
` + clientList() + `
Everything else in the file stays as it is, and a backup that only you can read is
left beside it, or elsewhere when the file is under version control. Running it
again changes only what differs.

The settings come from the flags; else from the environment; else, on a terminal,
they are asked for. An empty flag takes its setting out of the entry.
` + p.About + `
Other variables that are set (see ` + p.Name + ` --help) are written too, but those of a
server over HTTP.

With --endpoint, the entry has the address of a server that runs elsewhere and is
reached over HTTP, and its token, if there is one. Without a token, the assistant asks
you to sign in if the server wants that.

A config file that other users of this computer can read is made yours alone with
--private, or, on a terminal, when you say so.

Exit codes: 0 every client is set up; 1 one of them could not be; 2 the command
line or a setting is wrong, and nothing was changed.`,
		Example:   "  " + p.Name + " install\n  " + p.Name + " install --dry-run claude-code cursor\n  " + p.Example,
		ValidArgs: clientIDs(),
		RunE: func(cmd *cobra.Command, args []string) error {
			return install(cmd, p, getenv, args, flags)
		},
	}
	p.registerSettings(cmd)
	register(cmd, p, &flags)
	flags.remote.Register(cmd, "address of a server over HTTP, such as https://recipes.example.com/mcp, to connect to instead of starting this program")
	cmd.Flags().BoolVar(&flags.private, "private", false, "let no one else read a config file that gets the key or token; --private=false: do not ask")
	cmd.Flags().BoolVar(&flags.print, "print", false, "print the entry for a client's config, to be copied and so with the key or token, and write nothing; --dry-run leaves them out")
	return cmd
}

// register adds the flags that install and uninstall share.
func register(cmd *cobra.Command, p Program, flags *installFlags) {
	cmd.Flags().StringVar(&flags.server, "server-name", p.Name, "name of the entry in the client's config")
	cmd.Flags().BoolVar(&flags.all, "all", false, "every client that is installed on this computer")
	cmd.Flags().BoolVar(&flags.dryRun, "dry-run", false, "show what would be changed, without secrets, and write nothing")
}

func install(cmd *cobra.Command, p Program, getenv func(string) string, args []string, flags installFlags) error {
	places := clients.Here(getenv)
	chosen, err := choose(places, args, flags.all)
	if err != nil {
		return err
	}
	endpoint, err := flags.remote.Endpoint(cmd)
	if err != nil {
		return err
	}
	var entry clients.Entry
	if endpoint != nil {
		entry, err = p.remote(cmd, flags.server, endpoint)
	} else {
		entry, err = p.local(cmd, getenv, flags.server, func() map[string]string { return present(places, chosen, flags.server) })
	}
	if err != nil {
		return err
	}
	w := newWriter(cmd, p, places, flags.dryRun)
	if cmd.Flags().Changed("private") {
		w.private = &flags.private
	}
	if flags.print {
		return w.print(chosen, entry)
	}
	return w.install(cmd.Context(), chosen, entry)
}

// writer changes config files and says so. out takes what was done, errs what
// could not be.
type writer struct {
	program   Program
	places    clients.Places
	now       func() time.Time
	out, errs io.Writer
	dryRun    bool
	asker     cli.Asker // nil: there is no one to ask
	private   *bool     // what --private says, if it is given
	keys      []string  // that uninstall looks for
}

func newWriter(cmd *cobra.Command, p Program, places clients.Places, dryRun bool) writer {
	return writer{
		program: p, places: places, now: time.Now, dryRun: dryRun,
		out: cmd.OutOrStdout(), errs: cmd.ErrOrStderr(), asker: cli.NewAsker(cmd.InOrStdin(), cmd.ErrOrStderr()),
	}
}

// restart says how a client comes to read its config.
func restart(c clients.Client) string {
	if c.ID == "claude-desktop" {
		return "quit Claude Desktop (closing its window is not enough) and start it again"
	}
	return "restart " + c.Name
}

// choose gives the clients to work on: those named, all that are installed, or
// the one that most people have.
func choose(places clients.Places, names []string, all bool) ([]clients.Client, error) {
	if all {
		if len(names) > 0 {
			return nil, cli.Mistake("name clients or give --all, not both")
		}
		var found []clients.Client
		for _, f := range clients.Find(places) {
			found = append(found, f.Client)
		}
		if _, err := clients.All()[0].Path(places); err != nil {
			return nil, cli.Failure(err)
		}
		if len(found) == 0 {
			return nil, cli.Failure(errors.New("no known client was found on this computer; name one: " + strings.Join(clientIDs(), ", ")))
		}
		return found, nil
	}
	if len(names) == 0 {
		names = []string{"claude-desktop"}
	}
	var chosen []clients.Client
	seen := map[string]bool{}
	for _, name := range names {
		c, ok := clients.Named(name)
		if !ok {
			hint := cli.DidYouMean(name, clientIDs())
			if hint == "" {
				hint = "; the known ones are " + strings.Join(clientIDs(), ", ") + ", and --print shows the entry for any other"
			}
			return nil, cli.Mistake(fmt.Sprintf("there is no client %q%s", name, hint))
		}
		if !seen[c.ID] {
			chosen = append(chosen, c)
		}
		seen[c.ID] = true
	}
	return chosen, nil
}

// present gives the variables that the chosen clients' entries all agree on:
// what needs no asking.
func present(places clients.Places, chosen []clients.Client, server string) map[string]string {
	var common map[string]string
	for i, c := range chosen {
		e, there, err := clients.Lookup(c, places, server)
		if err != nil || !there {
			return nil // an error is said when the change is planned
		}
		if i == 0 {
			common = e.Env
		}
		maps.DeleteFunc(common, func(name, value string) bool { return e.Env[name] != value })
	}
	return common
}

func clientIDs() []string {
	var ids []string
	for _, c := range clients.All() {
		ids = append(ids, c.ID)
	}
	return ids
}

func clientList() string {
	var b strings.Builder
	for _, c := range clients.All() {
		fmt.Fprintf(&b, "  %-16s %s\n", c.ID, c.Name)
	}
	return b.String()
}
