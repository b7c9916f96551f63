package rank

import (
	"context"
	"slices"
	"strings"

	"github.com/mcp-adapters/mcp-adapters/gift/catalog"
	"github.com/mcp-adapters/mcp-adapters/gift/embed"
	"github.com/mcp-adapters/mcp-adapters/gift/vector"
	"github.com/mcp-adapters/mcp-adapters/gift/words"
)

// scored is an index with the scores of its gifts for one query.
type scored struct {
	*index

	q        *query
	score    []float64
	nearness []float64      // of the query to each category
	liked    []float64      // how much each category is spoken of
	unwanted []bool         // categories
	named    map[int32]bool // gifts whose name has what isn't wanted
	allowed  marks
	table    embed.Embedder
	w        Weights
}

// scores scores all gifts of an index.
func (r *Ranker) scores(ctx context.Context, q *query, x *index) (*scored, error) {
	n := x.Len()
	s := &scored{index: x, q: q, score: make([]float64, n), nearness: make([]float64, len(x.names)), liked: make([]float64, len(x.names)), table: r.table, w: r.w}
	cosines := make([]float32, n)
	if err := cosinesTo(ctx, x, q.vector, cosines); err != nil {
		return nil, err
	}
	best, err := s.bestClause(ctx, x, cosines)
	if err != nil {
		return nil, err
	}
	for c := range x.names {
		s.nearness[c] = vector.Cosine(q.vector, x.vectors[c])
		s.liked[c] = q.likes[x.names[c]]
	}
	byWords := x.words.scores(q.words)
	near, err := x.near.scores(ctx, q.profile.Query, s.w.NearLeast)
	if err != nil {
		return nil, err
	}
	for i := range n {
		cosine := float64(cosines[i])
		if best != nil {
			cosine = (1-s.w.Clause)*cosine + s.w.Clause*float64(best[i])
		}
		s.score[i] = s.base(i, cosine, float64(byWords[i])) + s.w.Near*float64(near[i])
	}
	s.addTags()
	if err := s.addTopics(ctx); err != nil {
		return nil, err
	}
	if err := s.towardStars(ctx); err != nil {
		return nil, err
	}
	if err := s.avoid(ctx); err != nil {
		return nil, err
	}
	s.allow()
	return s, nil
}

// cosinesTo sets into to the cosines of v and all gifts: zeros if v is zero.
func cosinesTo(ctx context.Context, g gifts, v, into []float32) error {
	if vector.IsZero(v) {
		clear(into)
		return nil
	}
	return g.Cosines(ctx, v, into)
}

// base is the score by interests alone.
func (s *scored) base(i int, cosine, b float64) float64 {
	w := &s.w
	category, known, liked := 0.0, false, 0.0
	for place, c := range s.categories[i] {
		if s.vectors[c] != nil && (!known || s.nearness[c] > category) {
			category, known = s.nearness[c], true
		}
		if s.liked[c] > 0 {
			liked += byPlace(place) * s.liked[c]
		}
	}
	if !known {
		category = cosine
	}
	return -w.Elsewhere*s.q.profile.Elsewhere + w.Interest*liked + w.Full*vector.Cosine(s.q.plain, s.full[i]) + w.Text*cosine + w.Category*category + w.Words*b/(b+w.HalfWords)
}

// addTags scores the tags that tell for whom and what for a gift is.
func (s *scored) addTags() {
	p, n := s.q.profile, s.Len()
	if len(p.Recipients) > 0 {
		for i, suits := range mark(n, s.recipients, p.Recipients) {
			if suits {
				s.score[i] += s.w.Recipient
			}
		}
	}
	if p.ForYoung() {
		for i, t := range s.traits {
			if t&forGrown != 0 {
				s.score[i] -= s.w.Unsuited
			}
		}
	}
	if len(p.Occasions) > 0 {
		for i, suits := range mark(n, s.occasions, p.OccasionTags()) {
			if suits {
				s.score[i] += s.w.Occasion
			}
		}
	}
}

// bestClause returns the cosine of the best clause to each gift, nil if there are none.
func (s *scored) bestClause(ctx context.Context, x *index, whole []float32) ([]float32, error) {
	if len(s.q.clauses) == 0 {
		return nil, nil
	}
	best, cosines := make([]float32, len(whole)), make([]float32, len(whole))
	for k, clause := range s.q.clauses {
		if err := cosinesTo(ctx, x, clause, cosines); err != nil {
			return nil, err
		}
		for i, c := range cosines {
			if k == 0 || c > best[i] {
				best[i] = c
			}
		}
	}
	return best, nil
}

