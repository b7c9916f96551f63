package vault

import (
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"
)

const (
	dirMode  fs.FileMode = 0o700
	fileMode fs.FileMode = 0o600
)

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
	// CreateTemp makes files 0600.
	f, err := os.CreateTemp(dir, "."+filepath.Base(path)+".new-*")
	if err != nil {
		return fmt.Errorf("make the database file: %w", err)
	}
	defer func() { _ = os.Remove(f.Name()) }()
	if err := f.Close(); err != nil {
		return fmt.Errorf("make the database file: %w", err)
	}
	err = os.Link(f.Name(), path)
	if err == nil || errors.Is(err, fs.ErrExist) {
		return nil
	}
	// A file system without links: there the window above has to be accepted.
	g, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_RDWR, fileMode) //nolint:gosec // the path is the operator's
	if err == nil {
		err = g.Close()
	}
	if err != nil && !errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("make the database file: %w", err)
	}
	return nil
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
