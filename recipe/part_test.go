package recipe_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/harness"
	"github.com/mcp-adapters/mcp-adapters/internal/testing/mcptest"
	"github.com/mcp-adapters/mcp-adapters/mcp"
	"github.com/mcp-adapters/mcp-adapters/recipe"
)

// plainVault is a vault that doesn't list by page, as the original doesn't: it takes no
// notice of parameters.
type plainVault struct {
	http.RoundTripper
	t *testing.T
}

func (p plainVault) RoundTrip(r *http.Request) (*http.Response, error) {
	for name := range r.URL.Query() {
		if name != "limit" && name != "total" {
			p.t.Errorf("a server without pages is sent %s", r.URL.RawQuery)
		}
	}
	r = r.Clone(r.Context())
	r.URL.RawQuery = ""
	return p.RoundTripper.RoundTrip(r)
}

// changing is a vault of which every other replica is of a release without pages.
type changing struct {
	http.RoundTripper
	n *atomic.Int64
}

func (c changing) RoundTrip(r *http.Request) (*http.Response, error) {
	if c.n.Add(1)%2 == 0 {
		r = r.Clone(r.Context())
		r.URL.RawQuery = ""
	}
	return c.RoundTripper.RoundTrip(r)
}

func listServer(t *testing.T, rt http.RoundTripper, bound int) *mcp.Session {
	t.Helper()
	return recipeServerOf(t, dial(t, "http://api.example", over(rt)), recipe.ToolOptions{MaxResultBytes: bound})
}

// Pages are the same whether the vault makes them or this program, or now the one and now
// the other, and a cursor of one is good for the others.
func TestList_PartsAreTheSame(t *testing.T) {
	t.Parallel()
	random := harness.Seeded(t)
	there, _ := titledVault(t)
	alice := dial(t, "http://api.example", over(there))
	for i := range 450 {
		recipe := map[string]any{
			"title": fmt.Sprintf("%s %s %d", someWord(random), someWord(random), i), "description": someWord(random) + " " + someWord(random),
			"ingredients": []map[string]any{{"name": "hidden " + someWord(random)}, {"name": someWord(random)}},
		}
		for _, name := range []string{"prep_time_minutes", "cook_time_minutes", "difficulty"} {
			if random.IntN(3) > 0 {
				recipe[name] = 1 + random.IntN(5)
			}
		}
		if i%50 == 0 { // titles whose keys have the same first 200 bytes, and more
			recipe["title"] = strings.Repeat("語", 150) + fmt.Sprint(i)
		}
		body, err := json.Marshal(recipe)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := alice.Create(t.Context(), body); err != nil {
			t.Fatal(err)
		}
	}
	mixed := changing{there, new(atomic.Int64)}
	for _, bound := range []int{0, 4000, 60_000, 400_000, 4 << 20} {
		servers := map[string]*mcp.Session{
			"by page": listServer(t, there, bound), "whole": listServer(t, plainVault{there, t}, bound), "mixed": listServer(t, mixed, bound),
		}
		for range 25 {
			args := someArguments(random)
			for pages := 0; ; pages++ {
				arguments, err := json.Marshal(args)
				if err != nil {
					t.Fatal(err)
				}
				answers := map[string]string{}
				for name, s := range servers {
					got := mcptest.Call(t, s, "list_recipes", string(arguments), mcptest.Modern)
					if got.Error != nil {
						t.Fatalf("%s, %s: %+v", name, arguments, got.Error)
					}
					answers[name] = string(got.Result.StructuredContent)
				}
				if answers["by page"] != answers["whole"] || answers["mixed"] != answers["whole"] {
					t.Fatalf("bound %d, page %d of %s:\nby page %.2000s\nwhole   %.2000s\nmixed   %.2000s", bound, pages, arguments, answers["by page"], answers["whole"], answers["mixed"])
				}
				var p listedPage
				if err := json.Unmarshal([]byte(answers["whole"]), &p); err != nil {
					t.Fatal(err)
				}
				if p.Next == "" || pages == 4 {
					break
				}
				args["cursor"] = p.Next
			}
		}
	}
}

func someWord(random *rand.Rand) string {
	all := strings.Fields("Soup soups Suppe Tomaten tomato tomatoes baking baked Äpfel apfel 味噌汁 汁 rice ice ½ & %20 🍲 don't an banana œuf berry berries hidden")
	return all[random.IntN(len(all))]
}

