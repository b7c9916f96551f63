package recipe_test

import (
	"context"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/harness"
	"github.com/mcp-adapters/mcp-adapters/internal/testing/mcptest"
	"github.com/mcp-adapters/mcp-adapters/jsonrpc"
	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
	"github.com/mcp-adapters/mcp-adapters/recipe"
)

// listedPage is what list_recipes answers.
type listedPage struct {
	Recipes    []map[string]any `json:"recipes"`
	Total      *int             `json:"total"`
	Shown      *int             `json:"shown"`
	Unknown    int              `json:"unknown"`
	Unsearched int              `json:"unsearched"`
	Note       string           `json:"note"`
	Next       string           `json:"next_cursor"`
}

func (p listedPage) titles() string {
	var titles []string
	for _, r := range p.Recipes {
		titles = append(titles, r["title"].(string))
	}
	return strings.Join(titles, ", ")
}

// listPage calls list_recipes and checks what holds of each page.
func listPage(t *testing.T, h jsonrpc.Handler, arguments string) listedPage {
	t.Helper()
	got := mcptest.Call(t, h, "list_recipes", arguments, mcptest.Modern)
	if got.Result == nil || got.Result.IsError {
		t.Fatalf("%s: %+v %+v", arguments, got.Result, got.Error)
	}
	if shown := got.Result.Content[0].Text; !sameJSON(t, shown, string(got.Result.StructuredContent)) {
		t.Errorf("%s: the text says %s, the structured content %s", arguments, shown, got.Result.StructuredContent)
	}
	var p listedPage
	if err := json.Unmarshal(got.Result.StructuredContent, &p); err != nil {
		t.Fatal(err)
	}
	if p.Shown != nil && *p.Shown != len(p.Recipes) {
		t.Errorf("%s: %d of the recipes are shown, not %d", arguments, len(p.Recipes), *p.Shown)
	}
	return p
}

// sameJSON reports whether two texts are the same value, whatever the order of members.
func sameJSON(t *testing.T, a, b string) bool {
	t.Helper()
	var values [2]any
	for i, text := range []string{a, b} {
		if err := json.Unmarshal([]byte(text), &values[i]); err != nil {
			t.Fatal(err)
		}
	}
	return reflect.DeepEqual(values[0], values[1])
}

// pantryOf holds recipes by their bodies.
func pantryOf(t *testing.T, bodies ...string) *memory {
	t.Helper()
	m := newMemory()
	for _, body := range bodies {
		if _, err := m.Create(t.Context(), json.RawMessage(body)); err != nil {
			t.Fatalf("%s: %v", body, err)
		}
	}
	return m
}

