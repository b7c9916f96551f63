package database

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io"
	"io/fs"
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
func sameContent(paths ...string) bool {
	sums := map[string]bool{}
	for _, path := range paths {
		f, err := os.Open(path) //nolint:gosec // beside the operator's database
		if err != nil {
			return false
		}
		h := sha256.New()
		if _, err = io.Copy(h, f); errors.Join(err, f.Close()) != nil {
			return false
		}
		sums[string(h.Sum(nil))] = true
	}
	return len(sums) == 1
}

// Schema describes the file of one system. It does not change after it was made.
type Schema struct {
	// Name is what messages call the file, as in "vault".
	Name string
	// ApplicationID marks the file as this system's (PRAGMA application_id).
	ApplicationID int32
	// Migrations are the steps of SQL, as [Migrations] returns them. Step n,
	// counted from 1, brings the file to user_version n; a step that was released
	// never changes. A program whose steps are fewer goes on with the file if [Oldest]
	// said so.
	Migrations []string
	// Count is a query for how many things the file holds, as in
	// "SELECT count(*) FROM recipes". Backup and Restore report that number.
	Count string
	// Fill makes in the transaction of the migrations, after the last, what SQL alone can't:
	// from is the version that the file had, 0 for a new one. It may be nil.
	Fill func(ctx context.Context, t Tx, from int) error
}

// Migrations returns the contents of *.sql in a directory of an embedded file
// system, in order of their names.
func Migrations(files embed.FS, dir string) (steps []string) {
	names, _ := fs.Glob(files, dir+"/*.sql") // fails for a malformed pattern alone
	slices.Sort(names)
	for _, name := range names {
		text, err := files.ReadFile(name)
		if err != nil {
			panic(err) // it was built in
		}
		steps = append(steps, string(text))
	}
	return steps
}

// version returns the version of the system's file, 0 when it is empty, and refuses what
// another program wrote, or a later release of this one to which this one is too old.
func (s Schema) version(ctx context.Context, q querier) (int, error) {
	var id, version, tables int
	var recorded bool
	err := q.QueryRowContext(ctx, `
		SELECT (SELECT application_id FROM pragma_application_id),
		       (SELECT user_version FROM pragma_user_version),
		       (SELECT count(*) FROM sqlite_schema),
		       EXISTS (SELECT 1 FROM sqlite_schema WHERE name = 'schema_versions')`).Scan(&id, &version, &tables, &recorded)
	newest := len(s.Migrations)
	switch {
	case err != nil:
		return 0, fmt.Errorf("read the database: %w", err)
	case id == 0 && version == 0 && tables == 0:
		return 0, nil
	case id != int(s.ApplicationID):
		return 0, ErrForeign
	case version > newest && recorded:
		return version, s.admit(ctx, q, version)
	case version > newest:
		return 0, Admit(version, version, newest)
	case version < 1:
		return 0, fmt.Errorf("the database has the impossible version %d", version)
	}
	return version, nil
}

// upgrade runs the steps that a file of that version lacks.
func (s Schema) upgrade(ctx context.Context, t *sql.Tx, version int) error {
	for i, step := range s.Migrations[version:] {
		if _, err := t.ExecContext(ctx, step); err != nil {
			return fmt.Errorf("migrate the database to version %d: %w", version+i+1, err)
		}
	}
	if s.Fill != nil {
		if err := s.Fill(ctx, NewTx(ctx, t, SQLite), version); err != nil {
			return fmt.Errorf("fill the tables of version %d: %w", len(s.Migrations), err)
		}
	}
	if err := s.record(ctx, t); err != nil {
		return fmt.Errorf("record the version of the database: %w", err)
	}
	mark := fmt.Sprintf("PRAGMA application_id = %d; PRAGMA user_version = %d", s.ApplicationID, len(s.Migrations))
	if _, err := t.ExecContext(ctx, mark); err != nil {
		return fmt.Errorf("set the version of the database: %w", err)
	}
	return nil
}
