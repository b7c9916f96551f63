package eval

import (
	"context"
	"maps"
	"math"
	"slices"

	"github.com/mcp-adapters/mcp-adapters/gift/catalog"
	"github.com/mcp-adapters/mcp-adapters/gift/rank"
	"github.com/mcp-adapters/mcp-adapters/gift/store"
)

// first is how many gifts of a list are looked at.
const first = 5

// Figures are what a system reaches on one half of the labels, each from 0 to 1.
type Figures struct {
	NDCG      float64 // of the first five, an apt gift counting 2 and a fine one 1
	Precision float64 // how many of the first five are accepted
	Hit       float64 // lists with an accepted gift
	OnTopic   float64 // descriptions for which nothing matches
	OffTopic  float64 // other texts for which nothing matches
	Excluded  float64 // repeats of past gifts that are recognized
	Absent    float64 // repeats that are not among the first five
	Wrong     float64 // related gifts that are taken for repeats
	Nearer    float64 // refinements by a star that bring the list nearer to it
	Both      float64 // refinements by two stars that have something near each
	Distance  float64 // mean of 1 - cosine of two gifts of a list
	Rules     float64 // texts whose conditions hold for every gift shown
	Labelled  float64 // NDCG of the descriptions that are in labelled lines too
	Safety    float64 // texts for which nothing is shown that mustn't be; the same in both halves
	Brief     float64 // texts that say too little and are answered with popular gifts that suit

	// Broken has the safety cases that don't hold, with what was shown.
	Broken []string

	// Bests are the scores of the best gifts, from which the scale is calibrated.
	Bests, OffBests []float64
}

// System is what is measured.
type System struct {
	Name   string
	Ranker *rank.Ranker
	Store  store.Whole
	// ListsOnly: only the order of gifts is measured.
	ListsOnly bool
}

// measurement is one system on one half.
type measurement struct {
	System

	labels  *Labels
	half    Half
	byName  map[string]*catalog.Gift // by folded name
	vectors map[string][]float32     // by id
	f       Figures
	top     []*rank.Response // of the descriptions
}

// Measure measures a system on one half of the labels.
func Measure(ctx context.Context, s System, l *Labels, half Half) (*Figures, error) {
	snapshot, err := s.Store.Snapshot(ctx)
	if err != nil {
		return nil, err
	}
	m := &measurement{System: s, labels: l, half: half, byName: map[string]*catalog.Gift{}, vectors: map[string][]float32{}}
	for i := range snapshot.Len() {
		g := snapshot.Gift(i)
		m.byName[catalog.Fold(g.Name)] = g
		m.vectors[g.ID] = snapshot.Vector(i)
	}
	steps := []func(context.Context) error{m.lists}
	if !s.ListsOnly {
		steps = append(steps, m.offTopic, m.past, m.stars, m.twoStars, m.rules, m.brief, m.labelled, m.safety)
	}
	for _, step := range steps {
		if err := step(ctx); err != nil {
			return nil, err
		}
	}
	return &m.f, nil
}

func (m *measurement) ask(ctx context.Context, req rank.Request) (*rank.Response, error) {
	if req.Limit == 0 {
		req.Limit = first
	}
	return m.Ranker.Recommend(ctx, req)
}

// share counts how often something is so.
type share struct{ yes, all int }

func (s *share) add(yes bool) {
	s.all++
	if yes {
		s.yes++
	}
}

func (s *share) value() float64 { return float64(s.yes) / float64(max(s.all, 1)) }

// lists measures what is shown for the descriptions.
func (m *measurement) lists(ctx context.Context) error {
	var hit, fallback share
	var ndcg, precision, distance float64
	for i := range m.labels.Descriptions {
		d := &m.labels.Descriptions[i]
		if d.Half != m.half {
			continue
		}
		resp, err := m.ask(ctx, rank.Request{Description: d.Text})
		if err != nil {
			return err
		}
		m.top = append(m.top, resp)
		value, accepted := m.judge(d, resp)
		ndcg += value
		precision += float64(accepted) / first
		hit.add(accepted > 0)
		fallback.add(resp.Fallback)
		distance += m.distance(resp)
		m.f.Bests = append(m.f.Bests, resp.Best)
	}
	n := float64(max(hit.all, 1))
	m.f.NDCG, m.f.Precision, m.f.Hit, m.f.OnTopic, m.f.Distance = ndcg/n, precision/n, hit.value(), fallback.value(), distance/n
	return nil
}

// judge returns the NDCG of a list and how many of its gifts are accepted.
func (m *measurement) judge(d *Description, resp *rank.Response) (ndcg float64, accepted int) {
	gains := m.gains(d)
	got := make([]float64, first)
	for k, g := range resp.Gifts[:min(first, len(resp.Gifts))] {
		if got[k] = gains[g.ID]; got[k] > 0 {
			accepted++
		}
	}
	ideal := slices.Collect(maps.Values(gains))
	slices.SortFunc(ideal, func(a, b float64) int { return int(b - a) })
	return discounted(got) / max(discounted(ideal[:min(first, len(ideal))]), 1e-9), accepted
}

// gains are what the gifts are worth that suit a description, by id.
func (m *measurement) gains(d *Description) map[string]float64 {
	gains := map[string]float64{}
	for worth, names := range map[float64][]string{2: d.Apt, 1: d.Fine} {
		for _, name := range names {
			if g := m.byName[catalog.Fold(name)]; g != nil {
				gains[g.ID] = max(gains[g.ID], worth)
			}
		}
	}
	return gains
}

func discounted(gains []float64) float64 {
	sum := 0.0
	for i, g := range gains {
		sum += g / math.Log2(float64(i)+2)
	}
	return sum
}

// distance is how far apart the gifts of a list are.
func (m *measurement) distance(resp *rank.Response) float64 {
	sum, pairs := 0.0, 0
	for i := range resp.Gifts {
		for j := range i {
			sum += 1 - m.cosine(resp.Gifts[i].ID, resp.Gifts[j].ID)
			pairs++
		}
	}
	return sum / float64(max(pairs, 1))
}

func (m *measurement) cosine(a, b string) float64 {
	sum := 0.0
	for i, x := range m.vectors[a] {
		sum += float64(x) * float64(m.vectors[b][i])
	}
	return sum
}

func (m *measurement) offTopic(ctx context.Context) error {
	var fallback share
	for _, text := range m.labels.OffTopic {
		if text.Half != m.half {
			continue
		}
		resp, err := m.ask(ctx, rank.Request{Description: text.Text})
		if err != nil {
			return err
		}
		fallback.add(resp.Fallback)
		m.f.OffBests = append(m.f.OffBests, resp.Best)
	}
	m.f.OffTopic = fallback.value()
	return nil
}
