package rank

import (
	"context"
	"strings"
	"sync"

	"mcp-adapters/gift/profile"
	"mcp-adapters/gift/words"
)

// pastGift is a gift that isn't to be repeated.
type pastGift struct {
	vector []float32 // by the table
	direct []float32 // by the embedder of the vectors of gifts, if that is another
	names  []name    // what it is called, and other names for it
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
		list[i] = pastGift{vector: vectors[i], names: namesOf(name)}
	}
	return list, nil
}

// called is a phrase of the lexicon, as it stands in a name, and the group of those that mean
// the same.
type called struct {
	form, phrase string
	group        []string
}

// otherNames are the phrases, also in the plural, by their first words.
var otherNames = sync.OnceValue(func() map[string][]called {
	m := map[string][]called{}
	for _, group := range profile.Same() {
		for _, phrase := range group {
			for _, form := range [...]string{phrase, phrase + "s", phrase + "es"} {
				first, _, _ := strings.Cut(form, " ")
				m[first] = append(m[first], called{" " + form + " ", phrase, group})
			}
		}
	}
	return m
})

// namesOf returns a name, and the same with parts replaced by others of the same meaning.
func namesOf(text string) []name {
	list := []name{newName(text)}
	said := words.All(text)
	plain := " " + strings.Join(said, " ") + " "
	for _, w := range said {
		for _, c := range otherNames()[w] {
			if !strings.Contains(plain, c.form) {
				continue
			}
			for _, other := range c.group {
				if other == c.phrase {
					continue
				}
				list = append(list, newName(strings.Replace(plain, c.form, " "+other+" ", 1)))
				if strings.HasSuffix(plain, c.form) { // "a clip-on book light"
					list = append(list, newName(other))
				}
			}
		}
	}
	return list
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
		head := false
		for _, n := range p.names {
			if n.again(it.name) {
				return true, 0, nil
			}
			head = head || n.head == it.name.head
		}
		toName := dot(p.vector, it.nameVector)
		like := 0.5*toName + 0.5*dot(p.vector, it.text)
		if head && toName >= w.PastHead || like >= w.PastSame || p.direct != nil && dot(p.direct, s.Vector(i)) >= w.PastDirect {
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
	it := &repeat{nameVector: vectors[0], text: vectors[1], name: newName(g.Name)}
	s.index.past[i].Store(it)
	return it, nil
}
