// Package postgres is a [store.Store] in a PostgreSQL database with the extension pgvector, or
// in a distributed one that speaks as it does.
package postgres

import (
	"context"
	"embed"
	"fmt"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/rs/zerolog"

	"github.com/mcp-adapters/mcp-adapters/gift/store"
	"github.com/mcp-adapters/mcp-adapters/internal/database"
	"github.com/mcp-adapters/mcp-adapters/internal/database/postgres"
)

//go:embed migrations/*.sql
var migrations embed.FS

const (
	readLimit    = 1500 * time.Millisecond // of what someone waits for
	writeLimit   = time.Minute             // of a batch of an import
	openingLimit = 20 * time.Second        // of the first use, which may make the tables

	maxDimensions = 4096 // as the other stores; the extension takes 16,000
	withVectors   = 60   // the nearest gifts that get their vectors, as in the other remote store
)

// Options configure a store.
type Options struct {
	URL        string // postgres://USER:PASSWORD@HOST:PORT/NAME
	Dimensions int    // of the embedder
	Log        zerolog.Logger
}

// Store is what [New] returns.
type Store struct {
	db    *postgres.Database
	dims  int
	limit time.Duration // readLimit
	open  atomic.Bool   // the tables are there
}

var _ store.Store = (*Store)(nil)

// New returns a store. It opens no connection. The error is a sentence for a person.
func New(o Options) (*Store, error) {
	if o.Dimensions < 1 || o.Dimensions > maxDimensions {
		return nil, fmt.Errorf("the store takes vectors of 1 to %d dimensions: set EMBEDDING_DIMENSIONS or EMBEDDER accordingly", maxDimensions)
	}
	steps := database.Migrations(migrations, "migrations")
	for i := range steps {
		steps[i] = strings.ReplaceAll(steps[i], "DIMENSIONS", strconv.Itoa(o.Dimensions))
	}
	db, err := postgres.New(postgres.Options{URL: o.URL, Log: o.Log, Schema: postgres.Schema{Name: "gift", Migrations: steps}})
	if err != nil {
		return nil, err
	}
	return &Store{db: db, dims: o.Dimensions, limit: readLimit}, nil
}

// Close closes the connections.
func (s *Store) Close() error { return s.db.Close() }

// Setup makes the tables, unless they are there. So does the first use of a store, if its
// account may.
func (s *Store) Setup(ctx context.Context) error {
	if err := s.begin(ctx); err != nil {
		return err
	}
	_, err := s.Manifest(ctx)
	return err
}

// begin has the tables there. It takes longer than what follows may.
func (s *Store) begin(ctx context.Context) error {
	if s.open.Load() {
		return nil
	}
	limited, cancel := context.WithTimeout(ctx, openingLimit)
	defer cancel()
	if err := s.db.Check(limited); err != nil {
		return s.explain(ctx, limited, err)
	}
	s.open.Store(true)
	return nil
}

// read calls f in a transaction, in the time of what someone waits for.
func (s *Store) read(ctx context.Context, f func(database.Tx) error) error {
	return s.use(ctx, s.limit, s.db.Read, f)
}

func (s *Store) write(ctx context.Context, f func(database.Tx) error) error {
	return s.use(ctx, writeLimit, s.db.Write, f)
}

func (s *Store) use(ctx context.Context, limit time.Duration, in func(context.Context, func(database.Tx) error) error, f func(database.Tx) error) error {
	if err := s.begin(ctx); err != nil {
		return err
	}
	limited, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	if err := in(limited, f); err != nil {
		return s.explain(ctx, limited, err)
	}
	return nil
}
