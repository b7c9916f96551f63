package rank

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/mcp-adapters/mcp-adapters/gift/profile"
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
	g, p := s.Gift(i), s.q.profile
	if popular {
		parts = append(parts, "popular")
	} else {
		if slices.ContainsFunc(s.q.stars, func(v []float32) bool { return vector.Cosine(v, s.Vector(i)) >= s.w.ReasonStar }) {
			parts = append(parts, "like what was starred")
		}
		if likes := s.interests(i); likes != "" {
			parts = append(parts, likes)
		}
	}
	for _, r := range p.Recipients {
		if slices.Contains(g.Recipients, r) {
			parts = append(parts, "for "+profile.Article(r))
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
	text := strings.Join(parts, " · ")
	for len(parts) > 0 && utf8.RuneCountInString(text) > maxReason {
		parts = parts[:len(parts)-1]
		text = strings.Join(parts, " · ")
	}
	return text
}

// interests are those of the query that a gift has, by its categories and words.
func (s *scored) interests(i int) string {
	var found, covered []string
	for _, c := range s.Gift(i).Categories {
		if stems := words.Content(c); within(stems, s.q.words) || s.q.likes[c] >= 1 {
			found, covered = append(found, c), append(covered, stems...)
		}
	}
	for _, w := range s.q.profile.Words {
		if stem := words.Stem(w); strings.Contains(s.reads[i].shown, " "+stem+" ") && !slices.Contains(covered, stem) {
			found, covered = append(found, w), append(covered, stem)
		}
	}
	return strings.Join(found[:min(len(found), maxInterests)], ", ")
}
