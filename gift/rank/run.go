package rank

import (
	"context"
	"slices"

	"github.com/mcp-adapters/mcp-adapters/gift/profile"
	"github.com/mcp-adapters/mcp-adapters/gift/store"
	"github.com/mcp-adapters/mcp-adapters/gift/vector"
)

// run answers a request from one source.
func (r *Ranker) run(ctx context.Context, e *engine, req Request, p *profile.Profile) (*Response, error) {
	s, err := e.Open(ctx)
	if err != nil {
		return nil, err
	}
	l := list{Ranker: r, engine: e, store: s, limit: req.Limit, resp: &Response{Profile: p, Description: req.Description, Gifts: []Pick{}}}
	if l.resp.Searched, err = s.Count(ctx); err != nil {
		return nil, err
	}
	if l.q, err = r.ask(ctx, e, s, &req, p); err != nil {
		return nil, err
	}
	l.resp.Starred = len(l.q.stars) > 0
	l.resp.Foreign = p.Foreign && e.scale.English
	if whole, ok := s.(store.Whole); ok && l.resp.Searched <= wholeUpTo {
		err = l.fromAll(ctx, whole)
	} else {
		err = l.fromFound(ctx)
	}
	if err != nil {
		return nil, err
	}
	slices.SortStableFunc(l.resp.Gifts, byRelevance)
	return l.resp, nil
}

// list is the answer of one request as it grows.
type list struct {
	*Ranker

	engine *engine
	store  store.Store
	q      *query
	limit  int
	resp   *Response
	chosen [][]float32 // the vectors of what is in the list
}

// fromAll scores every gift of a store that has them in memory.
func (l *list) fromAll(ctx context.Context, whole store.Whole) error {
	snapshot, err := whole.Snapshot(ctx)
	if err != nil {
		return err
	}
	x, err := l.engine.indexOf(ctx, snapshot)
	if err != nil {
		return err
	}
	s, err := l.scores(ctx, l.q, x)
	if err != nil {
		return err
	}
	if l.q.filter.Prices != nil {
		enough, err := s.enough(ctx, l.limit)
		if err != nil {
			return err
		}
		if !enough {
			l.relax()
			s.allow()
		}
	}
	if err := l.match(ctx, s); err != nil {
		return err
	}
	return l.topUp(ctx, s)
}

// fromFound scores what a store finds.
func (l *list) fromFound(ctx context.Context) error {
	if !l.q.empty() {
		s, err := l.search(ctx)
		if err != nil {
			return err
		}
		if l.q.filter.Prices != nil {
			enough, err := s.enough(ctx, l.limit)
			if err != nil {
				return err
			}
			if !enough {
				l.relax()
				if s, err = l.search(ctx); err != nil {
					return err
				}
			}
		}
		if err := l.match(ctx, s); err != nil {
			return err
		}
	}
	if len(l.resp.Gifts) >= l.limit {
		return nil
	}
	popular, err := l.popularFound(ctx)
	if err != nil {
		return err
	}
	return l.topUp(ctx, popular)
}

// relax lets gifts of all prices be shown.
func (l *list) relax() {
	l.q.filter.Prices = nil
	l.resp.Relaxed = true
}

func (l *list) search(ctx context.Context) (*scored, error) {
	hits, err := l.store.Search(ctx, l.q.target(), candidates, l.q.filter)
	if err != nil {
		return nil, err
	}
	for _, idea := range l.q.ideas {
		if l.q.filter.Pass(&idea.Gift) && !slices.ContainsFunc(hits, func(h store.Hit) bool { return h.Gift.ID == idea.Gift.ID }) {
			hits = append(hits, store.Hit{Item: idea, Cosine: vector.Cosine(l.q.target(), idea.Vector)})
		}
	}
	return l.scoresFound(ctx, hits)
}

// scoresFound scores what a store found.
func (l *list) scoresFound(ctx context.Context, hits found) (*scored, error) {
	x, err := l.engine.indexFound(ctx, hits)
	if err != nil {
		return nil, err
	}
	return l.scores(ctx, l.q, x)
}

// popularFound returns the popular gifts of a store that isn't whole, the best ones for
// the recipient and the occasion first. Their vectors are asked for, and if they can't be
// had, no gift is more relevant than another.
func (l *list) popularFound(ctx context.Context) (*scored, error) {
	var hits found
	for _, f := range l.wanted() {
		gifts, err := l.store.Popular(ctx, f, popularNames)
		if err != nil {
			return nil, err
		}
		for i := range gifts {
			if !slices.ContainsFunc(hits, func(h store.Hit) bool { return h.Gift.ID == gifts[i].ID }) {
				hits = append(hits, store.Hit{Item: store.Item{Gift: gifts[i]}})
			}
		}
		if len(hits) >= popularNames {
			break
		}
	}
	ids := make([]string, 0, len(hits))
	for i := range min(len(hits), candidates) {
		ids = append(ids, hits[i].Gift.ID)
	}
	if items, err := l.store.Get(ctx, ids, true); err == nil {
		vectors := map[string][]float32{}
		for i := range items {
			vectors[items[i].Gift.ID] = items[i].Vector
		}
		for i := range hits {
			hits[i].Vector = vectors[hits[i].Gift.ID]
		}
	} else if ctx.Err() != nil {
		return nil, err
	}
	return l.scoresFound(ctx, hits)
}

// wanted are filters of popular gifts, from those that suit recipient and occasion to all
// that may be shown at all.
func (l *list) wanted() []store.Filter {
	all := l.q.filter
	var filters []store.Filter
	recipients, occasions := l.q.profile.Recipients, l.q.profile.OccasionTags()
	if all.Recipients != nil {
		recipients = nil
	}
	add := func(withRecipients, withOccasions bool) {
		f := all
		if withRecipients {
			f.Recipients = recipients
		}
		if withOccasions {
			f.Occasions = occasions
		}
		filters = append(filters, f)
	}
	if len(recipients) > 0 && len(occasions) > 0 {
		add(true, true)
	}
	if len(recipients) > 0 {
		add(true, false)
	}
	if len(occasions) > 0 {
		add(false, true)
	}
	add(false, false)
	return filters
}
