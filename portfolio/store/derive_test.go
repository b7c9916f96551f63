package store

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestSlugify(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"":                                 "",
		" \t\n":                            "",
		"Chimney Rebuild":                  "chimney-rebuild",
		"  Brick -- & Stone!  ":            "brick-stone",
		"Tuck\u00a0pointing\t2":            "tuck-pointing-2",
		"Cheminée à Montréal":              "cheminee-a-montreal",
		"CHEMINE\u0301E":                   "cheminee",
		"Straße, Øst, Łódź":                "strasse-ost-lodz",
		"ﬁre １２":                           "fire-12",
		"under_score/slash":                "underscoreslash",
		"<img src=x onerror=alert(1)>":     "img-srcx-onerroralert1",
		"---":                              "x-cb3f91d5",
		"!!!":                              "x-c1ee6ab2",
		"煙突":                               "x-56cb9b20",
		"煙突 Denver":                        "denver",
		"\u202eevil":                       "evil",
		strings.Repeat("a ", 3) + "\u0000": "a-a-a",
	} {
		got := slugify(in)
		if strings.HasPrefix(want, "x-") {
			if len(got) != len("x-00000000") || !strings.HasPrefix(got, "x-") || got != slugify(" "+in) {
				t.Errorf("%q becomes %q, want a hash", in, got)
			}
			continue
		}
		if got != want {
			t.Errorf("%q becomes %q, want %q", in, got, want)
		}
	}
	if slugify("煙突") == slugify("屋根") {
		t.Error("two texts have one hash")
	}
}

func TestPlaceSlug(t *testing.T) {
	t.Parallel()
	for in, want := range map[[2]string]string{
		{"Denver", "CO"}:            "denver-co",
		{"Salt Lake City", "Utah "}: "salt-lake-city-utah",
		{"Denver", ""}:              "denver",
		{"", "CO"}:                  "",
		{"Québec", "QC"}:            "quebec-qc",
		{"東京", "JP"}:                slugify("東京") + "-jp",
	} {
		if got := placeSlug(in[0], in[1]); got != want {
			t.Errorf("%v becomes %q, want %q", in, got, want)
		}
	}
}

func TestCompose(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		p    Project
		want string
	}{
		"nothing": {Project{}, ""},
		"blank":   {Project{Summary: " ", Challenge: "\n", OutcomeHighlights: []string{"", "  "}}, ""},
		"summary": {Project{Summary: " A leaning chimney. "}, "A leaning chimney."},
		"all": {
			Project{Results: "R.", Solution: "S.", Challenge: "C.", Summary: "Sum.", OutcomeHighlights: []string{" One ", "", "Two"}},
			"Sum.\n\nChallenge\nC.\n\nSolution\nS.\n\nResults\nR.\n\nOutcomes\n- One\n- Two",
		},
	} {
		if got := compose(c.p); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

func TestCut(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		text  string
		limit int
		want  string
	}{
		{"", 10, ""},
		{"ten chars.", 10, "ten chars."},
		{"ten  chars.\n", 10, "ten chars."},
		{"one two three", 10, "one two..."},
		{"one two, three", 12, "one two..."},
		{"onetwothree four", 10, "onetwot..."},
		{"éééé éééé éééé", 12, "éééé éééé..."},
		{"seven chars", 10, "seven..."},
		{"sevenxx chars", 10, "sevenxx..."},
	} {
		if got := cut(c.text, c.limit); got != c.want || utf8.RuneCountInString(got) > c.limit {
			t.Errorf("%q cut to %d is %q, want %q", c.text, c.limit, got, c.want)
		}
	}
}

func TestSEO(t *testing.T) {
	t.Parallel()
	if got := seoTitle("Chimney", "Mile High Masonry"); got != "Chimney | Mile High Masonry" {
		t.Error(got)
	}
	if got := seoTitle("Chimney", ""); got != "Chimney" {
		t.Error(got)
	}
	if got := seoDescription("<p>Brick &amp; <strong>stone</strong></p><p>Done.</p>", true); got != "Brick & stone Done." {
		t.Error(got)
	}
	if got := seoDescription("<ul><li>One</li><li>Two</li></ul><script>alert(1)</script>", true); got != "One Two" {
		t.Error(got)
	}
	if got := seoDescription("Joints < 5 mm &amp; more", false); got != "Joints < 5 mm &amp; more" {
		t.Error(got)
	}
	if got := seoDescription(strings.Repeat("word ", 60), false); utf8.RuneCountInString(got) > 160 || !strings.HasSuffix(got, "word...") {
		t.Error(got)
	}
}

func TestFileBase(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"IMG_1234.JPG":                   "img1234",
		"before after.jpeg":              "before-after",
		"../../etc/passwd":               "passwd",
		`C:\photos\Kamin é.png`:          "kamin-e",
		"":                               "image",
		".jpg":                           "image",
		strings.Repeat("ab-", 40) + ".x": "ab-ab-ab-ab-ab-ab-ab-ab-ab-ab",
		"\x00.png":                       "x-6e340b9c",
	} {
		got := fileBase(in)
		if strings.HasPrefix(want, "x-") && strings.HasPrefix(got, "x-") {
			continue
		}
		if got != want {
			t.Errorf("%q becomes %q, want %q", in, got, want)
		}
	}
}
