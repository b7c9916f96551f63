package recipe_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/mcptest"
	"github.com/mcp-adapters/mcp-adapters/mcp"
	"github.com/mcp-adapters/mcp-adapters/recipe"
)

// kitchenServer serves the set cook.
func kitchenServer(t *testing.T, api recipe.API) *mcp.Session {
	t.Helper()
	options := mcptest.Options()
	options.Removed = recipe.Removed()
	return mcptest.Serve(t, options, recipe.Tools(api, recipe.ToolOptions{Sets: []string{recipe.CookSet}}))
}

// larder is a vault with these recipes of the kitchen's book, with ids that count up.
func larder(t *testing.T, names ...string) *memory {
	t.Helper()
	vault := newMemory()
	for _, name := range names {
		body, err := os.ReadFile(filepath.Join("kitchen", "testdata", "book", name+".json"))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := vault.Create(t.Context(), body); err != nil {
			t.Fatal(err)
		}
	}
	vault.taken()
	return vault
}

func TestCook_Results(t *testing.T) {
	t.Parallel()
	vault := larder(t, "buttermilk-pancakes", "apfelkuchen", "imported")
	pancakes, cake, imported := recipeIDOf(1), recipeIDOf(2), recipeIDOf(3)
	for _, c := range []struct{ name, tool, arguments string }{
		{"scale-servings", "scale_recipe", `{"recipe_id":"` + pancakes + `","servings":6}`},
		{"scale-factor", "scale_recipe", `{"recipe_id":"` + imported + `","factor":"1/2"}`},
		{"shopping", "shopping_list", `{"recipes":[{"recipe_id":"` + pancakes + `","servings":2},{"recipe_id":"` + cake + `"}]}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			reply := mcptest.Call(t, kitchenServer(t, vault), c.tool, c.arguments, mcptest.Legacy)
			if reply.Error != nil {
				t.Fatalf("%+v", reply.Error)
			}
			structured := reply.Result.StructuredContent
			if modern := mcptest.Call(t, kitchenServer(t, vault), c.tool, c.arguments, mcptest.Modern); modern.Result == nil || string(modern.Result.StructuredContent) != string(structured) {
				t.Errorf("the eras differ: %+v", modern)
			}
			for _, tool := range publishedTools(t) {
				var value any
				if err := json.Unmarshal(structured, &value); err != nil {
					t.Fatal(err)
				}
				if tool.Name != c.tool {
					continue
				}
				if err := resolve(t, tool.OutputSchema).Validate(value); err != nil {
					t.Errorf("the result doesn't fit the output schema: %v", err)
				}
			}
			mcptest.Golden(t, filepath.Join("testdata", "cook", c.name+".json"), onLines(string(structured)))
		})
	}
}

// onLines writes each entry of a list on a line.
func onLines(structured string) string {
	return strings.NewReplacer(`[{`, "[\n{", `},{`, "},\n{", `"steps":`, "\n\"steps\":", `"remarks":[`, "\n\"remarks\":[").Replace(structured) + "\n"
}

func TestCook_Refusals(t *testing.T) {
	t.Parallel()
	vault := larder(t, "buttermilk-pancakes", "imported")
	id, without, missing := recipeIDOf(1), recipeIDOf(2), recipeIDOf(9)
	many := strings.Repeat(`{"recipe_id":"`+id+`"},`, 20) + `{"recipe_id":"` + id + `"}`
	for _, c := range []struct {
		tool, arguments string
		code            int
		message         string
	}{
		{"scale_recipe", `{"recipe_id":"` + id + `"}`, -32602, "give either servings or factor"},
		{"scale_recipe", `{"recipe_id":"` + id + `","servings":4,"factor":2}`, -32602, "give either servings or factor"},
		{"scale_recipe", `{"recipe_id":"` + id + `","factor":0}`, -32602, "factor must be between 0.01 and 100"},
		{"scale_recipe", `{"recipe_id":"` + id + `","factor":1000}`, -32602, "factor must be between 0.01 and 100"},
		{"scale_recipe", `{"recipe_id":"` + id + `","servings":0}`, -32602, "servings must be between 1 and 1000"},
		{"scale_recipe", `{"recipe_id":"` + without + `","servings":4}`, -32602, "give factor"},
		{"scale_recipe", `{"recipe_id":"` + missing + `","factor":2}`, -32001, missing},
		{"shopping_list", `{"recipes":[]}`, -32602, "recipes must have"},
		{"shopping_list", `{"recipes":[` + many + `]}`, -32602, "recipes must have"},
		{"shopping_list", `{"recipes":[{"recipe_id":"` + id + `"},{"recipe_id":"` + without + `","servings":4}]}`, -32602, "recipes[1].servings can't be used"},
		{"shopping_list", `{"recipes":[{"recipe_id":"` + id + `"},{"recipe_id":"` + missing + `"}]}`, -32001, missing},
	} {
		reply := mcptest.Call(t, kitchenServer(t, vault), c.tool, c.arguments, mcptest.Legacy)
		if reply.Error == nil {
			t.Errorf("%s %s: no error", c.tool, c.arguments)
			continue
		}
		if reply.Error.Code != c.code || !strings.Contains(reply.Error.Message, c.message) {
			t.Errorf("%s %s: %d %s; want %d and %q", c.tool, c.arguments, reply.Error.Code, reply.Error.Message, c.code, c.message)
		}
	}
	// A title in place of an id leads on to the id.
	for tool, arguments := range map[string]string{
		"scale_recipe":  `{"recipe_id":"buttermilk pancakes","factor":2}`,
		"shopping_list": `{"recipes":[{"recipe_id":"` + without + `"},{"recipe_id":"Buttermilk pancakes"}]}`,
	} {
		reply := mcptest.Call(t, kitchenServer(t, vault), tool, arguments, mcptest.Legacy)
		if reply.Error == nil || reply.Error.Code != -32602 || !strings.Contains(reply.Error.Message, "has the id "+id) {
			t.Errorf("%s %s: %+v", tool, arguments, reply.Error)
		}
		if tool == "shopping_list" && !strings.Contains(string(reply.Error.Data), `"recipes[1].recipe_id"`) {
			t.Errorf("%s: %s doesn't name the member", tool, reply.Error.Data)
		}
	}
	gone := mcptest.Call(t, kitchenServer(t, vault), "convert_recipe", `{"recipe_id":"`+id+`","to":"us"}`, mcptest.Legacy)
	if gone.Error == nil || gone.Error.Code != -32601 || !strings.Contains(gone.Error.Message, "Convert the measures yourself") {
		t.Errorf("convert_recipe: %+v", gone.Error)
	}
	for _, call := range vault.taken() {
		if call.Method != "GET" {
			t.Errorf("a tool of the set cook sent %s", call.Method)
		}
	}
}

// crowded counts how many reads are under way at once. A read goes on when as many are
// under way as there may be, or all have begun.
type crowded struct {
	*memory
	now, most, begun atomic.Int64
	full             chan struct{}
}

func (c *crowded) Get(ctx context.Context, id string) (json.RawMessage, error) {
	n := c.now.Add(1)
	for most := c.most.Load(); n > most && !c.most.CompareAndSwap(most, n); most = c.most.Load() {
	}
	if c.begun.Add(1) == 4 {
		close(c.full)
	}
	<-c.full
	defer c.now.Add(-1)
	return c.memory.Get(ctx, id)
}

func TestShoppingList_ReadsSideBySide(t *testing.T) {
	t.Parallel()
	api := &crowded{memory: larder(t, "dal"), full: make(chan struct{})}
	list := strings.TrimSuffix(strings.Repeat(`{"recipe_id":"`+recipeIDOf(1)+`"},`, 12), ",")
	out := mcptest.Pipe(t, kitchenServer(t, api), `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"shopping_list","arguments":{"recipes":[`+list+`]}`+mcptest.Progress+`}}`)
	if got := api.most.Load(); got != 4 {
		t.Errorf("%d reads at once; want 4", got)
	}
	if !strings.Contains(out, `"amount":"3.6 kg"`) { // 12 times 300 g of lentils
		t.Errorf("not the amounts of twelve: %s", out)
	}
	if !strings.Contains(out, `"progress":12,"total":12,"message":"Read 12 of 12 recipes"`) {
		t.Errorf("no progress: %.400s", out)
	}
}

// What a vault of another version sends is as good as absent, and nothing fails.
func TestCook_OddRecipes(t *testing.T) {
	t.Parallel()
	for _, members := range []string{
		``, `,"ingredients":[],"steps":[]`, `,"servings":"four","ingredients":[{}],"steps":[{}]`, `,"servings":2.5,"ingredients":[{"name":5,"quantity":"two","unit":[],"notes":{}}]`,
		`,"servings":-1,"ingredients":[{"name":"a","quantity":1e300},{"name":"b","quantity":-1},{"name":"c","quantity":0}],"steps":[{"instruction":null,"temperature_value":"hot"}]`,
	} {
		body := json.RawMessage(`{"id":"` + recipeIDOf(1) + `","title":"Odd"` + members + `}`)
		for tool, arguments := range map[string]string{
			"scale_recipe":  `{"recipe_id":"` + recipeIDOf(1) + `","factor":2}`,
			"shopping_list": `{"recipes":[{"recipe_id":"` + recipeIDOf(1) + `"}]}`,
		} {
			if reply := mcptest.Call(t, kitchenServer(t, canned{body: body}), tool, arguments, mcptest.Legacy); reply.Error != nil {
				t.Errorf("%s of %s: %s", tool, body, fmt.Sprint(reply.Error))
			}
		}
	}
}
