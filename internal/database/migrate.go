package database

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/rs/zerolog"

	"github.com/mcp-adapters/mcp-adapters/internal/atomicfile"
)

// migrate brings the file to the newest version this program knows, unless a newer release
// has brought it further and this program can go on with that. The write
// lock is held from reading the version to the commit, so that of several
// processes one migrates and the others find it done.
func migrate(ctx context.Context, path string, schema Schema, log zerolog.Logger) error {
	newest := len(schema.Migrations)
	opened, err := os.Stat(path)
	if err != nil {
		return fmt.Errorf("find the database: %w", err)
	}
	// No journal mode in this data source name: whose file it is comes first.
	db := connect(path, "_txlock", "immediate")
	defer func() { _ = db.Close() }()

	return retryBusy(ctx, func() error {
		version, err := schema.version(ctx, db)
		if err != nil {
			return err
		}
		if version > newest {
			log.Info().Int("version", version).Int("knows", newest).Msg("a newer release has migrated the database, and this one goes on with it")
		}
		if version >= newest {
			return nil
		}
		// Outside a transaction, and before the first one: it stays with the file.
		if _, err := db.ExecContext(ctx, "PRAGMA journal_mode = WAL"); err != nil {
			return fmt.Errorf("switch the database to a write-ahead log: %w", err)
		}
		t, err := db.BeginTx(ctx, nil)
		if err != nil {
			return err
		}
		defer func() { _ = t.Rollback() }()
		if version, err = schema.version(ctx, t); err != nil || version >= newest {
			return err
		}
		// A restore may have put another file in the place of the one that waited
		// for its lock. The log, which SQLite finds by its name, is that one's.
		if now, err := os.Stat(path); err != nil || !os.SameFile(opened, now) {
			return errMoved
		}
		var copied string
		if version > 0 {
			if copied, err = copyBefore(ctx, path, version); err != nil {
				return fmt.Errorf("copy the database before it is migrated: %w", err)
			}
		}
		if err := schema.upgrade(ctx, t, version); err != nil {
			// The file stays as it was, and the next attempt copies it again.
			if copied != "" {
				_ = os.Remove(copied)
			}
			return err
		}
		if err := t.Commit(); err != nil {
			return fmt.Errorf("migrate the database: %w", err)
		}
		log.Info().Int("from", version).Int("to", newest).Msg("database migrated")
		if copied != "" {
			pruneCopies(path, copied, log)
		}
		return nil
	})
}

const (
	// keptCopies is how many copies from before a migration stay beside the file.
	keptCopies = 3
	// stampLayout is the time in the name of what is kept; it sorts by age.
	stampLayout = "20060102T150405.000"
)

// A copy of the database NAME is NAME.vN-TIME.bak beside it.
var (
	copySuffix       = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^\.v\d+-\d{8}T\d{6}\.\d{3}\.bak$`) })
	unfinishedSuffix = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^\.v\d+-\d{8}T\d{6}\.\d{3}\.bak\..+\.tmp`) })
)

// copyBefore makes such a copy, for the owner alone, and returns its path. That
// is empty if the newest one of the version, which an attempt has left that was
// killed, holds the same. The caller holds the write lock, so nothing can be
// written between the copy and the migration, and no one else makes one.
func copyBefore(ctx context.Context, path string, version int) (string, error) {
	for _, name := range beside(path, ".", ".v") {
		if unfinishedSuffix().MatchString(name[len(path)+len("."):]) {
			_ = os.Remove(name)
		}
	}
	start := fmt.Sprintf("%s.v%d-", path, version)
	name := start + time.Now().UTC().Format(stampLayout) + ".bak"
	f, err := atomicfile.Create(name, fileMode)
	if err != nil {
		return "", plain(err)
	}
	defer f.Abandon()
	db := connect(path)
	_, err = db.ExecContext(ctx, "VACUUM INTO ?", f.Name())
	if err = errors.Join(err, db.Close()); err != nil {
		return "", classify(err)
	}
	copies := copiesOf(path)
	i := slices.IndexFunc(copies, func(name string) bool { return strings.HasPrefix(name, start) })
	if i >= 0 && sameContent(copies[i], f.Name()) {
		return "", nil
	}
	return name, plain(f.Claim())
}

// pruneCopies deletes all but the newest copies. The one that was just made is
// among those, whatever the clock said when the others were. What can't be
// deleted is no reason not to start.
func pruneCopies(path, made string, log zerolog.Logger) {
	copies := slices.DeleteFunc(copiesOf(path), func(name string) bool { return name == made })
	for _, name := range copies[min(keptCopies-1, len(copies)):] {
		if err := os.Remove(name); err != nil {
			log.Warn().Str("file", name).AnErr("error", plain(err)).Msg("an old copy of the database cannot be removed; remove it yourself")
		}
	}
}

// copiesOf lists the copies beside the database, the newest first.
func copiesOf(path string) []string {
	copies := slices.DeleteFunc(beside(path, "", ".v"), func(name string) bool { return !copySuffix().MatchString(name[len(path):]) })
	stamp := func(name string) string { return name[strings.LastIndexByte(name, '-'):] }
	slices.SortStableFunc(copies, func(a, b string) int { return strings.Compare(stamp(b), stamp(a)) })
	return copies
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
