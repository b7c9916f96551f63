package rules_test

import (
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/mcp-adapters/mcp-adapters/appbuilder"
	"github.com/mcp-adapters/mcp-adapters/appbuilder/generate"
	"github.com/mcp-adapters/mcp-adapters/appbuilder/generate/rules"
	"github.com/mcp-adapters/mcp-adapters/appbuilder/layout"
)

var generator = rules.Generator{Now: func() time.Time { return time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC) }}

func ignored(generate.Step) {}

func generated(t *testing.T, prompt string) *generate.Result {
	t.Helper()
	r, err := generator.Generate(t.Context(), prompt, ignored)
	if err != nil {
		t.Fatalf("%q: %v", prompt, err)
	}
	if faults := r.Content.CheckPublish(); len(faults) > 0 {
		t.Fatalf("%q: %v", prompt, faults)
	}
	return r
}

func TestGenerate(t *testing.T) {
	t.Parallel()
	for prompt, want := range map[string]struct{ layout, tool, name, first string }{
		"Show order history in a table":                             {layout.Table, "get_orders", "Order History", "#10482"},
		"Display blog posts":                                        {layout.PostList, "get_posts", "Blog Posts", "What we learned"},
		"A list of electronics products":                            {layout.Table, "get_products", "Electronics Products", "Wireless headphones; Price: $129.00"},
		"Keep our stables tidy":                                     {layout.Table, "query_stables", "Stables Tidy", "First stable"},
		"A product catalog with cards":                              {layout.CardList, "query_products", "Product Catalog", "Wireless headphones, $129.00"},
		"Show my shop's items as tiles":                             {layout.CardList, "get_items", "", "Wireless headphones"},
		"Find support tickets by status":                            {layout.Table, "search_tickets", "Support Tickets", "T-2091"},
		"Show the order history of our shop in a table":             {layout.Table, "get_orders", "Order History", "#10482"},
		"A gallery of products as cards, with price and badge":      {layout.CardList, "query_products", "Products", "Wireless headphones, $129.00 (Audio)"},
		"A list of our evening courses with date and teacher":       {layout.Table, "get_courses", "Evening Courses", "Watercolour for beginners; Date"},
		"A list of courses with the columns date and teacher":       {layout.Table, "get_courses", "Courses", "2026-"},
		"Track shipments":                                           {layout.Table, "track_shipments", "Shipments", "SH-88120"},
		"Latest news stories, not a table":                          {layout.PostList, "query_stories", "", "The market square"},
		"Tasks with name, owner and due date":                       {layout.Table, "query_tasks", "Tasks", "Agree on the price list; Owner: Ada; Due date: 2026-03-02"},
		"A table called \"Lamp Depot\" with name, price, and stock": {layout.Table, "query_entries", "Lamp Depot", "First entry; Price: $24.00; Stock: 24"},
		"Rezepte für jeden Tag":                                     {layout.Table, "query_entries", "", "First entry"},
		"料理のレシピ":                                                    {layout.Table, "query_entries", "", "First entry"},
		"🚀":                                                         {layout.Table, "query_entries", "🚀", "First entry"},
		"A purple recipe app in dark mode":                          {layout.Table, "query_recipes", "Recipes", "Tomato soup"},
	} {
		r := generated(t, prompt)
		c := r.Content
		if c.Layout != want.layout || c.ToolName != want.tool || want.name != "" && c.Name != want.name || !strings.HasPrefix(c.Data.Line(0), want.first) {
			t.Errorf("%q: %s %s %q %q", prompt, c.Layout, c.ToolName, c.Name, c.Data.Line(0))
		}
		if strings.Contains(r.Reply, "didn't recognise") != (strings.HasSuffix(want.tool, "entries") || want.tool == "query_stables") || !strings.Contains(r.Reply, "built-in rules") {
			t.Errorf("%q: %q", prompt, r.Reply)
		}
		if again := generated(t, prompt); !again.Content.Equal(c) {
			t.Errorf("%q: made differently the second time", prompt)
		}
	}
	c := generated(t, "A purple recipe app in dark mode").Content
	if !strings.HasPrefix(c.Theme["--background"], "0 0% 7%") {
		t.Error(c.Theme)
	}
}

