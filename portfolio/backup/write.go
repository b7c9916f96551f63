package backup

import (
	"archive/tar"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/rs/zerolog"

	"github.com/mcp-adapters/mcp-adapters/internal/atomicfile"
	"github.com/mcp-adapters/mcp-adapters/portfolio/media"
	"github.com/mcp-adapters/mcp-adapters/portfolio/store"
)

// attempts is how often the database is copied again because photos that it names went away
// meanwhile.
const attempts = 10

// Write writes the portfolio to the new file target, for the owner alone, while others go
// on using it. What was acknowledged before the call is in the backup. target gets its
// name when it is complete and on the disk; one that exists is never touched.
func Write(ctx context.Context, p Portfolio, target string) (c Count, err error) {
	if _, err := os.Lstat(target); !errors.Is(err, fs.ErrNotExist) {
		return c, fmt.Errorf("%s exists already and is not overwritten; name another file", target)
	}
	f, err := atomicfile.Create(target, 0o600)
	if err != nil {
		return c, fmt.Errorf("%s cannot be written: %w", target, err)
	}
	defer f.Abandon()
	work, err := os.MkdirTemp(filepath.Dir(target), ".portfolio-backup-*")
	if err != nil {
		return c, fmt.Errorf("%s cannot be written: %w", target, err)
	}
	defer func() { _ = os.RemoveAll(work) }()
	w := &writer{Portfolio: p, tar: tar.NewWriter(f), work: work, written: map[string]bool{}}
	if c, err = w.all(ctx); err != nil {
		return c, err
	}
	if err := w.tar.Close(); err != nil {
		return c, fmt.Errorf("write %s: %w", target, err)
	}
	err = f.Claim()
	if errors.Is(err, fs.ErrExist) {
		err = fmt.Errorf("%s exists already and is not overwritten; name another file", target)
	}
	return c, err
}

// writer writes one backup.
type writer struct {
	Portfolio
	tar     *tar.Writer
	work    string          // a directory for copies of the database
	written map[string]bool // the entries so far
}

// all writes the photos that a copy of the database names, and then that copy. A photo may
// be removed between the two: then a later copy no longer names it.
func (w *writer) all(ctx context.Context) (c Count, err error) {
	var before []string
	for n := range attempts {
		copied := filepath.Join(w.work, fmt.Sprintf("%d.db", n))
		if c.Projects, err = store.Backup(ctx, w.Database, copied); err != nil {
			return c, err
		}
		var missing []string
		if c.Photos, missing, err = w.photos(ctx, copied); err != nil {
			return c, err
		}
		if slices.Equal(before, missing) || n == attempts-1 {
			c.Missing = len(missing)
			return c, w.add(databaseName, copied)
		}
		before = missing
	}
	return c, nil
}

// photos adds the photos that a database names and that were not added yet. It returns
// how many originals it names, and which entries have no file.
func (w *writer) photos(ctx context.Context, database string) (n int, missing []string, err error) {
	db := store.SQLite(database, zerolog.Nop())
	defer func() { err = errors.Join(err, db.Close()) }()
	err = each(ctx, store.New(db, store.Options{}), func(i store.Image) error {
		n++
		for side, name := range files(i) {
			at := entry(side, name)
			if w.written[at] {
				continue
			}
			switch err := w.add(at, filepath.Join(w.Media, string(side), filepath.FromSlash(name))); {
			case errors.Is(err, fs.ErrNotExist):
				missing = append(missing, at)
			case err != nil:
				return err
			default:
				w.written[at] = true
			}
		}
		return nil
	})
	slices.Sort(missing)
	return n, missing, err
}

// add adds a file, which no one changes.
func (w *writer) add(name, path string) error {
	f, err := os.Open(path) //nolint:gosec // of the portfolio
	if err != nil {
		return err
	}
	defer func() { _ = f.Close() }()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	h := &tar.Header{Name: name, Mode: 0o600, Size: info.Size(), ModTime: info.ModTime().Truncate(time.Second), Format: tar.FormatPAX}
	if err := w.tar.WriteHeader(h); err != nil {
		return fmt.Errorf("write the backup: %w", err)
	}
	if _, err := io.Copy(w.tar, f); err != nil {
		return fmt.Errorf("write the backup: %w", err)
	}
	return nil
}

// each calls do with every image whose bytes have arrived.
func each(ctx context.Context, s *store.Store, do func(store.Image) error) error {
	const page = 500
	for after := ""; ; {
		images, err := s.UploadedImages(ctx, after, page)
		if err != nil {
			return err
		}
		for _, i := range images {
			if err := do(i); err != nil {
				return err
			}
			after = i.ID
		}
		if len(images) < page {
			return nil
		}
	}
}

// files are the files of an image.
func files(i store.Image) map[media.Side]string {
	f := map[media.Side]string{media.Draft: i.StoragePath}
	if i.PublicPath != "" {
		f[media.Public] = i.PublicPath
	}
	return f
}
