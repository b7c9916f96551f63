package builder

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/gofrs/flock"
	"github.com/google/uuid"
	"github.com/rs/zerolog"

	"github.com/mcp-adapters/mcp-adapters/appbuilder/store"
	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
)

const (
	openLimit   = time.Minute          // for a file that another program has locked, at the start
	serverLimit = 5 * time.Second      // for a database server at the start, which may come later
	answerLimit = 2 * time.Second      // for a database to answer a check
	beatEvery   = store.ServerLife / 3 // between two reports that a server uses the database
)

// open opens the database, for this process alone if it is a file.
func (s *Settings) open(ctx context.Context, log zerolog.Logger) (db store.DB, closeAll func() error, err error) {
	if s.file == "" {
		if db, err = s.connect(log); err != nil {
			return nil, nil, err
		}
		if err := answers(ctx, store.New(db, store.Options{}), serverLimit); err != nil && ctx.Err() == nil {
			log.Warn().AnErr("cause", cmp.Or(errors.Unwrap(err), err)).Msg("the database can't be used yet; it is tried again with each request")
		}
		return db, db.Close, nil
	}
	unlock, err := lock(s.file)
	if err != nil {
		return nil, nil, err
	}
	db = store.SQLite(s.file, log)
	st := store.New(db, store.Options{})
	err = answers(ctx, st, openLimit)
	if err == nil {
		err = st.Interrupt(ctx) // who worked on messages held the lock before, and is gone
	}
	if err != nil {
		return nil, nil, errors.Join(fmt.Errorf("the database %s cannot be used: %w", s.file, cmp.Or(errors.Unwrap(err), err)), db.Close(), unlock())
	}
	return db, func() error { return errors.Join(db.Close(), unlock()) }, nil
}

// onDatabase runs work on the database, which a server may use too. It makes no file.
func (s *Settings) onDatabase(log zerolog.Logger, work func(store.DB) error) (err error) {
	if s.file != "" {
		if _, err := os.Stat(s.file); errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("there is no database at %s; set DATA_DIR or DATABASE_URL as for the server", s.file)
		}
	}
	db, err := s.connect(log)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	return work(db)
}

// connect returns the database, which its first use opens.
func (p *Places) connect(log zerolog.Logger) (store.DB, error) {
	if p.file == "" {
		return store.Postgres(string(p.DatabaseURL), log)
	}
	return store.SQLite(p.file, log), nil
}

// answers reports whether the database answers, by the read that each request of a published
// app begins with.
func answers(ctx context.Context, st *store.Store, within time.Duration) error {
	ctx, cancel := context.WithTimeout(ctx, within)
	defer cancel()
	_, err := st.Live(ctx, "readyz") // which is no app's
	if f, ok := errors.AsType[*fault.Error](err); ok && f.Kind == fault.NotFound {
		return nil
	}
	return err
}

// lock keeps other processes from serving the file: each would miss what the others publish
// in its limits and streams. The lock is a file beside it, and ends with the process.
func lock(file string) (unlock func() error, err error) {
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		return nil, fmt.Errorf("the directory of the database cannot be made: %w", err)
	}
	l := flock.New(file+".lock", flock.SetPermissions(0o600))
	held, err := l.TryLock()
	switch {
	case err != nil:
		return nil, fmt.Errorf("the database %s cannot be locked: %w", file, err)
	case !held:
		return nil, fmt.Errorf("the database %s is served by another %s; end that first, or set DATA_DIR or DATABASE_URL to another place. Several servers can share a PostgreSQL database", file, Name)
	}
	return l.Unlock, nil
}

// share says, until stop, that this server uses a database that others may use too, so that
// nobody restores a backup under it. One that the database doesn't take is only missing there.
func share(st *store.Store, log zerolog.Logger) (stop func()) {
	id := uuid.NewString()
	ctx, cancel := context.WithCancel(context.Background())
	say := func(ctx context.Context, what func(context.Context, string) error) {
		ctx, cancel := context.WithTimeout(ctx, answerLimit)
		defer cancel()
		if err := what(ctx, id); err != nil && ctx.Err() == nil {
			log.Debug().AnErr("cause", fault.Cause(err)).Msg("the database doesn't know that this server uses it")
		}
	}
	say(ctx, st.Beat) // before the first request
	var beats sync.WaitGroup
	beats.Go(func() {
		tick := time.NewTicker(beatEvery)
		defer tick.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
				say(ctx, st.Beat)
			}
		}
	})
	return func() {
		cancel()
		beats.Wait()
		say(context.Background(), st.Leave)
	}
}
