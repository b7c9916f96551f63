package install

import (
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/mcp-adapters/mcp-adapters/internal/database"
	"github.com/mcp-adapters/mcp-adapters/internal/program/cli"
	"github.com/mcp-adapters/mcp-adapters/internal/program/clients"
)

// local returns the entry for a client that starts this program. present returns the
// settings in the entry.
func (p Program) local(cmd *cobra.Command, getenv func(string) string, name string, present func() map[string]string) (clients.Entry, error) {
	binary, err := executable(os.Executable, getenv)
	if err != nil {
		return clients.Entry{}, err
	}
	values, unset, err := p.settle(cmd, getenv, present)
	return clients.Entry{Name: name, Command: binary, Env: values, Unset: unset}, err
}

// remote returns the entry for a client that connects to a server over HTTP. That server
// has its own settings, so the entry has none.
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
		entry.Headers = map[string]string{"Authorization": "Bearer " + e.Token.Reveal()}
	case e.TokenGiven:
		entry.Drop = []string{"Authorization"}
	}
	return entry, nil
}

// secretIn returns the kind of secret in the entry after it is written over there, whose
// env is kept: "key", "token", or "".
func (p Program) secretIn(entry, there clients.Entry, env map[string]string) string {
	switch {
	case entry.URL != "" && (entry.HoldsToken() || there.HoldsToken() && len(entry.Drop) == 0):
		return "token"
	case entry.URL == "" && (p.holds(entry.Env) || p.holds(env)):
		return "key"
	}
	return ""
}

// executable returns an absolute path of this program that stays valid after an update.
// self is [os.Executable].
func executable(self func() (string, error), getenv func(string) string) (string, error) {
	path, err := self()
	if err == nil {
		path, err = filepath.Abs(path)
	}
	if err != nil {
		return "", cli.Failure(fmt.Errorf("find this program's path: %w", err))
	}
	info, err := os.Stat(path)
	if err != nil {
		return "", cli.Failure(errors.New("this program was moved or deleted since it started; run it again"))
	}
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	// go run builds in a temporary directory or in the build cache.
	if sep := string(filepath.Separator); strings.Contains(filepath.Dir(path)+sep, sep+"go-build") {
		return "", cli.Failure(errors.New("this program was built by go run into a temporary directory; build it first (make build), and run bin/" + filepath.Base(path) + " install"))
	}
	// A package manager's link in PATH outlives the version that it points to.
	for _, dir := range filepath.SplitList(getenv("PATH")) {
		if !filepath.IsAbs(dir) {
			continue
		}
		linked := filepath.Join(dir, filepath.Base(path))
		if there, err := os.Stat(linked); err == nil && os.SameFile(there, info) {
			return linked, nil
		}
	}
	return path, nil
}

// Absolute makes relative paths in these variables absolute, since the client starts the
// server in another directory. DATABASE_URL may have the path of a SQLite file.
func Absolute(values map[string]string, variables ...string) error {
	for _, variable := range variables {
		path, before := values[variable], ""
		if variable == "DATABASE_URL" {
			var url database.URL
			_ = url.UnmarshalText([]byte(path)) // Check reports the error
			path, before = url.File(), "sqlite:"
		}
		if path == "" || filepath.IsAbs(path) {
			continue
		}
		path, err := filepath.Abs(path)
		if err != nil {
			return fmt.Errorf("find the path in %s: %w", variable, err)
		}
		values[variable] = before + path
	}
	return nil
}
