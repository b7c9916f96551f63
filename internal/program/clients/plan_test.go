package clients_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mcp-adapters/mcp-adapters/internal/program/clients"
)

func TestPlan_entry(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name  string
		entry clients.Entry
	}{
		{"no name", clients.Entry{Command: "x"}},
		{"a line break in the name", clients.Entry{Name: "a\nb", Command: "x"}},
		{"no command", clients.Entry{Name: "a"}},
		{"a command that is not UTF-8", clients.Entry{Name: "a", Command: "\xff"}},
		{"NUL in an argument", clients.Entry{Name: "a", Command: "x", Args: []string{"\x00"}}},
		{"a variable without a name", clients.Entry{Name: "a", Command: "x", Env: map[string]string{"": "y"}}},
		{"a variable with =", clients.Entry{Name: "a", Command: "x", Env: map[string]string{"A=B": "y"}}},
		{"a variable both set and not", clients.Entry{Name: "a", Command: "x", Env: map[string]string{"A": ""}, Unset: []string{"A"}}},
		{"a value that is not UTF-8", clients.Entry{Name: "a", Command: "x", Env: map[string]string{"A": "\xff"}}},
		{"an address and a command", clients.Entry{Name: "a", URL: "https://h", Command: "x"}},
		{"an address and variables", clients.Entry{Name: "a", URL: "https://h", Env: map[string]string{"A": "b"}}},
		{"another scheme", clients.Entry{Name: "a", URL: "ftp://h"}},
		{"no host", clients.Entry{Name: "a", URL: "https://"}},
		{"a header both set and dropped", clients.Entry{Name: "a", URL: "https://h", Headers: map[string]string{"A": "hush"}, Drop: []string{"A"}}},
		{"headers of a command", clients.Entry{Name: "a", Command: "x", Headers: map[string]string{"A": "hush"}}},
		{"a header without a name", clients.Entry{Name: "a", URL: "https://h", Headers: map[string]string{"": "hush"}}},
		{"a header of two words", clients.Entry{Name: "a", URL: "https://h", Headers: map[string]string{"A B": "hush"}}},
		{"a header with a line break", clients.Entry{Name: "a", URL: "https://h", Headers: map[string]string{"A": "hush\nB: c"}}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			c := newConfig(t, "cursor")
			_, err := clients.Plan(c.client, c.places, tt.entry)
			if e := faultOf(t, err, clients.KindEntry); strings.Contains(e.Error(), "hush") {
				t.Errorf("a value is shown: %v", e)
			}
			_, err = clients.Snippet(c.client, tt.entry)
			wantKind(t, err, clients.KindEntry)
		})
	}
	c := newConfig(t, "cursor")
	_, err := clients.Remove(c.client, c.places, "")
	wantKind(t, err, clients.KindEntry)
}

// TestPlan_strings writes what needs escaping and reads it back, in each
// format.
func TestPlan_strings(t *testing.T) {
	t.Parallel()
	entry := clients.Entry{
		Name:    `my "server".ä b`,
		Command: `C:\Users\é\new\tool.exe`,
		Args:    []string{"", `\\host\share`, "it's", `"quoted"`, "a\tb\nc\r\n", "<&>", "${HOME}", "🍳", "\u2028", "\x1b", "'''", `"""`},
		Env:     map[string]string{"A.B": "x", "ProgramFiles(x86)": `C:\Program Files`, "EMPTY": "", "#": "# no comment"},
	}
	for _, c := range clients.All() {
		t.Run(c.ID, func(t *testing.T) {
			t.Parallel()
			c := newConfig(t, c.ID)
			c.apply(c.plan(entry))
			got, ok, err := clients.Lookup(c.client, c.places, entry.Name)
			if err != nil || !ok {
				t.Fatalf("Lookup: %v, %v", ok, err)
			}
			if diff := cmp.Diff(entry, got); diff != "" {
				t.Errorf("the entry read back (-want +got):\n%s", diff)
			}
			if c.plan(entry).Changed() {
				t.Error("a second Plan changes the file")
			}
			if c.apply(c.remove(entry.Name)); strings.Contains(c.read(), "tool.exe") {
				t.Errorf("still there:\n%s", c.read())
			}
		})
	}
	snippet, err := clients.Snippet(newConfig(t, "claude-desktop").client, entry)
	if err != nil || !strings.Contains(snippet, `"command": "C:\\Users\\é\\new\\tool.exe"`) {
		t.Errorf("backslashes are not doubled in JSON: %v\n%s", err, snippet)
	}
}

