package layout_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"mcp-adapters/appbuilder/layout"
	"mcp-adapters/appbuilder/rule"
)

const (
	table = `{"type":"table","columns":[{"key":"name","header":"Name","type":"text"},{"key":"price","header":"Price","type":"number"},` +
		`{"key":"added","header":"Added","type":"date"},{"key":"state","header":"State","type":"badge"},{"key":"open","header":"","type":"action"}],"rows":[]}`
	products = `{"columns":[{"header":"Name","key":"name","type":"text"},{"header":"Price","key":"price","type":"number"},{"header":"Stock","key":"stock","type":"number"},` +
		`{"header":"Added","key":"added","type":"date"},{"header":"State","key":"state","type":"badge"},{"header":"See","key":"see","type":"action"}],` +
		`"rows":[{"name":"Lamp","price":12345678901234567890,"stock":3,"added":"2026-01-31","state":"New","see":{"label":"Open","url":"https://example.com/1"}},` +
		`{"name":"Vase","price":null,"state":true}],"type":"table"}`
)

func TestParse(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{
		"table": products,
		"posts": `{"type":"post-list","posts":[{"id":7,"title":"One","excerpt":"It\nbegan.","author":"Ann","date":"2026-01-31T10:00:00Z","tags":["a","b"]}]}`,
		"cards": `{"type":"card-list","items":[{"title":"Widget Pro","price":"$99.99","badge":"New"},{"title":"Gadget X","price":"$149.99"}]}`,
		"empty": `{"type":"table","columns":[{"key":"a","header":"A","type":"text"}]}`,
	} {
		d, faults := layout.Parse([]byte(text))
		if len(faults) > 0 {
			t.Errorf("%s: %v", name, faults)
			continue
		}
		again, faults := layout.Parse(layout.Encode(d))
		if len(faults) > 0 || string(layout.Encode(again)) != string(layout.Encode(d)) {
			t.Errorf("%s: %s %v", name, layout.Encode(d), faults)
		}
		for _, to := range layout.Names {
			c, lost, err := layout.Convert(d, to)
			if err != nil || c.Layout() != to || c.Len() != d.Len() {
				t.Errorf("%s to %s: %v %v", name, to, lost, err)
			}
			if _, faults := layout.Parse(layout.Encode(c)); len(faults) > 0 {
				t.Errorf("%s to %s: %s: %v", name, to, layout.Encode(c), faults)
			}
		}
	}
}

// TestParse_Faults holds that each rule is checked, and that all broken ones are named.
func TestParse_Faults(t *testing.T) {
	t.Parallel()
	columns := func(n int) string {
		var all []string
		for i := range n {
			all = append(all, fmt.Sprintf(`{"key":"k%d","header":"H","type":"text"}`, i))
		}
		return strings.Join(all, ",")
	}
	long := strings.Repeat("x", 501)
	for name, row := range map[string]struct{ text, field, rule string }{
		"not JSON":         {`{`, "", "format"},
		"twice":            {`{"type":"table","type":"table"}`, "", "format"},
		"a list":           {`[]`, "", "type"},
		"no type":          {`{"items":[]}`, "type", "required"},
		"another type":     {`{"type":"map"}`, "type", "unknown"},
		"no columns":       {`{"type":"table","rows":[]}`, "columns", "required"},
		"13 columns":       {`{"type":"table","columns":[` + columns(13) + `]}`, "columns", "count"},
		"201 rows":         {`{"type":"table","columns":[` + columns(1) + `],"rows":[` + strings.Repeat("{},", 200) + `{}]}`, "rows", "count"},
		"a key":            {`{"type":"table","columns":[{"key":"1a","header":"H","type":"text"}]}`, "columns[0].key", "format"},
		"a key twice":      {`{"type":"table","columns":[` + columns(1) + `,` + columns(1) + `]}`, "columns[1].key", "unique"},
		"unknown key":      {`{"type":"table","columns":[` + columns(1) + `],"rows":[{"x":1}]}`, "rows[0].x", "unknown"},
		"a cell of 501":    {`{"type":"table","columns":[` + columns(1) + `],"rows":[{"k0":"` + long + `"}]}`, "rows[0].k0", "length"},
		"an object":        {`{"type":"table","columns":[` + columns(1) + `],"rows":[{"k0":{}}]}`, "rows[0].k0", "type"},
		"text as a number": {strings.Replace(table, `"rows":[]`, `"rows":[{"price":"$1"}]`, 1), "rows[0].price", "type"},
		"a date":           {strings.Replace(table, `"rows":[]`, `"rows":[{"added":"31.1."}]`, 1), "rows[0].added", "format"},
		"an action":        {strings.Replace(table, `"rows":[]`, `"rows":[{"open":{"label":"x","url":"javascript:alert(1)"}}]`, 1), "rows[0].open.url", "format"},
		"id twice":         {`{"type":"post-list","posts":[{"id":"1","title":"a"},{"id":"1","title":"b"}]}`, "posts[1].id", "unique"},
		"no title":         {`{"type":"post-list","posts":[{"id":"1"}]}`, "posts[0].title", "required"},
		"11 tags":          {`{"type":"post-list","posts":[{"id":"1","title":"a","tags":[` + strings.Repeat(`"t",`, 10) + `"t"]}]}`, "posts[0].tags", "count"},
		"http":             {`{"type":"card-list","items":[{"title":"a","url":"http://example.com"}]}`, "items[0].url", "format"},
		"password":         {`{"type":"card-list","items":[{"title":"a","url":"https://a:b@example.com"}]}`, "items[0].url", "format"},
		"SVG":              {`{"type":"card-list","items":[{"title":"a","image":"data:image/svg+xml;base64,AAAA"}]}`, "items[0].image", "format"},
		"a large picture":  {`{"type":"card-list","items":[{"title":"a","image":"data:image/png;base64,` + strings.Repeat("AAAA", 11000) + `"}]}`, "items[0].image", "size"},
		"a control":        {`{"type":"card-list","items":[{"title":"a\u0000"}]}`, "items[0].title", "characters"},
		"300 KiB":          {`{"type":"card-list","items":["` + strings.Repeat("x", 300<<10) + `"]}`, "", "size"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d, faults := layout.Parse([]byte(row.text))
			if d != nil || !slices.ContainsFunc(faults, func(f rule.Fault) bool { return f.Field == row.field && f.Rule == row.rule }) {
				t.Errorf("%v", faults)
			}
		})
	}
	_, faults := layout.Parse([]byte(`{"type":"card-list","items":[{"title":""},{"title":"a","url":"x","nope":1}]}`))
	if len(faults) != 3 {
		t.Errorf("all at once: %v", faults)
	}
}

