package database

import (
	"cmp"
	"context"
	"crypto/sha256"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/rs/zerolog"

	"mcp-adapters/internal/atomicfile"
)

const (
	// keptCopies is how many copies from before a migration stay beside the file.
	keptCopies = 3
	// stampLayout is the time in the name of what is kept; it sorts by age.
	stampLayout = "20060102T150405.000"
)

// oldCopy is a file NAME.vN-TIME.bak beside the database NAME.
type oldCopy struct {
	path    string
	version int
	stamp   string
}

// copyBefore makes such a copy, for the owner alone, and returns its path. That
// is empty if the newest one of the version, which an attempt has left that was
// killed, holds the same. The caller holds the write lock, so nothing can be
// written between the copy and the migration, and no one else makes one.
func copyBefore(ctx context.Context, path string, version int) (string, error) {
	copies, unfinished := listCopies(path)
	for _, name := range unfinished {
		_ = os.Remove(name)
	}
	name := fmt.Sprintf("%s.v%d-%s.bak", path, version, time.Now().UTC().Format(stampLayout))
	f, err := atomicfile.Create(name, fileMode)
	if err != nil {
		return "", plain(err)
	}
	defer f.Abandon()
	db, err := sql.Open("sqlite", dsn(path))
	if err != nil {
		return "", err
	}
	_, err = db.ExecContext(ctx, "VACUUM INTO ?", f.Name())
	if err = errors.Join(err, db.Close()); err != nil {
		return "", err
	}
	i := slices.IndexFunc(copies, func(c oldCopy) bool { return c.version == version })
	if i >= 0 && sameContent(copies[i].path, f.Name()) {
		return "", nil
	}
	if err := f.Claim(); err != nil {
		return "", plain(err)
	}
	return name, nil
}

// pruneCopies deletes all but the newest copies. The one that was just made is
// among those, whatever the clock said when the others were. What can't be
// deleted is no reason not to start.
func pruneCopies(path, made string, log zerolog.Logger) {
	copies, _ := listCopies(path)
	copies = slices.DeleteFunc(copies, func(c oldCopy) bool { return c.path == made })
	for _, c := range copies[min(keptCopies-1, len(copies)):] {
		if err := os.Remove(c.path); err != nil {
			log.Warn().Str("file", c.path).AnErr("error", plain(err)).Msg("an old copy of the database cannot be removed; remove it yourself")
		}
	}
}

// listCopies returns the copies beside the database, the newest first, and the
// files that attempts to make one have left. It reads the directory instead of
// globbing, since the path may hold characters that a pattern would take for its
// own.
func listCopies(path string) (copies []oldCopy, unfinished []string) {
	dir, base := filepath.Split(path)
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, nil // writing there fails too, and says why
	}
	name := regexp.MustCompile(`^(\.?)` + regexp.QuoteMeta(base) + `\.v(\d+)-(\d{8}T\d{6}\.\d{3})\.bak(\..+\.tmp.*)?$`)
	for _, e := range entries {
		m := name.FindStringSubmatch(e.Name())
		switch full := filepath.Join(dir, e.Name()); {
		case m == nil:
		case m[1] == "" && m[4] == "":
			version, _ := strconv.Atoi(m[2]) // too long a number is no version of ours
			copies = append(copies, oldCopy{full, version, m[3]})
		case m[1] != "" && m[4] != "":
			unfinished = append(unfinished, full)
		}
	}
	slices.SortFunc(copies, func(a, b oldCopy) int {
		return cmp.Or(strings.Compare(b.stamp, a.stamp), cmp.Compare(b.version, a.version))
	})
	return copies, unfinished
}

// sameContent reports whether two files hold the same. No one has either open as
// a database.
func sameContent(a, b string) bool {
	x, errX := digest(a)
	y, errY := digest(b)
	return errX == nil && errY == nil && x == y
}

func digest(path string) (sum [sha256.Size]byte, err error) {
	f, err := os.Open(path) //nolint:gosec // beside the operator's database
	if err != nil {
		return sum, err
	}
	defer func() { _ = f.Close() }()
	h := sha256.New()
	_, err = io.Copy(h, f)
	h.Sum(sum[:0])
	return sum, err
}
