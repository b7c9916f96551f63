package page

import (
	"bytes"
	"encoding/xml"
	"net/url"
	"strings"
	"time"
)

// MostLocations is how many a sitemap may have; search engines refuse more.
const MostLocations = 50_000

// Location is a public page.
type Location struct {
	URL      string
	Modified time.Time
}

// Sitemap writes sitemap.xml. Of too many locations, it has the first.
func Sitemap(locations []Location) ([]byte, error) {
	var b bytes.Buffer
	b.WriteString(xml.Header + `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">` + "\n")
	for _, l := range locations[:min(len(locations), MostLocations)] {
		if own(l.URL) == "" {
			continue
		}
		b.WriteString("<url><loc>")
		if err := xml.EscapeText(&b, []byte(l.URL)); err != nil {
			return nil, err
		}
		b.WriteString("</loc>")
		if !l.Modified.IsZero() {
			b.WriteString("<lastmod>" + stamp(l.Modified) + "</lastmod>")
		}
		b.WriteString("</url>\n")
	}
	b.WriteString("</urlset>\n")
	return b.Bytes(), nil
}

// Robots writes robots.txt: everything may be found but the paths that are closed, such
// as "/api/". Sitemap is the address of the sitemap.
func Robots(sitemap string, closed ...string) []byte {
	var b strings.Builder
	b.WriteString("User-agent: *\n")
	for _, path := range closed {
		b.WriteString("Disallow: " + (&url.URL{Path: path}).EscapedPath() + "\n")
	}
	if u, err := url.Parse(sitemap); err == nil && own(sitemap) != "" {
		b.WriteString("Allow: /\nSitemap: " + u.String() + "\n")
	}
	return []byte(b.String())
}