// edit is a client's file before and after a change.
type edit struct{ client, before, after string }

// checkEdits plans and applies each change, and expects that planning it again changes nothing.
func checkEdits(t *testing.T, edits []edit, plan func(*config) *clients.Change) {
	t.Helper()
	for _, tt := range edits {
		t.Run(tt.client+": "+tt.before, func(t *testing.T) {
			t.Parallel()
			c := newConfig(t, tt.client).write(tt.before)
			ch := plan(c)
			if diff := cmp.Diff(tt.after, string(ch.New)); diff != "" || ch.Changed() != (tt.before != tt.after) {
				t.Errorf("changed: %v, after (-want +got):\n%s", ch.Changed(), diff)
			}
			c.apply(ch)
			c.dropBackups()
			if plan(c).Changed() {
				t.Error("a second plan changes the file")
			}
		})
	}
}

// TestPlan_update: what we no longer set is emptied or kept as documented.
func TestPlan_update(t *testing.T) {
	t.Parallel()
	bare := clients.Entry{Name: "example-server", Command: "/new"}
	tests := []edit{
		{"cursor", // arguments emptied, variables kept
			`{"mcpServers": {"example-server": {"command": "/old", "args": ["x"], "env": {"A": "b"}}}}`,
			`{"mcpServers": {"example-server": {"command": "/new", "args": [], "env": {"A": "b"}}}}`},
		{"cursor", // values of the wrong type
			`{"mcpServers": {"example-server": {"command": null, "args": "x", "env": null}}}`,
			`{"mcpServers": {"example-server": {"command": "/new", "args": []}}}`},
		{"cursor", // variables of the wrong type
			`{"mcpServers": {"example-server": {"command": "/new", "env": {"A": 3, "B": null, "C": "c", "D": [1], "E": true}}}}`,
			`{"mcpServers": {"example-server": {"command": "/new", "env": {"A": "3", "C": "c", "E": "true"}, "args": []}}}`},
		{"codex", // variables of the wrong type
			"[mcp_servers.example-server]\ncommand = '/new'\n[mcp_servers.example-server.env]\nA = 0x3 # a\nB = []\nC = 'c'\nD.x = 1\nE = true\n",
			"[mcp_servers.example-server]\ncommand = '/new'\n\n[mcp_servers.example-server.env]\nA = '3'\nC = 'c'\nE = 'true'\n"},
		{"codex", // tables where values belong
			"[[mcp_servers.example-server.env]]\nA = 1\n[mcp_servers.example-server.command]\n[mcp_servers.example-server.args]\n",
			"[mcp_servers.example-server]\nargs = []\ncommand = '/new'\n"},
		{"cursor", // an empty entry
			`{"mcpServers": {"example-server": {}}}`,
			`{"mcpServers": {"example-server": {"command": "/new", "args": []}}}`},
		{"cursor", // nothing to do
			`{"mcpServers": {"example-server": {"command": "\/new", "args": [ ]}}}`,
			`{"mcpServers": {"example-server": {"command": "\/new", "args": [ ]}}}`},
		{"codex", // arguments emptied
			"[mcp_servers.example-server]\ncommand = \"/old\"\nargs = [\n 'x'\n]\n",
			"[mcp_servers.example-server]\nargs = []\ncommand = '/new'\n"},
		{"codex", // members of the user's
			"[mcp_servers.example-server]\ncommand = '/old' # old\nenabled_tools = [ 'a',\n 'b' ]\nsince = 2026-01-02\n[x]\n[mcp_servers.example-server.tools.\"a b\"]\nn = 0.5\n# end\n",
			"[mcp_servers.example-server]\ncommand = '/new'\nenabled_tools = ['a', 'b']\nsince = 2026-01-02\n\n[mcp_servers.example-server.tools]\n[mcp_servers.example-server.tools.'a b']\nn = 0.5\n[x]\n# end\n"},
		{"codex", // nothing to do
			"[mcp_servers]\nexample-server = { command = \"/new\", args = [ ] } # mine\n",
			"[mcp_servers]\nexample-server = { command = \"/new\", args = [ ] } # mine\n"},
		{"codex", // only a table below
			"[mcp_servers.example-server.env]\nA = 'b'\n",
			"[mcp_servers.example-server]\ncommand = '/new'\n\n[mcp_servers.example-server.env]\nA = 'b'\n"},
		{"codex", // no final newline
			"[mcp_servers.example-server] # x",
			"[mcp_servers.example-server]\ncommand = '/new'"},
	}
	checkEdits(t, tests, func(c *config) *clients.Change { return c.plan(bare) })
}

