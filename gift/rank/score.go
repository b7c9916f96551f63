package rank

import (
	"context"
	"math"
	"slices"
	"strings"

	"github.com/mcp-adapters/mcp-adapters/gift/catalog"
	"github.com/mcp-adapters/mcp-adapters/gift/embed"
	"github.com/mcp-adapters/mcp-adapters/gift/profile"
	"github.com/mcp-adapters/mcp-adapters/gift/vector"
	"github.com/mcp-adapters/mcp-adapters/gift/words"
)

// scored is an index with the scores of its gifts for one query.
type scored struct {
	*index

	q       *query
	score   []float64
	allowed []bool // the rules let it be shown, apart from past gifts
	table   embed.Embedder
	w       Weights
}

// scores scores all gifts of an index.
func (r *Ranker) scores(ctx context.Context, q *query, x *index) (*scored, error) {
	n := x.Len()
	s := &scored{index: x, q: q, score: make([]float64, n), allowed: make([]bool, n), table: r.table, w: r.w}
	cosines, w, p := make([]float32, n), &s.w, q.profile
	if err := cosinesTo(ctx, x, q.vector, cosines); err != nil {
		return nil, err
	}
	near, err := x.nearness(ctx, r.table, p.Query, w.NearLeast)
	if err != nil {
		return nil, err
	}
	byWords := make([]float64, n)
	for _, stem := range q.words {
		for _, posting := range x.words[stem] {
			byWords[posting.gift] += float64(posting.weight)
		}
	}
	occasions := p.OccasionTags()
	for i := range n {
		g, b, liked := x.Gift(i), byWords[i], 0.0
		for place, c := range g.Categories {
			if strength := q.likes[c]; strength > 0 {
				liked += byPlace(place) * strength
			}
		}
		score := w.Interest*liked + w.Full*vector.Cosine(q.plain, x.reads[i].full) + w.Text*float64(cosines[i]) + w.Words*b/(b+w.HalfWords) + w.Near*float64(near[i]) - w.OffTopic*p.OffTopic
		if shares(p.Recipients, g.Recipients) {
			score += w.Recipient
		}
		if shares(occasions, g.Occasions) {
			score += w.Occasion
		}
		if x.reads[i].traits.forGrown && p.ForYoung() {
			score -= w.Unsuited
		}
		s.score[i] = score
	}
	for _, step := range []func(context.Context) error{s.addTopics, s.towardStars, s.avoid} {
		if err := step(ctx); err != nil {
			return nil, err
		}
	}
	for i := range n {
		s.allowed[i] = s.allows(i)
	}
	return s, nil
}

func shares(some, tags []string) bool {
	return slices.ContainsFunc(some, func(tag string) bool { return slices.Contains(tags, tag) })
}

// cosinesTo sets into to the cosines of v and all gifts: zeros if v is zero.
func cosinesTo(ctx context.Context, g gifts, v, into []float32) error {
	if vector.IsZero(v) {
		clear(into)
		return nil
	}
	return g.Cosines(ctx, v, into)
}

// weight is how much counts what is said: more if more words say it, and if it brings fewer ideas to mind.
func (q *query) weight(m *profile.Mention) float64 {
	w, t := &q.w, &m.Topic
	weight := math.Pow(float64(m.Words), w.TopicWords) * math.Pow(float64(len(t.Best)+len(t.Good)), -w.TopicBreadth)
	if m.Another {
		weight *= w.TopicAnother
	}
	if t.Stage == catalog.Young && !q.profile.ForYoung() {
		weight *= w.TopicUnsure
	}
	switch m.About {
	case profile.AnAge:
		weight *= w.TopicAge
		if slices.Min(append([]float64{smallAge}, q.profile.Ages...)) < smallAge {
			weight *= w.TopicSmall
		}
	case profile.Who:
		weight *= w.TopicWho
	case profile.Liking:
		if slices.Contains(q.profile.Recipients, "host") {
			weight *= w.TopicHost
		}
	case profile.AnOccasion, profile.AHardTime:
	}
	return weight
}

