package doctor

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"github.com/mcp-adapters/mcp-adapters/apiclient"
	"github.com/mcp-adapters/mcp-adapters/internal/database"
	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
)

// API is an HTTP API that the program calls.
type API struct {
	BaseURL string
	Proxy   string // as in [config.API]
	// Ask sends the API one request that changes nothing, through the program's own
	// client, and reports what the answer shows. Its error is a [fault.Error], whose
	// message is shown.
	Ask func(ctx context.Context, o apiclient.Options, r *Report) error
}

const apiLimit = 15 * time.Second

// Checks sends the API one request. The error of the client says which step failed: the
// proxy, the host name, the connection, the certificate or the API itself.
func (a API) Checks() []Check {
	return []Check{{"url", func(ctx context.Context, r *Report) {
		err := a.Ask(ctx, apiclient.Options{BaseURL: a.BaseURL, Proxy: a.Proxy, Timeout: apiLimit, UserAgent: r.agent()}, r)
		failed, _ := errors.AsType[*fault.Error](err)
		base, _ := url.Parse(a.BaseURL) // the settings have parsed it
		switch {
		case failed != nil && failed.Kind == fault.Unauthorized:
			r.Fault(keyRefused, err)
		case failed != nil && failed.Kind == fault.Forbidden:
			r.Fault(noAccess, err)
		case err != nil:
			r.Fault(apiFailed, err)
		case base.Scheme == "http" && !apiclient.AtHome(base.Hostname()):
			r.Note("The connection to "+base.Host+" is not encrypted: others on the way can read the key and all that is sent.", "Use https outside the home network.")
		}
	}}}
}

// Database is where a program keeps its data: a SQLite file or a PostgreSQL database.
type Database struct {
	File string // path of the SQLite file; "": PostgreSQL
	New  string // sentence about a missing or empty file, which its path ends
	// Read opens the database, reads the whole of it, and closes it.
	Read func(ctx context.Context) error
}

// Checks returns the checks of the directory and of the database.
func (d Database) Checks() []Check {
	checks := []Check{{"data", d.read}}
	if d.File != "" {
		checks = append([]Check{Directory(filepath.Dir(d.File))}, checks...)
	}
	return checks
}

func (d Database) read(ctx context.Context, r *Report) {
	if info, err := os.Stat(d.File); err == nil && !info.Mode().IsRegular() {
		r.Fault(notFile, d.File)
		return
	}
	if Absent(d.File) { // opening it would make a database of it
		r.OK("%s %s.", d.New, d.File)
		return
	}
	name := cmp.Or(d.File, "that DATABASE_URL names")
	switch err := d.Read(ctx); {
	case err == nil && d.File == "":
		r.OK("The PostgreSQL database answers.")
	case err == nil:
		r.OK("The database %s is sound.", name)
	case errors.Is(err, database.ErrForeign):
		r.Fault(foreign, name)
	case errors.Is(err, database.ErrNewer):
		r.Fault(newer, name)
	case errors.Is(err, database.ErrEncoding):
		r.Fault(badEncoding)
	case d.File == "":
		r.Fault(noServer)
	case errors.Is(err, database.ErrDamaged):
		r.Fault(damaged, name)
	case errors.Is(err, database.ErrBusy):
		r.Fault(busy, name)
	case errors.Is(err, context.DeadlineExceeded):
		r.Note("The database is so large that it was not read to its end.", "")
	default:
		r.Fault(unusable, name)
	}
}

// Absent reports whether there is no SQLite file at path yet, or an empty one.
func Absent(path string) bool {
	info, err := os.Stat(path)
	return path != "" && (errors.Is(err, fs.ErrNotExist) || err == nil && info.Mode().IsRegular() && info.Size() == 0)
}

// Directory checks that files can be made in dir, or in the nearest directory above it
// that exists.
func Directory(dir string) Check {
	return Check{"directory", func(_ context.Context, r *Report) {
		if !filepath.IsAbs(dir) && os.Getenv(startedByDoctor) != "" {
			r.Fault(relativePath, "DATABASE_URL or DATA_DIR")
			return
		}
		there := dir
		_, err := os.Stat(there)
		for (errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR)) && filepath.Dir(there) != there {
			there = filepath.Dir(there)
			_, err = os.Stat(there)
		}
		if err == nil { // permissions differ between systems, so a file is made
			err = tryDirectory(there)
		}
		if path, ok := errors.AsType[*fs.PathError](err); ok {
			err = path.Err // without the name of the temporary file
		}
		if err != nil {
			r.Fault(dirNotUsed, dir, err)
			return
		}
		r.OK("The directory %s can be written.", dir)
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