// TestPlan_envAdded covers variables added to an entry that has none or some.
func TestPlan_envAdded(t *testing.T) {
	t.Parallel()
	entry := clients.Entry{Name: "s", Command: "c", Env: map[string]string{"B": "2", "A": "1"}}
	tests := []edit{
		{"cursor", `{"mcpServers":{"s":{"command":"c"}}}`, `{"mcpServers":{"s":{"command":"c","args":[],"env":{"A":"1","B":"2"}}}}`},
		{"cursor", `{"mcpServers":{"s":{"command":"c","env":{}}}}`, `{"mcpServers":{"s":{"command":"c","env":{"A":"1","B":"2"},"args":[]}}}`},
		{"codex", "[mcp_servers.s]\ncommand = 'c'\n", "[mcp_servers.s]\ncommand = 'c'\n\n[mcp_servers.s.env]\nA = '1'\nB = '2'\n"},
		{"codex", "[mcp_servers.s]\ncommand = 'c'\nenv.A = '1'\nz = 1", "[mcp_servers.s]\ncommand = 'c'\nz = 1\n\n[mcp_servers.s.env]\nA = '1'\nB = '2'"},
		{"codex", "[mcp_servers.s]\ncommand = 'c'\nenv = {}\n[x]\n", "[mcp_servers.s]\ncommand = 'c'\n\n[mcp_servers.s.env]\nA = '1'\nB = '2'\n[x]\n"},
	}
	checkEdits(t, tests, func(c *config) *clients.Change { return c.plan(entry) })
}

// TestPlan_unset takes variables out of an entry that is there; others stay.
func TestPlan_unset(t *testing.T) {
	t.Parallel()
	entry := clients.Entry{Name: "s", Command: "c", Env: map[string]string{"C": "3"}, Unset: []string{"A", "B", "X"}}
	tests := []edit{
		{"cursor", `{"mcpServers":{"s":{"command":"c","env":{"A":"1","B":"2"}}}}`, `{"mcpServers":{"s":{"command":"c","env":{"C":"3"},"args":[]}}}`},
		{"cursor", `{"mcpServers":{"s":{"command":"c","env":{"A":"1","M":"m","B":"2"}}}}`, `{"mcpServers":{"s":{"command":"c","env":{"M":"m","C":"3"},"args":[]}}}`},
		{"cursor", "{\"mcpServers\": {\"s\": {\n  \"env\": {\n    // a\n    \"A\": \"1\",\n    \"C\": \"3\"\n  },\n  \"command\": \"c\"\n}}}", "{\"mcpServers\": {\"s\": {\n  \"env\": {\n    // a\n    \"C\": \"3\"\n  },\n  \"command\": \"c\",\n  \"args\": []\n}}}"},
		{"cursor", `{"mcpServers":{"s":{"command":"c","env":{"C":"3"}}}}`, `{"mcpServers":{"s":{"command":"c","env":{"C":"3"},"args":[]}}}`},
		{"cursor", `{"mcpServers":{"s":{"command":"c"}}}`, `{"mcpServers":{"s":{"command":"c","args":[],"env":{"C":"3"}}}}`},
		{"codex", "[mcp_servers.s]\ncommand = 'c'\n[mcp_servers.s.env]\nA = '1' # a\nM = 'm'\nC = '3'\n# mine\n", "[mcp_servers.s]\ncommand = 'c'\n\n[mcp_servers.s.env]\nC = '3'\nM = 'm'\n# mine\n"},
		{"codex", "[mcp_servers.s]\ncommand = 'c'\nenv = {A = '1', B = '2', C = '3'}\n", "[mcp_servers.s]\ncommand = 'c'\n\n[mcp_servers.s.env]\nC = '3'\n"},
		{"codex", "[mcp_servers.s]\ncommand = 'c'\nenv.B = '2'\nenv.C = '3'", "[mcp_servers.s]\ncommand = 'c'\n\n[mcp_servers.s.env]\nC = '3'"},
		{"codex", "[mcp_servers.s]\nenv.A = '1'\n[x]\n", "[mcp_servers.s]\ncommand = 'c'\n\n[mcp_servers.s.env]\nC = '3'\n[x]\n"},
	}
	checkEdits(t, tests, func(c *config) *clients.Change { return c.plan(entry) })
}

