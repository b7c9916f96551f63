package docs_test

import (
	"os"
	"path"
	"strings"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/internal/program/clients"
	"github.com/mcp-adapters/mcp-adapters/internal/testing/mcptest"
)

// TestClients holds the page of each client to what install writes there.
func TestClients(t *testing.T) {
	t.Parallel()
	var list [][]string
	list = append(list, []string{"client", "`recipe-mcp install …`", "page"})
	for _, c := range clients.All() {
		list = append(list, []string{c.Name, "`" + c.ID + "`", "[" + c.ID + ".md](" + c.ID + ".md)"})
		t.Run(c.ID, func(t *testing.T) {
			if !mcptest.Update() { // sections of one file are rewritten one by one
				t.Parallel()
			}
			page := "clients/" + c.ID + ".md"
			checkSection(t, page, "files", clientFiles(t, c))
			checkSection(t, page, "config", clientConfig(t, c, program))
			if c.TakesURL() {
				checkSection(t, page, "address", clientConfig(t, c, address))
			}
		})
	}
	checkSection(t, "clients/README.md", "clients", table(list))
	pages, err := os.ReadDir("clients")
	if err != nil || len(pages) != len(list) {
		t.Errorf("%d pages for %d clients and one list, %v", len(pages), len(list)-1, err)
	}
}

// clientFiles tells where the client keeps its config on each system, with the
// home directory as people write it.
func clientFiles(t *testing.T, c clients.Client) string {
	t.Helper()
	rows := [][]string{{"system", "file"}}
	for _, system := range []struct{ name, goos, home string }{
		{"macOS", "darwin", "~"},
		{"Windows", "windows", "%USERPROFILE%"},
		{"Linux", "linux", "~"},
	} {
		file, err := c.Path(clients.Places{GOOS: system.goos, Home: system.home})
		if err != nil {
			t.Fatal(err)
		}
		file = path.Clean(strings.ReplaceAll(file, `\`, "/"))
		if system.goos == "windows" {
			file = strings.ReplaceAll(file, "/", `\`)
			file = strings.Replace(file, `%USERPROFILE%\AppData\Roaming`, "%APPDATA%", 1)
		}
		rows = append(rows, []string{system.name, "`" + file + "`"})
	}
	return table(rows)
}

// program and address are the entries that the pages show.
var (
	program = clients.Entry{
		Name:    "recipe-mcp",
		Command: "/home/you/bin/recipe-mcp",
		Env: map[string]string{
			"API_BASE_URL": "http://192.168.1.9:3000",
			"API_KEY":      "put-the-key-of-your-vault-here",
		},
	}
	address = clients.Entry{Name: "recipe-mcp", URL: "https://recipes.example.com/mcp"}
)

func clientConfig(t *testing.T, c clients.Client, entry clients.Entry) string {
	t.Helper()
	change, err := clients.Plan(c, clients.Places{GOOS: "linux", Home: t.TempDir()}, entry)
	if err != nil {
		t.Fatal(err)
	}
	text, language := string(change.New), "json"
	if !strings.HasPrefix(text, "{") {
		language = "toml"
	}
	return "```" + language + "\n" + strings.TrimSuffix(text, "\n") + "\n```\n"
}
