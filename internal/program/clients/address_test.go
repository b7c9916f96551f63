package clients_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mcp-adapters/mcp-adapters/internal/program/clients"
)

// TestPlan_replacesAddress makes an entry for a program of one for a server over HTTP,
// in the form of each client.
func TestPlan_replacesAddress(t *testing.T) {
	t.Parallel()
	for id, text := range map[string]string{
		"claude-code": `{"mcpServers":{"s":{"type":"http","url":"https://h/mcp","headers":{"Authorization":"Bearer hush"},"mine":1}}}`,
		"cursor":      `{"mcpServers":{"s":{"url":"https://h/mcp","headers":{"Authorization":"Bearer hush"},"mine":1}}}`,
		"vscode":      `{"servers":{"s":{"type":"http","url":"https://h/mcp","headers":{"Authorization":"Bearer hush"},"mine":1}}}`,
		"windsurf":    `{"mcpServers":{"s":{"serverUrl":"https://h/mcp","headers":{"Authorization":"Bearer hush"},"mine":1}}}`,
		"gemini":      `{"mcpServers":{"s":{"httpUrl":"https://h/mcp","headers":{"Authorization":"Bearer hush"},"mine":1}}}`,
		"codex":       "[mcp_servers.s]\nurl = 'https://h/mcp'\nmine = 1\n\n[mcp_servers.s.http_headers]\nAuthorization = 'Bearer hush'\n",
	} {
		c := newConfig(t, id).write(text)
		want := clients.Entry{Name: "s", Command: "/opt/s", Args: []string{"--x"}, Env: map[string]string{"API_KEY": "k"}}
		ch := c.plan(want)
		if diff := ch.Diff("API_KEY"); strings.Contains(diff, "hush") {
			t.Errorf("%s: the difference is\n%s", id, diff)
		}
		c.apply(ch)
		for _, gone := range []string{"https:", "hush", "eaders", "http"} {
			if strings.Contains(c.read(), gone) {
				t.Errorf("%s: %q is left:\n%s", id, gone, c.read())
			}
		}
		got, _, err := clients.Lookup(c.client, c.places, "s")
		if diff := cmp.Diff(want, got); diff != "" || err != nil || !strings.Contains(c.read(), "mine") {
			t.Errorf("%s: %v (-want +got):\n%s", id, err, diff)
		}
		if c.plan(want).Changed() {
			t.Errorf("%s: planned again it changes something", id)
		}
	}
}
