package rank

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/mcp-adapters/mcp-adapters/gift/profile"
	"github.com/mcp-adapters/mcp-adapters/gift/vector"
)

// candidate is a gift that may come into the list.
type candidate struct {
	gift  int
	score float64
}

// match adds the gifts that match, chosen for relevance and variety.
func (l *list) match(ctx context.Context, s *scored) error {
	if l.q.empty() {
		return nil
	}
	for i, score := range s.score {
		if s.allowed[i] {
			l.resp.Best = max(l.resp.Best, score)
		}
	}
	matches, err := s.matches(ctx, l.w.Threshold)
	if err != nil {
		return err
	}
	if s.q.profile.HardTime {
		matches = s.consoling(matches)
	}
	l.resp.Above = min(len(matches), l.resp.Searched)
	slices.SortFunc(matches, s.order)
	matches = matches[:min(len(matches), max(pool, 4*l.limit))]
	similar := make([]float64, len(matches)) // the highest cosine of a match to a gift of the list
	add := func(c candidate) {
		l.add(s, c, false)
		for i, m := range matches {
			similar[i] = max(similar[i], vector.Cosine(s.Vector(c.gift), s.Vector(m.gift)))
			if m.gift == c.gift {
				similar[i] = math.Inf(1)
			}
		}
	}
	near, err := l.besideStars(ctx, s)
	if err != nil {
		return err
	}
	for _, c := range near {
		add(c)
	}
	for len(l.resp.Gifts) < l.limit {
		best, value, lacks := -1, 0.0, l.lacks()
		for i, m := range matches {
			v := l.w.Lambda*m.score - (1-l.w.Lambda)*similar[i]
			if lacks != "" && slices.Contains(s.Gift(m.gift).Categories, lacks) {
				v += l.w.Lacking
			}
			if similar[i] < l.w.Duplicate && (best < 0 || v > value) {
				best, value = i, v
			}
		}
		if best < 0 {
			return nil
		}
		add(matches[best])
	}
	return nil
}

// order puts the higher score first, and of equal ones the more popular gift.
func (s *scored) order(a, b candidate) int {
	return cmp.Or(cmp.Compare(b.score, a.score), byPopularity(s.Gift(a.gift), s.Gift(b.gift)))
}

// besideStars returns for each of several starred gifts the best gift that is about as
// near to it as any, so that none of them is forgotten.
func (l *list) besideStars(ctx context.Context, s *scored) ([]candidate, error) {
	if len(l.q.stars) < 2 || len(l.q.stars) > l.limit {
		return nil, nil
	}
	var near []candidate
	for _, star := range l.q.stars {
		var beside []candidate // those that may be shown, with the cosine as score
		for i := range s.score {
			if c := vector.Cosine(star, s.Vector(i)); c > 0 && s.allowed[i] {
				beside = append(beside, candidate{i, c})
			}
		}
		slices.SortFunc(beside, s.order)
		best, floor := candidate{gift: -1}, 0.0
		for _, c := range beside {
			if c.score < floor {
				break
			}
			same, penalty, err := s.repeated(ctx, c.gift)
			if err != nil {
				return nil, err
			}
			taken := slices.ContainsFunc(near, func(n candidate) bool {
				return n.gift == c.gift || vector.Cosine(s.Vector(n.gift), s.Vector(c.gift)) >= l.w.Duplicate
			})
			if same || taken {
				continue
			}
			floor = max(floor, l.w.Beside*c.score)
			if score := s.score[c.gift] - penalty; best.gift < 0 || score > best.score {
				best = candidate{c.gift, score}
			}
		}
		if best.gift >= 0 {
			near = append(near, best)
		}
	}
	return near, nil
}

// matches returns the gifts from the threshold on.
func (s *scored) matches(ctx context.Context, threshold float64) ([]candidate, error) {
	var list []candidate
	for i, score := range s.score {
		if !s.allowed[i] || s.q.scale.relevance(score) < threshold {
			continue
		}
		same, penalty, err := s.repeated(ctx, i)
		if err != nil {
			return nil, err
		}
		if score -= penalty; !same && s.q.scale.relevance(score) >= threshold {
			list = append(list, candidate{i, score})
		}
	}
	return list, nil
}

