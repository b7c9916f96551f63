package rank

import (
	"context"
	"math"
	"slices"

	"github.com/mcp-adapters/mcp-adapters/gift/catalog"
	"github.com/mcp-adapters/mcp-adapters/gift/profile"
	"github.com/mcp-adapters/mcp-adapters/gift/vector"
)

// weight is how much counts what is said: more if more words say it, and if it brings fewer
// ideas to mind.
func (q *query) weight(m *profile.Mention) float64 {
	w, t := &q.w, &m.Topic
	weight := math.Pow(float64(m.Words), w.TopicWords) * math.Pow(float64(len(t.Best)+len(t.Good)), -w.TopicBreadth)
	if m.Another {
		weight *= w.TopicAnother
	}
	if t.Stage == catalog.Young && !q.profile.ForYoung() {
		weight *= w.TopicUnsure
	}
	switch m.About {
	case profile.AnAge:
		weight *= w.TopicAge
		if q.profile.Age >= 0 && q.profile.Age < small {
			weight *= w.TopicSmall
		}
	case profile.Who:
		weight *= w.TopicWho
	case profile.Liking:
		if slices.Contains(q.profile.Recipients, "host") {
			weight *= w.TopicHost
		}
	case profile.AFeast, profile.AnEvent, profile.AHardTime:
	}
	return weight
}

// brought calls each with the ideas that a topic brings to mind, and how much it does: the first
// of the best ones fully.
func (w *Weights) brought(t *catalog.Topic, each func(id string, much float64)) {
	for place, id := range t.Best {
		each(id, 1/(1+w.TopicPlace*float64(place)))
	}
	for place, id := range t.Good {
		each(id, w.TopicGood/(1+w.TopicPlace*float64(place)))
	}
}

// addTopics scores the ideas that what is said brings to mind, and what is like them. Whoever
// asks when the museum is open wants none of them.
func (s *scored) addTopics(ctx context.Context) error {
	if s.w.Topic == 0 || s.q.profile.Elsewhere == 1 {
		return nil
	}
	sum, some := make([]float64, s.Len()), false
	for k := range s.q.profile.Topics {
		m := &s.q.profile.Topics[k]
		weight := s.q.weight(m)
		s.w.brought(&m.Topic, func(id string, much float64) {
			if i, ok := s.byID[id]; ok {
				sum[i] += math.Pow(weight*much, s.w.TopicAgree)
				some = true
			}
		})
	}
	if !some {
		return nil
	}
	var like []float32
	for i, v := range sum {
		if v == 0 {
			continue
		}
		sum[i] = math.Pow(v, 1/s.w.TopicAgree)
		if own := s.Vector(i); own != nil {
			if like == nil {
				like = make([]float32, len(own))
			}
			for d, x := range own {
				like[d] += float32(sum[i]) * x
			}
		}
	}
	cosines := make([]float32, s.Len())
	if err := cosinesTo(ctx, s, vector.Unit(like), cosines); err != nil {
		return err
	}
	for i, v := range sum {
		s.score[i] += s.w.Topic*v/(v+s.w.TopicHalf) + s.w.Toward*float64(cosines[i])
	}
	return nil
}
