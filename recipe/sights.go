package recipe

import (
	"hash/maphash"
	"strings"
	"sync"
)

// sights remembers recipes as callers last saw them, so that an update whose answer was
// lost is sent again only if the recipe is still the same. Asking before each update
// would cost a round trip. The zero value is ready to use.
type sights struct {
	mu   sync.Mutex
	sums map[string]uint64 // of answers, by id
}

// maxSights bounds how many are remembered.
const maxSights = 1000

var sightSeed = maphash.MakeSeed()

func sumOf(recipe []byte) uint64 { return maphash.Bytes(sightSeed, recipe) }

// keep remembers a recipe as it was answered.
func (s *sights) keep(id string, recipe []byte) {
	sum := sumOf(recipe)
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.sums == nil {
		s.sums = make(map[string]uint64)
	}
	if _, ok := s.sums[id]; !ok {
		if len(s.sums) >= maxSights {
			for any := range s.sums {
				delete(s.sums, any)
				break
			}
		}
		id = strings.Clone(id)
	}
	s.sums[id] = sum
}

// last returns the sum of the recipe that was kept last.
func (s *sights) last(id string) (sum uint64, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	sum, ok = s.sums[id]
	return sum, ok
}
