package rules

import (
	"slices"
	"strings"

	"github.com/mcp-adapters/mcp-adapters/appbuilder/theme"
	regexp "github.com/mcp-adapters/mcp-adapters/internal/lazyregexp"
)

// notation is a color in CSS's own writing, or what is meant as one.
var notation = regexp.MustCompile(`(?i)#[0-9a-z]+\b|\b(?:rgb|hsl)a?\([^)]{1,40}\)|\b[0-9a-f]{6}\b`)

// length is a radius.
var length = regexp.MustCompile(`(?i)\b\d+(?:\.\d+)?\s?(?:rem|px|em)\b`)

// plainly are words of a wish for colors and corners that carry no meaning of their own here.
// A wish with any other word is left alone.
var plainly = strings.Fields(`a an the this it its it's that my our your all of everything whole entire app application site website thing things table list layout rows headers
	make made set change changed turn use paint color colour colors colours coloured colored give get have be is should want switch put go try with to into in as for
	more bit little much very slightly some nice look looks style styled instead please now also both design scheme palette using
	tone shade hue bring let them they on off enable disable activate color's from by new different kind`)

// sheet is what a wish says of the look.
type sheet struct {
	parts, colors []string // in their order; colors as theme reads them
	joined        []int    // for each part, how many colors came before it
	mode          string   // "dark" or "light"
	radius        string   // "more", "less", "none" or a length
	shift         float64  // of the lightness
	swap          bool     // "from blue to red"
	other         string   // the first word that isn't understood
}

// text reads "header text", "text of the header" and "blue header with white text", of which
// said[i] is the last word: the text is that of the part and not all text.
func (s *sheet) text(said []string, i int) bool {
	n := len(s.parts) - 1
	if n < 0 {
		return false
	}
	before, last := said[max(0, i-3):i], s.parts[n]
	switch key := partOf(said[i]); {
	case key == "--foreground" && textOn(last) != "" && partOf(said[i-1]) != "" && s.joined[n] == len(s.colors):
		s.parts[n] = textOn(last)
	case key == "--foreground" && textOn(last) != "" && slices.Contains(before, "with"):
		s.parts, s.joined = append(s.parts, textOn(last)), append(s.joined, len(s.colors))
	case last == "--foreground" && textOn(key) != "" && slices.Contains(before, "of"):
		s.parts[n] = textOn(key)
	default:
		return false
	}
	return true
}

// textOn is the color of the text on a part, if it has one of its own.
func textOn(part string) string {
	switch part {
	case "--background":
		return "--foreground"
	case "--primary", "--accent", "--card", "--muted", "--secondary", "--destructive":
		return part + "-foreground"
	}
	return ""
}

// notThere is a wish for a color that excepts a part.
var notThere = regexp.MustCompile(`(?i)^(.+?),? (?:(?:but|just|only|and) not|except|excluding|without|not)(?: for| on| in| at)? (?:the |its |my |their )?\p{L}+(?: \p{L}+)?$`)

// style reads colors, dark and light, and corners.
func (r request) style() (answer, bool) {
	if strings.ContainsAny(r.text, "<>{}") {
		return answer{}, false
	}
	if m := notThere.FindStringSubmatch(r.text); m != nil {
		if s, ok := readSheet(m[1]); ok && len(s.colors) > 0 {
			return cannot("I can't leave a part out of a color. Name the parts that should have it: “make the background " + theme.Describe(s.colors[0]) + "”.")
		}
	}
	s, ok := readSheet(r.text)
	switch {
	case !ok:
		return answer{}, false
	case s.radius != "" && len(s.colors) == 0 && s.mode == "":
		return r.round(s.radius)
	case s.mode != "" && len(s.colors) == 0 && s.radius == "":
		return r.brightness(s.mode == "dark"), true
	case s.shift != 0 && len(s.colors) == 0:
		return r.shade(s)
	case s.mode != "" && s.radius == "" && !strings.Contains(r.text, ","):
		return r.moded(s)
	case s.radius != "" || s.mode != "":
		return answer{}, false // divided at "and", each part is read alone
	case len(s.colors) == 0:
		part := "it"
		if s.parts[0] != "--primary" {
			part = "the " + partName(s.parts[0])
		}
		return cannot("Which color? Say “make " + part + " green”, or give a value such as #2563eb.")
	case s.swap && len(s.colors) == 2:
		return r.recolor(s)
	}
	return r.paint(s)
}

