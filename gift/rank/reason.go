package rank

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/mcp-adapters/mcp-adapters/gift/vector"
	"github.com/mcp-adapters/mcp-adapters/gift/words"
)

// maxReason is how many characters a reason may have, and how many interests.
const (
	maxReason    = 120
	maxInterests = 3
)

// reason says in a few words what of the request gift i matches, and nothing else.
func (s *scored) reason(i int, popular bool) string {
	var parts []string
	if popular {
		parts = append(parts, "popular")
	} else {
		if star := s.nearestStar(i); star {
			parts = append(parts, "like what was starred")
		}
		if likes := s.interests(i); likes != "" {
			parts = append(parts, likes)
		}
	}
	g, p := s.Gift(i), s.q.profile
	for _, r := range p.Recipients {
		if slices.Contains(g.Recipients, r) {
			parts = append(parts, "for "+article(r))
			break
		}
	}
	for _, o := range p.Occasions {
		if slices.Contains(g.Occasions, o.Tag) {
			parts = append(parts, o.Name())
			break
		}
	}
	if p.Budget != "" && slices.Contains(p.Prices, g.Price) {
		parts = append(parts, p.Budget)
	}
	for len(parts) > 0 {
		if text := strings.Join(parts, " · "); utf8.RuneCountInString(text) <= maxReason {
			return text
		}
		parts = parts[:len(parts)-1]
	}
	return ""
}

// interests are those of the query that a gift has: by its words, or by the meaning of a
// category.
func (s *scored) interests(i int) string {
	g := s.Gift(i)
	var found, covered []string
	for _, c := range g.Categories {
		stems := words.Content(c)
		if within(stems, s.q.words) {
			found, covered = append(found, c), append(covered, stems...)
		}
	}
	own := s.stemsOf(i)
	for _, w := range s.q.profile.Words {
		if stem := words.Stem(w); slices.Contains(own, stem) && !slices.Contains(covered, stem) {
			found, covered = append(found, w), append(covered, stem)
		}
	}
	if len(found) == 0 {
		best, nearness := -1, s.w.ReasonCategory
		for _, c := range s.categories[i] {
			if s.nearness[c] >= nearness {
				best, nearness = int(c), s.nearness[c]
			}
		}
		if best >= 0 {
			found = append(found, s.names[best])
		}
	}
	return strings.Join(found[:min(len(found), maxInterests)], ", ")
}

func (s *scored) nearestStar(i int) bool {
	return slices.ContainsFunc(s.q.stars, func(v []float32) bool { return vector.Cosine(v, s.Vector(i)) >= s.w.ReasonStar })
}

// article puts "a" or "an" before a recipient type.
func article(recipient string) string {
	if strings.ContainsRune("aeiou", rune(recipient[0])) {
		return "an " + recipient
	}
	return "a " + recipient
}
