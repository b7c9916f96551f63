package rank

import (
	"context"
	"slices"

	"golang.org/x/sync/errgroup"

	"github.com/mcp-adapters/mcp-adapters/gift/profile"
	"github.com/mcp-adapters/mcp-adapters/gift/store"
	"github.com/mcp-adapters/mcp-adapters/gift/vector"
	"github.com/mcp-adapters/mcp-adapters/gift/words"
)

// query is a request as it is compared with gifts.
type query struct {
	scale   Scale
	w       Weights
	profile *profile.Profile
	filter  store.Filter
	words   []string           // stems of what the person likes
	vector  []float32          // nil or zero: nothing is known to be liked
	plain   []float32          // the same by the table
	likes   map[string]float64 // categories that are spoken of
	avoided [][]float32        // vectors of what isn't wanted and is of no known kind, else nil
	past    []pastGift
	stars   [][]float32
	starred map[string]bool // ids
	ideas   []store.Item    // that topics bring to mind, of a store that isn't whole
}

// newQuery embeds what is asked for: everything in one batch.
func (r *Ranker) newQuery(ctx context.Context, e *engine, req *Request, p *profile.Profile) (*query, error) {
	q := &query{
		scale: e.scale, w: r.w, profile: p, starred: map[string]bool{}, likes: map[string]float64{},
		filter: store.Filter{Prices: p.Prices, Recipients: p.Young, Minor: p.Minor, Grown: p.Grown},
	}
	for _, w := range p.Words {
		if stem := words.Stem(w); !slices.Contains(q.words, stem) {
			q.words = append(q.words, stem)
		}
	}
	for _, id := range req.Starred {
		q.starred[id] = true
	}
	for _, like := range p.Interests {
		q.likes[like.Category] = like.Strength
	}
	texts := []string{p.Query}
	for i := range p.Exclusions {
		if len(p.Exclusions[i].Stems) > 0 {
			texts = append(texts, p.Exclusions[i].Text)
		}
	}
	avoided := len(texts)
	direct := e.Embedder.ID() != r.table.ID()
	if direct {
		texts = append(texts, req.Past...)
	}
	vectors, err := e.Embedder.Embed(ctx, texts)
	if err != nil {
		return nil, err
	}
	q.vector, q.plain, q.avoided = vectors[0], vectors[0], vectors[1:avoided]
	if q.past, err = r.pastGifts(ctx, req.Past, p.Owned); err != nil || !direct {
		return q, err
	}
	for i := range req.Past {
		q.past[i].direct = vectors[avoided+i]
	}
	plain, err := r.table.Embed(ctx, texts[:1])
	if err == nil {
		q.plain = plain[0]
	}
	return q, err
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
			all := slices.Concat(t.Best, t.Good)
			if place < len(all) && len(ids) < maxIdeas && !slices.Contains(ids, all[place]) {
				ids = append(ids, all[place])
			}
		}
	}
	return ids
}

// target is the vector that a store is searched by: drawn toward the stars.
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