func TestList_Filters(t *testing.T) {
	t.Parallel()
	h := recipeServer(t, pantryOf(t,
		`{"title":"Crème brûlée","description":"With a burnt crust.","prep_time_minutes":20,"cook_time_minutes":40,"difficulty":3,"ingredients":[{"name":"Cream"},{"name":"brown sugar"}]}`,
		`{"title":"Tomatensuppe","description":"Aus reifen Tomaten.","cook_time_minutes":30,"difficulty":1,"ingredients":[{"name":"Tomaten, reif"},{"name":"Salz"}]}`,
		`{"title":"Salad","prep_time_minutes":10,"ingredients":[{"name":"lettuce"},{"name":"white sugar"}]}`,
		`{"title":"味噌汁","description":"Miso soup","difficulty":2,"ingredients":[{"name":"味噌"}]}`,
	))
	there, _ := titledVault(t)
	alice := dial(t, "http://api.example", over(there))
	for _, body := range []string{
		`{"title":"Smørrebrød","ingredients":[{"name":"rødkål"}]}`, `{"title":"Œufs cocotte","ingredients":[{"name":"œuf"}]}`,
		`{"title":"İmam bayıldı","ingredients":[{"name":"patlıcan"}]}`, `{"title":"Æblekage","ingredients":[{"name":"æbler"}]}`, `{"title":"Łazanki","ingredients":[{"name":"masło"}]}`,
	} {
		if _, err := alice.Create(t.Context(), json.RawMessage(body)); err != nil {
			t.Fatal(err)
		}
	}
	foreign := recipeServer(t, alice)
	for arguments, want := range map[string]string{
		`{"query":"smorrebrod"}`: "Smørrebrød", `{"query":"oeufs"}`: "Œufs cocotte", `{"query":"imam bayildi"}`: "İmam bayıldı",
		`{"query":"IMAM BAYILDI"}`: "İmam bayıldı", `{"query":"aeblekage"}`: "Æblekage", `{"query":"lazanki"}`: "Łazanki", `{"query":"œufs"}`: "Œufs cocotte",
		`{"ingredient":"rodkal"}`: "Smørrebrød", `{"ingredient":"oeuf"}`: "Œufs cocotte", `{"ingredient":"patlican"}`: "İmam bayıldı", `{"ingredient":"maslo"}`: "Łazanki",
	} {
		if got := listPage(t, foreign, arguments); got.titles() != want {
			t.Errorf("%s finds %s, want %s", arguments, got.titles(), want)
		}
	}
	for _, row := range []struct {
		arguments, want string
		unknown         int
	}{
		{`{}`, "Crème brûlée, Salad, Tomatensuppe, 味噌汁", 0},
		{`{"query":"CREME"}`, "Crème brûlée", 0},
		{`{"query":"crust brulee"}`, "Crème brûlée", 0},
		{`{"query":"brûlée, burnt!"}`, "Crème brûlée", 0},
		{`{"query":"suppe"}`, "Tomatensuppe", 0},
		{`{"query":"味噌"}`, "味噌汁", 0},
		{`{"query":"soup tomato"}`, "", 0},
		{`{"query":"%"}`, "", 0},
		{`{"max_total_minutes":30}`, "Salad, Tomatensuppe", 1},
		{`{"max_total_minutes":59}`, "Salad, Tomatensuppe", 1},
		{`{"max_total_minutes":60}`, "Crème brûlée, Salad, Tomatensuppe", 1},
		{`{"max_difficulty":2}`, "Tomatensuppe, 味噌汁", 1},
		{`{"max_difficulty":2,"max_total_minutes":30}`, "Tomatensuppe", 2},
		{`{"max_difficulty":1,"max_total_minutes":5}`, "", 0},
		{`{"ingredient":"sugar"}`, "Crème brûlée, Salad", 0},
		{`{"ingredient":"brown sugar"}`, "Crème brûlée", 0},
		{`{"ingredient":"cream sugar"}`, "", 0},
		{`{"ingredient":"sugar","max_total_minutes":10}`, "Salad", 1},
		{`{"ingredient":"味噌"}`, "味噌汁", 0},
		{`{"fields":"full"}`, "Crème brûlée, Salad, Tomatensuppe, 味噌汁", 0},
	} {
		got := listPage(t, h, row.arguments)
		if got.titles() != row.want || got.Unknown != row.unknown {
			t.Errorf("%s finds %s, and %d unknown, want %s, and %d", row.arguments, got.titles(), got.Unknown, row.want, row.unknown)
		}
		if found := len(got.Recipes); row.arguments != `{}` && (got.Total == nil || *got.Total != found) || got.Next != "" {
			t.Errorf("%s: %+v", row.arguments, got)
		}
	}
	summary := mcptest.Call(t, h, "list_recipes", `{"fields":"summary"}`, mcptest.Legacy).Result
	want := `{"recipes":[{"id":"` + recipeIDOf(1) + `","title":"Crème brûlée","total_minutes":60,"difficulty":3},{"id":"` + recipeIDOf(3) + `","title":"Salad","total_minutes":10},` +
		`{"id":"` + recipeIDOf(2) + `","title":"Tomatensuppe","total_minutes":30,"difficulty":1},{"id":"` + recipeIDOf(4) + `","title":"味噌汁","difficulty":2}],"total":4,"shown":4}`
	if string(summary.StructuredContent) != want {
		t.Errorf("a summary is %s\nwant %s", summary.StructuredContent, want)
	}
	if !strings.Contains(summary.Content[0].Text, `"title":"Salad"`) {
		t.Errorf("a summary's text is %s", summary.Content[0].Text)
	}
}

