package clients_test

import (
	"strings"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/internal/program/clients"
)

// faulty is a file that no entry can be put into, and where its fault is.
type faulty struct {
	name, client, text string
	line, column       int
}

// refused holds that the fault is named with its place, and the file left as it is.
func (f faulty) refused(t *testing.T, kind clients.Kind) {
	t.Run(f.client+": "+f.name, func(t *testing.T) {
		t.Parallel()
		c := newConfig(t, f.client).write(f.text)
		_, err := clients.Plan(c.client, c.places, example())
		e := faultOf(t, err, kind)
		if e.Line != f.line || e.Column != f.column {
			t.Errorf("at line %d, column %d, want %d, %d: %v", e.Line, e.Column, f.line, f.column, err)
		}
		untouched(t, c, f.text, e)
	})
}

// TestPlan_invalid holds each fault to its line and column, in characters,
// and the file to its bytes.
func TestPlan_invalid(t *testing.T) {
	t.Parallel()
	const (
		strict  = "claude-desktop"
		lenient = "vscode"
		toml    = "codex"
	)
	for _, f := range []faulty{
		{"a comma missing", strict, "{\"a\":\n 1 2}", 2, 4},
		{"a comma too many", strict, "{\n  \"a\": 1,\n}", 2, 9},
		{"single quotes", strict, "{'a': 1}", 1, 2},
		{"behind wide letters", strict, "{\"äöü\": \"日本\" x}", 1, 14},
		{"not counting the byte order mark", strict, "\uFEFF{x}", 1, 2},
		{"Windows line endings", strict, "{\r\n  \"a\": tru\r\n}", 2, 11},
		{"cut off", strict, "{\"mcpServers\": {", 1, 17},
		{"cut off in a string", strict, "{\"a", 1, 4},
		{"a line break in a string", strict, "{\"a\": \"x\n\"}", 1, 9},
		{"a comment where none is allowed", strict, "{\n  // mine\n}", 2, 3},
		{"text behind the end", strict, "{}\n{}", 2, 1},
		{"a wrong escape", strict, `{"a": "\q"}`, 1, 8},
		{"not UTF-8", strict, "{\"a\": \"\xff\"}", 1, 8},
		{"a form feed alone", strict, "\f", 1, 1},
		{"UTF-16", strict, "\xff\xfe{\x00}\x00", 1, 1},
		{"nested too deeply", strict, strings.Repeat("[", 20_000), 1, 10_001},

		{"a comma missing", lenient, "{ // ä\n \"a\": 1 \"b\": 2}", 2, 9},
		{"a wrong escape", lenient, "{\n\"ä\": \"\\q\"}", 2, 6},
		{"a wrong number", lenient, "{\n\"a\": 01}", 2, 6},
		{"a comment without an end", lenient, "{ /* ", 1, 3},
		{"cut off", lenient, "{\n\"a\": {", 2, 7},
		{"nested too deeply", lenient, strings.Repeat("[", 5_000_000), 1, 10_001},

		{"a key missing", toml, "a = 1\n = 2\n", 2, 2},
		{"no value", toml, "a =\n", 1, 4},
		{"a letter that needs quotes", toml, "a = 1\nä = 1\n", 2, 1},
		{"a table not closed", toml, "[a\n", 1, 3},
		{"a string not closed", toml, "\"ä\" = \"ö\nb = 1\n", 1, 9},
		{"a key twice", toml, "a = 1\na = 2\n", 2, 1},
		{"a table twice", toml, "[a]\n[b]\n[a]\n", 3, 2},
		{"not UTF-8", toml, "a = '\xff'\n", 1, 6},
		{"nested too deeply", toml, "a = " + strings.Repeat("[", 20_000), 1, 10_005},
	} {
		f.refused(t, clients.KindSyntax)
	}
}

// TestPlan_comment calls a comment by its name where a client allows none.
func TestPlan_comment(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"{\n  // mine\n}":          true,
		"{\"a\": /* mine */ 1}":    true,
		"{} // mine":               true,
		"// mine\n{}":              true,
		"# mine\n{}":               true,
		"{\"a\": 1, /* mine":       true,
		"{\"a\": \"// mine\", 1}":  false,
		"{\"a\": / 1}":             false,
		"{\"a\": 1,} // one more":  false,
		"{\"a\": 1, 'b': 2} /* */": false,
	} {
		c := newConfig(t, "claude-desktop").write(text)
		_, err := clients.Plan(c.client, c.places, example())
		e := faultOf(t, err, clients.KindSyntax)
		if got := strings.Contains(e.Message, "a comment, and Claude Desktop allows none"); got != want || e.Line == 0 {
			t.Errorf("%s: %v", text, err)
		}
		untouched(t, c, text, e)
	}
}