func TestRemove(t *testing.T) {
	t.Parallel()
	tests := []edit{
		{"cursor", `{"mcpServers": {"s": {}, "b": {}}}`, `{"mcpServers": {"b": {}}}`},
		{"cursor", `{"mcpServers": {"a": {}, "s": {}, "b": {}}}`, `{"mcpServers": {"a": {}, "b": {}}}`},
		{"cursor", `{"mcpServers": {"a": {}, "s": {}}}`, `{"mcpServers": {"a": {}}}`},
		{"cursor", `{"mcpServers": { "s": {}, }}`, `{"mcpServers": {}}`},
		{"cursor", `{"mcpServers": {"a": {}, "s": {}, }}`, `{"mcpServers": {"a": {}, }}`},
		{"cursor", "{\"mcpServers\": {\"a\": {}, // a\n \"s\": {}}}", "{\"mcpServers\": {\"a\": {} // a\n }}"},
		{"cursor", "{\"mcpServers\": { // s\n \"s\": {}}}", "{\"mcpServers\": { // s\n }}"},
		{"cursor", "{\"mcpServers\": {\n \"s\": {}, // s\n \"b\": {}\n}}", "{\"mcpServers\": { // s\n \"b\": {}\n}}"},
		{"cursor", "{\"mcpServers\": {/*1*/\"s\"/*2*/:/*3*/{}/*4*/,/*5*/\"b\": {}}}", "{\"mcpServers\": {/*1*//*5*/\"b\": {}}}"},
		{"cursor", `{"mcpServers": {"other": {}}}`, `{"mcpServers": {"other": {}}}`},
		{"cursor", "\n", "\n"},
		{"codex", "[mcp_servers.s]\ncommand = 'c'\n# mine\n[x]\n", "# mine\n[x]\n"},
		{"codex", "a = 1\n\n[mcp_servers.s]\n\n[x]\n[mcp_servers.s.tools.y]\nz = [\n1]\n", "a = 1\n\n[x]\n"},
		{"codex", "a = 1", "a = 1"},
	}
	checkEdits(t, tests, func(c *config) *clients.Change { return c.remove("s") })
	t.Run("no file", func(t *testing.T) {
		t.Parallel()
		c := newConfig(t, "cursor")
		if ch := c.remove("s"); ch.Changed() || ch.Exists || ch.Diff() != "" {
			t.Errorf("change = %+v", ch)
		}
	})
}

// TestRemove_afterEdit: a backup is not brought back over the user's edits.
func TestRemove_afterEdit(t *testing.T) {
	t.Parallel()
	c := newConfig(t, "cursor").write("{}\n")
	c.apply(c.plan(example()))
	edited := strings.Replace(c.read(), `"mcpServers"`, `"mine": 1, "mcpServers"`, 1)
	c.write(edited)
	want := "{\n  \"mine\": 1, \"mcpServers\": {}\n}\n"
	if got := string(c.remove("example-server").New); got != want {
		t.Errorf("after = %q, want %q", got, want)
	}
}

