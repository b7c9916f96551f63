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
		entry.Headers = map[string]string{"Authorization": "Bearer " + e.Token.Reveal()}
	case e.TokenGiven:
		entry.Drop = []string{"Authorization"}
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

// executable is the path of this program as a config should have it: absolute,
// and still right after an update. self is [os.Executable].
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
	// go run builds in a directory of one build, or in the build cache.
	if sep := string(filepath.Separator); strings.Contains(filepath.Dir(path)+sep, sep+"go-build") {
		return "", cli.Failure(errors.New("this program was built by go run into a temporary directory; build it first (make build), and run bin/" + filepath.Base(path) + " install"))
	}
	// Package managers put a link into PATH that outlives the version it points to.
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

// Absolute makes the relative paths among the values of settings absolute: the client will
// start the server in another directory. A variable may hold a path, or the address of a
// database, of which a SQLite file has a path.
func Absolute(values map[string]string, variables ...string) error {
	for _, variable := range variables {
		path, before := values[variable], ""
		if variable == "DATABASE_URL" {
			var url database.URL
			_ = url.UnmarshalText([]byte(path)) // what it refuses is a fault of the settings, which are checked later
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
