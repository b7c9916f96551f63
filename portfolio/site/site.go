package site

import (
	"net/http"
	"time"

	"github.com/rs/zerolog"

	"github.com/mcp-adapters/mcp-adapters/internal/guardedhttp"
	"github.com/mcp-adapters/mcp-adapters/portfolio/media"
	"github.com/mcp-adapters/mcp-adapters/portfolio/photo"
	"github.com/mcp-adapters/mcp-adapters/portfolio/store"
)

const (
	// requestLimit is the longest that a request of the API works once its body was read.
	requestLimit = 30 * time.Second
	// inFlight bounds how many of them work at once; more wait.
	inFlight = 64
	// trade is the second segment of a case study's address if none is configured.
	trade = "masonry"
)

// Options say what a site is made of. Store, Media and URL are required.
type Options struct {
	Store  *store.Store
	Media  *media.Folder       // of the photos that the store knows of
	Fetch  *guardedhttp.Client // for pictures from addresses
	Shrink *photo.Shrinker
	// URL returns the address at which the site is reached, without a slash at its end.
	// It is asked when an address is written, since a port may not be known before.
	URL   func() string
	Trade string // the second segment of case studies' addresses; "": masonry
	// AllowForce lets a contractor publish what isn't complete.
	AllowForce bool
	// Log takes causes of failures. Its zero value writes nothing.
	Log zerolog.Logger
	Now func() time.Time // nil: [time.Now]
}

// Site is safe for concurrent use.
type Site struct {
	opts  Options
	store *store.Store
	media *media.Folder
	log   zerolog.Logger
	now   func() time.Time
	work  chan struct{} // one element for each request of the API at work
	key   key

	handler  http.Handler
	imports  chan struct{} // one for each photo from an address that is in memory
	patience patience
}

// New makes a site. The caller closes what it is made of.
func New(o Options) *Site {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Trade == "" {
		o.Trade = trade
	}
	s := &Site{opts: o, store: o.Store, media: o.Media, log: o.Log, now: o.Now, work: make(chan struct{}, inFlight),
		imports: make(chan struct{}, imports), patience: usualPatience}
	s.handler = s.newHandler()
	return s
}

// ServeHTTP answers everything: the API, uploads, pictures and pages.
func (s *Site) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.handler.ServeHTTP(w, r)
}
