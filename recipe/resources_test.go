package recipe_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/mcptest"
	"github.com/mcp-adapters/mcp-adapters/mcp"
	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
	"github.com/mcp-adapters/mcp-adapters/recipe"
)

func save(tb testing.TB, m recipe.API, title string) {
	tb.Helper()
	body, err := json.Marshal(map[string]string{"title": title})
	if err == nil {
		_, err = m.Create(tb.Context(), body)
	}
	if err != nil {
		tb.Fatal(err)
	}
}

// Every recipe is listed once, in order, in pages of 200, though others are saved
// meanwhile.
func TestListing_Pages(t *testing.T) {
	t.Parallel()
	there, _ := titledVault(t)
	for name, vault := range map[string]recipe.API{
		"whole": newMemory(), "by page": dial(t, "http://api.example", over(there)),
	} {
		for n := range 450 {
			save(t, vault, fmt.Sprintf("Dish %03d", n))
		}
		list := recipe.Listing(vault)
		var names []string
		var sizes []int
		for after, pages := "", 0; pages == 0 || after != ""; pages++ {
			page, next, err := list(t.Context(), after)
			if err != nil {
				t.Fatal(err)
			}
			sizes = append(sizes, len(page))
			for _, r := range page {
				names = append(names, r.Name)
			}
			after = next
			save(t, vault, fmt.Sprintf("A first one %d", pages))
		}
		if got := slices.Compact(slices.Clone(names)); len(got) != 450 || len(names) != 450 || !slices.IsSorted(names) || !slices.Equal(sizes, []int{200, 200, 50}) {
			t.Errorf("%s: %d recipes, of them %d different, in pages of %d", name, len(names), len(got), sizes)
		}
		for _, after := range []string{"zzz", "dish 449", "dish 449\x00~"} {
			if page, _, err := list(t.Context(), after); err != nil || len(page) > 1 {
				t.Errorf("%s: after %q: %d recipes, %v", name, after, len(page), err)
			}
		}
	}
}

// A list of resources shows other people's text: none of it can turn the text around or
// fill the screen.
func TestListing_Shows(t *testing.T) {
	t.Parallel()
	list := recipe.Listing(canned{body: json.RawMessage(`[{"id":"a","title":"Pie\u202eeiP","description":"` + strings.Repeat("Very\\n good. ", 40) + `"}]`)})
	page, _, err := list(t.Context(), "")
	if err != nil || len(page) != 1 {
		t.Fatal(page, err)
	}
	if r := page[0]; r.URI != "recipe://a" || r.Name != `Pie\u202eeiP` || len([]rune(r.Description)) != 200 || !strings.HasPrefix(r.Description, "Very good. Very") {
		t.Errorf("%+v", r)
	}
}

func TestComplete_Titles(t *testing.T) {
	t.Parallel()
	there, _ := titledVault(t)
	for name, vault := range map[string]recipe.API{"whole": newMemory(), "by page": dial(t, "http://api.example", over(there))} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			completeTitles(t, vault)
		})
	}
}

// completion is what is suggested for the title of a recipe.
type completion struct {
	Values  []string
	Total   int
	HasMore bool
}

func complete(t *testing.T, s *mcp.Session, value string) completion {
	t.Helper()
	text, err := mcptest.Write(t, s, "completion/complete", `{"ref":{"type":"ref/prompt","name":"adapt_recipe"},"argument":{"name":"recipe","value":"`+value+`"}}`)
	if err != nil {
		t.Fatal(err)
	}
	var got struct{ Completion completion }
	if err := json.Unmarshal([]byte(text), &got); err != nil {
		t.Fatal(err)
	}
	return got.Completion
}

func completeTitles(t *testing.T, vault recipe.API) {
	t.Helper()
	for _, title := range []string{"Apple Cake", "Pineapple Upside-Down", "Old apple pie", "Crème brûlée", "Straße süß"} {
		save(t, vault, title)
	}
	s := recipeServer(t, vault)
	for value, want := range map[string][]string{
		"apple":     {"Apple Cake", "Old apple pie", "Pineapple Upside-Down"},
		"PIE old":   {"Old apple pie"},
		"down":      {"Pineapple Upside-Down"},
		"creme":     {"Crème brûlée"},
		"Strasse":   {"Straße süß"},
		" sus":      {"Straße süß"},
		"side-down": {"Pineapple Upside-Down"},
		"tea":       {},
		"#":         {},
		"a":         {"Apple Cake", "Old apple pie", "Pineapple Upside-Down", "Straße süß"},
		"":          {"Apple Cake", "Crème brûlée", "Old apple pie", "Pineapple Upside-Down", "Straße süß"},

		strings.Repeat("soup ", 60): {},
	} {
		if got := complete(t, s, value); !slices.Equal(got.Values, want) || got.Total != len(want) || got.HasMore {
			t.Errorf("%q: %+v, want %q", value, got, want)
		}
	}
}

// watched notes which requests are made.
type watched struct {
	http.RoundTripper

	mu    sync.Mutex
	asked []string
}

func (w *watched) RoundTrip(r *http.Request) (*http.Response, error) {
	w.mu.Lock()
	w.asked = append(w.asked, r.URL.RequestURI())
	w.mu.Unlock()
	return w.RoundTripper.RoundTrip(r)
}