// consoling are the matches that come to mind for a hard time, and those that are given at one: what suits a boss is
// nothing for a boss who mourns.
func (s *scored) consoling(matches []candidate) []candidate {
	occasions := s.q.profile.OccasionTags()
	return slices.DeleteFunc(matches, func(m candidate) bool {
		g := s.Gift(m.gift)
		return !shares(occasions, g.Occasions) && !slices.ContainsFunc(s.q.profile.Topics, func(t profile.Mention) bool {
			return t.About == profile.AHardTime && (slices.Contains(t.Topic.Best, g.ID) || slices.Contains(t.Topic.Good, g.ID))
		})
	})
}

// enough reports whether the rules let as many gifts be shown as are asked for.
func (s *scored) enough(ctx context.Context, limit int) (bool, error) {
	for i := 0; i < len(s.score) && limit > 0; i++ {
		if !s.allowed[i] {
			continue
		}
		same, _, err := s.repeated(ctx, i)
		if err != nil {
			return false, err
		}
		if !same {
			limit--
		}
	}
	return limit == 0, nil
}

// topUp fills the list with popular gifts: at most one of each first category, as long as there are others.
func (l *list) topUp(ctx context.Context, s *scored) error {
	l.resp.Fallback = len(l.resp.Gifts) == 0
	for _, varied := range []bool{true, false} {
		for _, f := range l.wanted() {
			for _, at := range s.popular {
				i := int(at)
				g, v := s.Gift(i), s.Vector(i)
				if len(l.resp.Gifts) >= l.limit {
					return nil
				}
				if !s.allowed[i] || !f.Pass(g) || slices.ContainsFunc(l.resp.Gifts, func(p Pick) bool {
					return p.ID == g.ID || varied && first(p.Categories) == first(g.Categories)
				}) || v != nil && slices.ContainsFunc(l.chosen, func(c []float32) bool { return vector.Cosine(c, v) >= l.w.Duplicate }) {
					continue
				}
				same, penalty, err := s.repeated(ctx, i)
				if err != nil {
					return err
				}
				if !same {
					l.add(s, candidate{i, s.score[i] - penalty}, true)
				}
			}
		}
	}
	return nil
}

// lacks is the one of two named interests that a list has hardly anything of where the other one has most of it; "": none.
func (l *list) lacks() string {
	count, named := map[string]int{}, []string{}
	for c, strength := range l.q.likes {
		if strength == 1 {
			named = append(named, c)
		}
	}
	for _, p := range l.resp.Gifts {
		for _, c := range p.Categories {
			count[c]++
		}
	}
	if len(named) != 2 {
		return ""
	}
	slices.SortFunc(named, func(a, b string) int { return cmp.Or(cmp.Compare(count[a], count[b]), cmp.Compare(a, b)) })
	if count[named[1]]*2 > l.limit && count[named[0]]*5 < 2*l.limit {
		return named[0]
	}
	return ""
}

func first(list []string) string {
	if len(list) == 0 {
		return ""
	}
	return list[0]
}

func (l *list) add(s *scored, c candidate, popular bool) {
	l.resp.ToppedUp = l.resp.ToppedUp || popular
	l.chosen = append(l.chosen, s.Vector(c.gift))
	relevance := l.q.scale.relevance(c.score)
	if popular { // what was passed over as a match isn't told to be one
		relevance = min(relevance, max(0, math.Ceil(100*l.w.Threshold-1e-9)-1)/100)
	}
	l.resp.Gifts = append(l.resp.Gifts, Pick{
		Gift: s.Gift(c.gift), Relevance: relevance, Reason: s.reason(c.gift, popular), popular: popular, score: c.score,
	})
}

// byRelevance orders a list as it is shown.
func byRelevance(a, b Pick) int {
	return cmp.Or(cmp.Compare(b.Relevance, a.Relevance), cmp.Compare(b.score, a.score), byPopularity(a.Gift, b.Gift))
}
