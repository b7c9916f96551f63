package portfolio_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/rs/zerolog"

	"github.com/mcp-adapters/mcp-adapters/apiclient"
	"github.com/mcp-adapters/mcp-adapters/internal/testing/harness"
	"github.com/mcp-adapters/mcp-adapters/internal/testing/mcptest"
	"github.com/mcp-adapters/mcp-adapters/mcp"
	"github.com/mcp-adapters/mcp-adapters/portfolio"
	"github.com/mcp-adapters/mcp-adapters/portfolio/photo"
)

// server is an MCP server of the tools over an API.
type server struct {
	t       testing.TB
	session *mcp.Session
	tools   []mcp.Tool
	log     *bytes.Buffer
	process *harness.Process // in place of the session
}

// settings are those of a server.
type settings struct {
	client portfolio.Options
	tools  portfolio.ToolOptions
}

func serve(t testing.TB, o *original, edits ...func(*settings)) server {
	t.Helper()
	var log bytes.Buffer
	logger := zerolog.New(zerolog.SyncWriter(&log))
	s := settings{client: portfolio.Options{
		Token:   token,
		Options: apiclient.Options{BaseURL: o.URL, Timeout: 5 * time.Second, MaxRetries: 2, Log: logger},
	}}
	for _, edit := range edits {
		edit(&s)
	}
	client, err := portfolio.NewClient(s.client)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.Close)
	options := mcptest.Options()
	options.Log = logger
	portfolio.Declare(&options)
	options.Templates = portfolio.Templates(client, photo.NewShrinker())
	tools := portfolio.Tools(client, s.tools)
	return server{t: t, session: mcptest.Serve(t, options, tools), tools: tools, log: &log}
}

// reply is what a client gets of a tool call.
type reply struct {
	t          testing.TB
	text       string // the first block
	note       string // the second
	structured obj
	meta       obj
	failed     bool
}

// call calls a tool; arguments are a format.
func (s server) call(tool, arguments string, args ...any) reply {
	s.t.Helper()
	line := strings.NewReplacer("\n", "", "\t", "").Replace(fmt.Sprintf(arguments, args...))
	var got mcptest.Reply
	if s.process != nil {
		got = s.ask(tool, line)
	} else {
		got = mcptest.Call(s.t, s.session, tool, line, mcptest.Legacy)
	}
	if got.Result == nil {
		s.t.Fatalf("%s: a JSON-RPC error: %+v", tool, got.Error)
	}
	r := reply{t: s.t, failed: got.Result.IsError, meta: obj{}}
	r.text = got.Result.Content[0].Text
	if len(got.Result.Content) > 1 {
		r.note = got.Result.Content[1].Text
	}
	if got.Result.StructuredContent != nil {
		r.structured = parsed[obj](s.t, string(got.Result.StructuredContent))
		s.fits(tool, r.structured)
	}
	for name, value := range got.Result.Meta {
		r.meta[name] = parsed[any](s.t, string(value))
	}
	return r
}

// fits checks a result by the tool's output schema, as clients do.
func (s server) fits(tool string, structured obj) {
	s.t.Helper()
	at := slices.IndexFunc(s.tools, func(t mcp.Tool) bool { return t.Name == tool })
	output, err := s.tools[at].Output.Resolve(nil)
	if err == nil {
		err = output.Validate(structured)
	}
	if err != nil {
		s.t.Errorf("%s: its result does not fit its output schema: %v", tool, err)
	}
}

// must calls a tool that has to succeed.
func (s server) must(tool, arguments string, args ...any) reply {
	s.t.Helper()
	r := s.call(tool, arguments, args...)
	if r.failed {
		s.t.Fatalf("%s failed: %s", tool, r.text)
	}
	return r
}

// refused calls a tool that has to fail, and returns the kind of its failure.
func (s server) refused(tool, arguments string, args ...any) (reply, string) {
	s.t.Helper()
	r := s.call(tool, arguments, args...)
	if !r.failed {
		s.t.Fatalf("%s did not fail: %s", tool, r.text)
	}
	return r, r.at("error", "data", "kind").(string)
}

func parsed[T any](t testing.TB, text string) T {
	t.Helper()
	var v T
	if err := json.Unmarshal([]byte(text), &v); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	return v
}

// at returns a member of _meta.
func (r reply) at(path ...string) any {
	r.t.Helper()
	return mcptest.Member(r.t, r.meta, path...)
}

// made checks the calls that an API got.
func (o *original) made(t testing.TB, want ...string) {
	t.Helper()
	if diff := cmp.Diff(want, o.taken()); diff != "" {
		t.Errorf("calls of the API (-want +got):\n%s", diff)
	}
}
