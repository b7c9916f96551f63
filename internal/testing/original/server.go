package original

import (
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// Quirk is a habit of the original server that a reader of the contract alone
// would not expect. Quirks can be joined with |.
type Quirk uint

// The quirks.
const (
	// DropsHeader takes an X-User-Email that isn't visible ASCII for none at all:
	// the request acts in god mode. Without it such a request is refused.
	DropsHeader Quirk = 1 << iota
	// LowersASCII compares and orders titles by SQLite's LOWER(), which knows
	// ASCII alone: "Été" and "ÉTÉ" are two titles. Without it all letters count.
	LowersASCII
	// CountsBytes limits a title to 200 bytes and a description to 2,000, though
	// the refusal says characters. Without it characters count.
	CountsBytes
	// RatesLater gives a recipe that was created without a difficulty one, some
	// 50 ms later: updated_at moves then, and updated_by is lost. Without it the
	// recipe stays as it was sent.
	RatesLater
	// RoundsQuantities keeps a quantity as a double and writes it with a point:
	// 2 comes back as 2.0. Without it the digits come back that were sent.
	RoundsQuantities
	// ComparesCase takes an id in upper case for another id. Without it the case
	// of an id doesn't matter.
	ComparesCase
	// WantsContentType answers 415 to a write that isn't declared as JSON.
	// Without it any declaration will do.
	WantsContentType
	// LeavesRulesToDatabase answers 500 DATABASE_ERROR to a difficulty outside of
	// 1 to 5 and to an unknown temperature unit: only the tables check them.
	// Without it the answer is 400 VALIDATION_ERROR, as the contract says.
	LeavesRulesToDatabase
)

// RatingDelay is how long after a create the original rates a recipe.
const RatingDelay = 50 * time.Millisecond

// Options say how a [Server] behaves. The zero value lets no one in.
type Options struct {
	// Key is what requests must carry as X-API-Key.
	Key string
	// Families are the addresses of each family's members.
	Families [][]string
	// Without takes quirks away.
	Without Quirk
	// Now is the clock for created_at and updated_at; nil: [time.Now].
	Now func() time.Time
	// Later runs a rating after [RatingDelay]; nil: ratings wait for [Server.Rate].
	Later func(delay time.Duration, rate func())
	// Locked picks requests that meet a locked database: 500, and nothing is done.
	// It is asked once for each request that has the key, on one goroutine at a
	// time. Nil: none. See [Every].
	Locked func(*http.Request) bool
	// LockedText is the error of such an answer; "": "database is locked". Other
	// releases of the server say "Database error occurred", so clients must go by
	// the code.
	LockedText string
	// Unread picks writes that are committed and can then not be read back: 500,
	// as if nothing had been done. It is asked like Locked, after each commit of a
	// POST or PUT.
	Unread func(*http.Request) bool
}

// Every picks every n-th of the requests that it is asked about, with one of the
// methods; without methods, of all.
func Every(n int64, methods ...string) func(*http.Request) bool {
	var count atomic.Int64
	return func(r *http.Request) bool {
		if len(methods) > 0 && !slices.Contains(methods, r.Method) {
			return false
		}
		return count.Add(1)%n == 0
	}
}

// Server is an [http.Handler] that answers as the original does. It is safe for
// concurrent use.
type Server struct {
	options Options
	members map[string][]string // of an address's family

	mu      sync.Mutex // guards the fields below, and asks Locked and Unread
	recipes []*recipe
	unrated []string // ids
}

// New returns a server without recipes.
func New(o Options) *Server {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.LockedText == "" {
		o.LockedText = "database is locked"
	}
	s := &Server{options: o, members: map[string][]string{}}
	for _, family := range o.Families {
		var list []string
		for _, address := range family {
			list = append(list, normal(address))
		}
		for _, address := range list {
			s.members[address] = list
		}
	}
	return s
}

func (s *Server) has(q Quirk) bool { return s.options.Without&q == 0 }

// Rate rates the recipes that wait for it, as the original does some time after
// a create.
func (s *Server) Rate() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, id := range s.unrated {
		s.rateLocked(id)
	}
	s.unrated = nil
}

// awaitRatingLocked sees to it that a recipe is rated later.
func (s *Server) awaitRatingLocked(id string) {
	if !s.has(RatesLater) {
		return
	}
	if s.options.Later == nil {
		s.unrated = append(s.unrated, id)
		return
	}
	s.options.Later(RatingDelay, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.rateLocked(id)
	})
}

// rateLocked writes what the original's judge of recipes would say. It doesn't
// look whether someone else has rated the recipe since.
func (s *Server) rateLocked(id string) {
	const verdict = 2
	if r := s.findLocked(id, nil); r != nil {
		rated := int32(verdict)
		r.Difficulty, r.UpdatedAt, r.UpdatedBy = &rated, s.now(), nil
	}
}

func (s *Server) now() string { return s.options.Now().UTC().Format(time.DateTime) }
