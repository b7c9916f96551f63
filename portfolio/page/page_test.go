package page_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/net/html"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/mcptest"
	"github.com/mcp-adapters/mcp-adapters/portfolio/page"
)

const origin = "https://portfolio.example.com"

func must(page []byte, err error) []byte {
	if err != nil {
		panic(err)
	}
	return page
}

// golden compares a page with a file, tag by tag and without its style.
func golden(t *testing.T, name string, text []byte) {
	t.Helper()
	style, err := os.ReadFile("style.css")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Contains(text, style) {
		t.Error("the page has no style")
	}
	text = bytes.ReplaceAll(text, style, []byte("…"))
	mcptest.Golden(t, filepath.Join("testdata", name), strings.ReplaceAll(string(text), "><", ">\n<")+"\n")
}

func TestPages(t *testing.T) {
	t.Parallel()
	manual := chimney(origin)
	manual.Description = "<p onclick=x()>We did it <strong>by hand</strong>.</p><ul><li>One<li>Two</ul><script>no()</script>"
	manual.Images, manual.Title = manual.Images[:1], ""
	mixed := portfolio(origin)
	mixed.Contractor, mixed.Name, mixed.Projects = nil, "Work on the Front Range", mixed.Projects[:1]
	for name, text := range map[string][]byte{
		"casestudy.html": must(chimney(origin).Render()),
		"manual.html":    must(manual.Render()),
		"least.html":     must(page.CaseStudy{Title: "A wall"}.Render()),
		"list.html":      must(portfolio(origin).Render()),
		"several.html":   must(mixed.Render()),
		"empty.html":     must(page.List{URL: origin + "/"}.Render()),
		"notfound.html":  must(page.NotFound(origin + "/")),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			golden(t, name, text)
		})
	}
}

