package install

import (
	"errors"
	"fmt"
	"maps"
	"strings"

	"github.com/mcp-adapters/mcp-adapters/internal/program/cli"
	"github.com/mcp-adapters/mcp-adapters/internal/program/clients"
)

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
