package site

import (
	"context"
	"errors"
	"net/http"
	"net/netip"
	"sync"
	"time"

	"github.com/rs/zerolog"

	"github.com/mcp-adapters/mcp-adapters/appbuilder/generate"
	"github.com/mcp-adapters/mcp-adapters/appbuilder/store"
	"github.com/mcp-adapters/mcp-adapters/internal/httpserver"
	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
)

// Auth says how the owner of a request is found.
type Auth string

// The ways to find an owner.
const (
	// Session gives each browser an owner of its own.
	Session Auth = "session"
	// Token lets in whoever has the operator's token; they all are one owner.
	Token Auth = "token"
	// Proxy believes a header of a trusted proxy that names the user.
	Proxy Auth = "proxy"
	// None has one owner, who is whoever uses this computer.
	None Auth = "none"
)

// Options say what a site is made of. Store and Generator are required.
type Options struct {
	Store     *store.Store
	Generator generate.Generator
	// Fallback answers where Generator fails. nil: nothing does, as with LLM_STRICT.
	Fallback generate.Generator

	Auth  Auth   // "": Session
	Token string // the operator's, with the Auth of that name
	// UserHeader names the user, with Auth Proxy; "": X-Forwarded-User.
	UserHeader     string
	TrustedProxies []netip.Prefix
	// PublicURL is the address under which browsers reach the site; "": only by this
	// computer's own names.
	PublicURL string
	// Unlimited leaves out quotas, only for requests from this computer.
	Unlimited bool
	// BodyTime is how long the body of a request may take to arrive; 0: 15 s.
	BodyTime time.Duration
	// MonthlyTokens is how much of a model an owner may use in 30 days; 0: 5,000,000.
	MonthlyTokens int

	Version string
	// Ran is called at the end of each run, Limited with the name of each limit that refuses a
	// request. They are for metrics; nil is none.
	Ran     func(Report)
	Limited func(limit string)
	// Log takes requests and causes of failures. Its zero value writes nothing.
	Log zerolog.Logger
	Now func() time.Time // nil: [time.Now]
}

// Site is safe for concurrent use.
type Site struct {
	opts    Options
	store   *store.Store
	log     zerolog.Logger
	now     func() time.Time
	address func(*http.Request) netip.Addr
	secure  bool // of cookies
	limits  *limits
	watch   *watch

	alive  context.Context // ends with Close
	end    context.CancelCauseFunc
	slots  chan struct{} // one element for each run
	mu     sync.Mutex    // guards what follows
	closed bool
	runs   map[string]*run // by app, and by their own id before there is one
	group  sync.WaitGroup
}

const (
	// mostRuns bounds the runs of a process.
	mostRuns = 32
	// sweepEvery is how often the store drops what is over.
	sweepEvery = 10 * time.Minute
	// tokens is the default of [Options.MonthlyTokens].
	tokens = 5_000_000
)

var errClosing = errors.New("the server is stopping")

// New makes a site, which works until Close. The caller closes what it is made of afterwards.
func New(o Options) *Site {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Auth == "" {
		o.Auth = Session
	}
	if o.UserHeader == "" {
		o.UserHeader = "X-Forwarded-User"
	}
	if o.BodyTime == 0 {
		o.BodyTime = bodyTime
	}
	if o.MonthlyTokens == 0 {
		o.MonthlyTokens = tokens
	}
	s := &Site{
		opts: o, store: o.Store, log: o.Log, now: o.Now,
		address: httpserver.ClientAddress(o.TrustedProxies), secure: o.PublicURL != "" && !Loopback(o.PublicURL),
		slots: make(chan struct{}, mostRuns), runs: make(map[string]*run),
	}
	s.limits = newLimits(o.Now)
	s.alive, s.end = context.WithCancelCause(context.Background())
	s.watch = newWatch(s.alive, o.Store)
	s.group.Go(s.sweep)
	return s
}

// Drain refuses new runs, and waits for those under way until ctx ends. Close comes after it.
func (s *Site) Drain(ctx context.Context) {
	s.mu.Lock()
	s.closed = true
	s.mu.Unlock()
	for range mostRuns { // each run that ends leaves its place, which no other one takes
		select {
		case s.slots <- struct{}{}:
		case <-ctx.Done():
			return
		}
	}
}

// Close ends streams, and runs as failed, and waits for them. What begins later is refused. A
// server that is to end calls it first, since it would wait for the streams.
func (s *Site) Close() {
	s.mu.Lock()
	s.closed = true
	s.mu.Unlock()
	s.end(errClosing)
	s.group.Wait()
	s.watch.wait()
}

func (s *Site) sweep() {
	tick := time.NewTicker(sweepEvery)
	defer tick.Stop()
	for {
		select {
		case <-s.alive.Done():
			return
		case <-tick.C:
		}
		if err := s.store.Sweep(s.alive); err != nil && s.alive.Err() == nil {
			s.log.Warn().AnErr("cause", fault.Cause(err)).Msg("what is over was not removed; it will be tried again")
		}
	}
}
