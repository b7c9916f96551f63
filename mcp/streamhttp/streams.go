package streamhttp

import (
	"net/http"
	"sync"
)

// streams counts subscriptions, of the process and of each principal.
type streams struct {
	most, each int

	mu  sync.Mutex // guards the fields below
	all int
	of  map[string]int
}

// take takes a place for one more. The principal is empty where there are none, and
// then only the process counts. The caller gives the place back.
func (s *streams) take(principal string) *Refusal {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case principal != "" && s.of[principal] >= s.each:
		return busy(http.StatusTooManyRequests, "there are too many subscriptions of this account; end one of them first")
	case s.all >= s.most:
		return busy(http.StatusServiceUnavailable, "the server has too many subscriptions; try again later")
	}
	s.all++
	if principal != "" {
		if s.of == nil {
			s.of = make(map[string]int)
		}
		s.of[principal]++
	}
	return nil
}

func (s *streams) give(principal string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.all--
	if principal != "" {
		if s.of[principal]--; s.of[principal] == 0 {
			delete(s.of, principal)
		}
	}
}

func (s *streams) count() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.all
}