// TestPlan_shape is about files that are valid and still not what is
// expected.
func TestPlan_shape(t *testing.T) {
	t.Parallel()
	for _, f := range []faulty{
		{"a list at the root", "cursor", "\n[]", 2, 1},
		{"servers are a list", "cursor", `{"mcpServers": []}`, 1, 16},
		{"servers are null", "claude-code", "{\n \"mcpServers\": null}", 2, 16},
		{"the entry is a string", "cursor", `{"mcpServers": {"example-server": "x"}}`, 1, 35},
		{"servers twice", "cursor", "{\"mcpServers\": {},\n\"mcpServers\": {}}", 2, 1},
		{"servers twice, once escaped", "claude-desktop", `{"mcpServers": {}, "mcp\u0053ervers": {}}`, 1, 20},
		{"a server twice", "cursor", `{"mcpServers": {"ä": {}, "ä": {}}}`, 1, 26},
		{"a member twice", "cursor", `{"mcpServers": {"example-server": {"a": 1, "a": 2}}}`, 1, 44},
		{"a variable twice", "cursor", `{"mcpServers": {"example-server": {"env": {"A": "", "A": ""}}}}`, 1, 53},
		{"servers are a list", "codex", "a = 1\nmcp_servers = []\n", 2, 1},
		{"servers are tables in a list", "codex", "[[mcp_servers]]\n", 1, 1},
		{"the entry is a string", "codex", "[mcp_servers]\nexample-server = ''\n", 2, 1},
		{"servers in an inline table", "codex", "mcp_servers = { a = {},\n b = {} }\n", 1, 1},
		{"the entry in an inline table of servers", "codex", "a = 1\nmcp_servers = { example-server.command = 'x' }", 2, 1},
		{"the entry is an inline table", "codex", "[mcp_servers]\na = {}\n\"example-server\" = { command = 'x' } # ours\n", 3, 1},
		{"the entry as dotted keys", "codex", "mcp_servers.a.x = 1\nmcp_servers.example-server.command = 'x'\n", 2, 1},
		{"the entry as a table and dotted keys", "codex", "[mcp_servers]\nexample-server.command = 'x'\n[mcp_servers.example-server.env]\n", 2, 1},
	} {
		f.refused(t, clients.KindShape)
	}
}

// TestRemove_shape: what is not written as a table of its own is not cut out
// either, and is still read.
func TestRemove_shape(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"mcp_servers = { s = { command = 'x' }, t = {} }",
		"[mcp_servers]\ns = { command = 'x' }\n",
		"mcp_servers.s.command = 'x'\n",
	} {
		c := newConfig(t, "codex").write(text)
		_, err := clients.Remove(c.client, c.places, "s")
		untouched(t, c, text, faultOf(t, err, clients.KindShape))
		if e, ok, err := clients.Lookup(c.client, c.places, "s"); err != nil || !ok || e.Command != "x" {
			t.Errorf("%s: %v %v %v", text, e, ok, err)
		}
	}
}

// TestPlan_duplicatesElsewhere: what is not on the way to the entry is the
// client's business.
func TestPlan_duplicatesElsewhere(t *testing.T) {
	t.Parallel()
	const text = `{"projects": {"a": 1, "a": 2}, "mcpServers": {"files": {"x": 1, "x": 2}}}`
	c := newConfig(t, "claude-code").write(text)
	c.apply(c.plan(example()))
	if !strings.HasPrefix(c.read(), strings.TrimSuffix(text, "}}")) {
		t.Errorf("file = %s", c.read())
	}
}

// TestError_hidesValues: a message must not quote what may be a key.
func TestError_hidesValues(t *testing.T) {
	t.Parallel()
	for client, text := range map[string]string{
		"vscode":         `{"env": {"KEY": "sk-hush\q"}}`,
		"claude-desktop": `{"env": {"KEY": sk-hush}}`,
		"codex":          "key = sk-hush\n",
	} {
		c := newConfig(t, client).write(text)
		_, err := clients.Plan(c.client, c.places, example())
		wantKind(t, err, clients.KindSyntax)
		if strings.Contains(err.Error(), "hush") {
			t.Errorf("%s: %v", client, err)
		}
	}
}

func untouched(t *testing.T, c *config, text string, e *clients.Error) {
	t.Helper()
	if got := c.read(); got != text {
		t.Errorf("the file was touched: %q", got)
	}
	if names := c.files(); len(names) != 1 {
		t.Errorf("files were left: %v", names)
	}
	if e.Path != c.path || !strings.HasPrefix(e.Error(), c.path+", line ") {
		t.Errorf("the error does not name the file and the line: %v", e)
	}
	if _, err := clients.Remove(c.client, c.places, "example-server"); err == nil && e.Kind == clients.KindSyntax {
		t.Error("Remove accepts the file")
	}
	if _, _, err := clients.Lookup(c.client, c.places, "example-server"); err == nil && e.Kind == clients.KindSyntax {
		t.Error("Lookup accepts the file")
	}
}
