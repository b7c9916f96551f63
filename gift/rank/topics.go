package rank

import (
	"math/bits"
	"slices"

	"github.com/mcp-adapters/mcp-adapters/gift/profile"
)

// maxTopics is how many interests of a description are looked at.
const maxTopics = 32

// topics are the interests that a description names, and what happens in someone's life if that
// is told beside them. Each has a gift in the list that matches, though another of the first
// interest, of an age or of whom it is for may match better.
type topics struct {
	*scored

	// As bits: all of them, those that are meant by themselves, those that are said to be liked, what
	// happens, and the same if it is a hard time.
	sure, firm, named, event, hard uint32

	ideas map[int32]uint32 // topics of each idea
	ofTag []uint32         // and of each category
	sized []float64
	owed  [maxTopics]int // gifts of each that the list lacks
}

func (s *scored) topics(limit int) *topics {
	t := &topics{scored: s, ideas: map[int32]uint32{}}
	if len(s.q.stars) > 0 || s.w.Topic == 0 && s.w.Interest == 0 {
		return t
	}
	next := 0
	for _, like := range s.q.profile.Interests {
		next = max(next, like.Topic+1)
		if like.Strength >= surely && like.Topic < maxTopics && !slices.ContainsFunc(s.q.profile.Topics, func(m profile.Mention) bool {
			return m.About == profile.Liking && m.At <= like.At && like.At < m.End && s.brings(&m)
		}) {
			t.sure |= 1 << like.Topic
		}
	}
	t.firm = t.sure
	for k := range s.q.profile.Topics {
		if m := &s.q.profile.Topics[k]; m.About == profile.Liking && !m.Another && next < maxTopics && s.brings(m) {
			own := t.add(m, &next)
			if m.Named {
				t.named |= own
			}
		}
	}
	if bits.OnesCount32(t.sure) == 1 {
		t.sure &= t.named
	}
	t.addEvents(next)
	if t.sure == t.event {
		t.sure = 0
		return t
	}
	counted := t.sure
	if t.event != 0 && t.named != 0 { // "quiet" and the like have one place at most
		counted = t.named | t.event
	}
	two := bits.OnesCount32(counted) <= 2
	for k := range t.owed {
		bit := uint32(1) << k
		if t.sure&bit == 0 {
			continue
		}
		t.owed[k] = max(1, limit/5)
		if t.hard&bit != 0 || two && bit&counted != 0 {
			t.owed[k] = max(1, 2*limit/5)
		}
	}
	t.ofTag, t.sized = make([]uint32, len(s.names)), make([]float64, len(s.names))
	for c, name := range s.names {
		for _, like := range s.q.profile.Interests {
			if like.Category == name && like.Topic < maxTopics {
				t.sized[c], t.ofTag[c] = like.Strength, t.sure&(1<<like.Topic)
			}
		}
	}
	return t
}

// brings reports whether what is said brings ideas to mind that there are.
func (s *scored) brings(m *profile.Mention) bool {
	return slices.ContainsFunc(m.Topic.Best, func(id string) bool { _, ok := s.byID[id]; return ok })
}

// add notes what is said as topic next, or as an earlier one with which it shares two ideas (one
// alone may suit any interest), and returns the topic's bit.
func (t *topics) add(m *profile.Mention, next *int) uint32 {
	shared, once := uint32(0), uint32(0)
	for _, id := range m.Topic.Best {
		if i, ok := t.byID[id]; ok {
			shared |= once & t.ideas[i]
			once |= t.ideas[i]
		}
	}
	own := uint32(1) << *next
	if shared != 0 {
		own = 1 << bits.TrailingZeros32(shared)
	} else {
		*next++
	}
	t.sure |= own
	if m.Listed {
		t.firm |= own
	}
	for _, id := range m.Topic.Best {
		if i, ok := t.byID[id]; ok {
			t.ideas[i] |= own
		}
	}
	return own
}

// addEvents notes what happens in someone's life, all of it as one topic.
func (t *topics) addEvents(number int) {
	if number >= maxTopics {
		return
	}
	for k := range t.q.profile.Topics {
		m := &t.q.profile.Topics[k]
		if m.About != profile.AnEvent && m.About != profile.AHardTime || !t.brings(m) {
			continue
		}
		t.event = 1 << number
		if m.About == profile.AHardTime {
			t.hard = t.event
		}
		t.w.brought(&m.Topic, func(id string, _ float64) {
			if i, ok := t.byID[id]; ok {
				t.ideas[i] |= t.event
			}
		})
	}
	t.sure |= t.event
}

// of are the topics of gift i.
func (t *topics) of(i int) uint32 {
	if t.sure == 0 {
		return 0
	}
	of := t.ideas[int32(i)] & t.sure //nolint:gosec // a place in a list
	for place, c := range t.categories[i] {
		if byPlace(place)*t.sized[c] >= covered {
			of |= t.ofTag[c]
		}
	}
	return of
}

// best returns the best matches of each topic, as many as it is owed, and forgets the topics that
// no match is of.
func (t *topics) best(matches []candidate) []candidate {
	if t.sure == 0 {
		return nil
	}
	var own [maxTopics][]candidate
	for _, m := range matches {
		for of := t.of(m.gift); of != 0; of &= of - 1 {
			k := bits.TrailingZeros32(of)
			at, _ := slices.BinarySearchFunc(own[k], m, t.order)
			if at == t.owed[k] {
				continue
			}
			if own[k] = slices.Insert(own[k], at, m); len(own[k]) > t.owed[k] {
				own[k] = own[k][:t.owed[k]]
			}
		}
	}
	var list []candidate
	for k := range own {
		t.owed[k] = len(own[k])
		list = append(list, own[k]...)
	}
	return list
}

// due are the topics of which the next gift should be, where so many places are left.
func (t *topics) due(left int) uint32 {
	if t.sure == 0 {
		return 0
	}
	owed, due := 0, uint32(0)
	for k, n := range t.owed {
		if n > 0 {
			owed += n
			due |= 1 << k
		}
	}
	if left > min(owed, maxOwed) {
		return 0
	}
	return due
}

// ahead is how much less relevant a gift of some topics may be where they are due.
func (t *topics) ahead(of uint32) float64 {
	switch {
	case of&(t.named|t.hard) != 0:
		return farAhead
	case of&t.firm != 0:
		return firmlyAhead
	case of != 0:
		return ahead
	}
	return 0
}

// took notes that gift i is in the list.
func (t *topics) took(i int) {
	of := t.of(i)
	for k := range t.owed {
		if of&(1<<k) != 0 && t.owed[k] > 0 {
			t.owed[k]--
		}
	}
}
