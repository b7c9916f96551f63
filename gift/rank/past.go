package rank

import (
	"context"
	"slices"
	"strings"

	"mcp-adapters/gift/profile"
	"mcp-adapters/gift/words"
)

// pastGift is a gift that isn't to be repeated.
type pastGift struct {
	vector []float32  // by the table
	direct []float32  // by the embedder of the vectors of gifts, if that is another
	named  [][]string // stems of what it is called, and of other names for it
}

func (r *Ranker) pastGifts(ctx context.Context, names []string) ([]pastGift, error) {
	if len(names) == 0 {
		return nil, nil
	}
	vectors, err := r.table.Embed(ctx, names)
	if err != nil {
		return nil, err
	}
	list := make([]pastGift, len(names))
	for i, name := range names {
		list[i] = pastGift{vector: vectors[i], named: otherNames(name)}
	}
	return list, nil
}

// otherNames returns the stems of a name, and those of it with parts of the same meaning.
func otherNames(name string) [][]string {
	own := words.Content(name)
	list := [][]string{own}
	for _, group := range profile.Same() {
		for _, phrase := range group {
			part := words.Content(phrase)
			at := indexOf(own, part)
			if at < 0 {
				continue
			}
			for _, other := range group {
				if other != phrase {
					list = append(list, slices.Concat(own[:at], words.Content(other), own[at+len(part):]))
				}
			}
			break
		}
	}
	return list
}

// indexOf returns where part begins in list, -1 if it isn't there.
func indexOf(list, part []string) int {
	for i := 0; len(part) > 0 && i+len(part) <= len(list); i++ {
		if slices.Equal(list[i:i+len(part)], part) {
			return i
		}
	}
	return -1
}

// repeated judges gift i by the past gifts: it is one of them, or it loses something for
// being like one.
func (s *scored) repeated(ctx context.Context, i int) (same bool, penalty float64, err error) {
	if len(s.q.past) == 0 {
		return false, 0, nil
	}
	w := &s.w
	it, err := s.repeatOf(ctx, i)
	if err != nil {
		return false, 0, err
	}
	for _, p := range s.q.past {
		for _, stems := range p.named {
			if within(stems, it.stems) || within(it.stems, stems) {
				return true, 0, nil
			}
		}
		like := 0.5*dot(p.vector, it.name) + 0.5*dot(p.vector, it.text)
		if like >= w.PastSame || p.direct != nil && dot(p.direct, s.Vector(i)) >= w.PastDirect {
			return true, 0, nil
		}
		if like >= w.PastNear {
			penalty = max(penalty, w.PastPenalty*(like-w.PastOffset))
		}
	}
	return false, penalty, nil
}

// repeatOf returns what past gifts are compared with in gift i, which is kept.
func (s *scored) repeatOf(ctx context.Context, i int) (*repeat, error) {
	if it := s.index.past[i].Load(); it != nil {
		return it, nil
	}
	g := s.Gift(i)
	vectors, err := s.table.Embed(ctx, []string{g.Name, g.Text()})
	if err != nil {
		return nil, err
	}
	it := &repeat{name: vectors[0], text: vectors[1], stems: words.Content(strings.TrimSpace(g.Name))}
	s.index.past[i].Store(it)
	return it, nil
}
