package rank

import (
	"context"
	"strings"

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

// namesOf returns a name, and the same with parts replaced by others of the same meaning.
func namesOf(text string) []name {
	list := []name{newName(text)}
	plain := " " + strings.Join(words.All(text), " ") + " "
	for _, group := range profile.Same() {
		for _, phrase := range group {
			at := phraseIn(plain, phrase)
			if at == "" {
				continue
			}
			for _, other := range group {
				if other != phrase {
					list = append(list, newName(strings.Replace(plain, at, " "+other+" ", 1)))
					if strings.HasSuffix(plain, at) { // "a clip-on book light"
						list = append(list, newName(other))
					}
				}
			}
			break
		}
	}
	return list
}

// phraseIn returns how a phrase stands in text, also in the plural; "": it doesn't.
func phraseIn(text, phrase string) string {
	for _, form := range [...]string{phrase, phrase + "s", phrase + "es"} {
		if strings.Contains(text, " "+form+" ") {
			return " " + form + " "
		}
	}
	return ""
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
