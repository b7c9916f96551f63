package main

import (
	"bytes"
	"encoding/json"
	"net/http/httptest"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mcp-adapters/mcp-adapters/apiclient"
	"github.com/mcp-adapters/mcp-adapters/bench/fixture"
	"github.com/mcp-adapters/mcp-adapters/jsonrpc/stdio"
	"github.com/mcp-adapters/mcp-adapters/mcp"
	"github.com/mcp-adapters/mcp-adapters/recipe"
)

// With this variable set, the test program is the floor.
const asFloor = "TEST_AS_FLOOR"

func TestMain(m *testing.M) {
	if os.Getenv(asFloor) != "" {
		main()
		return
	}
	os.Exit(m.Run())
}

const (
	getLine  = `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"get_recipe","arguments":{"recipe_id":"` + fixture.ID + `"}}}` + "\n"
	listLine = `{"jsonrpc":"2.0","id":123456,"method":"tools/call","params":{"name":"list_recipes","arguments":{}}}` + "\n"
)

// The floor is a limit only if it does the same job: to every call it must
// answer what recipe-mcp answers, but for the marks around what people wrote, which
// a limit can do without.
func TestFloor_AnswersLikeRecipeMCP(t *testing.T) {
	t.Parallel()
	api := httptest.NewServer(fixture.Handler())
	t.Cleanup(api.Close)
	for _, test := range []struct{ name, path, line string }{
		{"get", "/10", getLine},
		{"list", "/10", listLine},
		{"empty list", "/0", listLine},
		{"long list", "/300", listLine},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			want := decode(t, recipeMCP(t, api.URL+test.path, test.line))
			got := decode(t, theFloor(t, api.URL+test.path, test.line))
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("recipe-mcp -, floor +\n%s", diff)
			}
		})
	}
}

func TestFloor_Initialize(t *testing.T) {
	t.Parallel()
	line := theFloor(t, "http://127.0.0.1:1", `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{}}}`+"\n"+
		`{"jsonrpc":"2.0","method":"notifications/initialized"}`+"\n")
	answer := decode(t, line)
	if answer["id"] != 1.0 || answer["result"] == nil {
		t.Errorf("got %s", line)
	}
}

func theFloor(t *testing.T, base, line string) []byte {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), os.Args[0])
	cmd.Env = append(os.Environ(), asFloor+"=1", "API_BASE_URL="+base, "API_KEY=key")
	cmd.Stdin = strings.NewReader(line)
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func recipeMCP(t *testing.T, base, line string) []byte {
	t.Helper()
	client, err := recipe.NewClient(recipe.Options{Options: apiclient.Options{BaseURL: base}, Key: "key", Authors: true})
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	handler, err := mcp.New(mcp.Options{Name: "recipe-mcp", Version: "test"}, recipe.Tools(client, recipe.ToolOptions{}))
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := stdio.Serve(t.Context(), strings.NewReader(line), &out, handler.Session(), stdio.Options{}); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// decode decodes the one line of an answer, and the text in it, which may be
// spaced in any way.
func decode(t *testing.T, line []byte) map[string]any {
	t.Helper()
	if bytes.Count(line, []byte("\n")) != 1 {
		t.Fatalf("want one line, got %.300q", line)
	}
	var answer map[string]any
	if err := json.Unmarshal(line, &answer); err != nil {
		t.Fatalf("%v: %.300q", err, line)
	}
	result, _ := answer["result"].(map[string]any)
	content, _ := result["content"].([]any)
	for _, block := range content {
		block, _ := block.(map[string]any)
		var text any
		if s, ok := block["text"].(string); !ok || json.Unmarshal([]byte(s), &text) != nil {
			t.Fatalf("a text is no JSON: %.300q", line)
		}
		block["text"] = text
	}
	return answer
}
