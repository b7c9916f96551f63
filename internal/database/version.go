package database

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"strconv"
	"sync"
)

// Version returns a text that stands for what is in the file: as long as it stays the same,
// no one, in this process or in another, has committed anything. What was read after a
// version was returned is still what the file holds when the same version is returned again.
func (d *Database) Version(ctx context.Context) (version string, err error) {
	err = classify(d.use(ctx, func(o *openFile) error {
		version, err = o.watch.version(ctx, o.path)
		return err
	}))
	return version, err
}

// watch is a connection that writes nothing itself, so that SQLite counts on it the
// commits of all others. It is opened by its first use.
type watch struct {
	mu   sync.Mutex
	db   *sql.DB
	conn *sql.Conn // always this one: another would begin to count again
	stmt *sql.Stmt
	name string // of the connection: no other one counts under it
}

func (w *watch) version(ctx context.Context, path string) (string, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.stmt == nil {
		if err := w.openLocked(ctx, path); err != nil {
			return "", errors.Join(err, w.closeLocked())
		}
	}
	var count int64
	// It waits for nothing, so that there is nothing to cancel, which would take a quarter of
	// its time.
	at := context.WithoutCancel(ctx)
	err := retryBusy(ctx, func() error { return w.stmt.QueryRowContext(at).Scan(&count) })
	if err != nil {
		return "", errors.Join(err, w.closeLocked())
	}
	return w.name + strconv.FormatInt(count, 36), nil
}

func (w *watch) openLocked(ctx context.Context, path string) (err error) {
	w.name = rand.Text() + "."
	w.db = sqlOpen(dsn(path, "_pragma", "journal_mode(WAL)", "_query_only", "1"))
	if w.conn, err = w.db.Conn(ctx); err == nil {
		w.stmt, err = w.conn.PrepareContext(ctx, "PRAGMA data_version")
	}
	return err
}

func (w *watch) close() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.closeLocked()
}

func (w *watch) closeLocked() (err error) {
	if w.conn != nil {
		err = w.conn.Close()
	}
	if w.db != nil {
		err = errors.Join(err, w.db.Close())
	}
	w.db, w.conn, w.stmt = nil, nil, nil
	return err
}
