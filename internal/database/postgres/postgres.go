package postgres

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/url"
	"strconv"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/rs/zerolog"

	"github.com/mcp-adapters/mcp-adapters/internal/database"
)

const (
	// connections bounds the pool, unless something else is said. Ten replicas stay below
	// the hundred connections that a server takes by default.
	connections = 8
	// useLimit is the longest that a use takes, waiting for a connection and all its
	// attempts included.
	useLimit = 25 * time.Second
	// statementLimit is the server's own, for what is left behind by a program that died.
	statementLimit = 20 * time.Second
	// retryLimit is how long what failed for a reason that passes is tried again.
	retryLimit = 5 * time.Second
	// connectLimit bounds one attempt to connect.
	connectLimit = 5 * time.Second
)

// Options says which database a [Database] uses and how.
type Options struct {
	// URL names it: postgres://USER:PASSWORD@HOST:PORT/NAME, with the parameters of
	// libpq and pool_max_conns. Several hosts may be named; the one that takes writes
	// is used.
	URL    string
	Schema Schema
	// Connections bounds the pool, unless pool_max_conns of the URL does; 0: 8.
	Connections int32
	// Isolation is that of writes; 0: [sql.LevelSerializable]. [sql.LevelRepeatableRead] costs
	// less where whatever a write decides by is in rows that it changes, or in a constraint.
	Isolation sql.IsolationLevel
	// Log takes what happens to the database, never what is in it. Its zero value
	// writes nothing.
	Log zerolog.Logger
}

// Schema describes the tables of one system. It does not change after it was made.
type Schema struct {
	// Name is the system's, as in "portfolio": a few lower-case letters. The table
	// NAME_versions says which migrations were made, and which programs can go on with them.
	Name string
	// Migrations are the steps of SQL, as [database.Migrations] returns them. Step n,
	// counted from 1, brings the tables to version n; a step that was released never
	// changes. A program whose steps are fewer goes on with the tables if [database.Oldest]
	// said so.
	Migrations []string
}

// Database is one system's tables, opened by their first use. It is safe for
// concurrent use.
type Database struct {
	opts    Options
	pool    *pgxpool.Pool
	db      *sql.DB       // on the pool
	opening chan struct{} // one element while a goroutine migrates
	version atomic.Int64  // of the tables when they were looked at last; 0: not yet
	looked  atomic.Int64  // when that was, in nanoseconds since began
	began   time.Time
	closed  atomic.Bool
}

// New opens nothing: the first use connects. It fails if the URL can't be read.
func New(o Options) (*Database, error) {
	c, err := pgxpool.ParseConfig(o.URL)
	if err != nil {
		return nil, mistake(o.URL, err)
	}
	// The configuration doesn't say whether the URL gave its bound.
	if u, err := url.Parse(o.URL); err != nil || !u.Query().Has("pool_max_conns") {
		c.MaxConns = cmp.Or(o.Connections, connections)
	}
	c.ConnConfig.ConnectTimeout = connectLimit
	c.PingTimeout = connectLimit
	for name, value := range map[string]string{
		"application_name":                    o.Schema.Name,
		"statement_timeout":                   milliseconds(statementLimit),
		"lock_timeout":                        milliseconds(statementLimit),
		"idle_in_transaction_session_timeout": milliseconds(useLimit),
	} {
		if _, given := c.ConnConfig.RuntimeParams[name]; !given {
			c.ConnConfig.RuntimeParams[name] = value
		}
	}
	c.ConnConfig.RuntimeParams["client_encoding"] = encoding
	c.AfterConnect = checkEncoding
	pool, err := pgxpool.NewWithConfig(context.Background(), c) // connects to nothing yet
	if err != nil {
		return nil, fmt.Errorf("prepare the connections to the database: %w", err)
	}
	return &Database{opts: o, pool: pool, db: stdlib.OpenDBFromPool(pool), opening: make(chan struct{}, 1), began: time.Now()}, nil
}

func milliseconds(d time.Duration) string { return strconv.FormatInt(d.Milliseconds(), 10) }

// Read calls f in a transaction that sees one moment of the database. f may be
// called again, so it starts from nothing each time.
func (d *Database) Read(ctx context.Context, f func(database.Tx) error) error {
	return d.use(ctx, "read", func(ctx context.Context) error {
		return d.once(ctx, &sql.TxOptions{Isolation: sql.LevelRepeatableRead, ReadOnly: true}, f)
	})
}

// Write calls f in a transaction that is committed when f returns nil and rolled
// back otherwise. Like that of [Database.Read], f may be called again.
func (d *Database) Write(ctx context.Context, f func(database.Tx) error) error {
	return d.write(ctx, cmp.Or(d.opts.Isolation, sql.LevelSerializable), f)
}

// WriteSerializable is [Database.Write] with [sql.LevelSerializable], whatever the isolation of
// other writes is. Of the transactions at that level it is as if they ran one by one.
func (d *Database) WriteSerializable(ctx context.Context, f func(database.Tx) error) error {
	return d.write(ctx, sql.LevelSerializable, f)
}

