package doctor

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"

	"github.com/mcp-adapters/mcp-adapters/internal/database"
)

// File is how a system speaks of the SQLite file that it keeps things in, and of the
// PostgreSQL database that may take its place. "%s" stands for the path.
type File struct {
	Check   string // the name of the check
	Missing string // what is said of one that isn't there yet
	Empty   string // and of one that has nothing in it yet

	NotFile, Foreign, Newer, Damaged, Busy, Unusable Trouble

	NoServer Trouble // the PostgreSQL database can't be used
}

// Troubles are the faults that a file, or the database in its place, may have.
func (f *File) Troubles() []Trouble {
	return []Trouble{f.NotFile, f.Foreign, f.Newer, f.Damaged, f.Busy, f.Unusable, f.NoServer, f.notUTF8()}
}

func (f *File) notUTF8() Trouble {
	return Trouble{f.Check, "The PostgreSQL database that DATABASE_URL names does not keep text as UTF-8.", "Make one that does, with createdb -E UTF8 -T template0 NAME, and name it in DATABASE_URL."}
}

// IsDatabase reports whether the file is there and a database. It looks at it without
// opening a database: an empty or missing one would be made into one by that.
func (f *File) IsDatabase(r *Report, path string) bool {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		r.OK(f.Check, f.Missing, path)
		return false
	case err != nil:
		r.Fault(f.Unusable, path)
		return false
	case !info.Mode().IsRegular():
		r.Fault(f.NotFile, path)
		return false
	case info.Size() == 0:
		r.OK(f.Check, f.Empty, path)
		return false
	}
	const magic = "SQLite format 3\x00"
	start := make([]byte, len(magic))
	file, err := os.Open(path) //nolint:gosec // the path is the owner's
	if err == nil {
		_, err = io.ReadFull(file, start)
		_ = file.Close()
	}
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF), err == nil && !bytes.Equal(start, []byte(magic)):
		r.Fault(f.Foreign, path)
		return false
	case err != nil:
		r.Fault(f.Unusable, path)
		return false
	}
	return true
}

// Checked reports how a database is, after a check with err: the file at path, which was
// read as a whole, or, if that is "", the PostgreSQL database in its place.
func (f *File) Checked(r *Report, path string, err error) {
	if path == "" {
		f.answered(r, err)
		return
	}
	switch {
	case err == nil:
		r.OK(f.Check, "The database %s is sound.", path)
	case errors.Is(err, database.ErrForeign):
		r.Fault(f.Foreign, path)
	case errors.Is(err, database.ErrNewer):
		r.Fault(f.Newer, path)
	case errors.Is(err, database.ErrDamaged):
		r.Fault(f.Damaged, path)
	case errors.Is(err, database.ErrBusy):
		r.Fault(f.Busy, path)
	case errors.Is(err, context.DeadlineExceeded):
		r.Note(f.Check, "The database is so large that it was not read to its end.", "")
	default:
		r.Fault(f.Unusable, path)
	}
}

// answered reports how the PostgreSQL database is, after a check with err.
func (f *File) answered(r *Report, err error) {
	switch {
	case err == nil:
		r.OK(f.Check, "The PostgreSQL database answers.")
	case errors.Is(err, database.ErrForeign):
		r.Fault(f.Foreign, "What DATABASE_URL names")
	case errors.Is(err, database.ErrNewer):
		r.Fault(f.Newer, "the database")
	case errors.Is(err, database.ErrEncoding):
		r.Fault(f.notUTF8())
	default:
		r.Fault(f.NoServer)
	}
}
