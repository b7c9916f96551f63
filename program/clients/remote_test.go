package clients_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"mcp-adapters/program/clients"
)

// address is an entry over HTTP, as each client writes it. "" is for one that takes
// none in its file.
var address = map[string]string{
	"claude-desktop": "",
	"claude-code":    `{"mcpServers":{"s":{"type":"http","url":"https://example.com/mcp","headers":{"Authorization":"Bearer hush"}}}}`,
	"cursor":         `{"mcpServers":{"s":{"url":"https://example.com/mcp","headers":{"Authorization":"Bearer hush"}}}}`,
	"vscode":         `{"servers":{"s":{"type":"http","url":"https://example.com/mcp","headers":{"Authorization":"Bearer hush"}}}}`,
	"windsurf":       `{"mcpServers":{"s":{"serverUrl":"https://example.com/mcp","headers":{"Authorization":"Bearer hush"}}}}`,
	"devin":          "",
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

// TestRemote_Refused holds what no file can have.
func TestRemote_Refused(t *testing.T) {
	t.Parallel()
	cursor, _ := clients.ByID("cursor")
	for name, change := range map[string]func(*clients.Entry){
		"a command too":          func(e *clients.Entry) { e.Command = "/opt/s" },
		"variables":              func(e *clients.Entry) { e.Env = map[string]string{"A": "b"} },
		"another scheme":         func(e *clients.Entry) { e.URL = "ftp://example.com" },
		"no host":                func(e *clients.Entry) { e.URL = "https://" },
		"headers of a command":   func(e *clients.Entry) { e.URL, e.Command = "", "/opt/s" },
		"a header without name":  func(e *clients.Entry) { e.Headers = map[string]string{"": "x"} },
		"a name of two words":    func(e *clients.Entry) { e.Headers = map[string]string{"A B": "x"} },
		"a value with a newline": func(e *clients.Entry) { e.Headers = map[string]string{"A": "hush\nB: c"} },
	} {
		entry := remoteEntry()
		change(&entry)
		_, err := clients.Plan(cursor, clients.Places{GOOS: "linux", Home: t.TempDir()}, entry)
		var e *clients.Error
		if !errors.As(err, &e) || e.Kind != clients.KindEntry || strings.Contains(err.Error(), "hush") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestRemote_Masked shows no header's value.
func TestRemote_Masked(t *testing.T) {
	t.Parallel()
	entry := remoteEntry()
	entry.URL = "https://bob:hush@example.com/mcp"
	masked := entry.Masked()
	if masked.URL != "https://…@example.com/mcp" || masked.Headers["Authorization"] != "…" || entry.Headers["Authorization"] != "Bearer hush" {
		t.Errorf("%+v of %+v", masked, entry)
	}
}
