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
	"strings"
	"time"

	"github.com/rs/zerolog"

	"github.com/mcp-adapters/mcp-adapters/internal/atomicfile"
	"github.com/mcp-adapters/mcp-adapters/portfolio/media"
	"github.com/mcp-adapters/mcp-adapters/portfolio/store"
)

// Unfinished is the name of a file beside the photos that is there while a restore changes
// things. No program may use the portfolio then; see [Interrupted].
const Unfinished = "restore-unfinished"

// Interrupted reports whether a restore was cut short, so that the photos may not be those
// that the database knows of. Restoring again completes it.
//
// A directory that can't be read doesn't tell; whoever opens the portfolio there fails with
// the reason.
func Interrupted(p Portfolio) bool {
	_, err := os.Lstat(p.unfinished())
	return err == nil
}

func (p Portfolio) unfinished() string { return filepath.Join(filepath.Dir(p.Media), Unfinished) }

// Restored is what a restore did.
type Restored struct {
	Count
	Kept []string // where the former database and the former photos are now
}

// Restore puts what file has in the place of the portfolio, after it has read all of it.
// It fails with [database.ErrInUse] while a program has the database open. What was there
// is kept beside it. mark returns what marks a folder as that of a database's photos.
func Restore(ctx context.Context, p Portfolio, file string, mark func(context.Context, *store.Store) (string, error)) (done Restored, err error) {
	if err := os.MkdirAll(filepath.Dir(p.Media), 0o700); err != nil {
		return done, fmt.Errorf("make the directory of the portfolio: %w", err)
	}
	work, err := os.MkdirTemp(filepath.Dir(p.Media), ".portfolio-restore-*")
	if err != nil {
		return done, fmt.Errorf("nothing can be written beside %s: %w", p.Media, err)
	}
	defer func() { _ = os.RemoveAll(work) }()
	r := &reader{file: file, database: filepath.Join(work, databaseName), media: filepath.Join(work, "media"), mark: mark}
	if done.Count, err = r.unpack(ctx); err != nil {
		return done, err
	}
	return r.exchange(ctx, p, done)
}

// reader reads one backup.
type reader struct {
	file            string
	database, media string // to where it is unpacked
	mark            func(context.Context, *store.Store) (string, error)
}

var errNotBackup = errors.New("it is not a backup of a portfolio, or its end is missing")

// walk calls do with every entry, until that returns true.
func (r *reader) walk(do func(*tar.Header, io.Reader) (enough bool, err error)) error {
	f, err := os.Open(r.file)
	if err != nil {
		return err
	}
	defer func() { _ = f.Close() }()
	for t := tar.NewReader(f); ; {
		h, err := t.Next()
		switch {
		case err == io.EOF:
			return nil
		case err != nil:
			return fmt.Errorf("%w: %w", errNotBackup, err)
		}
		if enough, err := do(h, t); enough || err != nil {
			return err
		}
	}
}

// unpack writes the database and the photos that it names beside the portfolio.
func (r *reader) unpack(ctx context.Context) (c Count, err error) {
	failed := func(err error) (Count, error) {
		return c, fmt.Errorf("%s cannot be restored, and nothing was changed: %w", r.file, err)
	}
	found := false
	err = r.walk(func(h *tar.Header, content io.Reader) (bool, error) {
		if h.Name != databaseName || h.Typeflag != tar.TypeReg {
			return false, ctx.Err()
		}
		found = true
		return true, write(r.database, content)
	})
	if err == nil && !found {
		err = errNotBackup
	}
	if err != nil {
		return failed(err)
	}
	named := map[string]store.Image{} // by the entries' names
	db := store.SQLite(r.database, zerolog.Nop())
	defer func() { err = errors.Join(err, db.Close()) }()
	kept := store.New(db, store.Options{})
	if err := db.Check(ctx); err != nil {
		return failed(err)
	}
	err = each(ctx, kept, func(i store.Image) error {
		c.Photos++
		for side, name := range files(i) {
			named[entry(side, name)] = i
		}
		return nil
	})
	if err != nil {
		return failed(err)
	}
	folder := media.New(media.Options{Dir: r.media, Identity: func(ctx context.Context) (string, bool, error) {
		id, err := r.mark(ctx, kept)
		return id, false, err
	}})
	defer func() { err = errors.Join(err, folder.Close()) }()
	if err := folder.Check(ctx); err != nil {
		return failed(err)
	}
	err = r.walk(func(h *tar.Header, content io.Reader) (bool, error) {
		i, ok := named[h.Name]
		if !ok {
			return false, ctx.Err()
		}
		delete(named, h.Name)
		return false, place(ctx, folder, h.Name, i, content)
	})
	if err != nil {
		return failed(err)
	}
	c.Missing = len(named)
	return c, nil
}

// place writes a photo, and refuses an original that isn't what the database says.
func place(ctx context.Context, folder *media.Folder, name string, i store.Image, content io.Reader) error {
	side, path, _ := strings.Cut(strings.TrimPrefix(name, mediaPrefix), "/")
	got, err := folder.Receive(ctx, content, media.MaxBytes)
	if err != nil {
		return fmt.Errorf("its photo %s can't be written: %w", name, err)
	}
	defer got.Discard()
	if media.Side(side) == media.Draft && (got.Bytes() != i.Bytes || got.SHA256() != i.SHA256) {
		return fmt.Errorf("its photo %s is damaged", name)
	}
	if err := got.Keep(ctx, func(data []byte) (int, error) { return len(data), nil }); err != nil {
		return fmt.Errorf("its photo %s can't be written: %w", name, err)
	}
	return got.Place(media.Side(side), path)
}

// write writes a new file.
func write(path string, content io.Reader) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600) //nolint:gosec // in a directory that was just made
	if err != nil {
		return err
	}
	_, err = io.Copy(f, content)
	return errors.Join(err, f.Sync(), f.Close())
}

// exchange puts what was unpacked in its place: the photos first, and then the database,
// whose place another program may hold. What fails is undone.
func (r *reader) exchange(ctx context.Context, p Portfolio, done Restored) (Restored, error) {
	dir := filepath.Dir(p.Media)
	f, err := os.OpenFile(p.unfinished(), os.O_WRONLY|os.O_CREATE, 0o600)
	if err != nil {
		return done, fmt.Errorf("nothing was restored: %w", err)
	}
	_ = f.Close()
	atomicfile.SyncDir(dir)
	former := p.Media + ".before-restore-" + time.Now().UTC().Format("20060102T150405.000Z")
	err = os.Rename(p.Media, former)
	if errors.Is(err, fs.ErrNotExist) {
		former, err = "", nil
	}
	if err != nil {
		_ = os.Remove(p.unfinished())
		return done, fmt.Errorf("nothing was restored: %w", err)
	}
	err = os.Rename(r.media, p.Media)
	if err == nil {
		atomicfile.SyncDir(dir)
		restored, failed := store.Restore(ctx, p.Database, r.database)
		if failed == nil {
			done.Projects = restored.Count
			for _, kept := range []string{restored.Kept, former} {
				if kept != "" {
					done.Kept = append(done.Kept, kept)
				}
			}
			err = os.Remove(p.unfinished())
			atomicfile.SyncDir(dir)
			return done, err
		}
		err = errors.Join(failed, os.Rename(p.Media, r.media))
	}
	if former != "" {
		err = errors.Join(err, os.Rename(former, p.Media))
	}
	return done, errors.Join(err, os.Remove(p.unfinished()))
}