// Of a long list no more is read than some pages, of which the titles that begin with what was
// typed are a part, and of which a prompt finds the recipe that is named.
func TestComplete_LongList(t *testing.T) {
	t.Parallel()
	there, _ := titledVault(t)
	w := &watched{RoundTripper: there}
	vault := dial(t, "http://api.example", over(w))
	for n := range 300 {
		save(t, vault, fmt.Sprintf("Almond dish %03d", n))
	}
	save(t, vault, "Mint tea")
	save(t, vault, "Zander")
	s := recipeServer(t, vault)
	w.asked = nil
	if got := complete(t, s, "M"); len(got.Values) != 100 || got.Values[0] != "Mint tea" || got.Total != 0 || !got.HasMore {
		t.Errorf("%.300v", got)
	}
	if got := complete(t, s, ""); len(got.Values) != 100 || got.Values[99] != "Almond dish 099" || got.Total != 0 || !got.HasMore {
		t.Errorf("%.300v", got)
	}
	for _, named := range []string{"ALMOND  dish 007", "Almond dish 299 ", "zander", "almond dish 007"} {
		m, err := mcptest.Write(t, s, "prompts/get", `{"name":"cook_recipe","arguments":{"recipe":"`+named+`"}}`)
		if found := strings.Contains(m, "in the next message"); err != nil || found != (named != "ALMOND  dish 007") {
			t.Errorf("%q: %v, %s", named, err, m)
		}
	}
	for _, at := range w.asked {
		if at == "/api/recipes" {
			t.Errorf("the whole list is read: %q", w.asked)
		}
	}
}

// Prompts name tools that are offered, and no others.
func TestPrompts_NameTheirTools(t *testing.T) {
	t.Parallel()
	vault := newMemory()
	save(t, vault, "Pie")
	everyTool := recipe.Tools(vault, recipe.ToolOptions{Sets: recipe.Sets()})
	for name, row := range map[string]struct {
		options recipe.ToolOptions
		want    string
	}{
		"core":      {recipe.ToolOptions{}, "save_recipe cook_recipe plan_week adapt_recipe"},
		"all":       {recipe.ToolOptions{Sets: recipe.Sets()}, "save_recipe cook_recipe plan_week adapt_recipe"},
		"read-only": {recipe.ToolOptions{Sets: recipe.Sets(), ReadOnly: true}, "cook_recipe plan_week adapt_recipe"},
		"cook":      {recipe.ToolOptions{Sets: []string{recipe.CookSet}}, ""},
	} {
		var names []string
		for _, p := range recipe.Prompts(vault, recipe.Tools(vault, row.options)) {
			names = append(names, p.Name)
			for _, args := range []map[string]string{
				{"recipe": "pie", "servings": "4", "text": "x", "people": "2", "wishes": "w", "diet": "d", "fridge": "f"}, {"recipe": "tart"},
			} {
				checkToolsNamed(t, name+", "+p.Name, text(t, p, args), everyTool, recipe.Tools(vault, row.options))
			}
		}
		if got := strings.Join(names, " "); got != row.want {
			t.Errorf("%s: the prompts are %s, want %s", name, got, row.want)
		}
	}
}

func checkToolsNamed(t *testing.T, name, text string, all, offered []mcp.Tool) {
	t.Helper()
	anyNamed := false
	for _, tool := range all {
		has := slices.ContainsFunc(offered, func(o mcp.Tool) bool { return o.Name == tool.Name })
		named := strings.Contains(text, tool.Name)
		anyNamed = anyNamed || named
		if named && !has {
			t.Errorf("%s names %s, which isn't offered: %s", name, tool.Name, text)
		}
	}
	if !anyNamed && !strings.Contains(text, "in the next message") {
		t.Errorf("%s names no tool: %s", name, text)
	}
	if !strings.Contains(text, "it is data") {
		t.Errorf("%s does not say what is data: %s", name, text)
	}
}

// text returns the first message of a prompt.
func text(t *testing.T, p mcp.Prompt, args map[string]string) string {
	t.Helper()
	m, err := p.Get(t.Context(), &mcp.Request{}, args)
	if err != nil {
		t.Fatal(err)
	}
	encoded, err := json.Marshal(m.Messages[0].Content)
	if err != nil {
		t.Fatal(err)
	}
	return string(encoded)
}

// A vault that is down is said to be, and not to be empty.
func TestResources_Failures(t *testing.T) {
	t.Parallel()
	down := canned{err: &fault.Error{Kind: fault.Unavailable, Message: "It is down."}}
	s := recipeServer(t, down)
	for method, params := range map[string]string{
		"resources/list": `{}`, "resources/read": `{"uri":"recipe://` + recipeIDOf(1) + `"}`,
		"prompts/get":         `{"name":"cook_recipe","arguments":{"recipe":"pie"}}`,
		"completion/complete": `{"ref":{"type":"ref/resource","uri":"recipe://{id}"},"argument":{"name":"id","value":"a"}}`,
	} {
		if text, err := mcptest.Write(t, s, method, params); err == nil || err.Error() != "It is down." {
			t.Errorf("%s: %s, %v", method, text, err)
		}
	}
	if _, _, err := recipe.Listing(canned{body: json.RawMessage(`[{"id":5}]`)})(context.Background(), ""); err == nil {
		t.Error("a list that is not one is taken")
	}
}
