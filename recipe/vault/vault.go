package vault

import (
	"context"
	"crypto/sha256"
	"embed"
	"errors"
	"fmt"
	"net/http"
	"sync/atomic"
	"time"

	"github.com/rs/zerolog"

	"mcp-adapters/database"
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
	// Path is the database file; [DefaultPath] gives the platform's place. Its
	// directory is made when it is missing.
	Path string
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

// Vault is a Recipe Vault on one SQLite file. It is safe for concurrent use.
type Vault struct {
	opts     Options
	families atomic.Pointer[Families] // each request looks once
	keyHash  [sha256.Size]byte
	handler  http.Handler
	reads    chan struct{} // one element for each read at work
	writes   chan struct{} // one element for each write at work
	bodies   *budget       // for long bodies, until their answer is made
	answers  *budget       // for long answers, until they are sent
	listSize listSize
	db       *database.Database
}

// New makes a vault. It opens nothing: the file is opened by the first request,
// and by each later one for as long as opening fails.
func New(o Options) *Vault { return newVault(o, schema) }

func newVault(o Options, schema database.Schema) *Vault {
	if o.Now == nil {
		o.Now = time.Now
	}
	v := &Vault{
		opts:    o,
		keyHash: sha256.Sum256([]byte(o.Key)),
		reads:   make(chan struct{}, inFlight),
		writes:  make(chan struct{}, inFlight),
		bodies:  newBudget(bodyBudget),
		answers: newBudget(answerBudget),
		db: database.New(database.Options{
			Path: o.Path, Schema: schema, Reads: readQueries, Writes: writeQueries, Log: o.Log,
		}),
	}
	v.families.Store(o.Families)
	v.handler = http.HandlerFunc(v.serve)
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

// Admits reports whether a request with these headers carries the key, so that a
// server knows who may come in before it knows what for.
func (v *Vault) Admits(h http.Header) bool { return v.checkKey(h.Values("X-API-Key")) == nil }

// Ping opens the database if need be and reads from it. An error says that no
// request can be served at the moment.
func (v *Vault) Ping(ctx context.Context) error {
	return v.db.Read(ctx, func(t database.Tx) error {
		var n int
		return t.QueryRow(selectOne).Scan(&n)
	})
}

// SetFamilies puts f in the place of the families, for requests that come later;
// those in flight keep the ones that they came with. Nil means one household, as
// in [Options].
func (v *Vault) SetFamilies(f *Families) { v.families.Store(f) }

// Families returns those that count now, nil for one household.
func (v *Vault) Families() *Families { return v.families.Load() }

// Close waits for the requests in flight and closes the file. Requests that
// come later are answered with 500. Calling it again does nothing.
func (v *Vault) Close() error { return v.db.Close() }

//go:embed migrations/*.sql
var migrationFiles embed.FS

// schema describes the file: "RecV" in ASCII marks it as a recipe vault's.
var schema = database.Schema{
	Name:          "vault",
	ApplicationID: 0x52656356,
	Migrations:    database.Migrations(migrationFiles, "migrations"),
	Count:         "SELECT count(*) FROM recipes",
}

// Backup writes the vault at path to the new file target, while others use it,
// and returns how many recipes that holds. See [database.Schema.Backup].
func Backup(ctx context.Context, path, target string) (recipes int, err error) {
	return schema.Backup(ctx, path, target)
}

// Restore puts the vault in file in place of the one at path, which is kept
// beside it. See [database.Schema.Restore].
func Restore(ctx context.Context, path, file string) (database.Restored, error) {
	done, err := schema.Restore(ctx, path, file)
	if errors.Is(err, database.ErrInUse) {
		err = fmt.Errorf("%w; end recipe-vault, and every assistant that uses the vault, and restore again", err)
	}
	return done, err
}

// Check opens the database and has SQLite read the whole of it. See
// [database.Database.Check].
func (v *Vault) Check(ctx context.Context) error { return v.db.Check(ctx) }