func someArguments(random *rand.Rand) map[string]any {
	args := map[string]any{}
	if random.IntN(2) == 0 {
		args["query"] = someWord(random)
		if random.IntN(3) == 0 {
			args["query"] = someWord(random) + "  " + someWord(random)
		}
	}
	if random.IntN(4) == 0 {
		args["ingredient"] = someWord(random)
		if random.IntN(2) == 0 {
			args["ingredient"] = "hidden " + someWord(random)
		}
	}
	if random.IntN(4) == 0 {
		args["max_total_minutes"] = random.IntN(11)
	}
	if random.IntN(4) == 0 {
		args["max_difficulty"] = 1 + random.IntN(5)
	}
	if random.IntN(2) == 0 {
		args["limit"] = 1 + random.IntN(300)
	}
	if random.IntN(3) == 0 {
		args["fields"] = "summary"
	}
	return args
}

// meter counts what a vault sends.
type meter struct {
	http.RoundTripper
	requests, bytes atomic.Int64
}

func (m *meter) RoundTrip(r *http.Request) (*http.Response, error) {
	resp, err := m.RoundTripper.RoundTrip(r)
	if err == nil && strings.HasSuffix(r.URL.Path, "/recipes") {
		m.requests.Add(1)
		m.bytes.Add(resp.ContentLength)
	}
	return resp, err
}

// Of a long list no more is read than is shown.
func TestList_ReadsAPart(t *testing.T) {
	t.Parallel()
	there, _ := titledVault(t)
	alice := dial(t, "http://api.example", over(there))
	for i := range 1000 {
		mustCreate(t, alice, fmt.Sprintf("Dish %04d", i))
	}
	for _, row := range []struct {
		arguments      string
		bound          int
		requests, most int64
	}{
		{`{"limit":20}`, 0, 1, 20 << 9},
		{`{"query":"dish 0999"}`, 0, 2, 2 << 9},
		{`{"max_difficulty":5}`, 0, 2, 1 << 9},
		{`{"ingredient":"saffron"}`, 0, 2, 1 << 9},
		{`{"ingredient":"saffron","max_difficulty":5}`, 0, 3, 1 << 9},
		{`{}`, 64 << 10, 1, 200 << 9},
		{`{"fields":"summary","limit":300}`, 1 << 20, 2, 400 << 9},
		{`{}`, 0, 2, 1200 << 9}, // all is wanted, at one moment
	} {
		m := &meter{RoundTripper: there}
		listPage(t, listServer(t, m, row.bound), row.arguments)
		if n, size := m.requests.Load(), m.bytes.Load(); n != row.requests || size > row.most {
			t.Errorf("%s takes %d requests and %d bytes", row.arguments, n, size)
		}
	}
}

// Where an answer may not be a page, the whole list is read.
func TestClient_Part(t *testing.T) {
	t.Parallel()
	there, _ := titledVault(t, "Soup", "Stew")
	for name, row := range map[string]struct {
		edit  func(http.Header)
		whole bool
	}{
		"a page":           {func(http.Header) {}, false},
		"no links":         {func(h http.Header) { h.Del("Link") }, true},
		"other links":      {func(h http.Header) { h.Set("Link", `</style.css>; rel="preload"`) }, true},
		"another after":    {func(h http.Header) { h.Set("Link", `<?limit=1>; rel="first", <?page=2>; rel="next"`) }, true},
		"no count":         {func(h http.Header) { h.Del("X-Total-Count") }, true},
		"two link headers": {func(h http.Header) { h.Add("Link", `<https://example.com/?after=x>; rel="help"`) }, false},
	} {
		for _, known := range []bool{false, true} {
			c := dial(t, "http://api.example", over(edited{there, row.edit}), func(o *recipe.Options) { o.Pages = known })
			for _, query := range []string{"", "s"} {
				part, err := c.Part(t.Context(), recipe.Selection{Limit: 1, Query: query, Total: true})
				if err != nil || part.Whole != row.whole {
					t.Errorf("%s, %q: %+v, %v", name, query, part, err)
				}
				var rows []any
				if err := json.Unmarshal(part.Rows, &rows); err != nil || (len(rows) == 2) != row.whole {
					t.Errorf("%s, %q: %d rows, %v", name, query, len(rows), err)
				}
			}
		}
	}
	c := dial(t, "http://api.example", over(there))
	if _, err := c.Part(t.Context(), recipe.Selection{Limit: 201}); err == nil || !strings.Contains(err.Error(), "limit") {
		t.Errorf("a limit of 201: %v", err)
	}
}

type edited struct {
	http.RoundTripper
	edit func(http.Header)
}

func (e edited) RoundTrip(r *http.Request) (*http.Response, error) {
	resp, err := e.RoundTripper.RoundTrip(r)
	if err == nil {
		e.edit(resp.Header)
	}
	return resp, err
}

var _ recipe.Parts = (*recipe.Client)(nil)
