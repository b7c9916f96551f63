package clients_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/mcp-adapters/mcp-adapters/internal/program/clients"
)

// address is an entry over HTTP, as each client writes it. "" is for one that takes
// none in its file.
var address = map[string]string{
	"claude-desktop": "",
	"claude-code":    `{"mcpServers":{"s":{"type":"http","url":"https://example.com/mcp","headers":{"Authorization":"Bearer hush"}}}}`,
	"cursor":         `{"mcpServers":{"s":{"url":"https://example.com/mcp","headers":{"Authorization":"Bearer hush"}}}}`,
	"vscode":         `{"servers":{"s":{"type":"http","url":"https://example.com/mcp","headers":{"Authorization":"Bearer hush"}}}}`,
	"windsurf":       `{"mcpServers":{"s":{"serverUrl":"https://example.com/mcp","headers":{"Authorization":"Bearer hush"}}}}`,
	"devin":          `{"mcpServers":{"s":{"url":"https://example.com/mcp","headers":{"Authorization":"Bearer hush"}}}}`,
	"gemini":         `{"mcpServers":{"s":{"httpUrl":"https://example.com/mcp","headers":{"Authorization":"Bearer hush"}}}}`,
	"codex":          "[mcp_servers.s]\nurl = 'https://example.com/mcp'\n\n[mcp_servers.s.http_headers]\nAuthorization = 'Bearer hush'\n",
}

func remoteEntry() clients.Entry {
	return clients.Entry{Name: "s", URL: "https://example.com/mcp", Headers: map[string]string{"Authorization": "Bearer hush"}}
}

func TestRemote_Snippet(t *testing.T) {
	t.Parallel()
	for id, want := range address {
		c, _ := clients.ByID(id)
		got, err := clients.Snippet(c, remoteEntry())
		var e *clients.Error
		if want == "" {
			if !errors.As(err, &e) || e.Kind != clients.KindEntry {
				t.Errorf("%s: %v", id, err)
			}
			continue
		}
		if strings.HasPrefix(want, "{") { // the white space is another test's
			got = strings.NewReplacer(" ", "", "\n", "").Replace(got)
			want = strings.ReplaceAll(want, " ", "")
		}
		if err != nil || got != want {
			t.Errorf("%s: %v\n%s", id, err, got)
		}
	}
}

// TestRemote_Plan turns an entry with a command into one with an address and back, and
// takes it out again.
func TestRemote_Plan(t *testing.T) {
	t.Parallel()
	local := clients.Entry{Name: "s", Command: "/opt/s", Args: []string{"--x"}, Env: map[string]string{"API_KEY": "k"}}
	for id, want := range address {
		if want == "" {
			continue
		}
		c, _ := clients.ByID(id)
		places := clients.Places{GOOS: "linux", Home: t.TempDir()}
		for i, e := range []clients.Entry{local, remoteEntry(), local, remoteEntry()} {
			change, err := clients.Plan(c, places, e)
			if err != nil || !change.Changed() {
				t.Fatalf("%s, step %d: %v", id, i, err)
			}
			if diff := change.Diff("API_KEY"); strings.Contains(diff, "hush") || e.URL != "" && !strings.Contains(diff, e.URL) {
				t.Errorf("%s: the difference is\n%s", id, diff)
			}
			if _, err := change.Apply(time.Date(2026, 1, 2, 3, 4, i, 0, time.UTC)); err != nil {
				t.Fatal(err)
			}
			got, _, err := clients.Lookup(c, places, "s")
			if diff := cmp.Diff(e, got); diff != "" || err != nil {
				t.Errorf("%s, step %d: %v (-want +got):\n%s", id, i, err, diff)
			}
			if again, err := clients.Plan(c, places, e); err != nil || again.Changed() {
				t.Errorf("%s, step %d: planned again it changes something, %v", id, i, err)
			}
		}
		change, err := clients.Remove(c, places, "s")
		if err == nil {
			_, err = change.Apply(time.Now())
		}
		if _, there, lookup := clients.Lookup(c, places, "s"); there || err != nil || lookup != nil {
			t.Errorf("%s: left %v, %v, %v", id, there, err, lookup)
		}
	}
}

// TestRemote_Masked shows no header's value.
func TestRemote_Masked(t *testing.T) {
	t.Parallel()
	cursor, _ := clients.ByID("cursor")
	entry := remoteEntry()
	entry.URL = "https://bob:hush@example.com/mcp"
	text, err := clients.Snippet(cursor, entry, "API_KEY")
	if err != nil || strings.Contains(text, "hush") || !strings.Contains(text, "https://…@example.com/mcp") || entry.Headers["Authorization"] != "Bearer hush" {
		t.Errorf("%v of %+v\n%s", err, entry, text)
	}
}

