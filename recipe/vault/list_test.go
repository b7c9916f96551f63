package vault_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/harness"
	"github.com/mcp-adapters/mcp-adapters/recipe/vault"
	"github.com/mcp-adapters/mcp-adapters/recipe/words"
)

// listedPage is an answer to a list by page.
type listedPage struct {
	titles         []string
	next           string // the parameters of the next page
	total, unknown string
}

var nextLink = regexp.MustCompile(`<\?([^>]*)>; rel="next"`)

func (c client) page(t *testing.T, params string) listedPage {
	t.Helper()
	a := c.do(t, "GET", "/api/recipes?"+params, "")
	if a.status != http.StatusOK {
		t.Fatalf("%s: %d %s", params, a.status, a.body)
	}
	var rows []struct{ Title string }
	if err := json.Unmarshal(a.body, &rows); err != nil {
		t.Fatalf("%s: %v in %s", params, err, a.body)
	}
	p := listedPage{total: a.header.Get("X-Total-Count"), unknown: a.header.Get("X-Unknown-Count")}
	for _, r := range rows {
		p.titles = append(p.titles, r.Title)
	}
	link := a.header.Get("Link")
	if !strings.Contains(link, `; rel="first"`) {
		t.Errorf("%s: the links are %q", params, link)
	}
	if found := nextLink.FindStringSubmatch(link); found != nil {
		p.next = found[1]
	}
	return p
}

// pages follows the links from the first page to the last.
func (c client) pages(t *testing.T, params string) (titles []string, pages int) {
	t.Helper()
	for params != "" {
		p := c.page(t, params)
		titles, params = append(titles, p.titles...), p.next
		if pages++; pages > 1000 {
			t.Fatal("the pages have no end")
		}
	}
	return titles, pages
}

// The pages of a list are the whole list, whatever their size.
func TestPage(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, place func() string) {
		c := inProcess(open(t, vault.Options{Path: place()}))
		if p := c.page(t, "limit=1&total=true"); len(p.titles) != 0 || p.next != "" || p.total != "0" || p.unknown != "0" {
			t.Errorf("of no recipes a page is %+v", p)
		}
		for i := range 57 {
			c.create(t, fmt.Sprintf(`{"title":"Soup %d%s","description":"<&>"}`, i*17%57, strings.Repeat("ä", i*3)))
		}
		for _, odd := range []string{"Élan", "ελ", "soup", "Straße", "\U0001f372", "A", "Ω̈"} {
			c.create(t, fmt.Sprintf(`{"title":%q}`, odd))
		}
		whole := c.do(t, "GET", "/api/recipes", "")
		var rows []struct{ Title string }
		if err := json.Unmarshal(whole.body, &rows); err != nil {
			t.Fatal(err)
		}
		for _, limit := range []int{1, 7, 63, 64, 65, 200} {
			titles, pages := c.pages(t, fmt.Sprintf("limit=%d", limit))
			if len(titles) != len(rows) || pages != (len(rows)+limit-1)/limit {
				t.Fatalf("limit %d: %d titles on %d pages", limit, len(titles), pages)
			}
			for i, r := range rows {
				if titles[i] != r.Title {
					t.Errorf("limit %d: %q is in place of %q", limit, titles[i], r.Title)
				}
			}
		}
		if a := c.do(t, "GET", "/api/recipes?limit=200", ""); string(a.body) != string(whole.body) {
			t.Errorf("the one page is %s\nthe list %s", a.body, whole.body)
		}
		if a := c.do(t, "GET", "/api/recipes?page=2&x=%zz", ""); string(a.body) != string(whole.body) || a.header.Get("Link") != "" {
			t.Errorf("with other parameters the list is %d %s", a.status, a.body)
		}
		// A recipe that is gone, or renamed, leaves the place of a page as it was.
		first := c.page(t, "limit=10")
		id := c.idOf(t, first.titles[9])
		if a := c.do(t, "DELETE", "/api/recipes/"+id, ""); a.status != http.StatusNoContent {
			t.Fatalf("%d %s", a.status, a.body)
		}
		if second := c.page(t, first.next); second.titles[0] != rows[10].Title {
			t.Errorf("the second page begins with %q, not %q", second.titles[0], rows[10].Title)
		}
		if p := c.page(t, "total=true"); len(p.titles) != 50 || p.total != strconv.Itoa(len(rows)-1) || p.next == "" {
			t.Errorf("without a limit a page has %d recipes of %s, and then %q", len(p.titles), p.total, p.next)
		}
	})
}

