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
	l.resp.Best = s.best()
	matches, err := s.matches(ctx, l.w.Threshold)
	if err != nil {
		return err
	}
	if s.q.profile.HardTime {
		matches = s.consoling(matches, l.limit)
	}
	l.resp.Above = min(len(matches), l.resp.Searched)
	topics := s.topics(l.limit)
	owed := topics.best(matches)
	matches = top(matches, max(pool, 4*l.limit), s.order)
	for _, c := range owed {
		if !slices.Contains(matches, c) {
			matches = append(matches, c)
		}
	}
	if len(matches) == 0 {
		return nil
	}
	// similar[i] is the highest cosine of a match to a gift of the list.
	similar := make([]float64, len(matches))
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
		best, value := -1, 0.0
		due := topics.due(l.limit - len(l.resp.Gifts))
		for i, m := range matches {
			if similar[i] >= l.w.Duplicate {
				continue
			}
			v := l.w.Lambda*m.score - (1-l.w.Lambda)*similar[i]
			if due != 0 {
				v += topics.ahead(topics.of(m.gift) & due)
			}
			if best < 0 || v > value {
				best, value = i, v
			}
		}
		if best < 0 {
			return nil
		}
		topics.took(matches[best].gift)
		add(matches[best])
	}
	return nil
}

// top returns the n first of list by order, sorted.
func top(list []candidate, n int, order func(a, b candidate) int) []candidate {
	if len(list) <= 2*n {
		slices.SortFunc(list, order)
		return list[:min(n, len(list))]
	}
	kept := list[:n]
	slices.SortFunc(kept, order)
	for _, c := range list[n:] {
		if order(c, kept[n-1]) > 0 {
			continue
		}
		at, _ := slices.BinarySearchFunc(kept, c, order)
		copy(kept[at+1:], kept[at:])
		kept[at] = c
	}
	return kept
}

// order puts the higher score first, and of equal ones the more popular gift.
func (s *scored) order(a, b candidate) int {
	switch { // neither is NaN
	case a.score > b.score:
		return -1
	case a.score < b.score:
		return 1
	}
	return byPopularity(s.Gift(a.gift), s.Gift(b.gift))
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
			if c := vector.Cosine(star, s.Vector(i)); c > 0 && s.eligible(i) && !s.q.harms(s.Gift(i)) {
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

// best is the score of the best gift that may be shown.
func (s *scored) best() float64 {
	best := 0.0
	for i, score := range s.score {
		if score > best && s.eligible(i) {
			best = score
		}
	}
	return best
}

// matches returns the gifts from the threshold on.
func (s *scored) matches(ctx context.Context, threshold float64) ([]candidate, error) {
	var list []candidate
	for i, score := range s.score {
		if s.q.scale.relevance(score) < threshold || !s.eligible(i) || s.q.harms(s.Gift(i)) {
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

// consoling are the matches that come to mind for a hard time, or if these are fewer than limit,
// those that are given at one too: what suits a boss is nothing for a boss who mourns.
func (s *scored) consoling(matches []candidate, limit int) []candidate {
	ideas := map[int32]bool{}
	for k := range s.q.profile.Topics {
		if m := &s.q.profile.Topics[k]; m.About == profile.AHardTime {
			s.w.brought(&m.Topic, func(id string, _ float64) {
				if i, ok := s.byID[id]; ok {
					ideas[i] = true
				}
			})
		}
	}
	given := mark(s.Len(), s.occasions, s.q.profile.OccasionTags())
	var own, all []candidate
	for _, m := range matches {
		idea := ideas[int32(m.gift)] //nolint:gosec // a place in a list
		if idea {
			own = append(own, m)
		}
		if idea || given[m.gift] {
			all = append(all, m)
		}
	}
	if len(own) >= limit {
		return own
	}
	return all
}

// enough reports whether the rules let as many gifts be shown as are asked for.
func (s *scored) enough(ctx context.Context, limit int) (bool, error) {
	for i := range s.score {
		if limit == 0 {
			break
		}
		if !s.eligible(i) || s.q.harms(s.Gift(i)) {
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

// topUp fills the list with popular gifts.
func (l *list) topUp(ctx context.Context, s *scored) error {
	l.resp.Fallback = len(l.resp.Gifts) == 0
	if len(l.resp.Gifts) >= l.limit {
		return nil
	}
	// At most one of each first category, as long as there are others.
	for _, varied := range []bool{true, false} {
		for _, f := range l.wanted() {
			for _, i := range s.popular {
				if len(l.resp.Gifts) >= l.limit {
					return nil
				}
				g := s.Gift(int(i))
				if !f.Pass(g) || !s.eligible(int(i)) || s.q.harms(g) || l.has(g.ID) || varied && l.hasCategory(g.Categories) || l.resembles(s.Vector(int(i))) {
					continue
				}
				same, penalty, err := s.repeated(ctx, int(i))
				if err != nil {
					return err
				}
				if !same {
					l.add(s, candidate{int(i), s.score[i] - penalty}, true)
				}
			}
		}
	}
	return nil
}

func (l *list) has(id string) bool {
	return slices.ContainsFunc(l.resp.Gifts, func(p Pick) bool { return p.ID == id })
}

// hasCategory reports whether a gift of the list has the same first category.
func (l *list) hasCategory(categories []string) bool {
	return slices.ContainsFunc(l.resp.Gifts, func(p Pick) bool { return first(p.Categories) == first(categories) })
}

// resembles reports whether a gift of the list is almost the same.
func (l *list) resembles(v []float32) bool {
	return v != nil && slices.ContainsFunc(l.chosen, func(c []float32) bool { return vector.Cosine(c, v) >= l.w.Duplicate })
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