// A cursor is taken only as it was given, and with the filters of its list.
func TestList_Cursor(t *testing.T) {
	t.Parallel()
	h := recipeServer(t, pantryOf(t, `{"title":"A"}`, `{"title":"B"}`, `{"title":"C"}`))
	first := listPage(t, h, `{"limit":1,"query":""}`)
	if first.titles() != "A" || *first.Total != 3 || first.Next == "" {
		t.Fatalf("the first page is %+v", first)
	}
	if rest := listPage(t, h, `{"cursor":"`+first.Next+`","fields":"summary"}`); rest.titles() != "B, C" || *rest.Total != 3 || rest.Next != "" {
		t.Errorf("the rest is %+v", rest)
	}
	for _, arguments := range []string{
		`{"cursor":"` + first.Next + `","query":"b"}`,
		`{"cursor":"` + first.Next + `","max_difficulty":3}`,
		`{"cursor":"` + first.Next[1:] + `"}`,
		`{"cursor":"` + first.Next + `A"}`,
		`{"cursor":"2"}`, `{"cursor":"` + recipeIDOf(1) + `"}`, `{"cursor":"é"}`,
	} {
		got := mcptest.Call(t, h, "list_recipes", arguments, mcptest.Legacy)
		if got.Error == nil || got.Error.Code != -32602 || !strings.Contains(got.Error.Message, "leave it out") {
			t.Errorf("%s: %+v", arguments, got.Error)
		}
	}
}

// TestList_Pages follows cursors while recipes come and go, and has every page be within
// its bound, as a whole line: each recipe that was there all the time comes once.
func TestList_Pages(t *testing.T) {
	t.Parallel()
	rnd := harness.Seeded(t)
	for round, bound := range []int{0, 1, 30_000, 3000, 60_000} {
		m := newMemory()
		stays := map[string]int{}
		letters := []rune("aAbBéÉß \\\"𝄞汁\u200b")
		name := func(n int) string {
			runes := make([]rune, 1+rnd.IntN(20))
			for i := range runes {
				runes[i] = letters[rnd.IntN(len(letters))]
			}
			return fmt.Sprintf("%s%d", string(runes), n)
		}
		for n := range 60 {
			body, err := encode(map[string]any{"title": name(n), "description": strings.Repeat(string(letters[n%len(letters)]), 10*n)})
			if err != nil {
				t.Fatal(err)
			}
			if _, err := m.Create(t.Context(), body); err != nil {
				t.Fatal(err)
			}
			stays[recipeIDOf(n+1)] = 0
		}
		h := mcptest.Serve(t, mcptest.Options(), recipe.Tools(m, recipe.ToolOptions{MaxResultBytes: bound}))
		arguments := `{}`
		if round%2 == 1 || bound == 0 {
			arguments = `{"fields":"summary","limit":17}`
		}
		for pages := 0; ; pages++ {
			if pages > 500 {
				t.Fatalf("bound %d: the list has no end", bound)
			}
			line := mcptest.Pipe(t, h, `{"jsonrpc":"2.0","id":"`+strings.Repeat("i", 64)+`","method":"tools/call","params":{"name":"list_recipes","arguments":`+arguments+mcptest.Modern+`}}`)
			if bound > 10*envelopeBytes && len(line) > bound {
				t.Errorf("bound %d: a line has %d bytes", bound, len(line))
			}
			p := listPage(t, h, arguments)
			if len(p.Recipes) == 0 && p.Next != "" || len(p.Recipes) > 17 && strings.Contains(arguments, "limit") {
				t.Fatalf("bound %d: a page of %d", bound, len(p.Recipes))
			}
			for _, r := range p.Recipes {
				if n, ok := stays[r["id"].(string)]; ok {
					stays[r["id"].(string)] = n + 1
				}
			}
			if p.Next == "" {
				break
			}
			m.mu.Lock() // one is deleted, often the last that was shown, and one is saved
			gone := p.Recipes[len(p.Recipes)-1]["id"].(string)
			if stays[gone] != 0 && pages%3 == 0 {
				delete(m.recipes, gone)
				delete(stays, gone)
			}
			id := fmt.Sprintf("10000000-0000-4000-8000-%012d", pages)
			m.recipes[id] = dish{"id": json.RawMessage(`"` + id + `"`), "title": json.RawMessage(`"` + strings.Repeat("b", pages%9) + `"`)}
			m.mu.Unlock()
			next, err := encode(p.Next)
			if err != nil {
				t.Fatal(err)
			}
			arguments = `{"cursor":` + string(next) + strings.TrimPrefix(`,"fields":"summary","limit":17}`, map[bool]string{true: "", false: `,"fields":"summary","limit":17`}[strings.Contains(arguments, "limit")])
		}
		for id, n := range stays {
			if n != 1 {
				t.Errorf("bound %d: %s came %d times", bound, id, n)
			}
		}
	}
}

