package recipe_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/mcptest"
	"github.com/mcp-adapters/mcp-adapters/jsonrpc"
	"github.com/mcp-adapters/mcp-adapters/mcp"
)

// result makes a call whose API answer is body and gives what it answers with.
func result(tb testing.TB, tool, body, era string) jsonrpc.Result {
	tb.Helper()
	s := recipeServer(tb, canned{body: json.RawMessage(body)})
	arguments := anyRecipe
	if tool == "list_recipes" {
		arguments = "{}"
	}
	c := s.Prepare(&jsonrpc.Request{ID: json.RawMessage("1"), Method: "tools/call", Params: json.RawMessage(`{"name":"` + tool + `","arguments":` + arguments + era + `}`)})
	r, err := c.Run(tb.Context(), jsonrpc.Client{})
	if err != nil {
		tb.Fatal(err)
	}
	return r
}

// bodies are answers of the API, all compact, that are awkward to quote.
func bodies() map[string]string {
	b := map[string]string{
		"empty object": `{}`, "empty list": `[]`,
		"quotes":             `{"a\"b":"\"\"\"","\\":"\\\\\""}`,
		"escapes":            `["\u0000\u001f\n\t\/\u2028","\ud83c\udf70","\\u0041"]`,
		"not escaped":        "[\"\u2028\u007f<>&'\U0001f370\ufeff\"]",
		"numbers":            `[9007199254740993,1e400,-0,1.50,0.30000000000000004]`,
		"only quotes, large": `["` + strings.Repeat(`\"`, 10000) + `"]`,
	}
	// Around the size at which a writer may work in pieces, the last byte of a
	// piece is once a backslash and once part of a letter of several bytes.
	for n := 4092; n < 4100; n++ {
		b[fmt.Sprintf("backslash near %d", n)] = `["` + strings.Repeat("x", n) + `\\\"ä"]`
		b[fmt.Sprintf("letter near %d", n)] = `["` + strings.Repeat("x", n) + "\U0001f370" + `"]`
	}
	return b
}

// TestResult_TextHoldsStructuredContent holds the text of a result to its structured
// content, but for marks and escapes, and its length to what is written.
func TestResult_TextHoldsStructuredContent(t *testing.T) {
	t.Parallel()
	for name, body := range bodies() {
		for _, tool := range []string{"list_recipes", "get_recipe"} {
			for era, meta := range map[string]string{"legacy": mcptest.Legacy, "modern": mcptest.Modern} {
				checkResult(t, name+", "+tool+", "+era, result(t, tool, body, meta), tool, body)
			}
		}
	}
}

func checkResult(t *testing.T, name string, r jsonrpc.Result, tool, body string) {
	t.Helper()
	var b bytes.Buffer
	n, err := r.WriteTo(&b)
	if err != nil || n != int64(b.Len()) || r.Len() != b.Len() {
		t.Errorf("%s: Len %d, WriteTo %d, %v; written were %d bytes", name, r.Len(), n, err, b.Len())
	}
	if bytes.ContainsAny(b.Bytes(), "\r\n") {
		t.Errorf("%s: a line end within a line", name)
	}
	var got struct {
		Content []struct {
			Type, Text string
		} `json:"content"`
		StructuredContent json.RawMessage `json:"structuredContent"`
		IsError           *bool           `json:"isError"`
	}
	if err := json.Unmarshal(b.Bytes(), &got); err != nil {
		t.Fatalf("%s: %v: %.300s", name, err, b.Bytes())
	}
	want := body
	if tool == "list_recipes" {
		want = `{"recipes":` + body + `}`
	}
	if len(got.Content) != 1 || got.Content[0].Type != "text" || got.IsError != nil {
		t.Fatalf("%s: not one text block: %.300s", name, b.Bytes())
	}
	if marked := mcp.Visible(want); got.Content[0].Text != marked {
		t.Errorf("%s: text\n got %.300s\nwant %.300s", name, got.Content[0].Text, marked)
	}
	if string(got.StructuredContent) != want {
		t.Errorf("%s: structuredContent\n got %.300s\nwant %.300s", name, got.StructuredContent, want)
	}
}

// A writer that fails anywhere makes WriteTo tell so, with the number of bytes
// that went out, and nothing is written after it.
func TestResult_WriterFails(t *testing.T) {
	t.Parallel()
	for _, body := range []string{`{"a":"\"b\""}`, `["` + strings.Repeat(`x\"`, 3000) + `"]`} {
		r := result(t, "get_recipe", body, mcptest.Modern)
		step := max(1, r.Len()/200)
		for room := 0; room < r.Len(); room += step {
			w := &failingOnce{closedWriter: closedWriter{room: room}}
			n, err := r.WriteTo(w)
			if !errors.Is(err, io.ErrClosedPipe) || n != int64(room) {
				t.Errorf("room for %d of %d bytes: wrote %d, %v", room, r.Len(), n, err)
			}
			if w.after > 0 {
				t.Errorf("room for %d bytes: %d writes after the failure", room, w.after)
			}
		}
		if n, err := r.WriteTo(&closedWriter{room: r.Len()}); err != nil || n != int64(r.Len()) {
			t.Errorf("room for all: wrote %d of %d, %v", n, r.Len(), err)
		}
	}
}

// failingOnce counts writes behind the first that failed.
type failingOnce struct {
	closedWriter
	failed bool
	after  int
}

func (w *failingOnce) Write(p []byte) (int, error) {
	if w.failed {
		w.after++
	}
	n, err := w.closedWriter.Write(p)
	w.failed = w.failed || err != nil
	return n, err
}

// A large answer is passed on without a copy of it: what a call allocates
// doesn't grow with the body.
func TestResult_LargeBodyIsNotCopied(t *testing.T) { //nolint:paralleltest // it measures allocations
	const size = 2 << 20
	body := json.RawMessage(`[{"id":"x","title":"` + strings.Repeat(`\"ä`, size/4) + `","description":""}]`)
	s := recipeServer(t, canned{body: body})
	params := json.RawMessage(`{"name":"list_recipes"` + mcptest.Modern + `}`)
	one := func() int {
		c := s.Prepare(&jsonrpc.Request{ID: json.RawMessage("1"), Method: "tools/call", Params: params})
		r, err := c.Run(t.Context(), jsonrpc.Client{})
		if err != nil {
			t.Fatal(err)
		}
		if n, err := r.WriteTo(io.Discard); err != nil || n != int64(r.Len()) {
			t.Fatalf("wrote %d of %d bytes: %v", n, r.Len(), err)
		}
		return r.Len()
	}
	one() // what is made once
	const runs = 5
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for range runs {
		one()
	}
	runtime.ReadMemStats(&after)
	if got := (after.TotalAlloc - before.TotalAlloc) / runs; got > 128<<10 {
		t.Errorf("%d bytes are allocated for a body of %d", got, len(body))
	}
	if n := one(); n < 2*size {
		t.Errorf("a result of %d bytes holds the body of %d twice", n, len(body))
	}
}

// FuzzResult tries the quoting of a result with any valid, compact JSON.
func FuzzResult(f *testing.F) {
	for _, body := range bodies() {
		f.Add(body)
	}
	f.Fuzz(func(t *testing.T, body string) {
		var compact bytes.Buffer
		if json.Compact(&compact, []byte(body)) != nil || strings.ToValidUTF8(body, "") != body {
			t.Skip("the API client lets no such answer through")
		}
		checkResult(t, "fuzz", result(t, "get_recipe", compact.String(), mcptest.Modern), "get_recipe", compact.String())
	})
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