// TestRemote_Keeps edits an entry among others, comments and headers of the user's.
func TestRemote_Keeps(t *testing.T) {
	t.Parallel()
	const before = `{
  // mine
  "servers": {
    "other": {"type": "http", "url": "https://other.example.com"}, // and this
    "s": {
      "type": "http",
      "url": "https://example.com/mcp", // here
      "headers": {"authorization": "Bearer old-token", "X-Mine": "1"},
      "dev": true
    }
  },
}
`
	for name, tt := range map[string]struct {
		entry clients.Entry
		want  string
	}{
		"a new token": {remoteEntry(), strings.Replace(before, `"authorization": "Bearer old-token", "X-Mine": "1"`, `"X-Mine": "1", "Authorization": "Bearer hush"`, 1)},
		"no token":    {clients.Entry{Name: "s", URL: "https://example.com/mcp"}, before},
		"another path": {clients.Entry{Name: "s", URL: "https://example.com/v2"},
			strings.Replace(before, "example.com/mcp", "example.com/v2", 1)},
		"the token goes": {clients.Entry{Name: "s", URL: "https://example.com/mcp", Drop: []string{"Authorization"}},
			strings.Replace(before, `"authorization": "Bearer old-token", `, "", 1)},
		"another server": {clients.Entry{Name: "s", URL: "http://example.com/mcp"},
			strings.Replace(strings.Replace(before, `
      "headers": {"authorization": "Bearer old-token", "X-Mine": "1"},`, "", 1), "https://example.com/mcp", "http://example.com/mcp", 1)},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := newConfig(t, "vscode").write(before)
			change := c.plan(tt.entry)
			if diff := change.Diff("API_KEY"); strings.Contains(diff, "old-token") || strings.Contains(diff, "hush") {
				t.Errorf("the difference is\n%s", diff)
			}
			if change.Changed() {
				c.apply(change)
			}
			if diff := cmp.Diff(tt.want, c.read()); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// TestRemote_ChangedToken shows that a token changed, and neither of the two.
func TestRemote_ChangedToken(t *testing.T) {
	t.Parallel()
	c := newConfig(t, "gemini").write(`{"mcpServers": {"s": {"httpUrl": "https://example.com/mcp", "headers": {"Authorization": "Bearer old-token"}}}}`)
	if diff := c.plan(remoteEntry()).Diff("API_KEY"); !strings.Contains(diff, "… (changed)") || strings.Contains(diff, "old-token") || strings.Contains(diff, "hush") {
		t.Errorf("the difference is\n%s", diff)
	}
}

// TestRemote_Secrets finds the token of an entry in any client's form.
func TestRemote_Secrets(t *testing.T) {
	t.Parallel()
	for id, text := range address {
		if text == "" {
			continue
		}
		c := newConfig(t, id).write(strings.ReplaceAll(text, "hush", "hush-hush"))
		files, err := clients.Files(c.client, c.places)
		if err != nil {
			t.Fatal(err)
		}
		keys := files[0].Secrets("s", []string{"API_KEY"})
		if found, err := files[0].Find(keys); len(keys) != 1 || keys[0] != "hush-hush" || len(found) != 1 || err != nil {
			t.Errorf("%s: %q at %q, %v", id, keys, found, err)
		}
	}
}

// TestRemote_Misfits names members of the wrong type.
func TestRemote_Misfits(t *testing.T) {
	t.Parallel()
	c := newConfig(t, "cursor").write(`{"mcpServers": {"s": {"url": 5, "headers": {"A": 1}}}}`)
	got, _, err := clients.Lookup(c.client, c.places, "s")
	want := []clients.Misfit{{Member: `"url"`, Must: "a text in quotation marks"}, {Member: `"A" in "headers"`, Must: "a text in quotation marks"}}
	if diff := cmp.Diff(want, got.Misfits); diff != "" || err != nil {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
}

// TestRemote_TokenVariable has Codex take the token from a variable, until it gets one.
func TestRemote_TokenVariable(t *testing.T) {
	t.Parallel()
	c := newConfig(t, "codex").write("[mcp_servers.s]\nurl = 'https://example.com/mcp'\nbearer_token_env_var = 'MINE'\n")
	got, _, err := clients.Lookup(c.client, c.places, "s")
	if err != nil || got.Headers["Authorization"] != "Bearer ${MINE}" || got.HoldsToken() {
		t.Errorf("%+v %v", got, err)
	}
	if c.plan(clients.Entry{Name: "s", URL: "https://example.com/mcp"}).Changed() {
		t.Error("the variable is taken out")
	}
	c.apply(c.plan(remoteEntry()))
	if text := c.read(); strings.Contains(text, "MINE") || !strings.Contains(text, "Bearer hush") {
		t.Errorf("both are left:\n%s", text)
	}
}

// TestRemote_HeaderVariables has Codex take headers from variables, and the token too
// until it gets one.
func TestRemote_HeaderVariables(t *testing.T) {
	t.Parallel()
	c := newConfig(t, "codex").write("[mcp_servers.s]\nurl = 'https://example.com/mcp'\n[mcp_servers.s.env_http_headers]\nauthorization = 'MINE'\nX-House = 'HOUSE'\n")
	got, _, err := clients.Lookup(c.client, c.places, "s")
	if diff := cmp.Diff(map[string]string{"authorization": "${MINE}", "X-House": "${HOUSE}"}, got.Headers); diff != "" || err != nil || got.HoldsToken() {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
	c.apply(c.plan(remoteEntry()))
	if text := c.read(); strings.Contains(text, "MINE") || !strings.Contains(text, "HOUSE") || !strings.Contains(text, "Bearer hush") {
		t.Errorf("the wrong header is left:\n%s", text)
	}
}