func TestPage_Filters(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, place func() string) {
		c := inProcess(open(t, vault.Options{Path: place()}))
		for _, body := range []string{
			`{"title":"Crème brûlée","description":"With a burnt crust.","prep_time_minutes":20,"cook_time_minutes":40,"difficulty":3,"ingredients":[{"name":"Cream"},{"name":"brown sugar"}]}`,
			`{"title":"Tomatensuppe","description":"Aus reifen Tomaten.","cook_time_minutes":30,"difficulty":1,"ingredients":[{"name":"Tomaten, reif"},{"name":"Salz"}]}`,
			`{"title":"Salad","prep_time_minutes":10,"ingredients":[{"name":"lettuce"},{"name":"white sugar"}]}`,
			`{"title":"味噌汁","description":"Miso soup","difficulty":2,"ingredients":[{"name":"味噌"}]}`,
			`{"title":"Berry crumble 🍲","prep_time_minutes":2147483647,"cook_time_minutes":2147483647}`,
		} {
			c.create(t, body)
		}
		for _, row := range []struct{ params, want, total, unknown string }{
			{"query=", "Berry crumble 🍲, Crème brûlée, Salad, Tomatensuppe, 味噌汁", "5", "0"},
			{"query=CREME", "Crème brûlée", "1", "0"},
			{"query=brulee+crust", "Crème brûlée", "1", "0"},
			{"query=suppe", "Tomatensuppe", "1", "0"},
			{"query=berries", "Berry crumble 🍲", "1", "0"},
			{"query=crumbl", "Berry crumble 🍲", "1", "0"},
			{"query=" + url.QueryEscape("味噌"), "味噌汁", "1", "0"},
			{"query=" + url.QueryEscape("🍲"), "Berry crumble 🍲", "1", "0"},
			{"query=%25", "", "0", "0"},
			{"query=" + url.QueryEscape(`"' OR * :) \`), "", "0", "0"},
			{"query=sugar", "Crème brûlée, Salad", "2", "0"},
			{"query=sugar&in=title,description", "", "0", "0"},
			{"query=salad+sugar", "Salad", "1", "0"},
			{"query=salad+sugar&in=ingredients", "", "0", "0"},
			{"ingredient=sugar", "Crème brûlée, Salad", "2", "0"},
			{"ingredient=sugar+cream", "Crème brûlée", "1", "0"},
			{"ingredient=sugar&query=lettuce", "Salad", "1", "0"},
			{"ingredient=sugar&query=crust", "Crème brûlée", "1", "0"},
			{"ingredient=crust", "", "0", "0"},
			{"query=sugar&max_difficulty=5", "Crème brûlée", "1", "1"},
			{"max_total_minutes=30", "Salad, Tomatensuppe", "2", "1"},
			{"max_total_minutes=60&max_difficulty=2", "Tomatensuppe", "1", "2"},
			{"max_total_minutes=2147483647", "Crème brûlée, Salad, Tomatensuppe", "3", "1"},
			{"max_difficulty=2", "Tomatensuppe, 味噌汁", "2", "2"},
		} {
			p := c.page(t, row.params+"&total=true")
			if got := strings.Join(p.titles, ", "); got != row.want || p.total != row.total || p.unknown != row.unknown {
				t.Errorf("%s finds %s, %s in all and %s unknown", row.params, got, p.total, p.unknown)
			}
			if titles, _ := c.pages(t, row.params+"&limit=1"); strings.Join(titles, ", ") != row.want {
				t.Errorf("%s finds by page %s", row.params, titles)
			}
		}
		// What is found is what is stored now.
		id := c.idOf(t, "Salad")
		for _, step := range []struct{ body, finds, misses string }{
			{`{"description":"Crisp"}`, "query=crisp+sugar", "query=pepper"},
			{`{"ingredients":[{"name":"pepper"}]}`, "query=pepper+crisp+salad", "query=sugar+crisp"},
			{`{"title":"Slaw"}`, "query=slaw+pepper+crisp", "query=salad"},
			{`{"servings":2}`, "query=slaw+pepper+crisp", "query=salad"},
			{`{"ingredients":[]}`, "query=slaw+crisp", "query=pepper"},
		} {
			if a := c.do(t, "PUT", "/api/recipes/"+id, step.body); a.status != http.StatusOK {
				t.Fatalf("%s: %d %s", step.body, a.status, a.body)
			}
			if found, missed := c.page(t, step.finds).titles, c.page(t, step.misses).titles; len(found) != 1 || len(missed) != 0 {
				t.Errorf("after %s: %v and %v", step.body, found, missed)
			}
		}
		if a := c.do(t, "DELETE", "/api/recipes/"+id, ""); a.status != http.StatusNoContent {
			t.Fatalf("%d %s", a.status, a.body)
		}
		if found := c.page(t, "query=crisp").titles; len(found) != 0 {
			t.Errorf("what was deleted is found: %v", found)
		}
	})
}

// A search finds what a look at each recipe does.
func TestPage_Search(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, place func() string) {
		c := inProcess(open(t, vault.Options{Path: place()}))
		random := harness.Seeded(t)
		pick := func() string {
			return strings.Fields("Soup soups Suppe Tomaten tomato baking baked Äpfel apfel 味噌汁 汁 rice ice ½ & %20 🍲 don't an banana œuf")[random.IntN(20)]
		}
		var titles []string
		texts := map[string]string{}
		for i := range 60 {
			name := fmt.Sprintf("%s %d %s", pick(), i, pick())
			description, ingredient := pick()+" "+pick(), pick()
			c.create(t, fmt.Sprintf(`{"title":%q,"description":%q,"ingredients":[{"name":%q}]}`, name, description, ingredient))
			texts[name] = words.Plain(name + "\n" + description + "\n" + ingredient)
		}
		for range 100 {
			query := pick()
			if random.IntN(2) == 0 {
				query += " " + pick()
			}
			titles, _ = c.pages(t, "limit=9&query="+url.QueryEscape(query))
			slices.Sort(titles)
			var want []string
			for _, name := range slices.Sorted(maps.Keys(texts)) {
				if words.HoldsAll(texts[name], words.Of(query)) {
					want = append(want, name)
				}
			}
			if !slices.Equal(titles, want) {
				t.Errorf("%s finds %q, want %q", query, titles, want)
			}
		}
	})
}

// No one finds another family's recipes, by whatever they look for them.
func TestPage_Scope(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, place func() string) {
		all := inProcess(open(t, vault.Options{Path: place(), Families: loadFamilies(t, twoFamilies)}))
		alice := all.as("alice@example.com")
		carol := all.as("carol@example.com")
		for i := range 5 {
			alice.create(t, fmt.Sprintf(`{"title":"Soup %d","difficulty":1,"prep_time_minutes":1}`, 2*i))
			carol.create(t, fmt.Sprintf(`{"title":"Soup %d","difficulty":1,"prep_time_minutes":1}`, 2*i+1))
		}
		for _, params := range []string{"limit=2", "query=soup&limit=2", "max_difficulty=1&limit=2", "max_total_minutes=1&limit=200"} {
			for _, row := range []struct {
				c    client
				want string
			}{{alice, "Soup 0, Soup 2, Soup 4, Soup 6, Soup 8"}, {carol, "Soup 1, Soup 3, Soup 5, Soup 7, Soup 9"}, {all, "Soup 0, Soup 1, Soup 2, Soup 3, Soup 4, Soup 5, Soup 6, Soup 7, Soup 8, Soup 9"}} {
				titles, _ := row.c.pages(t, params)
				want := strconv.Itoa(strings.Count(row.want, ",") + 1)
				if got := strings.Join(titles, ", "); got != row.want || row.c.page(t, params+"&total=true").total != want {
					t.Errorf("%s: %s", params, got)
				}
			}
		}
	})
}

func TestPage_Refused(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, place func() string) {
		c := inProcess(open(t, vault.Options{Path: place()}))
		for params, want := range map[string]string{
			"limit=0": "limit must be a whole number from 1 to 200", "limit=201": "limit must be a whole number from 1 to 200",
			"limit=": "limit must be a whole number from 1 to 200", "limit=1.5": "limit must be a whole number from 1 to 200",
			"limit=99999999999": "limit must be a whole number from 1 to 200",
			"limit=1&limit=2":   "limit must be there once",
			"after=x":           "after must be that of a link to a next page", "after=": "after must be that of a link to a next page",
			"max_total_minutes=-1":                   "max_total_minutes must be a whole number from 0 to 2147483647",
			"max_difficulty=6":                       "max_difficulty must be a whole number from 1 to 5",
			"total=yes":                              "total must be true or false",
			"in=notes":                               "in must be of title, description and ingredients, with commas between them",
			"query=" + strings.Repeat("a", 201):      "query must have at most 200 characters",
			"ingredient=" + strings.Repeat("ä", 201): "ingredient must have at most 200 characters",
			"query=%ff":                              "query must be UTF-8",
			"limit=3&query=%zz":                      "the parameters of the URL are not well encoded",
		} {
			a := c.do(t, "GET", "/api/recipes?"+params, "")
			if said := a.object(t); a.status != http.StatusBadRequest || said["error"] != want || said["code"] != "VALIDATION_ERROR" {
				t.Errorf("%s: %d %s", params, a.status, a.body)
			}
		}
		var query []string
		for i := range 100 {
			query = append(query, string(rune('\u4e00'+i)))
		}
		if found := c.page(t, "query="+url.QueryEscape(strings.Join(query, " "))).titles; len(found) != 0 {
			t.Errorf("%q", found)
		}
	})
}
