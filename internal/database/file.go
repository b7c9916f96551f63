package database

import (
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/mcp-adapters/mcp-adapters/internal/atomicfile"
)

const (
	dirMode  fs.FileMode = 0o700
	fileMode fs.FileMode = 0o600
)

// logs hold what the file itself may lack; sidecars are all that SQLite keeps
// beside it: a file of such a name is taken for a part of the database.
var (
	logs     = []string{"-wal", "-journal"}
	sidecars = []string{"-wal", "-shm", "-journal"}
)

// hasLog reports whether something of the database is not in its file.
func hasLog(path string) bool {
	for _, s := range logs {
		if info, err := os.Stat(path + s); err == nil && info.Size() > 0 {
			return true
		}
	}
	return false
}

// beside lists the files beside path whose names are prefix, its own name, suffix
// and whatever follows. It reads the directory instead of globbing, since the path
// may hold characters that a pattern would take for its own.
func beside(path, prefix, suffix string) (names []string) {
	dir, base := filepath.Split(path)
	entries, _ := os.ReadDir(dir) // writing there fails too, and says why
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), prefix+base+suffix) {
			names = append(names, filepath.Join(dir, e.Name()))
		}
	}
	return names
}

// sweep removes what writes of path that were killed have left beside it. A
// file that is still being written to is younger.
func sweep(path string) {
	const abandoned = time.Hour
	for _, name := range beside(path, ".", ".") {
		info, err := os.Lstat(name)
		if err == nil && strings.Contains(name[len(path):], ".tmp") && info.Mode().IsRegular() && time.Since(info.ModTime()) > abandoned {
			_ = os.Remove(name)
		}
	}
}

// actual is the absolute path that path leads to. SQLite follows links too, so what
// belongs to a database is beside the file itself.
func actual(path string) (string, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	if _, err := os.Lstat(path); errors.Is(err, fs.ErrNotExist) {
		return path, nil
	}
	return filepath.EvalSymlinks(path)
}

// ensureFile makes the directory and an empty file when they are missing, both
// for the owner alone. SQLite gives the -wal and -shm files the mode of this
// one.
//
// The file is never opened under its own name: closing any descriptor of a
// file drops all POSIX locks that this process holds on it, those of another
// connection included. So an empty file is made elsewhere and linked into place,
// which also lets exactly one of several processes win.
func ensureFile(path string) error {
	if _, err := os.Stat(path); err == nil {
		return nil
	}
	dir := filepath.Dir(path)
	if err := os.MkdirAll(dir, dirMode); err != nil {
		return fmt.Errorf("make the directory of the database: %w", err)
	}
	f, err := atomicfile.Create(path, fileMode)
	if err != nil {
		return fmt.Errorf("make the database file: %w", err)
	}
	defer f.Abandon()
	if err := f.Claim(); err != nil && !errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("make the database file: %w", err)
	}
	return nil
}

// connect returns one connection to the database at path, which its first use opens.
func connect(path string, params ...string) *sql.DB { return sqlOpen(dsn(path, params...)) }

// readOnly is connect for a file that is only read. Alone it is complete, whatever
// mode it was left in, and then no file is made beside it.
func readOnly(path string) *sql.DB {
	for _, s := range sidecars {
		if _, err := os.Lstat(path + s); !errors.Is(err, fs.ErrNotExist) {
			return connect(path, "mode", "ro")
		}
	}
	return connect(path, "mode", "ro", "immutable", "1")
}

func sqlOpen(dsn string) *sql.DB {
	db, _ := sql.Open("sqlite", dsn) // fails only without the driver
	db.SetMaxOpenConns(1)
	return db
}

// dsn returns the data source name of path, which must be absolute, with the
// pragmas that every connection needs.
//
// The busy timeout is short on purpose: SQLite does not notice a cancelled
// request while it waits for a lock, so the long wait is in [retryBusy].
func dsn(path string, params ...string) string {
	p := filepath.ToSlash(path)
	if !strings.HasPrefix(p, "/") {
		p = "/" + p // C:/recipes.db
	}
	q := url.Values{"_pragma": {
		"busy_timeout(250)",
		"foreign_keys(1)",
		"synchronous(FULL)",
		"journal_size_limit(16777216)",
	}}
	for i := 0; i+1 < len(params); i += 2 {
		q.Add(params[i], params[i+1])
	}
	u := url.URL{Scheme: "file", Path: p, RawQuery: q.Encode()}
	return u.String()
}