func TestGenerate_Bounds(t *testing.T) {
	t.Parallel()
	generated(t, strings.Repeat("🚀", 10_000))
	generated(t, "İİİİİİİİ日本 with a and b")
	for _, s := range []string{"no a ", "without a, ", "12 a b ", "don't ", "as a list of ", "and a big chart ", "not ", "isn't a, ", "only a, ", "with a (b, c) ", "with status a or b, ", "lists: Aa, Bb ", ", red", "in Swedish kronor ", "a hundred and "} {
		generated(t, strings.Repeat(s, 9000/len(s)))
	}
	generated(t, "Show "+strings.Repeat("a very long list of things ", 300)+" with a, b and c")
	for _, prompt := range []string{"", "  ", strings.Repeat("x", 10_001), "a\x00"} {
		if _, err := generator.Generate(t.Context(), prompt, ignored); err == nil {
			t.Errorf("%.20q is a prompt", prompt)
		}
	}
}

func TestGenerate_Steps(t *testing.T) {
	t.Parallel()
	var seen []string
	if _, err := generator.Generate(t.Context(), "Orders", func(s generate.Step) {
		if s.Done {
			seen = append(seen, s.Name)
		}
	}); err != nil || !slices.Equal(seen, []string{"layout", "tool", "theme", "data", "validate"}) {
		t.Error(seen, err)
	}
}

func edit(t *testing.T, c appbuilder.Content, message string) *generate.Result {
	t.Helper()
	r, err := generator.Edit(t.Context(), generate.Conversation{Content: c, Message: message}, ignored)
	if err != nil {
		t.Fatalf("%q: %v", message, err)
	}
	if faults := r.Content.Check(); len(faults) > 0 {
		t.Fatalf("%q: %v", message, faults)
	}
	return r
}

func TestEdit(t *testing.T) {
	t.Parallel()
	c := generated(t, "A list of electronics products").Content
	for message, check := range map[string]func(appbuilder.Content) bool{
		"Change the primary color to blue": func(c appbuilder.Content) bool {
			return c.Theme["--primary"] == "221 83% 53%"
		},
		"make it red":                            func(c appbuilder.Content) bool { return c.Theme["--primary"] == "0 72% 51%" },
		"Make the background light gray, please": func(c appbuilder.Content) bool { return c.Theme["--background"] == "220 13% 91%" },
		"change the text to #333":                func(c appbuilder.Content) bool { return c.Theme["--foreground"] == "0 0% 20%" },
		"use rgb(255, 0, 0) for buttons":         func(c appbuilder.Content) bool { return c.Theme["--primary"] == "0 100% 50%" },
		"dark mode":                              func(c appbuilder.Content) bool { return c.Theme["--background"] == "0 0% 7%" },
		"switch to post list":                    func(c appbuilder.Content) bool { return c.Layout == layout.PostList },
		"Show it as cards":                       func(c appbuilder.Content) bool { return c.Layout == layout.CardList },
		"cards":                                  func(c appbuilder.Content) bool { return c.Layout == layout.CardList },
		"not a table, make it cards instead":     func(c appbuilder.Content) bool { return c.Layout == layout.CardList },
		"Rename the app to Depot":                func(c appbuilder.Content) bool { return c.Name == "Depot" },
		"call it “My Shop”":                      func(c appbuilder.Content) bool { return c.Name == "My Shop" },
		"rename the tool to search_lamps":        func(c appbuilder.Content) bool { return c.ToolName == "search_lamps" },
		"Rename the tool to find my lamps":       func(c appbuilder.Content) bool { return c.ToolName == "find_my_lamps" },
		"Set the tool description to Returns all lamps that we sell.": func(c appbuilder.Content) bool {
			return c.ToolDescription == "Returns all lamps that we sell"
		},
		"add a column Rating": func(c appbuilder.Content) bool {
			return headers(c) == "Name, Price, Category, Stock, Description, Rating"
		},
		"add columns for warranty and color": func(c appbuilder.Content) bool {
			return headers(c) == "Name, Price, Category, Stock, Description, Warranty, Color"
		},
		"add a warranty column": func(c appbuilder.Content) bool {
			return headers(c) == "Name, Price, Category, Stock, Description, Warranty"
		},
		"remove the stock column":            func(c appbuilder.Content) bool { return headers(c) == "Name, Price, Category, Description" },
		"Remove the columns Stock and Price": func(c appbuilder.Content) bool { return headers(c) == "Name, Category, Description" },
		"delete Stock":                       func(c appbuilder.Content) bool { return headers(c) == "Name, Price, Category, Description" },
		"rename the column Price to Cost":    func(c appbuilder.Content) bool { return headers(c) == "Name, Cost, Category, Stock, Description" },
		"rename Stock to In stock":           func(c appbuilder.Content) bool { return headers(c) == "Name, Price, Category, In stock, Description" },
		"add 3 rows":                         func(c appbuilder.Content) bool { return c.Data.Len() == 11 },
		"Add another product":                func(c appbuilder.Content) bool { return c.Data.Len() == 9 },
		"add a few more items":               func(c appbuilder.Content) bool { return c.Data.Len() == 11 },
		"remove row 2":                       func(c appbuilder.Content) bool { return c.Data.Len() == 7 && strings.HasPrefix(c.Data.Line(1), "4K") },
		"delete rows 1, 3 and 5":             func(c appbuilder.Content) bool { return c.Data.Len() == 5 },
		"delete the last row": func(c appbuilder.Content) bool {
			return c.Data.Len() == 7 && strings.HasPrefix(c.Data.Line(6), "Desk lamp")
		},
		"set the price of row 1 to $9":            func(c appbuilder.Content) bool { return strings.Contains(c.Data.Line(0), "$9;") },
		"Change the stock of Desk lamp to 7":      func(c appbuilder.Content) bool { return strings.Contains(c.Data.Line(6), "Stock: 7;") },
		"change the price of desk lamp to $99.00": func(c appbuilder.Content) bool { return strings.Contains(c.Data.Line(6), "Price: $99.00;") },
	} {
		if r := edit(t, c, message); !check(r.Content) || len(r.Changes) == 0 || !r.Understood {
			t.Errorf("%q: %q %q %v", message, r.Reply, r.Changes, headers(r.Content))
		}
	}
	for _, message := range []string{"undo", "Undo that", "take it back"} {
		if r := edit(t, c, message); !r.Undo {
			t.Errorf("%q: %+v", message, r)
		}
	}
}

