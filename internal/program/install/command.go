// Package install has the commands install and uninstall. They write a program's entry,
// with the user's settings, to the config files of MCP clients and remove it again.
package install

import (
	"errors"
	"fmt"
	"maps"
	"strings"

	"github.com/spf13/cobra"

	"github.com/mcp-adapters/mcp-adapters/config"
	"github.com/mcp-adapters/mcp-adapters/internal/program/cli"
	"github.com/mcp-adapters/mcp-adapters/internal/program/clients"
)

// Program is what is installed.
type Program struct {
	Name      string // of the program and of its entry
	About     string // a sentence about the settings, for the help
	Try       string // the first question for the assistant
	Example   string // of a command line with settings
	Variables []config.Variable
	Served    []string // variables that only a server over HTTP reads; they are not written
	Local     []string // variables of an HTTP server that are written all the same
	Questions []Question
	// Check returns a sentence for each fault of the settings.
	Check func(values map[string]string) []string
	// Portable makes settings independent of the working directory. It may be nil.
	Portable func(values map[string]string) error
}

// Question is about one setting. It has a flag. At a terminal the user is asked if
// nothing else gives the setting.
type Question struct {
	Variable string
	Flag     string // without hyphens: "url"
	Usage    string // of the flag
	Text     string // of the question
	Noun     string // the kind of answer, for messages: "address"
	Needs    string // ask only if this variable is set; "": always
	Unless   string // do not ask if this variable is set; "": always ask
}

// variable returns the description of a variable.
func (p Program) variable(name string) config.Variable {
	for _, v := range p.Variables {
		if v.Name == name {
			return v
		}
	}
	return config.Variable{Name: name}
}

// secrets names the variables that only the user may read.
func (p Program) secrets() []string { return p.names(config.Variable.Secret) }

// private names the variables whose values a diff masks.
func (p Program) private() []string { return p.names(config.Variable.Private) }

func (p Program) names(is func(config.Variable) bool) (names []string) {
	for _, v := range p.Variables {
		if is(v) {
			names = append(names, v.Name)
		}
	}
	return names
}

// holds reports whether settings have a secret.
func (p Program) holds(env map[string]string) bool {
	for _, name := range p.secrets() {
		if config.Trim(env[name]) != "" {
			return true
		}
	}
	return false
}

// Commands returns install and uninstall for a program with that environment.
func Commands(p Program, getenv func(string) string) []*cobra.Command {
	return []*cobra.Command{installCommand(p, getenv), uninstallCommand(p, getenv)}
}

// options are the flags that both commands have.
type options struct {
	server      string
	all, dryRun bool
}

func (o *options) register(cmd *cobra.Command, p Program) {
	cmd.Flags().StringVar(&o.server, "server-name", p.Name, "name of the entry in the client's config")
	cmd.Flags().BoolVar(&o.all, "all", false, "every client that is installed on this computer")
	cmd.Flags().BoolVar(&o.dryRun, "dry-run", false, "show what would be changed, without secrets, and write nothing")
}

func installCommand(p Program, getenv func(string) string) *cobra.Command {
	var (
		flags          options
		print, private bool
		remote         cli.EndpointFlags
	)
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
			places := clients.Here(getenv)
			chosen, err := choose(places, args, flags.all)
			if err != nil {
				return err
			}
			endpoint, err := remote.Endpoint(cmd)
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
				w.private = &private
			}
			if print {
				return w.print(chosen, entry)
			}
			return w.install(cmd.Context(), chosen, entry)
		},
	}
	p.registerSettings(cmd)
	flags.register(cmd, p)
	remote.Register(cmd, "address of a server over HTTP, such as https://recipes.example.com/mcp, to connect to instead of starting this program")
	cmd.Flags().BoolVar(&private, "private", false, "let no one else read a config file that gets the key or token; --private=false: do not ask")
	cmd.Flags().BoolVar(&print, "print", false, "print the entry for a client's config, to be copied and so with the key or token, and write nothing; --dry-run leaves them out")
	return cmd
}

func uninstallCommand(p Program, getenv func(string) string) *cobra.Command {
	var (
		flags       options
		keepBackups bool
	)
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
			w.findKeys(flags.server)
			err = w.uninstall(cmd.Context(), chosen, flags.server, keepBackups)
			if !flags.dryRun {
				w.listKeys()
			}
			return err
		},
	}
	flags.register(cmd, p)
	cmd.Flags().BoolVar(&keepBackups, "keep-backups", false, "remove none of the backups, though they hold the key")
	return cmd
}

// choose returns the named clients, all installed ones, or Claude Desktop.
func choose(places clients.Places, names []string, all bool) (chosen []clients.Client, err error) {
	known := strings.Join(clientIDs(), ", ")
	if all {
		if len(names) > 0 {
			return nil, cli.Mistake("name clients or give --all, not both")
		}
		for _, f := range clients.Find(places) {
			chosen = append(chosen, f.Client)
		}
		_, err := clients.All()[0].Path(places)
		if err == nil && len(chosen) == 0 {
			err = errors.New("no known client was found on this computer; name one: " + known)
		}
		return chosen, cli.Failure(err)
	}
	if len(names) == 0 {
		names = []string{"claude-desktop"}
	}
	seen := map[string]bool{}
	for _, name := range names {
		c, ok := clients.Named(name)
		if !ok {
			hint := cli.DidYouMean(name, clientIDs())
			if hint == "" {
				hint = "; the known ones are " + known + ", and --print shows the entry for any other"
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

// present returns the variables that have the same value in all chosen clients' entries.
func present(places clients.Places, chosen []clients.Client, server string) (common map[string]string) {
	for i, c := range chosen {
		e, there, err := clients.Lookup(c, places, server)
		if err != nil || !there {
			return nil // Plan reports the error
		}
		if i == 0 {
			common = e.Env
		}
		maps.DeleteFunc(common, func(name, value string) bool { return e.Env[name] != value })
	}
	return common
}

func clientIDs() (ids []string) {
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
