// Package mcptest drives an MCP server in tests, as a client does.
package mcptest

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/rs/zerolog"

	"github.com/mcp-adapters/mcp-adapters/jsonrpc"
	"github.com/mcp-adapters/mcp-adapters/jsonrpc/stdio"
	"github.com/mcp-adapters/mcp-adapters/mcp"
)

// update rewrites what the tests expect under testdata. The diff is then
// reviewed like code.
var update = flag.Bool("update", false, "rewrite the expectations under testdata")

// Update reports whether golden files are to be rewritten.
func Update() bool { return *update }

// What ends the params of a request, after its other members.
const (
	// Legacy and Modern make a request belong to a protocol era.
	Legacy = ``
	Modern = `,"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",` +
		`"io.modelcontextprotocol/clientInfo":{"name":"test","version":"1"},"io.modelcontextprotocol/clientCapabilities":{}}`

	// Progress is what a desktop client sends with each call; the era is legacy.
	Progress = `,"_meta":{"progressToken":7}`
)

// Options are those of a server that logs nothing.
func Options() mcp.Options {
	return mcp.Options{
		Name:         "test-mcp",
		Title:        "Test server",
		Version:      "1.2.3",
		Instructions: "Use the tools.",
		Log:          zerolog.Nop(),
	}
}

// Serve returns a session of a new server; the test fails when the tools are not
// well defined.
func Serve(tb testing.TB, o mcp.Options, tools []mcp.Tool) *mcp.Session {
	tb.Helper()
	s, err := mcp.New(o, tools)
	if err != nil {
		tb.Fatal(err)
	}
	return s.Session()
}

// Pipe serves an input from beginning to end, as a program does, and returns
// the output.
func Pipe(tb testing.TB, h jsonrpc.Handler, input string) string {
	tb.Helper()
	var out bytes.Buffer
	if err := stdio.Serve(tb.Context(), strings.NewReader(input), &out, h, stdio.Options{}); err != nil {
		tb.Fatalf("Serve: %v", err)
	}
	return out.String()
}

// Reply is an answer as a client reads it.
type Reply struct {
	Version string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id"`
	Result  *struct {
		Content []struct {
			Type string `json:"type"`
			Text string `json:"text"`
		} `json:"content"`
		StructuredContent json.RawMessage            `json:"structuredContent"`
		IsError           bool                       `json:"isError"`
		Meta              map[string]json.RawMessage `json:"_meta"`
	} `json:"result"`
	Error *Failure `json:"error"`
}

// Failure is a JSON-RPC error as a client reads it.
type Failure struct {
	Code    int             `json:"code"`
	Message string          `json:"message"`
	Data    json.RawMessage `json:"data"`
}

// Call makes one tool call through the loop; params end in an era's _meta.
func Call(tb testing.TB, h jsonrpc.Handler, tool, arguments, era string) Reply {
	tb.Helper()
	name, err := json.Marshal(tool)
	if err != nil {
		tb.Fatal(err)
	}
	line := Pipe(tb, h, `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":`+string(name)+`,"arguments":`+arguments+era+`}}`)
	var r Reply
	if err := json.Unmarshal([]byte(line), &r); err != nil {
		tb.Fatalf("%s: the answer %.300q is not JSON: %v", tool, line, err)
	}
	if r.Version != "2.0" || string(r.ID) != "1" || (r.Result == nil) == (r.Error == nil) {
		tb.Fatalf("%s: not one answer to the request: %.300q", tool, line)
	}
	return r
}

// Write runs one request without the loop and encodes its result.
func Write(tb testing.TB, h jsonrpc.Handler, method, params string) (string, error) {
	tb.Helper()
	c := h.Prepare(&jsonrpc.Request{ID: json.RawMessage("1"), Method: method, Params: json.RawMessage(params)})
	result, err := c.Run(tb.Context(), jsonrpc.Client{})
	if err != nil {
		return "", err
	}
	var b bytes.Buffer
	n, err := result.WriteTo(&b)
	if err != nil || int(n) != b.Len() || result.Len() != b.Len() {
		tb.Fatalf("%s: Len %d, WriteTo %d, %v; written were %d bytes", method, result.Len(), n, err, b.Len())
	}
	return b.String(), nil
}

// Sorted returns a JSON value with its members in order and without white space.
// Numbers and strings keep their bytes; a member given twice is an error.
func Sorted(value string) (string, error) {
	v := jsontext.Value(value)
	err := v.Format(jsontext.ReorderRawObjects(true), jsontext.PreserveRawStrings(true),
		jsontext.CanonicalizeRawInts(false), jsontext.CanonicalizeRawFloats(false))
	return string(v), err
}

// Golden compares got with a file, or rewrites the file.
func Golden(t testing.TB, file, got string) {
	t.Helper()
	if Update() {
		if err := os.MkdirAll(filepath.Dir(file), 0o750); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(got), 0o600); err != nil { //nolint:gosec // whoever wrote the test names it
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file) //nolint:gosec // a file of the test
	if err != nil {
		t.Fatalf("%v; make it with go test -update", err)
	}
	if w := strings.ReplaceAll(string(want), "\r\n", "\n"); w != got {
		t.Errorf("%s differs; see the change with go test -update and git diff\ngot:\n%s", file, got)
	}
}

// Lines splits an output into its lines.
func Lines(text string) []string {
	return slices.DeleteFunc(strings.Split(text, "\n"), func(s string) bool { return s == "" })
}