// elements returns the elements of a page.
func elements(t *testing.T, text []byte) []*html.Node {
	t.Helper()
	root, err := html.Parse(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	var all []*html.Node
	for n := range root.Descendants() {
		if n.Type == html.ElementNode {
			all = append(all, n)
		}
	}
	return all
}

func attribute(n *html.Node, name string) string {
	for _, a := range n.Attr {
		if a.Key == name {
			return a.Val
		}
	}
	return ""
}

// content returns what a page says of itself: metas, by name or property, and links.
func content(t *testing.T, text []byte) map[string]string {
	t.Helper()
	said := map[string]string{}
	for _, n := range elements(t, text) {
		switch n.Data {
		case "meta":
			if attribute(n, "media") == "" {
				said[attribute(n, "name")+attribute(n, "property")] = attribute(n, "content")
			}
		case "link":
			said[attribute(n, "rel")] = attribute(n, "href")
		case "title", "script":
			said[n.Data] = n.FirstChild.Data
		}
	}
	return said
}

func TestHeadOfThePage(t *testing.T) {
	t.Parallel()
	study := chimney(origin)
	text := must(study.Render())
	said := content(t, text)
	for name, want := range map[string]string{
		"title":                  study.Title + " | Front Range Masonry",
		"canonical":              study.URL,
		"description":            study.Summary,
		"og:type":                "article",
		"og:url":                 study.URL,
		"og:image":               origin + "/media/after.jpg",
		"og:image:width":         "1600",
		"og:image:alt":           "The rebuilt chimney in evening light, with a copper cap",
		"article:published_time": "2026-03-14T17:20:00Z",
		"twitter:card":           "summary_large_image",
		"twitter:image":          origin + "/media/after.jpg",
		"robots":                 "",
	} {
		if said[name] != want {
			t.Errorf("%s: %q, want %q", name, said[name], want)
		}
	}
	var images int
	for _, n := range elements(t, text) {
		if n.Data == "img" {
			images++
			if attribute(n, "alt") == "" {
				t.Errorf("%s has no text", attribute(n, "src"))
			}
		}
	}
	if want := len(study.Images) + 1; images != want { // the hero is in the comparison too
		t.Errorf("%d pictures, want %d", images, want)
	}
	study.SEOTitle, study.SEODescription = "Chimneys, Denver", "We rebuild chimneys."
	said = content(t, must(study.Render()))
	if said["title"] != study.SEOTitle || said["description"] != study.SEODescription || said["og:title"] != study.SEOTitle {
		t.Errorf("%q, %q", said["title"], said["description"])
	}
}

func TestLinkedData(t *testing.T) {
	t.Parallel()
	study := chimney(origin)
	study.Images = study.Images[:1]
	var got map[string]any
	if err := json.Unmarshal([]byte(content(t, must(study.Render()))["script"]), &got); err != nil {
		t.Fatal(err)
	}
	address := map[string]any{"@type": "PostalAddress", "addressLocality": "Denver", "addressRegion": "CO"}
	want := map[string]any{
		"@context": "https://schema.org", "@type": "CreativeWork", "@id": study.URL, "url": study.URL,
		"name": study.Title, "description": study.Summary,
		"datePublished": "2026-03-14T17:20:00Z", "dateModified": "2026-03-20T08:00:00Z",
		"creator": map[string]any{
			"@type": "LocalBusiness", "name": "Front Range Masonry", "telephone": "(303) 555-0142",
			"url": "https://www.frontrange.example.com", "address": address,
		},
		"image": []any{map[string]any{
			"@type": "ImageObject", "contentUrl": origin + "/media/before.jpg", "caption": study.Images[0].Alt, "width": 1200., "height": 1600.,
		}},
		"keywords": []any{"Historic", "Bungalow", "Park Hill"}, "about": "Chimney rebuild",
		"material":        []any{"Clinker brick", "Natural hydraulic lime", "Copper", "Stainless flue liner"},
		"locationCreated": map[string]any{"@type": "Place", "name": "Park Hill, Denver, CO", "address": address},
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

// The hero stands first, the first of each kind in the comparison, all others in the
// gallery in their order; without one of the two, there is no comparison.
func TestCaseStudy_Pictures(t *testing.T) {
	t.Parallel()
	image := func(name, label string, hero bool) page.Image {
		return page.Image{URL: origin + "/" + name, Label: label, Hero: hero}
	}
	for _, test := range []struct {
		name   string
		images []page.Image
		want   string
	}{
		{"none", nil, ""},
		{"no hero", []page.Image{image("a", "", false), image("b", "", false)}, "a | b"},
		{"hero first", []page.Image{image("a", "", false), image("b", "", true), image("c", "", false)}, "b | a c"},
		{"comparison", []page.Image{image("a", "after", false), image("b", "before", false), image("c", "before", false), image("d", "", true)}, "d | b a | c"},
		{"the hero compared", []page.Image{image("a", "after", true), image("b", "before", false)}, "a | b a"},
		{"before alone", []page.Image{image("a", "before", false), image("b", "", true)}, "b | a"},
		{"an address that is none", []page.Image{{URL: "javascript:alert(1)"}, image("b", "", false)}, "b"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			var groups []string
			last := ""
			for _, n := range elements(t, must(page.CaseStudy{Title: "A wall", Images: test.images}.Render())) {
				if n.Data != "img" {
					continue
				}
				group := "hero"
				for up := range n.Ancestors() {
					if class, _, _ := strings.Cut(attribute(up, "class"), " "); class == "pair" || class == "gallery" {
						group = class
					}
				}
				if group != last && last != "" {
					groups = append(groups, "|")
				}
				last = group
				groups = append(groups, strings.TrimPrefix(attribute(n, "src"), origin+"/"))
			}
			if got := strings.Join(groups, " "); got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}

// A place is kept for each picture, and only the first are loaded at once.
func TestCaseStudy_Loading(t *testing.T) {
	t.Parallel()
	for i, n := range slices.Collect(func(yield func(*html.Node) bool) {
		for _, n := range elements(t, must(chimney(origin).Render())) {
			if n.Data == "img" && !yield(n) {
				return
			}
		}
	}) {
		if attribute(n, "width") == "" || attribute(n, "height") == "" {
			t.Errorf("picture %d has no size", i)
		}
		if lazy := attribute(n, "loading") == "lazy"; lazy != (i > 0) {
			t.Errorf("picture %d: lazy is %v", i, lazy)
		}
		if want := attribute(n, "src"); !strings.Contains(attribute(n, "srcset"), want+" "+attribute(n, "width")+"w") {
			t.Errorf("picture %d: srcset %q", i, attribute(n, "srcset"))
		}
	}
}

func TestAnyScript(t *testing.T) {
	t.Parallel()
	text := must(page.CaseStudy{Title: "Cheminée à Montréal", Type: "煙突", City: "Montréal", State: "QC"}.Render())
	for _, want := range []string{`<h1 dir="auto">Cheminée à Montréal</h1>`, ">煙突</p>", ">Montréal, QC</dd>"} {
		if !strings.Contains(string(text), want) {
			t.Errorf("the page lacks %s", want)
		}
	}
}
