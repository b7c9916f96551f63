package clients_test

import (
	"fmt"
	"os"
	"path/filepath"
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

func ExampleFind() {
	home, err := os.MkdirTemp("", "home")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(home) //nolint:errcheck // a temporary directory
	if err := os.MkdirAll(filepath.Join(home, ".codex"), 0o700); err != nil {
		panic(err)
	}
	for _, found := range clients.Find(clients.Places{GOOS: "linux", Home: home}) {
		fmt.Println(found.Client.Name, filepath.Base(found.Path))
	}
	// Output: Codex config.toml
}

func ExamplePlan_invalid() {
	home, err := os.MkdirTemp("", "home")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(home) //nolint:errcheck // a temporary directory
	if err := os.WriteFile(filepath.Join(home, ".claude.json"), []byte("{\n  \"a\": 1,\n}\n"), 0o600); err != nil {
		panic(err)
	}
	code, _ := clients.ByID("claude-code")
	_, err = clients.Plan(code, clients.Places{GOOS: "linux", Home: home}, clients.Entry{Name: "x", Command: "y"})
	fmt.Println(strings.ReplaceAll(err.Error(), home, "~"))
	// Output: ~/.claude.json, line 2, column 9: the file is not valid JSON: invalid character ',' at start of value
}

func ExampleSnippet() {
	codex, _ := clients.ByID("codex")
	text, err := clients.Snippet(codex, clients.Entry{Name: "example-server", Command: `C:\Tools\server.exe`, Args: []string{"serve"}})
	fmt.Print(text, err)
	// Output:
	// [mcp_servers.example-server]
	// args = ['serve']
	// command = 'C:\Tools\server.exe'
	// <nil>
}
