package database

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"syscall"
	"time"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// The kinds of failure that callers distinguish with [errors.Is].
var (
	// ErrForeign says that the file is another program's database, or not a
	// database at all.
	ErrForeign = errors.New("the file is a database of another program; name another file in DATABASE_URL")
	// ErrNewer says that a later release of the program wrote the file.
	ErrNewer = errors.New("a newer release wrote the database")
	// ErrDamaged says that what is in the file contradicts itself.
	ErrDamaged = errors.New("the database is damaged")
	// ErrBusy says that another program kept the file locked.
	ErrBusy = errors.New("the database is locked by another program")
	// ErrContended is [ErrBusy] of a server on which others went on changing the same data.
	ErrContended error = &special{"others went on changing the same data, and nothing was changed here; try again when they have less to do", ErrBusy}
	// ErrOverloaded is [ErrBusy] of a server that took too long, or had no connection left.
	ErrOverloaded error = &special{"the database server took too long, and nothing was changed; try again when it has less to do", ErrBusy}
	// ErrInUse says that another program has the file open, so that a restore
	// cannot replace it.
	ErrInUse = errors.New("another program has it open")
	// ErrFull says that nothing more can be written to the disk.
	ErrFull = errors.New("the disk is full or cannot be written; make room there, and try again")
	// ErrDenied says that the user who runs the program may not open the file.
	ErrDenied = errors.New("the database may not be opened; allow the user who runs the program to read and write it and its directory")
	// ErrClosed says that the Database was closed.
	ErrClosed = errors.New("the database is closed")
	// ErrUnavailable says that the server of the database can't be reached, or takes
	// no work at the moment. Nothing was changed. A file has no server.
	ErrUnavailable = errors.New("the database server cannot be reached; try again")
	// ErrRefused says that the server doesn't let the program in, or doesn't let it
	// do what it must.
	ErrRefused = errors.New("the database server refuses the program; check DATABASE_URL and the rights of its user")
	// ErrReadOnly is [ErrUnavailable] of a server that can be read: it is a standby, or was told
	// to take no writes.
	ErrReadOnly error = &special{"the database server takes no writes at the moment; try again", ErrUnavailable}
	// ErrUntrusted is [ErrRefused] by the program itself: the connection can't be encrypted, or
	// the server isn't who it should be.
	ErrUntrusted error = &special{"the connection to the database server is not as safe as DATABASE_URL asks; check sslmode and sslrootcert there, and the certificate of the server", ErrRefused}
	// ErrEncoding is [ErrRefused] by the program itself, of a database whose text isn't UTF-8.
	ErrEncoding error = &special{"the database on the server does not keep text as UTF-8; make one that does, with createdb -E UTF8 -T template0 NAME, and name it in DATABASE_URL", ErrRefused}
	// ErrUnknown says that the server was lost while it committed: what was to be
	// written may be saved, or not.
	ErrUnknown = errors.New("the database server was lost before it said whether the change was saved; look before you try again")
)

// special is a kind of failure that is of another kind too.
type special struct {
	text    string
	general error
}

func (e *special) Error() string        { return e.text }
func (e *special) Is(target error) bool { return target == e.general }

// errMoved says that another file is at the path than was opened.
var errMoved = errors.New("another file was put in the place of the database")

// IsUnique reports whether a UNIQUE constraint was violated. SQLite has another code
// for primary keys, which is not counted; PostgreSQL has one for both.
func IsUnique(err error) bool {
	var server interface{ SQLState() string }
	if errors.As(err, &server) {
		return server.SQLState() == "23505"
	}
	return resultCode(err) == sqlite3.SQLITE_CONSTRAINT_UNIQUE
}

// IsNoRow reports whether nothing failed but that there was no row.
func IsNoRow(err error) bool { return errors.Is(err, sql.ErrNoRows) }

// classify wraps an error of SQLite in the one above that it amounts to.
func classify(err error) error {
	var kind error
	switch code := resultCode(err); {
	case code&0xff == sqlite3.SQLITE_NOTADB:
		kind = ErrForeign
	case code&0xff == sqlite3.SQLITE_CORRUPT:
		kind = ErrDamaged
	case code == sqlite3.SQLITE_FULL, code == sqlite3.SQLITE_IOERR_WRITE, code == sqlite3.SQLITE_IOERR_FSYNC, code == sqlite3.SQLITE_IOERR_TRUNCATE, code == sqlite3.SQLITE_IOERR_SHMSIZE:
		kind = ErrFull
	case busyCode(code):
		kind = ErrBusy
	case code&0xff == sqlite3.SQLITE_CANTOPEN, code&0xff == sqlite3.SQLITE_PERM, errors.Is(err, fs.ErrPermission):
		kind = ErrDenied
	default:
		return err
	}
	return fmt.Errorf("%w: %w", kind, err)
}

// resultCode returns SQLite's extended result code, 0 when err is not from SQLite.
func resultCode(err error) int {
	if e, ok := errors.AsType[*sqlite.Error](err); ok {
		return e.Code()
	}
	return 0
}

// busy reports whether another connection was in the way, so that the same
// work may be tried again.
func busy(err error) bool { return busyCode(resultCode(err)) }

// busyCode covers every BUSY and LOCKED code, and the protocol error that a crowd at
// the first open can cause.
func busyCode(code int) bool {
	switch code & 0xff {
	case sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_PROTOCOL:
		return true
	}
	return false
}

// retryBusy runs f until it ends in something other than [busy], or ctx ends.
func retryBusy(ctx context.Context, f func() error) error { return retry(ctx, busy, f) }

// retry runs f for as long as it fails with something that passes, or until ctx ends.
func retry(ctx context.Context, passes func(error) bool, f func() error) error {
	const most = 50 * time.Millisecond
	for wait := time.Millisecond; ; wait = min(2*wait, most) {
		err := f()
		if !passes(err) {
			return err
		}
		// Processes that collided once should not collide again.
		select {
		case <-ctx.Done():
			return errors.Join(ctx.Err(), err)
		case <-time.After(wait/2 + rand.N(wait)): //nolint:gosec // spreads load, guards nothing
		}
	}
}

// moved reports whether another file was at the path than was opened, as a
// restore can cause. SQLite refuses to write then.
func moved(err error) bool {
	return errors.Is(err, errMoved) || resultCode(err) == sqlite3.SQLITE_READONLY_DBMOVED
}

// plain is the reason for a failed system call, without the name of a temporary
// file.
func plain(err error) error {
	if errno, ok := errors.AsType[syscall.Errno](err); ok {
		return errno
	}
	return err
}

// reason leaves out of err what says nothing more to a person.
func reason(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	for _, known := range []error{ErrBusy, ErrFull} {
		if errors.Is(err, known) {
			return known
		}
	}
	return plain(err)
}
