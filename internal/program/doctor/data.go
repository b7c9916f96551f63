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

// API sends an HTTP API one request that changes nothing: ask does so through the program's
// own client, and reports what the answer shows. The client's error, a [fault.Error], says
// which step failed: the proxy, the host name, the connection, the certificate or the API.
func API(base, proxy string, ask func(ctx context.Context, o apiclient.Options, r *Report) error) Check {
	return Check{"url", func(ctx context.Context, r *Report) {
		err := ask(ctx, apiclient.Options{BaseURL: base, Proxy: proxy, Timeout: 15 * time.Second, UserAgent: r.agent()}, r)
		failed, _ := errors.AsType[*fault.Error](err)
		u, _ := url.Parse(base) // the settings have parsed it
		switch {
		case failed != nil && failed.Kind == fault.Unauthorized:
			r.Fault(keyRefused, err)
		case failed != nil && failed.Kind == fault.Forbidden:
			r.Fault(noAccess, err)
		case err != nil:
			r.Fault(apiFailed, err)
		case u.Scheme == "http" && !apiclient.AtHome(u.Hostname()):
			r.Note("The connection to "+u.Host+" is not encrypted: others on the way can read the key and all that is sent.", "Use https outside the home network.")
		}
	}}
}

// Database checks a SQLite file and its directory, or a PostgreSQL database if file is "".
// read opens the database, reads the whole of it, and closes it. missing is a sentence about
// a missing or empty file, which its path ends.
func Database(file, missing string, read func(ctx context.Context) error) []Check {
	check := Check{"data", func(ctx context.Context, r *Report) {
		if info, err := os.Stat(file); err == nil && !info.Mode().IsRegular() {
			r.Fault(notFile, file)
			return
		}
		if Absent(file) { // opening it would make a database of it
			r.OK("%s %s.", missing, file)
			return
		}
		name := cmp.Or(file, "that DATABASE_URL names")
		switch err := read(ctx); {
		case err == nil:
			r.OK("The database %s is sound.", name)
		case errors.Is(err, database.ErrForeign):
			r.Fault(foreign, name)
		case errors.Is(err, database.ErrNewer):
			r.Fault(newer, name)
		case errors.Is(err, database.ErrEncoding):
			r.Fault(badEncoding)
		case file == "":
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
	}}
	if file == "" {
		return []Check{check}
	}
	return []Check{Directory(filepath.Dir(file)), check}
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