// readSheet reads all words of a text, and reports whether it speaks of nothing but the look.
func readSheet(text string) (s sheet, ok bool) {
	var noted []string
	note := func(re *regexp.Regexp, sign string, to *[]string) {
		text = re.ReplaceAllStringFunc(text, func(m string) string {
			*to = append(*to, m)
			return " " + sign + " "
		})
	}
	var lengths []string
	note(notation, "zzcolor", &noted)
	note(length, "zzlength", &lengths)
	said := words(text)
	off := false
	for i := 0; i < len(said); i++ {
		w := said[i]
		next := func(j int) string {
			if i+j < len(said) {
				return said[i+j]
			}
			return ""
		}
		c, n := colorAt(said, i)
		switch {
		case w == "zzcolor":
			s.colors, noted = append(s.colors, noted[0]), noted[1:]
		case w == "zzlength":
			s.radius = lengths[0]
		case (w == "dark" || w == "light" || w == "night" || w == "day") && slices.Contains(strings.Fields("mode theme design look style version background colors colours scheme"), next(1)):
			s.mode, i = map[string]string{"night": "dark", "day": "light"}[w], i+1
			if s.mode == "" {
				s.mode = w
			}
		case n > 0:
			s.colors, i = append(s.colors, c.String()), i+n-1
		case (w == "off" || w == "disable") && find(said, []string{"mode", "theme"}) >= 0:
			off = true
		case (w == "dark" || w == "light") && len(said) <= 4 && i == len(said)-1:
			s.mode = w
		case w == "darker" || w == "lighter" || w == "brighter":
			s.shift = map[string]float64{"darker": -12}[w]
			if s.shift == 0 {
				s.shift = 12
			}
		case w == "not" || w == "no" || w == "without" || w == "less":
			if !is(next(1), []string{"round", "rounded", "rounder"}) {
				return s, false
			}
			s.radius, i = map[string]string{"less": "less"}[w], i+1
			if s.radius == "" {
				s.radius = "none"
			}
		case slices.Contains(strings.Fields("rounder round rounded softer smooth smoother"), w) && (s.radius == "" || s.radius == "corners"):
			s.radius = "more"
		case slices.Contains(strings.Fields("sharp sharper square squared pointed"), w) && (s.radius == "" || s.radius == "corners"):
			s.radius = map[bool]string{true: "less", false: "none"}[w == "sharper"]
		case slices.Contains(strings.Fields("corner corners edge edges radius border-radius round rounded"), w):
			if s.radius == "" {
				s.radius = "corners"
			}
		case (w == "border" || w == "corner") && next(1) == "radius":
		case (w == "to" || w == "into") && len(s.colors) == 1 && len(s.parts) == 0:
			s.swap = true
		case partOf(w) != "" && (!slices.Contains(plainly, w) || slices.Contains([]string{"color", "colour"}, w) && next(1) == "" && len(s.parts) == 0 && len(s.colors) == 0):
			// "primary color" and "header background" are one part.
			if s.text(said, i) {
				break
			}
			if key := partOf(w); w != "theme" && (len(s.parts) == 0 || s.joined[len(s.parts)-1] != len(s.colors) || i == 0 || partOf(said[i-1]) == "" || key == "--foreground") {
				s.parts, s.joined = append(s.parts, key), append(s.joined, len(s.colors))
			}
		case w == "and" || slices.Contains(plainly, w):
		default:
			s.other = w
			return s, false
		}
	}
	if off && s.mode != "" {
		s.mode = map[string]string{"dark": "light", "light": "dark"}[s.mode]
	}
	if n := len(said); n > 1 && n < 5 && len(s.parts)+len(s.colors) == 0 && s.mode == "" && said[0] == "change" && slices.Contains([]string{"theme", "colors", "colours"}, said[n-1]) {
		s.parts = []string{"--primary"}
	}
	if s.radius == "corners" {
		s.radius = ""
	}
	// Cards alone are a layout.
	return s, len(s.colors) > 0 || s.mode != "" || s.radius != "" || s.shift != 0 || len(s.parts) > 0 && !slices.Contains(s.parts, "--card")
}