func TestConvert_Lost(t *testing.T) {
	t.Parallel()
	d, _ := layout.Parse([]byte(products))
	posts, lost, _ := layout.Convert(d, layout.PostList)
	if got := posts.Line(0); got != "Lamp (2026-01-31): 12345678901234567890 · Stock: 3" || !slices.Equal(lost, []string{"links"}) {
		t.Errorf("%q %q", got, lost)
	}
	cards, lost, _ := layout.Convert(d, layout.CardList)
	if got := cards.Line(0); got != "Lamp, 12345678901234567890 (New): 2026-01-31 · Stock: 3" || len(lost) > 0 {
		t.Errorf("%q %q", got, lost)
	}
	if got := d.Line(1); got != "Vase; State: yes" {
		t.Error(got)
	}
	var many []string
	for i := range 150 {
		many = append(many, fmt.Sprintf(`{"k":"row %d"}`, i))
	}
	d, faults := layout.Parse([]byte(`{"type":"table","columns":[{"key":"k","header":"K","type":"text"}],"rows":[` + strings.Join(many, ",") + `]}`))
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	if _, lost, _ := layout.Convert(d, layout.PostList); !slices.Equal(lost, []string{"50 entries more than this layout can show"}) {
		t.Error(lost)
	}
}

func TestImageOrigins(t *testing.T) {
	t.Parallel()
	var items []string
	for i := range 6 {
		items = append(items, fmt.Sprintf(`{"title":"a","image":"https://%d.example.com/a.png"}`, i%5))
	}
	d, faults := layout.Parse([]byte(`{"type":"card-list","items":[` + strings.Join(items, ",") + `]}`))
	if len(faults) > 0 || len(layout.ImageOrigins(d)) != 5 {
		t.Fatal(faults)
	}
	items = append(items, `{"title":"a","image":"https://6.example.com/a.png"}`)
	if _, faults := layout.Parse([]byte(`{"type":"card-list","items":[` + strings.Join(items, ",") + `]}`)); len(faults) != 1 || faults[0].Rule != "count" {
		t.Error(faults)
	}
}

func FuzzParse(f *testing.F) {
	f.Add(products)
	f.Add(table)
	f.Fuzz(func(t *testing.T, text string) {
		d, faults := layout.Parse([]byte(text))
		if (d == nil) != (len(faults) > 0) {
			t.Fatalf("%v and %v", d, faults)
		}
		if d == nil {
			return
		}
		for _, to := range layout.Names {
			c, _, err := layout.Convert(d, to)
			if err != nil {
				t.Fatal(err)
			}
			if _, faults := layout.Parse(layout.Encode(c)); len(faults) > 0 {
				t.Fatalf("%s to %s: %v", layout.Encode(d), layout.Encode(c), faults)
			}
			for i := range c.Len() {
				c.Line(i)
			}
		}
	})
}
