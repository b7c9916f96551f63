package widget_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/harness"
	"github.com/mcp-adapters/mcp-adapters/internal/testing/widgettest"
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

// press clicks the button that says what begins so.
func press(p *widgettest.Page, says string) {
	p.Helper()
	find := fmt.Sprintf(`[...document.querySelectorAll("button")].find(function (b) { return b.textContent.startsWith(%q) && !b.hidden; })`, says)
	p.Wait(find)
	p.Do(find + ".click()")
}

// hours has the page's clock go on.
func hours(p *widgettest.Page, n int) {
	p.Helper()
	p.Do(fmt.Sprintf(`Date.now = (function (now) { return function () { return now() + %d * 3600000; }; })(Date.now)`, n))
}

// hostile is text that tries to be more.
const hostile = `<img src=x onerror="console.error('run')"><script>console.error('run')</script> & ` + "\u202etxet neddih\u202c"

// strange are recipes as no cook writes them.
func strange() map[string]map[string]any {
	long := strings.Repeat("Donaudampfschifffahrt", 480)
	return map[string]map[string]any{
		"bare": {"id": "11111111-1111-4111-8111-111111111111", "title": "Grandmother's secret"},
		"long": {
			"id": "22222222-2222-4222-8222-222222222222", "title": hostile + long[:300], "description": hostile + long[:2000], "servings": 1000, "difficulty": 5, "prep_time_minutes": 10000, "cook_time_minutes": 10001,
			"ingredients": []map[string]any{{"name": hostile + long[:200], "quantity": 1234.567, "unit": long[:200], "notes": hostile}, {"name": "x"}},
			"steps":       []map[string]any{{"instruction": hostile + long, "duration_minutes": 1500, "temperature_value": 999}, {"instruction": "y"}},
		},
		"arabic": {
			"id": "33333333-3333-4333-8333-333333333333", "title": "شوربة العدس", "description": "شوربة دافئة مع الليمون والكمون.", "servings": 4, "prep_time_minutes": 10, "cook_time_minutes": 35, "difficulty": 1,
			"ingredients": []map[string]any{{"name": "عدس أحمر", "quantity": 250, "unit": "g", "notes": "مغسول"}, {"name": "بصل", "quantity": 1}, {"name": "كمون", "quantity": 1, "unit": "tsp"}},
			"steps":       []map[string]any{{"instruction": "اسلق العدس مع البصل حتى ينضج.", "duration_minutes": 30}, {"instruction": "أضف الكمون وعصير الليمون."}},
		},
	}
}

func whole(recipe any) map[string]any {
	return map[string]any{"structuredContent": recipe, "content": []any{}}
}