// TestRemove_afterUpdate: the backup from before the first install counts.
func TestRemove_afterUpdate(t *testing.T) {
	t.Parallel()
	for client, before := range map[string]string{"cursor": "{ }", "codex": "# mine\n\n"} {
		c := newConfig(t, client).write(before)
		c.apply(c.plan(example()))
		newer := example()
		newer.Env["API_KEY"] = "secret-key-2"
		c.apply(c.plan(newer))
		c.apply(c.remove("example-server"))
		if got := c.read(); got != before {
			t.Errorf("%s: after = %q, want %q", client, got, before)
		}
	}
}

func TestLookup(t *testing.T) {
	t.Parallel()
	tests := []struct {
		client, text string
		want         clients.Entry
		found        bool
	}{
		{"cursor", `{"mcpServers": {"s": {"command": "${HOME}/x", "args": ["a", 1, null], "env": {"A": "b", "N": 5}, "x": {}}}}`,
			clients.Entry{Name: "s", Command: "${HOME}/x", Args: []string{"a", "1", "null"}, Env: map[string]string{"A": "b", "N": "5"}, Misfits: []clients.Misfit{
				{Member: `"args"`, Must: "a list of texts in quotation marks"}, {Member: `"N" in "env"`, Must: "a text in quotation marks"},
			}}, true},
		{"cursor", `{"mcpServers": {"s": {"url": "https://example.com"}}}`, clients.Entry{Name: "s", URL: "https://example.com"}, true},
		{"cursor", `{"mcpServers": {"S": {"command": "x"}}}`, clients.Entry{}, false},
		{"cursor", `{"MCPSERVERS": {"s": {"command": "x"}}}`, clients.Entry{}, false},
		{"cursor", ``, clients.Entry{}, false},
		{"codex", "mcp_servers.s = { command = 'x', args = ['a', 1], env.A = 'b' }",
			clients.Entry{Name: "s", Command: "x", Args: []string{"a", "1"}, Env: map[string]string{"A": "b"}, Misfits: []clients.Misfit{
				{Member: `"args"`, Must: "a list of texts in quotation marks"},
			}}, true},
		{"codex", "[mcp_servers.t]", clients.Entry{}, false},
	}
	for _, tt := range tests {
		t.Run(tt.client+": "+tt.text, func(t *testing.T) {
			t.Parallel()
			c := newConfig(t, tt.client).write(tt.text)
			got, found, err := clients.Lookup(c.client, c.places, "s")
			if err != nil || found != tt.found {
				t.Fatalf("Lookup: %v, %v", found, err)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("entry (-want +got):\n%s", diff)
			}
		})
	}
	c := newConfig(t, "cursor")
	if _, found, err := clients.Lookup(c.client, c.places, "s"); found || err != nil {
		t.Errorf("without a file: %v, %v", found, err)
	}
}

func TestPlan_unreadable(t *testing.T) {
	t.Parallel()
	t.Run("a directory", func(t *testing.T) {
		t.Parallel()
		c := newConfig(t, "cursor")
		mkdir(t, c.path)
		_, err := clients.Plan(c.client, c.places, example())
		wantKind(t, err, clients.KindUnreadable)
	})
	t.Run("a file where its directory belongs", func(t *testing.T) {
		t.Parallel()
		c := newConfig(t, "cursor")
		if err := os.WriteFile(filepath.Dir(c.path), nil, 0o600); err != nil {
			t.Fatal(err)
		}
		_, err := clients.Plan(c.client, c.places, example())
		wantKind(t, err, clients.KindUnreadable)
	})
	t.Run("too large", func(t *testing.T) {
		t.Parallel()
		c := newConfig(t, "cursor").write("{}" + strings.Repeat(" ", 64<<20))
		_, err := clients.Plan(c.client, c.places, example())
		wantKind(t, err, clients.KindTooLarge)
		c.write("{}" + strings.Repeat(" ", 16<<20))
		if !c.plan(example()).Changed() {
			t.Error("a file of exactly 64 MiB is not changed")
		}
	})
}
