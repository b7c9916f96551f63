package layout_test

import (
	"encoding/base64"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/appbuilder/layout"
	"github.com/mcp-adapters/mcp-adapters/appbuilder/rule"
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
		"table":          products,
		"posts":          `{"type":"post-list","posts":[{"id":7,"title":"One","excerpt":"It\nbegan.","author":"Ann","date":"2026-01-31T10:00:00Z","tags":["a","b"]}]}`,
		"cards":          `{"type":"card-list","items":[{"title":"Widget Pro","price":"$99.99","badge":"New"},{"title":"Gadget X","price":"$149.99"}]}`,
		"a header twice": `{"type":"table","columns":[{"key":"a","header":"Name","type":"text"},{"key":"b","header":"name","type":"text"},{"key":"c","header":"Name","type":"number"}],"rows":[{"a":"x","b":"y","c":1}]}`,
		"empty":          `{"type":"table","columns":[{"key":"a","header":"A","type":"text"}]}`,
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
			all = append(all, fmt.Sprintf(`{"key":"k%d","header":"H%[1]d","type":"text"}`, i))
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
		"1e999":            {strings.Replace(table, `"rows":[]`, `"rows":[{"price":1e999}]`, 1), "rows[0].price", "range"},
		"1e999 as text":    {`{"type":"table","columns":[` + columns(1) + `],"rows":[{"k0":1e999}]}`, "rows[0].k0", "range"},
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
	for text, want := range map[string]string{
		`{"type":"card-list","items":[{"title":""},{"title":"a","url":"x","nope":1}]}`:                       "[items[0].title required items[1].nope unknown items[1].url format]",
		`{"type":"table","columns":[` + columns(13) + `],"rows":[{"k0":"` + long + `","k12":"a"}]}`:          "[columns count rows[0].k0 length]",
		`{"type":"table","columns":{},"rows":[{"k0":"` + long + `","b":1},{"k0":[]}]}`:                       "[columns type rows[0].k0 length rows[1].k0 type]",
		`{"type":"table","columns":[` + columns(1) + `],"rows":[` + strings.Repeat("{},", 200) + `{"x":1}]}`: "[rows count rows[200].x unknown]",
	} {
		_, faults := layout.Parse([]byte(text))
		var got []string
		for _, f := range faults {
			got = append(got, f.Field+" "+f.Rule)
		}
		if fmt.Sprint(got) != want {
			t.Errorf("all at once: %v, want %s", got, want)
		}
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
	if got := cards.Line(0); got != "Lamp, 12345678901234567890 (New): 2026-01-31 · Stock: 3 (https://example.com/1)" || len(lost) > 0 {
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

// TestImageOrigins_Hosts holds which hosts an address may name: those that a policy can name,
// too, and none that it reads as more than one.
func TestImageOrigins_Hosts(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]string{
		"https://example.com/a.png":          "https://example.com",
		"HTTPS://Example.COM/a.png":          "https://example.com",
		"https://a_b.example.com:8443/x?y=1": "https://a_b.example.com:8443",
		"https://example.com:443/x":          "https://example.com",
		"https://example.com:/x":             "https://example.com",
		"https://192.0.2.1/x":                "https://192.0.2.1",
		"https://bücher.example/x":           "https://xn--bcher-kva.example",
		"https://日本語.example/x":              "https://xn--wgv71a119e.example",
		"https://*/a.png":                    "",
		"https://*.example.com/a.png":        "",
		"https://a*/x":                       "",
		"https://a.b.*/x":                    "",
		"https://[::1]/x":                    "",
		"https://[::1%25eth0]/x":             "",
		"https://a..b/x":                     "",
		"https://a;b/x":                      "",
		"https://a'b/x":                      "",
		"https://a$b/x":                      "",
		"https://a%20b/x":                    "",
		"https://example.com:99999/x":        "",
		"https://\u202eexample.com/x":        "",
		"https:///x":                         "",
	} {
		for member, text := range map[string]string{
			"image": fmt.Sprintf(`{"type":"card-list","items":[{"title":"a","image":%q}]}`, address),
			"url":   fmt.Sprintf(`{"type":"card-list","items":[{"title":"a","url":%q}]}`, address),
		} {
			d, faults := layout.Parse([]byte(strings.ReplaceAll(text, `\u202e`, "\u202e")))
			switch {
			case want == "":
				if d != nil || len(faults) != 1 || faults[0].Rule != "format" {
					t.Errorf("%s %s: %v", member, address, faults)
				}
			case len(faults) > 0:
				t.Errorf("%s %s: %v", member, address, faults)
			case member == "image" && !slices.Equal(layout.ImageOrigins(d), []string{want}):
				t.Errorf("%s: %v, want %s", address, layout.ImageOrigins(d), want)
			case !strings.Contains(string(layout.Encode(d)), `"https://`):
				t.Errorf("the component takes no such scheme: %s", layout.Encode(d))
			}
		}
	}
}

// TestParse_Sizes holds that what is too large is never said to be as large as it may be.
func TestParse_Sizes(t *testing.T) {
	t.Parallel()
	picture := base64.StdEncoding.EncodeToString(make([]byte, 32<<10+1))
	for text, want := range map[string]string{
		`{"type":"card-list","items":[{"title":"a","image":"data:image/png;base64,` + picture + `"}]}`: "This picture has 33 KiB; the limit is 32 KiB.",
		strings.Repeat(" ", 256<<10+1): "The data has 257 KiB; the limit is 256 KiB.",
	} {
		if _, faults := layout.Parse([]byte(text)); len(faults) != 1 || faults[0].Message != want {
			t.Errorf("%v, want %s", faults, want)
		}
	}
}

// TestConvert_Origins holds that what is made of a table keeps to the limit of places, too.
func TestConvert_Origins(t *testing.T) {
	t.Parallel()
	var rows []string
	for i := range 7 {
		rows = append(rows, fmt.Sprintf(`{"name":"a","image":"https://%d.example.com/a.png"}`, i))
	}
	d, faults := layout.Parse([]byte(`{"type":"table","columns":[{"key":"name","header":"Name"},{"key":"image","header":"Image"}],"rows":[` + strings.Join(rows, ",") + `]}`))
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	c, lost, _ := layout.Convert(d, layout.CardList)
	if _, faults := layout.Parse(layout.Encode(c)); len(faults) > 0 || len(layout.ImageOrigins(c)) != 5 || !slices.Contains(lost, "images from more than 5 sites") {
		t.Error(faults, lost)
	}
}

func TestLine(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][]string{
		`{"type":"table","columns":[{"key":"a","header":"A"},{"key":"b","header":"B"},{"key":"c","header":"C","type":"action"}],"rows":[` +
			`{"a":"x","b":1},{"b":"only"},{},{"a":"","b":null},{"a":"y","c":{"label":"Open","url":"https://example.com/1"}},{"c":{"label":"Buy"}}]}`: {
			"x; B: 1", "B: only", "(an empty row)", "(an empty row)", "y; C: Open (https://example.com/1)", "C: Buy",
		},
		`{"type":"card-list","items":[{"title":"Lamp","price":"$9","description":"Bright.","url":"https://example.com/2"},{"title":"Vase","url":"https://example.com/3"}]}`: {
			"Lamp, $9: Bright. (https://example.com/2)", "Vase (https://example.com/3)",
		},
	} {
		d, faults := layout.Parse([]byte(text))
		if len(faults) > 0 {
			t.Fatal(faults)
		}
		for i, line := range want {
			if got := d.Line(i); got != line {
				t.Errorf("%q, want %q", got, line)
			}
		}
	}
}
