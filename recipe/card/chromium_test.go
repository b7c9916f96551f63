package card_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"testing"

	"mcp-adapters/internal/harness"
	"mcp-adapters/internal/widgettest"
)

func TestMain(m *testing.M) { harness.Main(m, nil) }

// stove is recipe-mcp with its embedded vault, over HTTP.
type stove struct {
	t      *testing.T
	server *harness.Server
	bench  *widgettest.Bench
}

func newStove(t *testing.T) *stove {
	t.Helper()
	harness.Needs(t, "chromium")
	s := harness.Program(t, "recipe-mcp").Set("HTTP_ADDR=127.0.0.1:0").Serve()
	return &stove{t, s, widgettest.New(t, s.Address)}
}

// call calls a tool as the model does, and returns the structured result.
func (k *stove) call(tool string, arguments any) map[string]any {
	k.t.Helper()
	body, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": map[string]any{"name": tool, "arguments": arguments}})
	if err != nil {
		k.t.Fatal(err)
	}
	status, text, err := k.server.Do(k.t.Context(), http.MethodPost, "/mcp", string(body),
		"Content-Type", "application/json", "Accept", "application/json, text/event-stream", "MCP-Protocol-Version", "2025-11-25")
	var answer struct {
		Result struct {
			Structured map[string]any `json:"structuredContent"`
		} `json:"result"`
	}
	if err == nil {
		err = json.NewDecoder(bytes.NewReader([]byte(text))).Decode(&answer)
	}
	if err != nil || answer.Result.Structured == nil {
		k.t.Fatalf("%s: %d %v %s", tool, status, err, text)
	}
	return answer.Result.Structured
}

// soup is a recipe with all that a card shows.
func soup() map[string]any {
	return map[string]any{
		"title": "Roast tomato soup", "description": "Sweet from the oven, with basil at the end.",
		"prep_time_minutes": 15, "cook_time_minutes": 75, "servings": 4, "difficulty": 2,
		"ingredients": []map[string]any{
			{"name": "ripe tomatoes", "quantity": 1.5, "unit": "kg", "notes": "halved"},
			{"name": "onions", "quantity": 2, "notes": "cut in wedges"},
			{"name": "garlic", "quantity": 4, "unit": "cloves"},
			{"name": "olive oil", "quantity": 3, "unit": "tbsp"},
			{"name": "vegetable stock", "quantity": 750, "unit": "ml"},
			{"name": "eggs", "quantity": 3},
			{"name": "salt"},
		},
		"steps": []map[string]any{
			{"instruction": "Heat the oven. Spread the tomatoes, onions and garlic on a tray and toss them with the oil.", "temperature_value": 200, "temperature_unit": "Celsius"},
			{"instruction": "Roast until the edges are dark.", "duration_minutes": 60},
			{"instruction": "Simmer with the stock, then blend.", "duration_minutes": 10},
			{"instruction": "Season, and tear the basil over it."},
		},
	}
}

func (k *stove) soup() (id string) {
	k.t.Helper()
	id, _ = k.call("create_recipe", soup())["id"].(string)
	return id
}

// many saves n more recipes.
func (k *stove) many(n int) {
	k.t.Helper()
	for i := range n {
		k.call("create_recipe", map[string]any{
			"title": fmt.Sprintf("%s %d", []string{"Bread", "Crème brûlée", "Dumplings", "Egg curry", "Focaccia"}[i%5], i+1), "description": "Number " + fmt.Sprint(i+1) + " of the family's own collection.",
			"prep_time_minutes": 10 + i, "cook_time_minutes": 5 * i, "difficulty": 1 + i%5, "servings": 2 + i%6,
		})
	}
}

var looks = []struct {
	name  string
	theme string
	width int64
}{{"light-wide", "light", 900}, {"dark-wide", "dark", 900}, {"light-phone", "light", 320}, {"dark-phone", "dark", 320}}

// TestChromium_Pictures leaves pictures of each view, which fit on the screen and keep
// no one out.
func TestChromium_Pictures(t *testing.T) {
	t.Parallel()
	axe := widgettest.NewAxe(t, "../../tools/axe")
	k := newStove(t)
	id := k.soup()
	k.many(12)
	for _, look := range looks {
		for _, host := range []widgettest.Host{widgettest.ChatGPT, widgettest.Apps} {
			if (host == widgettest.ChatGPT) != (look.theme == "light") {
				continue
			}
			p := k.bench.Show(host, widgettest.Setup{Tool: "get_recipe", Arguments: map[string]string{"recipe_id": id}, Theme: look.theme, Width: look.width})
			see := func(name string) {
				t.Helper()
				p.Wait(`document.body.getBoundingClientRect().height <= innerHeight + 2`)
				p.Fits()
				axe.Check(p)
				p.Screenshot(name + "-" + look.name)
			}
			p.Wait(`document.querySelector(".step")`)
			see("card")
			p.Do(`document.querySelector("[aria-label='More servings']").click();
				document.querySelectorAll("input")[0].click();
				[...document.querySelectorAll("button")].find(b => b.textContent === "Next step").click();
				[...document.querySelectorAll("button")].find(b => /^Start timer/.test(b.textContent)).click()`)
			see("cooking")
			p.Do(`[...document.querySelectorAll("button")].find(b => b.textContent === "Show all").click()`)
			see("steps")
			p = k.bench.Show(host, widgettest.Setup{Tool: "list_recipes", Arguments: map[string]string{}, Theme: look.theme, Width: look.width})
			p.Wait(`document.querySelector(".recipe")`)
			see("list")
		}
	}
}
