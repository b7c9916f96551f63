package rank

import (
	"context"
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"

	"github.com/mcp-adapters/mcp-adapters/gift/profile"
	"github.com/mcp-adapters/mcp-adapters/gift/store"
	"github.com/mcp-adapters/mcp-adapters/gift/vector"
	"github.com/mcp-adapters/mcp-adapters/gift/words"
)

// query is a request as it is compared with gifts.
type query struct {
	scale    Scale
	w        Weights
	profile  *profile.Profile
	filter   store.Filter
	words    []string           // stems of what the person likes
	vector   []float32          // nil or zero: nothing is known to be liked
	plain    []float32          // the same by the table
	likes    map[string]float64 // categories that are spoken of
	clauses  [][]float32        // of a long description
	dislikes []dislike
	past     []pastGift
	stars    [][]float32
	starred  map[string]bool // ids
	ideas    []store.Item    // that topics bring to mind, of a store that isn't whole
}

// dislike is something that isn't wanted.
type dislike struct {
	*profile.Dislike

	stems    []string
	contains []string // stems of what has it
	vector   []float32
}

// newQuery embeds what is asked for: everything in one batch.
func (r *Ranker) newQuery(ctx context.Context, e *engine, req *Request, p *profile.Profile) (*query, error) {
	q := &query{
		scale: e.scale, w: e.w, profile: p, words: distinctStems(p.Words), starred: map[string]bool{}, likes: map[string]float64{},
		filter: store.Filter{Prices: p.Prices, Recipients: p.Young, Minor: p.Minor, Grown: p.Grown},
	}
	for _, id := range req.Starred {
		q.starred[id] = true
	}
	texts := []string{p.Query}
	clauses := clausesOf(p.Query, e.w.Long)
	texts = append(texts, clauses...)
	for i := range p.Dislikes {
		d := &p.Dislikes[i]
		q.dislikes = append(q.dislikes, dislike{Dislike: d, stems: words.Content(d.Text), contains: distinctStems(d.Contains)})
		texts = append(texts, d.Text)
	}
	direct := e.Embedder.ID() != r.table.ID()
	if direct {
		texts = append(texts, req.Past...)
	}
	for _, like := range p.Interests {
		q.likes[like.Category] = like.Strength
	}
	vectors, err := e.Embedder.Embed(ctx, texts)
	if err != nil {
		return nil, err
	}
	q.vector, vectors = vectors[0], vectors[1:]
	q.clauses, vectors = vectors[:len(clauses)], vectors[len(clauses):]
	for i := range q.dislikes {
		q.dislikes[i].vector = vectors[i]
	}
	vectors = vectors[len(q.dislikes):]
	if q.past, err = r.pastGifts(ctx, slices.Concat(req.Past, p.Owned)); err != nil {
		return nil, err
	}
	for i := range p.Owned {
		q.past[len(req.Past)+i].owned = true
	}
	q.plain = q.vector
	if direct {
		plain, err := r.table.Embed(ctx, texts[:1])
		if err != nil {
			return nil, err
		}
		q.plain = plain[0]
		for i := range req.Past {
			q.past[i].direct = vectors[i]
		}
	}
	return q, nil
}

// clausesOf splits a long description into what it says one after another.
func clausesOf(text string, long int) []string {
	if len(strings.Fields(text)) <= long {
		return nil
	}
	var list []string
	for _, part := range strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(",;.!?:\n", r) }) {
		var clause []string
		flush := func() {
			if len(clause) >= leastClause && len(list) < maxClauses {
				list = append(list, strings.Join(clause, " "))
			}
			clause = nil
		}
		for word := range strings.FieldsSeq(part) {
			switch strings.ToLower(word) {
			case "and", "but", "who":
				flush()
			default:
				clause = append(clause, word)
			}
		}
		flush()
	}
	return list
}

func distinctStems(list []string) []string {
	var stems []string
	for _, w := range list {
		if stem := words.Stem(w); !slices.Contains(stems, stem) {
			stems = append(stems, stem)
		}
	}
	return stems
}

// ask embeds the request and meanwhile gets the starred gifts, and of a store that isn't whole
// those that topics bring to mind, without which it answers too.
func (r *Ranker) ask(ctx context.Context, e *engine, s store.Store, req *Request, p *profile.Profile) (*query, error) {
	group, within := errgroup.WithContext(ctx)
	var got []store.Item
	var panicked any
	ids := req.Starred
	if _, whole := s.(store.Whole); !whole {
		ids = append(slices.Clip(ids), ideasOf(p)...)
	}
	if len(ids) > 0 {
		group.Go(func() (err error) {
			defer func() { panicked = recover() }() // for this request's goroutine
			if got, err = s.Get(within, ids, true); len(req.Starred) == 0 {
				return nil
			}
			return err
		})
	}
	q, err := r.newQuery(within, e, req, p)
	if second := group.Wait(); err == nil {
		err = second
	}
	if panicked != nil {
		panic(panicked)
	}
	if err != nil {
		return nil, err
	}
	starred := false
	for _, item := range got {
		if !q.starred[item.Gift.ID] {
			q.ideas = append(q.ideas, item)
			continue
		}
		starred = true
		if item.Vector != nil {
			q.stars = append(q.stars, item.Vector)
		}
	}
	if starred && len(q.stars) == 0 {
		q.starred = map[string]bool{}
	}
	return q, nil
}

// ideasOf are the ids of the ideas that topics bring to mind, the best of each first.
func ideasOf(p *profile.Profile) []string {
	var ids []string
	for place := range maxPlaces {
		for k := range p.Topics {
			t := &p.Topics[k].Topic
			if place >= len(t.Best)+len(t.Good) || len(ids) == maxIdeas {
				continue
			}
			id := ""
			if place < len(t.Best) {
				id = t.Best[place]
			} else {
				id = t.Good[place-len(t.Best)]
			}
			if !slices.Contains(ids, id) {
				ids = append(ids, id)
			}
		}
	}
	return ids
}

// target is the vector that a store is searched by: drawn half way to the stars.
func (q *query) target() []float32 {
	switch {
	case len(q.stars) == 0:
		return q.vector
	case q.starsAlone():
		return vector.Mix(q.stars[0], 1, vector.Mean(q.stars))
	}
	return vector.Mix(q.vector, q.w.Pull, vector.Mean(q.stars))
}

// starsAlone reports whether only the stars say what is liked.
func (q *query) starsAlone() bool {
	return len(q.stars) > 0 && (q.profile.Bare || vector.IsZero(q.vector))
}

// empty reports whether nothing is known to be liked.
func (q *query) empty() bool {
	return len(q.stars) == 0 && (q.profile.Bare || vector.IsZero(q.vector) || q.profile.Foreign && q.scale.English)
}