func (d *Database) write(ctx context.Context, isolation sql.IsolationLevel, f func(database.Tx) error) error {
	return d.use(ctx, "write", func(ctx context.Context) error {
		return d.once(ctx, &sql.TxOptions{Isolation: isolation}, f)
	})
}

// Row reads the first row of one statement into the places given, or fails with
// [sql.ErrNoRows]. A statement sees one moment of the database by itself: without a
// transaction the server is asked once and not three times. It is for reading: a statement
// whose answer was lost is sent again.
func (d *Database) Row(ctx context.Context, query string, args []any, into ...any) error {
	return d.use(ctx, "read", func(ctx context.Context) (err error) {
		ctx, done := database.Observed(ctx, database.Work{System: database.PostgreSQL, SQL: query})
		defer func() { done(err) }()
		return d.pool.QueryRow(ctx, query, args...).Scan(into...)
	})
}

// Loose calls f with a function that is [database.Tx.Query] without a transaction. It is for
// reading several rows by one statement. f may be called again.
func (d *Database) Loose(ctx context.Context, f func(query func(string, ...any) (*sql.Rows, error)) error) error {
	return d.use(ctx, "read", func(ctx context.Context) error {
		return f(func(query string, args ...any) (rows *sql.Rows, err error) {
			ctx, done := database.Observed(ctx, database.Work{System: database.PostgreSQL, SQL: query})
			defer func() { done(err) }()
			return d.db.QueryContext(ctx, query, args...)
		})
	})
}

// Check connects, migrates if need be, and has the server answer whether it takes writes; it is
// [database.ErrReadOnly] if not.
func (d *Database) Check(ctx context.Context) error {
	var readOnly string
	if err := d.Row(ctx, "SHOW transaction_read_only", nil, &readOnly); err != nil {
		return err
	}
	if readOnly == "on" {
		d.pool.Reset() // what is connected anew may reach another server, which takes them
		return database.ErrReadOnly
	}
	return nil
}

// Pool returns how many connections there are at the moment.
func (d *Database) Pool() database.Pool {
	s := d.pool.Stat()
	return database.Pool{Used: int(s.AcquiredConns()), Idle: int(s.IdleConns()), Most: int(s.MaxConns()), Waited: s.EmptyAcquireCount()}
}

// Close waits for the work in progress and closes the connections. What is called
// later gets [database.ErrClosed]. Calling it again does nothing.
func (d *Database) Close() error {
	if d.closed.Swap(true) {
		return nil
	}
	err := d.db.Close()
	d.pool.Close()
	return err
}

// use runs f, and again for a while when others were in its way or the connection was
// lost before anything was done.
func (d *Database) use(parent context.Context, use string, f func(context.Context) error) (err error) {
	parent, done := database.Observed(parent, database.Work{System: database.PostgreSQL, Use: use})
	defer func() { done(err) }()
	ctx, cancel := context.WithTimeout(parent, useLimit)
	defer cancel()
	err = retry(ctx, func() error {
		if err := d.look(ctx); err != nil {
			return err
		}
		if err := d.open(parent); err != nil {
			return err
		}
		return f(ctx)
	})
	switch {
	case err == nil || errors.Is(err, database.ErrUnknown):
		return err
	case d.closed.Load():
		return fmt.Errorf("%w: %w", database.ErrClosed, err)
	case parent.Err() != nil:
		return errors.Join(parent.Err(), err)
	case ctx.Err() != nil:
		return fmt.Errorf("%w: %w", database.ErrOverloaded, err)
	}
	return classify(err)
}

// once runs f in one transaction.
func (d *Database) once(ctx context.Context, o *sql.TxOptions, f func(database.Tx) error) error {
	t, err := d.db.BeginTx(ctx, o)
	if err != nil {
		return err
	}
	// After a commit this does nothing.
	defer func() { _ = t.Rollback() }()
	if err := f(database.NewTx(ctx, t, database.PostgreSQL)); err != nil {
		return err
	}
	// Later it could not be told from an end in the middle of the commit.
	if err := ctx.Err(); err != nil {
		return err
	}
	if err := t.Commit(); err != nil {
		if !o.ReadOnly && !rolledBack(err) {
			return fmt.Errorf("%w: %w", database.ErrUnknown, err)
		}
		return err
	}
	return nil
}

// retry runs f until it ends in something that does not pass, for [retryLimit] at
// most. Where ctx cuts off an attempt, the error says too why there was another before.
func retry(ctx context.Context, f func() error) error {
	const most = 100 * time.Millisecond
	began := time.Now()
	var before error
	for wait := time.Millisecond; ; wait = min(2*wait, most) {
		err := f()
		switch {
		case err != nil && before != nil && ctx.Err() != nil && errors.Is(err, ctx.Err()):
			return fmt.Errorf("%w, after: %w", err, before)
		case err == nil || !passes(err) || time.Since(began) > retryLimit:
			return err
		}
		before = err
		// Transactions that collided once should not collide again.
		select {
		case <-ctx.Done():
			return err
		case <-time.After(wait/2 + rand.N(wait)): //nolint:gosec // spreads load, guards nothing
		}
	}
}