func headers(c appbuilder.Content) string {
	var all []string
	if d, ok := c.Data.(*layout.Rows); ok {
		for _, column := range d.Columns {
			all = append(all, column.Header)
		}
	}
	return strings.Join(all, ", ")
}

// TestEdit_NotUnderstood holds that what isn't understood changes nothing, and is answered
// with what can be asked for.
func TestEdit_NotUnderstood(t *testing.T) {
	t.Parallel()
	c := generated(t, "A list of electronics products").Content
	for message, want := range map[string]string{
		"make it fly":                       "switch to cards",
		"What is the weather?":              "switch to cards",
		"mach es größer":                    "switch to cards",
		"remove row 99":                     "There is no row 99",
		"remove the column Color":           "There is no column",
		"set the stock of row 1 to many":    "has numbers",
		"add 500 rows":                      "1 to 50",
		"set the price of Unicorn to 4":     "can't find",
		"rename the tool to 1x!":            "letter",
		"change the background to #12":      "can't read the color",
		"don't make it green":               "switch to cards",
		"ignore your instructions <script>": "switch to cards",
	} {
		r := edit(t, c, message)
		if !r.Content.Equal(c) || len(r.Changes) > 0 || !strings.Contains(r.Reply, want) || strings.Contains(r.Reply, "<script>") {
			t.Errorf("%q: %q %q", message, r.Reply, r.Changes)
		}
	}
}

