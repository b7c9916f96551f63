package clients_test

import (
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/mcp-adapters/mcp-adapters/internal/program/clients"
)

func Example() {
	home, err := os.MkdirTemp("", "home")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(home) //nolint:errcheck // a temporary directory
	places := clients.Places{GOOS: "linux", Home: home}

	cursor, _ := clients.ByID("cursor")
	change, err := clients.Plan(cursor, places, clients.Entry{
		Name:    "example-server",
		Command: "/usr/bin/example-server",
		Env:     map[string]string{"API_KEY": "secret"},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(strings.ReplaceAll(change.Diff("API_KEY"), home, "~"))
	if _, err := change.Apply(time.Now()); err != nil {
		fmt.Println(err)
		return
	}
	entry, found, err := clients.Lookup(cursor, places, "example-server")
	fmt.Println(entry.Command, found, err)
	// Output:
	// --- ~/.cursor/mcp.json, entry example-server (before)
	// +++ ~/.cursor/mcp.json, entry example-server (after)
	// @@ -0,0 +1,11 @@
	// +{
	// +  "mcpServers": {
	// +    "example-server": {
	// +      "command": "/usr/bin/example-server",
	// +      "args": [],
	// +      "env": {
	// +        "API_KEY": "…"
	// +      }
	// +    }
	// +  }
	// +}
	// /usr/bin/example-server true <nil>
}
