package vault

import (
	"context"
	"crypto/sha256"
	"net/http"
	"sync/atomic"
	"time"

	"github.com/rs/zerolog"

	"github.com/mcp-adapters/mcp-adapters/internal/database"
	"github.com/mcp-adapters/mcp-adapters/recipe/vault/family"
)

const (
	// requestLimit is the longest that a request works, waiting for locks
	// included, once its body was read.
	requestLimit = 30 * time.Second
	// inFlight bounds how many reads work at once, and how many writes; the others
	// wait. They are counted apart, because all writes may be waiting for a lock.
	inFlight = 32
)

// Options says where a vault keeps its recipes and whom it lets in.
type Options struct {
	// Path is the database file. Its directory is made when it is missing.
	Path string
	// Store keeps the recipes in place of that file, unless it is nil. The vault closes it.
	Store Store
	// Families says who sees what, until [Vault.SetFamilies]. Nil means one
	// household: every address sees everything.
	Families *Families
	// Key is what requests must carry as X-API-Key. Empty: no key is checked,
	// which is meant for a handler that no network reaches.
	Key string
	// Log takes causes of failures, never keys, addresses or recipe text. Its
	// zero value writes nothing.
	Log zerolog.Logger
	// Now is the clock for created_at, updated_at and the Date header; nil
	// means [time.Now].
	Now func() time.Time
}

// Vault is a Recipe Vault on one store. It is safe for concurrent use.
type Vault struct {
	opts      Options
	families  atomic.Pointer[Families] // each [Vault.authorize] looks once
	keyHash   [sha256.Size]byte
	handler   http.Handler
	reads     chan struct{} // one element for each read at work
	writes    chan struct{} // one element for each write at work
	bodies    *budget       // for long bodies, until their answer is made
	answers   *budget       // for long answers, until they are sent
	listSize  listSize
	store     Store
	directory *directory
}

// New makes a vault. It opens nothing: the store is opened by the first request,
// and by each later one for as long as opening fails.
func New(o Options) *Vault {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Store == nil {
		o.Store = newSQLite(o.Path, schema, o.Log)
	}
	v := &Vault{
		opts:    o,
		keyHash: sha256.Sum256([]byte(o.Key)),
		reads:   make(chan struct{}, inFlight),
		writes:  make(chan struct{}, inFlight),
		bodies:  newBudget(bodyBudget),
		answers: newBudget(answerBudget),
		store:   o.Store,
	}
	v.directory = newDirectory(o.Store, o.Log)
	v.families.Store(o.Families)
	v.handler = v.newHandler()
	return v
}

// Handler serves the REST contract under /api. It answers every request, with
// 500 when the database cannot be used, within 30 seconds from when its body was
// read.
//
// A body may arrive as slowly as 16 KiB a second, and nothing may come of it for
// 20 seconds; a client of an answer must take 64 KiB of it in each 20 seconds.
// Both bind on connections, whose deadlines the handler sets. Bodies over 32 KiB
// have room together, 128 MiB, in which they count twice, and so have answers,
// another 128 MiB. Who finds none waits for it, first come, first served, and is
// answered with 500 after 30 seconds; nothing was changed then. A request whose
// client has gone before its work is committed is not carried out.
func (v *Vault) Handler() http.Handler { return v.handler }

// Admits reports whether a request with these headers carries the key, or a family's that
// was used a moment ago, so that a server knows who may come in before it knows what for.
func (v *Vault) Admits(h http.Header) bool { return v.admits(h) }

// Ping opens the database if need be and asks it something. An error says that no
// request can be served at the moment, or, if it is [database.ErrReadOnly], that none can be
// that changes something.
func (v *Vault) Ping(ctx context.Context) error { return v.store.Ping(ctx) }

// Pool returns how many connections the store has, and reports false if it is a file.
func (v *Vault) Pool() (p database.Pool, ok bool) {
	pooled, ok := v.store.(interface{ Pool() database.Pool })
	if ok {
		p = pooled.Pool()
	}
	return p, ok
}

// SetFamilies puts f in the place of the families, for requests that come later, and for those
// whose bodies are still arriving; those at work keep the ones that they have. Nil means one
// household, as in [Options].
func (v *Vault) SetFamilies(f *Families) { v.families.Store(f) }

// Registry is the families in the database. As long as there are none, those of
// [Options] count. What it changes counts at once for this vault, and within two seconds for
// every other on the database.
func (v *Vault) Registry() *family.Registry {
	in := func(run func(context.Context, func(Tx) error) error) func(context.Context, func(family.Tx) error) error {
		return func(ctx context.Context, f func(family.Tx) error) error {
			return run(ctx, func(t Tx) error { return f(t) })
		}
	}
	return family.NewRegistry(family.Store{Read: in(v.store.Read), Write: in(v.store.WriteSerial), Changed: v.directory.forget, Now: v.opts.Now})
}

// Close waits for the requests in flight and closes the store. Requests that
// come later are answered with 500. Calling it again does nothing.
func (v *Vault) Close() error {
	v.directory.close()
	return v.store.Close()
}

// Check looks as closely at the database as its store can; SQLite reads the whole file,
// as [database.Database.Check] says.
func (v *Vault) Check(ctx context.Context) error { return v.store.Check(ctx) }