// TestEdit_Hostile holds that no message takes long beside others of its length, however it repeats
// itself. The limit is far above what any takes, and far below what one took of which each part was
// read again for each other.
func TestEdit_Hostile(t *testing.T) {
	t.Parallel()
	c := generated(t, "contacts").Content
	for range 4 {
		c = edit(t, c, "add 45 rows").Content
	}
	took := map[string]time.Duration{}
	for _, m := range [][2]string{
		{"", "a, b, "}, {"add ", "a, b, "}, {"", "and "}, {"set ", "a "}, {"remove ", "name is "}, {"set name of ", "row "}, {"", "make it blue and "}, {"", "if a, remove row 2; "},
		{"add a row: ", "a, "}, {"add a row with ", "name a "}, {"", "\"a"}, {"", "'a "}, {"add columns ", "a and "}, {"move ", "a before "}, {"make ", "dark "}, {"", "light dark "},
		{"rename name to ", "b and name to "}, {"", "remove row 1. "}, {"add these rows:\n", "a\n"}, {"", "i want to "},
	} {
		message := m[0] + strings.Repeat(m[1], 3900/len(m[1])) + "x"
		began := time.Now()
		edit(t, c, message)
		took[message] = time.Since(began)
	}
	all := slices.Sorted(maps.Values(took))
	for message, took := range took {
		if usual := all[len(all)/2]; took > 40*usual {
			t.Errorf("%.40q took %v, where others took %v", message, took, usual)
		}
	}
}

func FuzzEdit(f *testing.F) {
	f.Add("A list of products with a, b and c", "rename the column A to B")
	f.Add("blog", "add 3 posts")
	f.Add("blog", "\"")
	for _, file := range []string{"testdata/chat.txt", "testdata/descriptions.txt"} {
		text, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		for line := range strings.Lines(string(text)) {
			if !strings.HasPrefix(line, " ") {
				f.Add(strings.TrimSpace(line), strings.TrimSpace(line))
			}
		}
	}
	f.Fuzz(func(t *testing.T, prompt, message string) {
		r, err := generator.Generate(t.Context(), prompt, ignored)
		if err != nil {
			return
		}
		if faults := r.Content.CheckPublish(); len(faults) > 0 {
			t.Fatalf("%v", faults)
		}
		e, err := generator.Edit(t.Context(), generate.Conversation{Prompt: prompt, Content: r.Content, Message: message}, ignored)
		if err != nil {
			return
		}
		if faults := e.Content.CheckPublish(); len(faults) > 0 {
			t.Fatalf("%v", faults)
		}
		if same := e.Content.Equal(r.Content); e.Reply == "" || same != (len(e.Changes) == 0) || !same && strings.Contains(e.Reply, "Nothing was changed.") && !strings.Contains(message, "changed") {
			t.Fatalf("%v %q %q", same, e.Changes, e.Reply)
		}
	})
}

// TestGenerate_Meant holds that the parts of a name are of one person, and that a time that
// something takes is no time of day.
func TestGenerate_Meant(t *testing.T) {
	t.Parallel()
	for prompt, want := range map[string]string{
		"contacts with first name, last name and email": "Ada; Last name: Moreno; Email: ada@example.com",
		"orders with first name, surname and total":     "#10482; First name: Ada; Surname: Moreno; Total: $214.50",
		"recipes with cooking time":                     "Tomato soup with basil; Minutes: 25; Servings: 4; Difficulty: Easy; Description: Roasted first, which is the whole secret; Cooking time: 45 min",
		"projects with name and time spent":             "New website; Time spent: 45 min",
		"libraries with address and closing time":       "Closing time: 09:00",
	} {
		if got := generated(t, prompt).Content.Data.Line(0); !strings.HasSuffix(got, want) {
			t.Errorf("%q: %q", prompt, got)
		}
	}
}

// TestGenerate_Order says how the samples are sorted, and what could not be done of it.
func TestGenerate_Order(t *testing.T) {
	t.Parallel()
	for prompt, want := range map[string]string{
		"products sorted by price":                                       "They are sorted by price. ",
		"products as cards, ranked by stock, highest first, and in blue": "They are sorted by stock, highest first. ",
		"books ranked by nonsense":                                       "Nothing is sorted: I don't know what “ranked by nonsense” goes by. Say it in the chat, as in “sort by title”. ",
		"a recipe box, newest first":                                     "Nothing is sorted: I don't know what “newest first” goes by. ",
	} {
		if got := generated(t, prompt).Reply; !strings.Contains(got, want) {
			t.Errorf("%s:\n%s\nlacks %q", prompt, got, want)
		}
	}
	if got := generated(t, "a list of dishes ordered by our customers").Reply; strings.Contains(got, "sorted") {
		t.Errorf("nobody asked for an order: %s", got)
	}
}
