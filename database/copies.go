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

// A copy of the database NAME is NAME.vN-TIME.bak beside it.
var (
	copySuffix       = regexp.MustCompile(`^\.v\d+-\d{8}T\d{6}\.\d{3}\.bak$`)
	unfinishedSuffix = regexp.MustCompile(`^\.v\d+-\d{8}T\d{6}\.\d{3}\.bak\..+\.tmp`)
)

// copyBefore makes such a copy, for the owner alone, and returns its path. That
// is empty if the newest one of the version, which an attempt has left that was
// killed, holds the same. The caller holds the write lock, so nothing can be
// written between the copy and the migration, and no one else makes one.
func copyBefore(ctx context.Context, path string, version int) (string, error) {
	for _, name := range beside(path, ".", ".v") {
		if unfinishedSuffix.MatchString(name[len(path)+len("."):]) {
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
		return "", err
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
	copies := slices.DeleteFunc(beside(path, "", ".v"), func(name string) bool { return !copySuffix.MatchString(name[len(path):]) })
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
