package rank

import (
	"context"
	"slices"
	"strings"
	"sync"

	"github.com/mcp-adapters/mcp-adapters/gift/catalog"
	"github.com/mcp-adapters/mcp-adapters/gift/profile"
	"github.com/mcp-adapters/mcp-adapters/gift/vector"
	"github.com/mcp-adapters/mcp-adapters/gift/words"
)

// pastGift is a gift that isn't to be repeated.
type pastGift struct {
	vector []float32 // by the table
	direct []float32 // by the embedder of the vectors of gifts, if that is another
	names  []name    // what it is called, and other names for it
	owned  bool      // what is merely like it, or goes with it, is as welcome
}

// pastGifts are those that were given before, and those that the recipient has.
func (r *Ranker) pastGifts(ctx context.Context, given, owned []string) ([]pastGift, error) {
	names := slices.Concat(given, owned)
	if len(names) == 0 {
		return nil, nil
	}
	vectors, err := r.table.Embed(ctx, names)
	if err != nil {
		return nil, err
	}
	list := make([]pastGift, len(names))
	for i, name := range names {
		list[i] = pastGift{vector: vectors[i], names: namesOf(name), owned: i >= len(given)}
	}
	return list, nil
}

// repeat is what past gifts are compared with.
type repeat struct {
	names            []name    // its own, and what the brief description calls it
	called           []name    // what givers call it
	shown, all       []string  // stems of what a list shows, and of all that is said of it
	nameVector, text []float32 // by the table
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
	for i := range len(said) - 1 { // "paddle board"
		list = append(list, newName(strings.Join(said[:i], " ")+" "+said[i]+strings.Join(said[i+1:], " ")))
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
		head, alike := false, false
		for _, n := range p.names {
			for _, other := range it.called {
				if n.is(other) {
					return true, 0, nil
				}
			}
			for _, own := range it.names {
				if n.again(own) || n.head != "" && n.head == own.head && within(n.front, it.shown) {
					return true, 0, nil
				}
			}
			head = head || n.head != "" && n.head == it.names[0].head
			alike = alike || head || within(n.stems, it.all)
		}
		if p.owned {
			continue
		}
		toName := vector.Cosine(p.vector, it.nameVector)
		like := 0.5*toName + 0.5*vector.Cosine(p.vector, it.text)
		if head && toName >= w.PastHead || like >= w.PastSame || p.direct != nil && vector.Cosine(p.direct, s.Vector(i)) >= w.PastDirect {
			return true, 0, nil
		}
		if like >= w.PastNear {
			penalty = max(penalty, w.PastPenalty*(like-w.PastOffset))
		}
		if alike {
			penalty = max(penalty, w.PastAlike)
		}
	}
	return false, penalty, nil
}

// repeatOf returns what past gifts are compared with in gift i, which is kept.
func (s *scored) repeatOf(ctx context.Context, i int) (*repeat, error) {
	if it := s.reads[i].past.Load(); it != nil {
		return it, nil
	}
	g := s.Gift(i)
	vectors, err := s.table.Embed(ctx, []string{g.Name, g.Text()})
	if err != nil {
		return nil, err
	}
	it := &repeat{nameVector: vectors[0], text: vectors[1], names: []name{newName(g.Name)}, shown: words.Content(g.Name + ". " + g.Brief + ". " + strings.Join(g.Categories, ". ")), all: s.reads[i].stems}
	// "A bicycle tune-up: brakes, gears", but not "For lovers of clockwork: loupe, tweezers".
	if brief := newName(g.Brief); !strings.HasPrefix(g.Brief, "For ") && (len(brief.front) > 1 || strings.Contains(g.Brief, ":")) {
		it.names = append(it.names, brief)
	}
	for _, other := range catalog.Called(g.ID) {
		it.called = append(it.called, newName(other))
	}
	s.reads[i].past.Store(it)
	return it, nil
}