// brought calls each with the ideas that a topic brings to mind, and how much it does: the first of the best ones fully.
func (w *Weights) brought(t *catalog.Topic, each func(id string, much float64)) {
	for place, id := range t.Best {
		each(id, 1/(1+w.TopicPlace*float64(place)))
	}
	for place, id := range t.Good {
		each(id, w.TopicGood/(1+w.TopicPlace*float64(place)))
	}
}

// addTopics scores the ideas that what is said brings to mind, and what is like them. Whoever
// asks when the museum is open wants none of them.
func (s *scored) addTopics(ctx context.Context) error {
	if s.w.Topic == 0 || s.q.profile.OffTopic == 1 {
		return nil
	}
	sum := make([]float64, s.Len())
	for k := range s.q.profile.Topics {
		m := &s.q.profile.Topics[k]
		weight := s.q.weight(m)
		s.w.brought(&m.Topic, func(id string, much float64) {
			if i, ok := s.byID[id]; ok {
				sum[i] += math.Pow(weight*much, s.w.TopicAgree)
			}
		})
	}
	var like []float32
	for i, v := range sum {
		if own := s.Vector(i); v > 0 && own != nil {
			sum[i] = math.Pow(v, 1/s.w.TopicAgree)
			if like == nil {
				like = make([]float32, len(own))
			}
			for d, x := range own {
				like[d] += float32(sum[i]) * x
			}
		}
	}
	if like == nil {
		return nil
	}
	cosines := make([]float32, s.Len())
	if err := cosinesTo(ctx, s, vector.Unit(like), cosines); err != nil {
		return err
	}
	for i, v := range sum {
		s.score[i] += s.w.Topic*v/(v+s.w.TopicHalf) + s.w.Toward*float64(cosines[i])
	}
	return nil
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

// avoid takes what isn't wanted off the scores of what is like it.
func (s *scored) avoid(ctx context.Context) error {
	cosines := make([]float32, s.Len())
	for _, v := range s.q.avoided {
		if err := cosinesTo(ctx, s, v, cosines); err != nil {
			return err
		}
		for i, c := range cosines {
			s.score[i] -= s.w.Dislike * max(0, float64(c))
		}
	}
	return nil
}

// allows reports whether the rules let gift i be shown. A gift that doesn't say for whom it is may be for anyone.
func (s *scored) allows(i int) bool {
	g, f, p, t := s.Gift(i), &s.q.filter, s.q.profile, &s.reads[i].traits
	if len(f.Prices) > 0 && !slices.Contains(f.Prices, g.Price) || len(f.Recipients) > 0 && len(g.Recipients) > 0 && !shares(f.Recipients, g.Recipients) ||
		f.Minor && t.adult || f.Grown && t.forYoung || p.Child && t.dangerous || p.PastSchool() && t.forSchool || s.q.starred[g.ID] {
		return false
	}
	for k := range p.Exclusions {
		if excludes(&p.Exclusions[k], g, s.reads[i]) {
			return false
		}
	}
	return true
}

// excludes reports whether a gift is of what isn't wanted, or seems to have it.
func excludes(e *profile.Exclusion, g *catalog.Gift, r *read) bool {
	has := func(phrase string) bool { return strings.Contains(r.shown, " "+phrase+" ") }
	if slices.ContainsFunc(e.Unless, has) && !shares(e.Categories, g.Categories[:min(1, len(g.Categories))]) {
		return false
	}
	if shares(e.Categories, g.Categories) || slices.ContainsFunc(e.Words, has) {
		return true
	}
	if len(e.Stems) == 0 {
		return false
	}
	for _, c := range g.Categories { // "fashion", or one of two that a category joins
		for part := range strings.SplitSeq(c+" and "+c, " and ") {
			if slices.Equal(words.Content(part), e.Stems) {
				return true
			}
		}
	}
	return within(e.Stems, words.Content(g.Name)) || e.Allergy && within(e.Stems, r.stems)
}

// within reports whether there are stems, and others has all of them.
func within(stems, others []string) bool {
	return len(stems) > 0 && !slices.ContainsFunc(stems, func(s string) bool { return !slices.Contains(others, s) })
}
