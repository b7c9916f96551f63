package store

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/mcp-adapters/mcp-adapters/internal/markup"
)

const (
	maxSEOTitle       = 70
	maxSEODescription = 160
)

// letters are those that no accent can be taken from.
var letters = strings.NewReplacer("ß", "ss", "æ", "ae", "œ", "oe", "ø", "o", "đ", "d", "ð", "d", "ł", "l", "þ", "th", "ı", "i")

// slugify makes a segment of an address: a-z, 0-9 and single hyphens. Accents are
// folded. A text that has no such character gets a hash in place of one, so that it
// has a segment too; a blank one has none.
func slugify(text string) string {
	text = strings.ToLower(strings.TrimSpace(text))
	if text == "" {
		return ""
	}
	var b strings.Builder
	for _, r := range norm.NFKD.String(letters.Replace(text)) {
		switch {
		case r >= 'a' && r <= 'z', r >= '0' && r <= '9':
			b.WriteRune(r)
		case r == '-', unicode.IsSpace(r):
			b.WriteByte('-')
		}
	}
	slug := strings.Join(strings.FieldsFunc(b.String(), func(r rune) bool { return r == '-' }), "-")
	if slug == "" {
		sum := sha256.Sum256([]byte(norm.NFC.String(text)))
		slug = "x-" + hex.EncodeToString(sum[:4])
	}
	return slug
}

// placeSlug is the segment of a place, "" without a city.
func placeSlug(city, state string) string {
	slug := slugify(city)
	if s := slugify(state); s != "" && slug != "" {
		slug += "-" + s
	}
	return slug
}

// projectSlug is the last segment of a project's address.
func projectSlug(title, id string) string {
	const random = 8
	base := slugify(title)
	if base == "" {
		base = untitled
	}
	return base + "-" + id[:random]
}

// untitled is what the slug of a project without a title starts with.
const untitled = "project"

// compose makes a description of the narrative, "" if there is none.
func compose(p Project) string {
	var parts []string
	add := func(heading, text string) {
		text = strings.TrimSpace(text)
		if text != "" && heading != "" {
			text = heading + "\n" + text
		}
		if text != "" {
			parts = append(parts, text)
		}
	}
	add("", p.Summary)
	add("Challenge", p.Challenge)
	add("Solution", p.Solution)
	add("Results", p.Results)
	var outcomes []string
	for _, o := range p.OutcomeHighlights {
		if o = strings.TrimSpace(o); o != "" {
			outcomes = append(outcomes, "- "+o)
		}
	}
	add("Outcomes", strings.Join(outcomes, "\n"))
	return strings.Join(parts, "\n\n")
}

// seoTitle is the title of a page that was given none.
func seoTitle(title, business string) string {
	title, business = strings.TrimSpace(title), strings.TrimSpace(business)
	if title != "" && business != "" {
		title += " | "
	}
	return cut(title+business, maxSEOTitle)
}

// seoDescription is the start of a description, which may be HTML if a person wrote it.
func seoDescription(description string, byHand bool) string {
	if byHand {
		description = markup.Text(markup.Clean(description)...)
	}
	return cut(description, maxSEODescription)
}

// cut returns text on one line, of at most limit characters. If it was longer it ends
// after a word, and in "...".
func cut(text string, limit int) string {
	text = strings.Join(strings.Fields(text), " ")
	if utf8.RuneCountInString(text) <= limit {
		return text
	}
	const dots = "..."
	runes := []rune(text)[:limit-len(dots)+1] // one more: a word may end right at the limit
	short := string(runes[:len(runes)-1])
	if at := strings.LastIndex(string(runes), " "); at > 0 {
		short = string(runes)[:at]
	}
	return strings.TrimRightFunc(short, func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune(",;:-|", r) }) + dots
}

// missing lists what a project needs to be published, in the order of the contract.
func missing(p Project) (fields []string) {
	blank := func(s string) bool { return strings.TrimSpace(s) == "" }
	for _, f := range []struct {
		name    string
		missing bool
	}{
		{"title", blank(p.Title)},
		{"project_type", blank(p.ProjectType) || p.ProjectTypeSlug == ""},
		{"city", blank(p.City) || p.CitySlug == ""},
		{"state", blank(p.State)},
		{"hero_image_id", hero(p) == ""},
		{"images", firstUploaded(p.Images) == ""},
	} {
		if f.missing {
			fields = append(fields, f.name)
		}
	}
	return fields
}

// hero returns the hero whose bytes are there, "" if there is none.
func hero(p Project) string {
	for _, i := range p.Images {
		if i.ID == p.HeroImageID && i.Uploaded {
			return i.ID
		}
	}
	return ""
}

// firstUploaded returns the first image by order whose bytes are there, "" if there
// is none.
func firstUploaded(images []Image) string {
	for _, i := range images {
		if i.Uploaded {
			return i.ID
		}
	}
	return ""
}
