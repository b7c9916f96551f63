package page_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/portfolio/page"
)

var hostile = []string{
	"<img src=x onerror=alert(1)>",
	`"><script>alert(1)</script>`,
	"</script><script>alert(1)</script>",
	"</title></style></textarea><svg onload=alert(1)>",
	"<!--<script>", "-->", "]]><x/>",
	`' onmouseover='alert(1)`, `" onmouseover="alert(1)`,
	"&lt;b&gt; &quot; &#0;", "{{.}} ${x} %s",
	"javascript:alert(1)",
	"\u202egnp.exe", "a\u2028b\u2029c", "😀 ﷽ 煙突",
	strings.Repeat("x", 5000),
}

// everywhere is a case study, and a list, in which each text is that one.
func everywhere(text string) (page.CaseStudy, page.List) {
	who := page.Contractor{Name: text, City: text, State: text, Phone: text, Website: text}
	texts := []string{text, text}
	image := page.Image{URL: origin + "/a.jpg", Width: 4, Height: 3, Alt: text, Label: text}
	return page.CaseStudy{
			URL: origin + "/a", Home: origin + "/",
			Title: text, Type: text, Neighborhood: text, City: text, State: text, Duration: text,
			Summary: text, Challenge: text, Solution: text, Results: text, Highlights: texts,
			Tags: texts, Materials: texts, Techniques: texts, SEOTitle: text, SEODescription: text,
			Images: []page.Image{image, image}, Contractor: who,
		}, page.List{
			URL: origin + "/", Name: text, Contractor: &who,
			Projects: []page.Entry{{URL: origin + "/a", Title: text, Type: text, City: text, State: text, Contractor: text, Image: image}},
		}
}

// shape is what a browser makes of a page, without its texts.
func shape(t *testing.T, text []byte) []string {
	t.Helper()
	var all []string
	for _, n := range elements(t, text) {
		tag := n.Data
		for _, a := range n.Attr {
			tag += " " + a.Key
			if a.Key == "href" || a.Key == "src" || a.Key == "type" {
				tag += "=" + a.Val
			}
		}
		all = append(all, tag)
	}
	return all
}

func TestMarkupInTexts(t *testing.T) {
	t.Parallel()
	study, list := everywhere("harmless")
	wantStudy, wantList := shape(t, must(study.Render())), shape(t, must(list.Render()))
	for _, text := range hostile {
		study, list := everywhere(text)
		page := must(study.Render())
		if got := shape(t, page); !slices.Equal(got, wantStudy) {
			t.Errorf("%.40q changes the page:\n%q\n%q", text, got, wantStudy)
		}
		if got := shape(t, must(list.Render())); !slices.Equal(got, wantList) {
			t.Errorf("%.40q changes the list:\n%q", text, got)
		}
		for _, n := range elements(t, page) {
			if n.Data == "h1" && n.FirstChild.Data != text {
				t.Errorf("the heading is %.40q, want %.40q", n.FirstChild.Data, text)
			}
		}
		var data struct {
			Name, About string
			Keywords    []string
		}
		if err := json.Unmarshal([]byte(content(t, page)["script"]), &data); err != nil || data.Name != text || data.About != text || data.Keywords[1] != text {
			t.Errorf("%.40q: %v, %+v", text, err, data)
		}
	}
}

func TestContractor_Links(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ site, phone, want string }{
		{"https://www.a.example.com/b?c=d", "+1 303.555-0142", "https://www.a.example.com/b?c=d tel:+13035550142"},
		{" https://a.example.com ", "(303) 555/0142", "https://a.example.com tel:3035550142"},
		{"http://a.example.com", "1234", ""},
		{"a.example.com", "303-CALL-NOW", ""},
		{"javascript:alert(1)//https://", "12345678901234567890", ""},
		{"https://bank.example.com@evil.example.com", "1;ext=2", ""},
		{"//a.example.com", "", ""},
		{"https://", "++++++", ""},
	} {
		var links []string
		contractor := page.Contractor{Name: "A", Website: test.site, Phone: test.phone}
		for _, n := range elements(t, must(page.CaseStudy{Title: "B", Contractor: contractor}.Render())) {
			if n.Data == "a" && attribute(n, "class") != "call" {
				links = append(links, attribute(n, "href"))
				if strings.HasPrefix(attribute(n, "href"), "https") && attribute(n, "rel") != "nofollow noopener" {
					t.Errorf("%s: rel %q", test.site, attribute(n, "rel"))
				}
			}
		}
		slices.Sort(links)
		if got := strings.Join(links, " "); got != test.want {
			t.Errorf("%s, %s: got %q, want %q", test.site, test.phone, got, test.want)
		}
	}
}

func TestDescription_Length(t *testing.T) {
	t.Parallel()
	const most = 160
	for _, test := range []struct{ text, want string }{
		{"One.\n\nTwo  three.", "One. Two three."},
		{strings.Repeat("word ", 40), strings.TrimSpace(strings.Repeat("word ", 31)) + "…"},
		{strings.Repeat("煙", 200), strings.Repeat("煙", most-1) + "…"},
	} {
		got := content(t, must(page.CaseStudy{URL: origin + "/a", Title: "A", Summary: test.text}.Render()))["description"]
		if got != test.want || len([]rune(got)) > most {
			t.Errorf("%d: %q", len([]rune(got)), got)
		}
	}
}