// towardStars draws the scores toward what is like the starred gifts.
func (s *scored) towardStars(ctx context.Context) error {
	if len(s.q.stars) == 0 {
		return nil
	}
	n := s.Len()
	sum, nearest, cosines := make([]float64, n), make([]float64, n), make([]float32, n)
	for k, star := range s.q.stars {
		if err := cosinesTo(ctx, s, star, cosines); err != nil {
			return err
		}
		for i, c := range cosines {
			sum[i] += float64(c)
			if k == 0 || float64(c) > nearest[i] {
				nearest[i] = float64(c)
			}
		}
	}
	share := s.w.Pull
	if s.q.starsAlone() {
		share = 1
	}
	for i := range n {
		like := (1-s.w.StarNearest)*sum[i]/float64(len(s.q.stars)) + s.w.StarNearest*nearest[i]
		s.score[i] = (1-share)*s.score[i] + share*like
	}
	return nil
}

// avoid finds what isn't wanted, and takes it off the scores of what is like it.
func (s *scored) avoid(ctx context.Context) error {
	if len(s.q.dislikes) == 0 {
		return nil
	}
	s.unwanted, s.named = make([]bool, len(s.names)), map[int32]bool{}
	cosines := make([]float32, s.Len())
	for _, d := range s.q.dislikes {
		category := false
		for c := range s.names {
			if d.isCategory(s.names[c], s.nameStems[c]) {
				s.unwanted[c], category = true, true
			}
		}
		for _, p := range s.words.postings[first(d.stems)] {
			if within(d.stems, words.Content(s.Gift(int(p.gift)).Name)) {
				s.named[p.gift] = true
			}
		}
		if category || d.Diet {
			continue // what has it is known: tofu is like meat
		}
		if err := cosinesTo(ctx, s, d.vector, cosines); err != nil {
			return err
		}
		for i, c := range cosines {
			s.score[i] -= s.w.Dislike * max(0, float64(c))
		}
	}
	return nil
}

func first(list []string) string {
	if len(list) == 0 {
		return ""
	}
	return list[0]
}

// isCategory reports whether a dislike is a category, or one of two that a category joins.
func (d *dislike) isCategory(name string, stems []string) bool {
	if slices.Contains(d.Categories, name) || len(stems) > 0 && slices.Equal(d.stems, stems) {
		return true
	}
	for part := range strings.SplitSeq(name, " and ") {
		if own := words.Content(part); len(own) > 0 && slices.Equal(d.stems, own) {
			return true
		}
	}
	return false
}

// within reports whether there are stems, and others has all of them.
func within(stems, others []string) bool {
	return len(stems) > 0 && !slices.ContainsFunc(stems, func(s string) bool { return !slices.Contains(others, s) })
}

// eligible reports whether the rules let gift i be shown at all. Past gifts and allergies
// are looked at later, as that takes longer.
func (s *scored) eligible(i int) bool { return s.allowed[i] }

// allow marks the gifts that are eligible. It is called again when the budget is given up.
func (s *scored) allow() {
	refused := s.q.refused()
	types := s.q.filter.Recipients
	s.allowed = mark(s.Len(), s.recipients, types)
	for i, t := range s.traits {
		s.allowed[i] = (len(types) == 0 || s.allowed[i]) && t&refused == 0
	}
	for id := range s.q.starred {
		if i, ok := s.byID[id]; ok {
			s.allowed[i] = false
		}
	}
	for i := range s.named {
		s.allowed[i] = false
	}
	if s.unwanted == nil {
		return
	}
	for i, categories := range s.categories {
		if slices.ContainsFunc(categories, func(c uint16) bool { return s.unwanted[c] }) {
			s.allowed[i] = false
		}
	}
}

// contained reports whether a gift seems to have what isn't wanted by another word.
func (d *dislike) contained(g *catalog.Gift) bool {
	if len(d.contains) == 0 {
		return false
	}
	shown := shownStems(g)
	return slices.ContainsFunc(d.contains, func(stem string) bool { return slices.Contains(shown, stem) })
}

// harms reports whether a gift has what the person is allergic to, or eats none of.
func (q *query) harms(g *catalog.Gift) bool {
	for _, d := range q.dislikes {
		if d.Allergy && within(d.stems, stems(g)) || (d.Allergy || d.Diet) && d.contained(g) {
			return true
		}
	}
	return false
}
