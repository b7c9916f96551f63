package recipe_test

import (
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/mcptest"
	"github.com/mcp-adapters/mcp-adapters/jsonrpc"
	"github.com/mcp-adapters/mcp-adapters/mcp"
	"github.com/mcp-adapters/mcp-adapters/recipe"
)

func TestNew_RefusesTwoToolsOfOneName(t *testing.T) {
	t.Parallel()
	tools := recipe.Tools(newMemory(), recipe.ToolOptions{})
	if _, err := mcp.New(mcptest.Options(), append(tools, tools[0])); err == nil || !strings.Contains(err.Error(), "two of this name") {
		t.Errorf("got %v", err)
	}
}

// Two servers may be made of the same tools, also at the same time.
func TestNew_LeavesItsToolsAlone(t *testing.T) {
	t.Parallel()
	tools := recipe.Tools(newMemory(), recipe.ToolOptions{})
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			s, err := mcp.New(mcptest.Options(), tools)
			if err != nil {
				t.Error(err)
				return
			}
			if r := mcptest.Call(t, s.Session(), "list_recipes", "{}", mcptest.Legacy); r.Error != nil {
				t.Error(r.Error)
			}
		})
	}
	wg.Wait()
}

// A server is used by many calls at once; under the race detector this shows
// what they share.
func TestServer_CallsSideBySide(t *testing.T) {
	t.Parallel()
	api := newMemory()
	s := recipeServer(t, api)
	var input strings.Builder
	for i := range 200 {
		era := mcptest.Legacy
		if i%2 == 0 {
			era = mcptest.Modern
		}
		input.WriteString(`{"jsonrpc":"2.0","id":` + string(rune('1'+i%9)) + "00" + strings.Repeat("1", i/9) +
			`,"method":"tools/call","params":{"name":"list_recipes","arguments":{"colour":` + []string{"null", "1"}[i%2] + `}` + era + "}}\n")
	}
	got := mcptest.Lines(mcptest.Pipe(t, s, input.String()))
	if len(got) != 200 {
		t.Fatalf("%d answers", len(got))
	}
	refused := slices.DeleteFunc(got, func(line string) bool { return !strings.Contains(line, "-32602") })
	if len(refused) != 100 || len(api.taken()) != 100 {
		t.Errorf("%d of 200 calls were refused", len(refused))
	}
}

func TestServer_OrderOfCalls(t *testing.T) {
	t.Parallel()
	s := recipeServer(t, newMemory())
	for name, want := range map[string]jsonrpc.Order{
		"list_recipes": jsonrpc.Read, "get_recipe": jsonrpc.Read,
		"create_recipe": jsonrpc.Write, "update_recipe": jsonrpc.Write,
		"delete_recipe": jsonrpc.Inline, "": jsonrpc.Inline,
	} {
		c := s.Prepare(&jsonrpc.Request{Method: "tools/call", Params: []byte(`{"name":"` + name + `"}`)})
		if c.Order != want {
			t.Errorf("%q: order %v, want %v", name, c.Order, want)
		}
	}
	for _, method := range []string{"ping", "initialize", "tools/list", "subscriptions/listen", "nope"} {
		if c := s.Prepare(&jsonrpc.Request{Method: method}); c.Order != jsonrpc.Inline {
			t.Errorf("%s waits for running calls", method)
		}
	}
}
