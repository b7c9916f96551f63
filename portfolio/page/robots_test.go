package page_test

import (
	"encoding/xml"
	"strings"
	"testing"
	"time"

	"github.com/mcp-adapters/mcp-adapters/portfolio/page"
)

func TestSitemap(t *testing.T) {
	t.Parallel()
	text := must(page.Sitemap([]page.Location{
		{URL: origin + "/a?b=c&d=<e>", Modified: time.Date(2026, 3, 20, 8, 0, 0, 0, time.FixedZone("", 3600))},
		{URL: "javascript:alert(1)"},
		{URL: origin + "/"},
	}))
	var got struct {
		XMLName xml.Name `xml:"http://www.sitemaps.org/schemas/sitemap/0.9 urlset"`
		URLs    []struct {
			Loc     string `xml:"loc"`
			Lastmod string `xml:"lastmod"`
		} `xml:"url"`
	}
	if err := xml.Unmarshal(text, &got); err != nil {
		t.Fatal(err)
	}
	if len(got.URLs) != 2 || got.URLs[0].Loc != origin+"/a?b=c&d=<e>" || got.URLs[0].Lastmod != "2026-03-20T07:00:00Z" || got.URLs[1].Lastmod != "" {
		t.Errorf("%+v", got.URLs)
	}
	if text = must(page.Sitemap(make([]page.Location, page.MostLocations+1))); strings.Contains(string(text), "<url>") {
		t.Error("a location without an address")
	}
	many := make([]page.Location, page.MostLocations+1)
	for i := range many {
		many[i].URL = origin + "/"
	}
	if n := strings.Count(string(must(page.Sitemap(many))), "<url>"); n != page.MostLocations {
		t.Errorf("%d locations", n)
	}
}

func TestRobots(t *testing.T) {
	t.Parallel()
	got := string(page.Robots(origin+"/sitemap.xml", "/api/", "/a\nb"))
	if want := "User-agent: *\nDisallow: /api/\nDisallow: /a%0Ab\nAllow: /\nSitemap: " + origin + "/sitemap.xml\n"; got != want {
		t.Errorf("%q", got)
	}
}
