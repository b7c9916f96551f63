package install

import (
	"net/url"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/mcp-adapters/mcp-adapters/internal/program/cli"
	"github.com/mcp-adapters/mcp-adapters/internal/program/clients"
)

// local is the entry that has a client start this program. present returns the settings
// that the entry has already.
func (p Program) local(cmd *cobra.Command, getenv func(string) string, name string, present func() map[string]string) (clients.Entry, error) {
	binary, err := executable(os.Executable, getenv)
	if err != nil {
		return clients.Entry{}, err
	}
	values, unset, err := p.settle(cmd, getenv, present)
	return clients.Entry{Name: name, Command: binary, Env: values, Unset: unset}, err
}

const authorization = "Authorization"

// remote is the entry that has a client connect to a server over HTTP. That server has
// settings of its own: those of this environment are for a program that is started.
func (p Program) remote(cmd *cobra.Command, name string, e *cli.Endpoint) (clients.Entry, error) {
	for _, q := range p.Questions {
		if cmd.Flags().Changed(q.Flag) || cmd.Flags().Changed(q.Flag+"-stdin") {
			return clients.Entry{}, cli.Mistake("--endpoint is the address of a server that has its own settings: leave out --" + q.Flag)
		}
	}
	u, err := url.Parse(e.URL)
	switch {
	case err != nil:
		return clients.Entry{}, err
	case !cli.Confidential(u):
		return clients.Entry{}, cli.Mistake("what an assistant sends, and its sign-in, must not be sent in the clear: --endpoint must begin with https://, or be an address of this computer alone, such as http://127.0.0.1:3333/mcp")
	case strings.Trim(u.Path, "/") == "":
		return clients.Entry{}, cli.Mistake("--endpoint must have the path of the endpoint too, as a rule /mcp: " + u.Scheme + "://" + u.Host + "/mcp")
	}
	entry := clients.Entry{Name: name, URL: e.URL}
	switch {
	case e.Token != "":
		entry.Headers = map[string]string{authorization: "Bearer " + e.Token.Reveal()}
	case e.TokenGiven:
		entry.Drop = []string{authorization}
	}
	return entry, nil
}

// secretIn names what no one else may read in the entry once it is written over the one
// that is there, of which env is kept: "key", "token", or "" for nothing.
func (p Program) secretIn(entry, there clients.Entry, env map[string]string) string {
	switch {
	case entry.URL != "" && (entry.HoldsToken() || there.HoldsToken() && len(entry.Drop) == 0):
		return "token"
	case entry.URL == "" && (p.holds(entry.Env) || p.holds(env)):
		return "key"
	}
	return ""
}
