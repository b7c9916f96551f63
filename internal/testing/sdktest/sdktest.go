// Package sdktest connects MCP's official clients to a server of this project, over both of
// its transports: the Go SDK, and both TypeScript SDKs, which are in internal/tools/clients.
package sdktest

import (
	"cmp"
	"encoding/json"
	"strings"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/harness"
)

// Client is a connected client of an SDK.
type Client interface {
	// Tools lists the names; an SDK checks results by what it was listed.
	Tools(t *testing.T) []string
	// Call returns a result as JSON.
	Call(t *testing.T, tool string, arguments json.RawMessage) json.RawMessage
	Close(t *testing.T) // which must go well
}

// Ask calls the tool of a tools/call request, and returns an answer to that.
func Ask(t *testing.T, c Client, request string) (answer string) {
	t.Helper()
	var call struct {
		ID     int `json:"id"`
		Params struct {
			Name      string
			Arguments json.RawMessage
		}
	}
	if err := json.Unmarshal([]byte(request), &call); err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(map[string]any{"id": call.ID, "result": c.Call(t, call.Params.Name, call.Params.Arguments)})
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// Follower is a [Client] that hears of progress and changes. Those in TypeScript are.
type Follower interface {
	// List is what tools/list answers, as the SDK has read it, as JSON.
	List(t *testing.T) json.RawMessage
	// Follow is Call, with the progress that was reported before the result.
	Follow(t *testing.T, tool string, arguments json.RawMessage) (result json.RawMessage, progress []Progress)
	// Changed waits until the server reports that its tools have changed, and returns their names.
	// The Server must say that its clients listen.
	Changed(t *testing.T) []string
}

// Progress is one report of it.
type Progress struct {
	Progress, Total float64
	Message         string
}

// Server starts the servers that clients connect to.
type Server struct {
	Command func(t *testing.T) *harness.Command // one over stdin and stdout, to be started by the client; nil: there is none
	HTTP    func(t *testing.T) *harness.Server  // one over HTTP, which runs
	Path    string                              // of its endpoint; "": /mcp
	Listen  bool                                // clients hear of changes
}

// place is where a client connects, as internal/tools/clients reads it.
type place struct {
	URL     string            `json:"url,omitempty"`
	Command string            `json:"command,omitempty"`
	Env     map[string]string `json:"env,omitempty"`
	Listen  bool              `json:"listen,omitempty"`
	Mode    string            `json:"mode,omitempty"` // the client's name for the version it asks for

	process *harness.Command
}

// overBoth has a client hold a session over each transport.
func (s Server) overBoth(t *testing.T, mode string, connect func(t *testing.T, p place) Client, session func(t *testing.T, c Client)) {
	t.Helper()
	run := func(t *testing.T, p place) {
		t.Helper()
		p.Mode, p.Listen = mode, s.Listen
		c := connect(t, p)
		session(t, c)
		c.Close(t)
	}
	t.Run("stdio", func(t *testing.T) {
		t.Parallel()
		if s.Command == nil {
			t.Skip("the server speaks HTTP alone")
		}
		c := s.Command(t)
		env := map[string]string{}
		for _, setting := range c.Env {
			name, value, _ := strings.Cut(setting, "=")
			env[name] = value
		}
		run(t, place{Command: c.Path, Env: env, process: c})
	})
	t.Run("HTTP", func(t *testing.T) {
		t.Parallel()
		run(t, place{URL: "http://" + s.HTTP(t).Address + cmp.Or(s.Path, "/mcp")})
	})
}
