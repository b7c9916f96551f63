package mcp_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/rs/zerolog"

	"mcp-adapters/jsonrpc"
	"mcp-adapters/mcp"
)

// update rewrites what the tests expect under testdata. The diff is then
// reviewed like code.
var update = flag.Bool("update", false, "rewrite the expectations under testdata")

// legacy and modern are what makes a request belong to a protocol era.
const (
	legacy = ``
	modern = `,"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",` +
		`"io.modelcontextprotocol/clientInfo":{"name":"test","version":"1"},"io.modelcontextprotocol/clientCapabilities":{}}`

	// progress is what a desktop client sends with each call; the era is legacy.
	progress = `,"_meta":{"progressToken":7}`
)

func options() mcp.Options {
	return mcp.Options{
		Name:         "test-mcp",
		Title:        "Test server",
		Version:      "1.2.3",
		Instructions: "Use the tools.",
		Log:          zerolog.Nop(),
	}
}

// newServer fails the test when the tools are not well defined.
func newServer(tb testing.TB, o mcp.Options, tools []mcp.Tool) *mcp.Server {
	tb.Helper()
	s, err := mcp.New(o, tools)
	if err != nil {
		tb.Fatal(err)
	}
	return s
}

// pipe serves an input from beginning to end, as the program does.
func pipe(tb testing.TB, h jsonrpc.Handler, input string) string {
	tb.Helper()
	var out bytes.Buffer
	if err := jsonrpc.New(h, jsonrpc.Options{}).Serve(tb.Context(), strings.NewReader(input), &out); err != nil {
		tb.Fatalf("Serve: %v", err)
	}
	return out.String()
}

// reply is an answer as a client reads it.
type reply struct {
	Version string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id"`
	Result  *struct {
		Content []struct {
			Type string `json:"type"`
			Text string `json:"text"`
		} `json:"content"`
		StructuredContent json.RawMessage `json:"structuredContent"`
		IsError           bool            `json:"isError"`
	} `json:"result"`
	Error *failure `json:"error"`
}

type failure struct {
	Code    int             `json:"code"`
	Message string          `json:"message"`
	Data    json.RawMessage `json:"data"`
}

// call makes one tool call through the loop; params end in an era's _meta.
func call(tb testing.TB, h jsonrpc.Handler, tool, arguments, era string) reply {
	tb.Helper()
	name, err := json.Marshal(tool)
	if err != nil {
		tb.Fatal(err)
	}
	line := pipe(tb, h, `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":`+string(name)+`,"arguments":`+arguments+era+`}}`)
	var r reply
	if err := json.Unmarshal([]byte(line), &r); err != nil {
		tb.Fatalf("%s: the answer %.300q is no JSON: %v", tool, line, err)
	}
	if r.Version != "2.0" || string(r.ID) != "1" || (r.Result == nil) == (r.Error == nil) {
		tb.Fatalf("%s: not one answer to the request: %.300q", tool, line)
	}
	return r
}

// write runs one request without the loop and encodes its result.
func write(tb testing.TB, h jsonrpc.Handler, method, params string) (string, error) {
	tb.Helper()
	c := h.Prepare(&jsonrpc.Request{ID: json.RawMessage("1"), Method: method, Params: json.RawMessage(params)})
	result, err := c.Run(tb.Context())
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

// sorted is a JSON value with its members in order and without white space.
// Numbers and strings keep their bytes; a member given twice is an error.
func sorted(value string) (string, error) {
	v := jsontext.Value(value)
	err := v.Format(jsontext.ReorderRawObjects(true), jsontext.PreserveRawStrings(true),
		jsontext.CanonicalizeRawInts(false), jsontext.CanonicalizeRawFloats(false))
	return string(v), err
}

// golden compares got with a file, or rewrites the file.
func golden(t *testing.T, file, got string) {
	t.Helper()
	if *update {
		if err := os.MkdirAll(filepath.Dir(file), 0o750); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(got), 0o600); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatalf("%v; make it with go test ./mcp -update", err)
	}
	if w := strings.ReplaceAll(string(want), "\r\n", "\n"); w != got {
		t.Errorf("%s differs; see the change with go test ./mcp -update and git diff\ngot:\n%s", file, got)
	}
}

// closedWriter takes room bytes and fails then.
type closedWriter struct{ room int }

func (w *closedWriter) Write(p []byte) (int, error) {
	if len(p) > w.room {
		n := w.room
		w.room = 0
		return n, io.ErrClosedPipe
	}
	w.room -= len(p)
	return len(p), nil
}
