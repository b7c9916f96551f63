package doctor

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"github.com/mcp-adapters/mcp-adapters/internal/database"
)

// Database is where a program keeps its data: a SQLite file or a PostgreSQL database.
type Database struct {
	Check string // name of the check: "vault"
	File  string // path of the SQLite file; "": PostgreSQL
	New   string // what is said of a file that isn't there yet or is empty
	// Read opens the database, reads the whole of it, and closes it.
	Read func(ctx context.Context) error
}

// The faults of a database. Their check is that of the [Database].
var (
	notFile     = Trouble{"", "%s is not a file.", "Move it away, or name another file in DATABASE_URL."}
	foreign     = Trouble{"", "%s is not a database of {program}.", "Name another one in DATABASE_URL. This one stays as it is."}
	newer       = Trouble{"", "A newer release of this program wrote %s.", "Install the newest release, and run {program} install with it."}
	damaged     = Trouble{"", "The database %s is damaged.", "Put a backup in its place: {program} restore FILE, with the same DATABASE_URL and DATA_DIR if they are set here. The damaged one is kept. Copies from before a migration are beside it and end in .bak."}
	busy        = Trouble{"", "Another program keeps %s locked.", "Close the program that has it open."}
	unusable    = Trouble{"", "The database %s cannot be opened.", "Allow the user who runs the program to read and write the file and its directory."}
	noServer    = Trouble{"", "The PostgreSQL server that DATABASE_URL names does not let the program use the database.", "Check host, port, user, password and name of the database in DATABASE_URL, and that the server runs."}
	badEncoding = Trouble{"", "The PostgreSQL database that DATABASE_URL names does not keep text as UTF-8.", "Make one that does, with createdb -E UTF8 -T template0 NAME, and name it in DATABASE_URL."}
)

// DatabaseFaults lists the faults of a database with that check.
func DatabaseFaults(check string) []Trouble {
	all := []Trouble{notFile, foreign, newer, damaged, busy, unusable, noServer, badEncoding}
	for i := range all {
		all[i].Check = check
	}
	return all
}

// Checks returns the checks of the directory and of the database.
func (d Database) Checks() []Check {
	checks := []Check{{d.Check, d.read}}
	if d.File != "" {
		checks = append([]Check{Directory(filepath.Dir(d.File))}, checks...)
	}
	return checks
}

func (d Database) read(ctx context.Context, r *Report) {
	found := func(t Trouble, args ...any) {
		t.Check = d.Check
		r.Fault(t, args...)
	}
	name := "what DATABASE_URL names"
	if d.File != "" {
		name = d.File
		info, err := os.Stat(d.File)
		switch {
		case Absent(d.File): // opening it would make a database of it
			r.OK("%s", d.New+" "+d.File+".")
			return
		case err != nil:
			found(unusable, name)
			return
		case !info.Mode().IsRegular():
			found(notFile, name)
			return
		case !startsAsSQLite(d.File):
			found(foreign, name)
			return
		}
	}
	switch err := d.Read(ctx); {
	case err == nil && d.File == "":
		r.OK("The PostgreSQL database answers.")
	case err == nil:
		r.OK("The database %s is sound.", name)
	case errors.Is(err, database.ErrForeign):
		found(foreign, name)
	case errors.Is(err, database.ErrNewer):
		found(newer, name)
	case errors.Is(err, database.ErrEncoding):
		found(badEncoding)
	case d.File == "":
		found(noServer)
	case errors.Is(err, database.ErrDamaged):
		found(damaged, name)
	case errors.Is(err, database.ErrBusy):
		found(busy, name)
	case errors.Is(err, context.DeadlineExceeded):
		r.Note("The database is so large that it was not read to its end.", "")
	default:
		found(unusable, name)
	}
}

// Absent reports whether there is no SQLite file at path yet, or an empty one.
func Absent(path string) bool {
	info, err := os.Stat(path)
	return path != "" && (errors.Is(err, fs.ErrNotExist) || err == nil && info.Mode().IsRegular() && info.Size() == 0)
}

// startsAsSQLite reports whether the file begins as a SQLite database does, or can't be read.
func startsAsSQLite(path string) bool {
	const magic = "SQLite format 3\x00"
	start := make([]byte, len(magic))
	f, err := os.Open(path) //nolint:gosec // the path is the owner's
	if err != nil {
		return true // Read reports it
	}
	defer func() { _ = f.Close() }()
	_, err = io.ReadFull(f, start)
	return err == nil && bytes.Equal(start, []byte(magic))
}

// Directory checks that files can be made in dir, or dir itself.
func Directory(dir string) Check {
	return Check{"directory", func(_ context.Context, r *Report) {
		if !filepath.IsAbs(dir) && os.Getenv(startedByDoctor) != "" {
			r.Fault(relativePath, "DATABASE_URL or DATA_DIR")
			return
		}
		there := dir // or the nearest directory above it that exists
		info, err := os.Stat(there)
		for (errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR)) && filepath.Dir(there) != there {
			there = filepath.Dir(there)
			info, err = os.Stat(there)
		}
		if err == nil && !info.IsDir() {
			err = errors.New("a file is in its place")
		}
		if err == nil { // permissions differ between systems, so a file is made
			err = tryDirectory(there)
		}
		path, isPath := errors.AsType[*fs.PathError](err)
		switch {
		case err == nil:
			r.OK("The directory %s can be written.", dir)
			return
		case isPath:
			err = path.Err // without the name of the temporary file
		}
		if there == dir {
			r.Fault(dirNotUsed, dir, err)
		} else {
			r.Fault(dirNotMade, dir, err)
		}
	}}
}

// tryDirectory makes a file of 1 MiB in dir and removes it.
func tryDirectory(dir string) error {
	f, err := os.CreateTemp(dir, ".doctor-*")
	if err != nil {
		return err
	}
	_, err = f.Write(make([]byte, 1<<20))
	if err == nil {
		err = f.Sync() // some disks report only then that they are full
	}
	return errors.Join(err, f.Close(), os.Remove(f.Name()))
}
