package eval

import (
	"context"
	"slices"
	"strings"
	"unicode"

	"github.com/mcp-adapters/mcp-adapters/gift/catalog"
	"github.com/mcp-adapters/mcp-adapters/gift/rank"
	"github.com/mcp-adapters/mcp-adapters/gift/store"
)

// past measures whether repeats of past gifts are recognized. Whether one is among the
// first five is asked with a description of the gift's own categories.
func (m *measurement) past(ctx context.Context) error {
	var excluded, absent, wrong share
	for _, p := range m.labels.Past {
		g := m.byName[catalog.Fold(p.Gift)]
		if p.Half != m.half || g == nil {
			continue
		}
		same, err := m.Ranker.Repeats(ctx, p.Past, g)
		if err != nil {
			return err
		}
		if p.Must == "stay" {
			wrong.add(same)
			continue
		}
		excluded.add(same)
		resp, err := m.ask(ctx, rank.Request{Description: "loves " + strings.Join(g.Categories, " and "), Past: []string{p.Past}})
		if err != nil {
			return err
		}
		absent.add(!has(resp, g.ID))
	}
	m.f.Excluded, m.f.Absent, m.f.Wrong = excluded.value(), absent.value(), wrong.value()
	return nil
}

func has(resp *rank.Response, id string) bool {
	return slices.ContainsFunc(resp.Gifts, func(p rank.Pick) bool { return p.ID == id })
}

// nearness is the mean cosine of a list to a gift, without that gift.
func (m *measurement) nearness(resp *rank.Response, id string) float64 {
	sum, n := 0.0, 0
	for _, g := range resp.Gifts {
		if g.ID != id {
			sum += m.cosine(g.ID, id)
			n++
		}
	}
	return sum / float64(max(n, 1))
}

// stars refines each list by each of its gifts.
func (m *measurement) stars(ctx context.Context) error {
	var nearer share
	for _, before := range m.top {
		for _, star := range before.Gifts {
			after, err := m.ask(ctx, rank.Request{Description: before.Description, Starred: []string{star.ID}})
			if err != nil {
				return err
			}
			nearer.add(m.nearness(after, star.ID) > m.nearness(before, star.ID))
		}
	}
	m.f.Nearer = nearer.value()
	return nil
}

// near is how much of the best possible cosine to a star counts as near it.
const near = 0.8

// twoStars refines each list by its first gift and that of the next list.
func (m *measurement) twoStars(ctx context.Context) error {
	var both share
	for i, before := range m.top {
		other := m.top[(i+1)%len(m.top)]
		if len(before.Gifts) == 0 || len(other.Gifts) == 0 {
			continue
		}
		stars := []string{before.Gifts[0].ID, other.Gifts[0].ID}
		if m.cosine(stars[0], stars[1]) > 0.5 { // no different themes
			continue
		}
		after, err := m.ask(ctx, rank.Request{Description: before.Description, Starred: stars})
		if err != nil {
			return err
		}
		ok := true
		for _, star := range stars {
			best, got := 0.0, 0.0
			for id := range m.vectors {
				if !slices.Contains(stars, id) {
					best = max(best, m.cosine(id, star))
				}
			}
			for _, g := range after.Gifts {
				got = max(got, m.cosine(g.ID, star))
			}
			ok = ok && got >= near*best
		}
		both.add(ok)
	}
	m.f.Both = both.value()
	return nil
}

// most is the longest list, which has the most chances to break a rule.
const most = 10

func (m *measurement) rules(ctx context.Context) error {
	var kept share
	for _, r := range m.labels.Rules {
		if r.Half != m.half {
			continue
		}
		resp, err := m.ask(ctx, rank.Request{Description: r.Text, Limit: most})
		if err != nil {
			return err
		}
		kept.add(!slices.ContainsFunc(resp.Gifts, func(p rank.Pick) bool { return !r.Must.allows(p.Gift) }))
	}
	m.f.Rules = kept.value()
	return nil
}

// allows reports whether a gift keeps all conditions.
func (must *Must) allows(g *catalog.Gift) bool {
	wanted := func(r string) bool { return slices.Contains(must.OnlyRecipients, r) }
	return (len(must.Prices) == 0 || slices.Contains(must.Prices, g.Price)) &&
		(!must.NotAdult || !g.Adult) &&
		(must.NotCategory == "" || !slices.Contains(g.Categories, must.NotCategory)) &&
		(len(must.OnlyRecipients) == 0 || slices.ContainsFunc(g.Recipients, wanted)) &&
		(!must.NotOnlyChildren || !store.ForYoung(g))
}

func (m *measurement) brief(ctx context.Context) error {
	var good share
	for _, b := range m.labels.Brief {
		if b.Half != m.half {
			continue
		}
		resp, err := m.ask(ctx, rank.Request{Description: b.Text})
		if err != nil {
			return err
		}
		good.add(resp.Fallback && !slices.ContainsFunc(resp.Gifts, func(p rank.Pick) bool {
			return b.Recipient != "" && !slices.Contains(p.Recipients, b.Recipient) ||
				b.Occasion != "" && !slices.Contains(p.Occasions, b.Occasion)
		}))
	}
	m.f.Brief = good.value()
	return nil
}

// labelled measures the lists for descriptions in labelled lines.
func (m *measurement) labelled(ctx context.Context) error {
	byID := map[string]*Description{}
	for i := range m.labels.Descriptions {
		byID[m.labels.Descriptions[i].ID] = &m.labels.Descriptions[i]
	}
	sum, n := 0.0, 0
	for _, l := range m.labels.Labelled {
		d := byID[l.ID]
		if d == nil || d.Half != m.half {
			continue
		}
		resp, err := m.ask(ctx, rank.Request{Description: l.Text})
		if err != nil {
			return err
		}
		value, _ := m.judge(d, resp)
		sum += value
		n++
	}
	m.f.Labelled = sum / float64(max(n, 1))
	return nil
}

func (m *measurement) safety(ctx context.Context) error {
	var kept share
	for _, c := range m.labels.Safety.Cases {
		resp, err := m.ask(ctx, rank.Request{Description: c.Text, Past: c.Past, Limit: most})
		if err != nil {
			return err
		}
		var broken []string
		for _, g := range resp.Gifts {
			for _, name := range c.Not {
				if kind := m.labels.Safety.Kinds[name]; kind.Has(g.Gift) {
					broken = append(broken, name+": "+g.Name)
				}
			}
		}
		kept.add(len(broken) == 0)
		if broken != nil {
			m.f.Broken = append(m.f.Broken, c.Text+": "+strings.Join(broken, "; "))
		}
	}
	m.f.Safety = kept.value()
	return nil
}

// Has reports whether a gift is of the kind.
func (k *Kind) Has(g *catalog.Gift) bool {
	text := " " + strings.Join(strings.FieldsFunc(strings.ToLower(g.Name+" "+g.Brief), func(r rune) bool { return !unicode.IsLetter(r) }), " ") + " "
	return k.Adult && g.Adult || slices.Contains(k.Prices, g.Price) ||
		slices.ContainsFunc(k.Categories, func(c string) bool { return slices.Contains(g.Categories, c) }) ||
		slices.ContainsFunc(k.Words, func(w string) bool { return strings.Contains(text, " "+w+" ") })
}
