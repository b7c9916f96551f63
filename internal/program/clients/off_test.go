package clients_test

import (
	"testing"

	"github.com/mcp-adapters/mcp-adapters/internal/program/clients"
)

// TestLookup_off tells an entry that is switched off from others, and that one
// which names no program has no command.
func TestLookup_off(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ client, members, off, command string }{
		{"cursor", `"command": "c", "disabled": true`, `"disabled": true`, "c"},
		{"cursor", `"command": "c", "enabled": false`, `"enabled": false`, "c"},
		{"cursor", `"command": "c", "disabled": false, "enabled": true`, "", "c"},
		{"cursor", `"command": "c", "disabled": null, "enabled": "false"`, "", "c"},
		{"cursor", `"command": "c", "env": {"disabled": "true"}`, "", "c"},
		{"cursor", `"url": "http://h"`, "", ""},
		{"cursor", `"command": null`, "", ""},
		{"codex", "enabled = false\ncommand = 'c'", "enabled = false", "c"},
		{"codex", "disabled = true\ncommand = 'c'", "disabled = true", "c"},
		{"codex", "enabled = true\ncommand = 'c'", "", "c"},
		{"codex", "url = 'http://h'", "", ""},
	} {
		t.Run(tt.client+" "+tt.members, func(t *testing.T) {
			t.Parallel()
			text := `{"mcpServers": {"s": {` + tt.members + `}}}`
			if tt.client == "codex" {
				text = "[mcp_servers.s]\n" + tt.members + "\n"
			}
			c := newConfig(t, tt.client).write(text)
			e, ok, err := clients.Lookup(c.client, c.places, "s")
			if err != nil || !ok || e.Off != tt.off || e.Command != tt.command {
				t.Errorf("%v %v %+v", err, ok, e)
			}
		})
	}
}
