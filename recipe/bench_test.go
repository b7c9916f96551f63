package recipe_test

import (
	"encoding/json"
	"fmt"
	"io"
	"math"
	"strings"
	"testing"

	"github.com/rs/zerolog"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/mcptest"
	"github.com/mcp-adapters/mcp-adapters/jsonrpc"
	"github.com/mcp-adapters/mcp-adapters/mcp"
	"github.com/mcp-adapters/mcp-adapters/recipe"
)

// benchmarkRecipe is a body with as many ingredients, and half as many steps.
func benchmarkRecipe(ingredients int) string {
	var b strings.Builder
	b.WriteString(`{"title":"Chocolate Cake","description":"Rich and dark.","prep_time_minutes":20,"cook_time_minutes":40,"servings":8,"difficulty":3,"ingredients":[`)
	for i := range ingredients {
		fmt.Fprintf(&b, `%s{"name":"ingredient %d","quantity":%d.5,"unit":"g","notes":"finely \"chopped\""}`, strings.Repeat(",", min(i, 1)), i, i)
	}
	b.WriteString(`],"steps":[`)
	for i := range ingredients / 2 {
		fmt.Fprintf(&b, `%s{"instruction":"Do step %d, then wait until it is done.","duration_minutes":5,"temperature_value":180,"temperature_unit":"Celsius"}`, strings.Repeat(",", min(i, 1)), i)
	}
	b.WriteString(`]}`)
	return b.String()
}

func benchmarkList(rows int) json.RawMessage {
	row := `{"id":"00000000-0000-4000-8000-000000000001","title":"Chocolate Cake","description":"Rich and dark.","servings":8,"difficulty":3,"created_at":"2026-02-10 12:00:00","updated_at":"2026-02-10 12:00:00"}`
	return json.RawMessage("[" + strings.Repeat(row+",", rows-1) + row + "]")
}

func benchmarkServer(b testing.TB, body json.RawMessage) *mcp.Session {
	b.Helper()
	o := mcptest.Options()
	o.Log = zerolog.New(io.Discard).Level(zerolog.InfoLevel) // as in the program
	return mcptest.Serve(b, o, recipe.Tools(canned{body: body}, recipe.ToolOptions{}))
}

func request(params string) *jsonrpc.Request {
	return &jsonrpc.Request{ID: json.RawMessage("1"), Method: "tools/call", Params: json.RawMessage(params)}
}

// BenchmarkDecodeCall is what happens on the reading goroutine.
func BenchmarkDecodeCall(b *testing.B) {
	s := benchmarkServer(b, nil)
	for name, params := range map[string]string{
		"list":   `{"name":"list_recipes"}`,
		"modern": `{"name":"get_recipe","arguments":` + anyRecipe + mcptest.Modern + `}`,
		"10kB":   `{"name":"create_recipe","arguments":` + benchmarkRecipe(75) + `}`,
	} {
		b.Run(name, func(b *testing.B) {
			req := request(params)
			b.SetBytes(int64(len(params)))
			b.ReportAllocs()
			for b.Loop() {
				if c := s.Prepare(req); c.Run == nil {
					b.Fatal("no call")
				}
			}
		})
	}
}

// BenchmarkArguments decodes and checks arguments and encodes the body: a call
// without its result.
func BenchmarkArguments(b *testing.B) {
	s := benchmarkServer(b, savedRecipe)
	for name, arguments := range map[string]string{
		"title": `{"title":"x"}`, "1kB": benchmarkRecipe(7), "10kB": benchmarkRecipe(75),
		"refused": `{"title":"","servings":-5,"colour":1}`,
	} {
		b.Run(name, func(b *testing.B) {
			c := s.Prepare(request(`{"name":"create_recipe","arguments":` + arguments + `}`))
			b.SetBytes(int64(len(arguments)))
			b.ReportAllocs()
			for b.Loop() {
				if _, err := c.Run(b.Context(), jsonrpc.Client{}); (err != nil) != (name == "refused") {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkResult encodes a result: its length, then its bytes.
func BenchmarkResult(b *testing.B) {
	for name, body := range map[string]string{
		"1kB": benchmarkRecipe(7), "10kB": benchmarkRecipe(75), "1MB": benchmarkRecipe(8000),
	} {
		b.Run(name, func(b *testing.B) {
			r := result(b, "get_recipe", body, mcptest.Legacy)
			b.SetBytes(int64(r.Len()))
			b.ReportAllocs()
			for b.Loop() {
				if n, err := r.WriteTo(io.Discard); err != nil || int(n) != r.Len() {
					b.Fatal(n, err)
				}
			}
		})
	}
}

// BenchmarkCall is a whole call but for the loop and the API.
func BenchmarkCall(b *testing.B) {
	list := benchmarkList(200)
	for name, row := range map[string]struct {
		params string
		body   json.RawMessage
	}{
		"get":                 {`{"name":"get_recipe","arguments":` + anyRecipe + `}`, json.RawMessage(benchmarkRecipe(7))},
		"get, progress token": {`{"name":"get_recipe","arguments":` + anyRecipe + mcptest.Progress + `}`, json.RawMessage(benchmarkRecipe(7))},
		"get, modern":         {`{"name":"get_recipe","arguments":` + anyRecipe + mcptest.Modern + `}`, json.RawMessage(benchmarkRecipe(7))},
		"list":                {`{"name":"list_recipes"}`, list},
		"list, modern":        {`{"name":"list_recipes"` + mcptest.Modern + `}`, list},
	} {
		b.Run(name, func(b *testing.B) {
			s := benchmarkServer(b, row.body)
			req := request(row.params)
			b.ReportAllocs()
			for b.Loop() {
				r, err := s.Prepare(req).Run(b.Context(), jsonrpc.Client{})
				if err != nil {
					b.Fatal(err)
				}
				if n, err := r.WriteTo(io.Discard); err != nil || int(n) != r.Len() {
					b.Fatal(n, err)
				}
			}
		})
	}
}

// BenchmarkToolsList is the answer that each session asks for at its start.
func BenchmarkToolsList(b *testing.B) {
	s := benchmarkServer(b, nil)
	req := &jsonrpc.Request{ID: json.RawMessage("1"), Method: "tools/list", Params: json.RawMessage(`{}`)}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := s.Prepare(req).Run(b.Context(), jsonrpc.Client{}); err != nil {
			b.Fatal(err)
		}
	}
}

// TestCall_AllocationBudget bounds what a call of the hot path may allocate
// here, also with a progress token: the loop and the API client have budgets of
// their own. It is what was measured, and two more. The best of many calls
// counts, since the race detector makes pools forget.
//
//nolint:paralleltest // AllocsPerRun counts what the whole process allocates.
func TestCall_AllocationBudget(t *testing.T) {
	const budget = 28
	s := benchmarkServer(t, json.RawMessage(benchmarkRecipe(7)))
	for _, era := range []string{mcptest.Legacy, mcptest.Progress} {
		req := request(`{"name":"get_recipe","arguments":` + anyRecipe + era + `}`)
		got := math.Inf(1)
		for range 300 {
			got = min(got, testing.AllocsPerRun(1, func() {
				r, err := s.Prepare(req).Run(t.Context(), jsonrpc.Client{})
				if err != nil {
					t.Fatal(err)
				}
				if _, err := r.WriteTo(io.Discard); err != nil {
					t.Fatal(err)
				}
				r.(interface{ Release() }).Release()
			}))
		}
		if got > budget {
			t.Errorf("%.0f allocations a call with %q, the budget is %d", got, era, budget)
		}
	}
}