// envelopeBytes is what a line has besides the recipes, at most.
const envelopeBytes = 2 << 10

// An ingredient search says how far it is: reading thousands of recipes takes a while.
func TestList_SearchProgress(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		m := newMemory()
		for n := range 40 {
			if _, err := m.Create(t.Context(), json.RawMessage(fmt.Sprintf(`{"title":"Dish %03d","ingredients":[{"name":"salt"}]}`, n))); err != nil {
				t.Fatal(err)
			}
		}
		h := mcptest.Serve(t, mcptest.Options(), recipe.Tools(slow{memory: m}, recipe.ToolOptions{}))
		out := mcptest.Pipe(t, h, `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"list_recipes","arguments":{"ingredient":"salt"}`+mcptest.Progress+`}}`)
		if !strings.Contains(out, `"progressToken":7`) || !strings.Contains(out, `"total":40,"message":"Searching the ingredients"`) {
			t.Errorf("no progress: %.600s", out)
		}
	})
}

// slow takes a second for each recipe.
type slow struct {
	*memory
	fail string // the id that is refused
}

func (s slow) Ingredients(ctx context.Context, id, updated string) ([]string, error) {
	if id == s.fail {
		return nil, &fault.Error{Kind: fault.Unavailable, Message: "The Recipe Vault is down."}
	}
	select {
	case <-time.After(time.Second):
		return s.memory.Ingredients(ctx, id, updated)
	case <-ctx.Done():
		return nil, &fault.Error{Kind: fault.Timeout, Message: "The Recipe Vault did not respond."}
	}
}

// A search that has no time left says what it has not searched, and goes on from there.
func TestList_SearchInParts(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		m := newMemory()
		var want []string
		for n := range 300 { // higher ids stand for failures
			with := "salt"
			if n%7 == 0 {
				with = "red lentils"
				want = append(want, fmt.Sprintf("Dish %03d", n))
			}
			if _, err := m.Create(t.Context(), json.RawMessage(fmt.Sprintf(`{"title":"Dish %03d","ingredients":[{"name":%q}]}`, n, with))); err != nil {
				t.Fatal(err)
			}
		}
		h := mcptest.Serve(t, mcptest.Options(), recipe.Tools(slow{memory: m}, recipe.ToolOptions{Timeout: 20 * time.Second}))
		var got []string
		arguments := `{"ingredient":"lentils"}`
		for calls := 1; ; calls++ {
			begun := time.Now()
			p := listPage(t, h, arguments)
			if took := time.Since(begun); took > 20*time.Second {
				t.Errorf("call %d took %s", calls, took)
			}
			for _, r := range p.Recipes {
				got = append(got, r["title"].(string))
			}
			if p.Unsearched == 0 {
				if calls != 3 || p.Next != "" || p.Note != "" {
					t.Errorf("the search ended in call %d: %+v", calls, p)
				}
				break
			}
			if p.Next == "" || p.Total != nil || p.Note == "" {
				t.Fatalf("call %d is not complete, and says %+v", calls, p)
			}
			arguments = `{"ingredient":"lentils","cursor":"` + p.Next + `"}`
		}
		if !slices.Equal(got, want) {
			t.Errorf("found %q, want %q", got, want)
		}

		stuck := mcptest.Serve(t, mcptest.Options(), recipe.Tools(slow{memory: m}, recipe.ToolOptions{Timeout: time.Second / 2}))
		if r := mcptest.Call(t, stuck, "list_recipes", `{"ingredient":"salt"}`, mcptest.Legacy); r.Error == nil || !strings.Contains(r.Error.Message, "not enough time") {
			t.Errorf("without any time: %+v", r)
		}
		down := mcptest.Serve(t, mcptest.Options(), recipe.Tools(slow{m, recipeIDOf(3)}, recipe.ToolOptions{}))
		if r := mcptest.Call(t, down, "list_recipes", `{"ingredient":"salt"}`, mcptest.Legacy); r.Error == nil || !strings.Contains(r.Error.Message, "is down") {
			t.Errorf("with a vault that fails: %+v", r)
		}
	})
}
