package backup_test

import (
	"archive/tar"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/rs/zerolog"

	"github.com/mcp-adapters/mcp-adapters/internal/database"
	"github.com/mcp-adapters/mcp-adapters/portfolio/backup"
	"github.com/mcp-adapters/mcp-adapters/portfolio/media"
	"github.com/mcp-adapters/mcp-adapters/portfolio/site"
	"github.com/mcp-adapters/mcp-adapters/portfolio/store"
)

// kept is a portfolio in a directory of its own, with one contractor and one project.
type kept struct {
	t *testing.T
	backup.Portfolio
	db                  *database.Database
	store               *store.Store
	folder              *media.Folder
	contractor, project string
}

func open(t *testing.T, dir string) *kept {
	t.Helper()
	k := &kept{t: t, Portfolio: backup.Portfolio{Database: filepath.Join(dir, "portfolio.db"), Media: filepath.Join(dir, "media")}}
	k.db = store.SQLite(k.Database, zerolog.Nop())
	k.store = store.New(k.db, store.Options{})
	k.folder = media.New(media.Options{Dir: k.Media, Identity: site.Identity(k.store)})
	t.Cleanup(k.close)
	return k
}

func (k *kept) close() {
	if err := errors.Join(k.folder.Close(), k.db.Close()); err != nil {
		k.t.Error(err)
	}
}

// begin adds the contractor and the project.
func (k *kept) begin() {
	k.t.Helper()
	email, name, title := "ann@example.com", "Acme", "Chimney"
	c, err := k.store.AddContractor(k.t.Context(), store.ContractorChange{Email: &email, BusinessName: &name})
	if err != nil {
		k.t.Fatal(err)
	}
	p, err := k.store.CreateProject(k.t.Context(), c.ID, store.NewProject{Title: title})
	if err != nil {
		k.t.Fatal(err)
	}
	k.contractor, k.project = c.ID, p.ID
}

// add adds a photo with that content, as an upload does.
func (k *kept) add(ctx context.Context, content string) (store.Image, error) {
	_, u, err := k.store.AddImage(ctx, k.contractor, k.project, store.NewImage{Filename: "a.jpg", ContentType: "image/jpeg"})
	if err != nil {
		return store.Image{}, err
	}
	got, err := k.folder.Receive(ctx, strings.NewReader(content), media.MaxBytes)
	if err != nil {
		return store.Image{}, err
	}
	defer got.Discard()
	if err := got.Keep(ctx, func(data []byte) (int, error) { return len(data), nil }); err != nil {
		return store.Image{}, err
	}
	return k.store.FinishUpload(ctx, u, store.Received{Bytes: got.Bytes(), SHA256: got.SHA256()}, func() error {
		return got.Place(media.Draft, u.Path)
	})
}

func (k *kept) read(name string) string {
	k.t.Helper()
	f, err := k.folder.Open(k.t.Context(), media.Draft, name)
	if err != nil {
		k.t.Error(err)
		return ""
	}
	defer func() { _ = f.Close() }()
	text, err := io.ReadAll(f)
	if err != nil {
		k.t.Error(err)
	}
	return string(text)
}

func mark(ctx context.Context, s *store.Store) (string, error) {
	id, _, err := site.Identity(s)(ctx)
	return id, err
}

// TestRestore puts a backup on another computer, and then again in the place of what has
// changed there since.
func TestRestore(t *testing.T) {
	t.Parallel()
	from := open(t, t.TempDir())
	from.begin()
	var images []store.Image
	for i := range 3 {
		image, err := from.add(t.Context(), fmt.Sprint("photo ", i))
		if err != nil {
			t.Fatal(err)
		}
		images = append(images, image)
	}
	file := filepath.Join(t.TempDir(), "backup.tar")
	c, err := backup.Write(t.Context(), from.Portfolio, file)
	if err != nil || c != (backup.Count{Projects: 1, Photos: 3}) {
		t.Fatalf("%+v, %v", c, err)
	}
	if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info, err)
	}
	if _, err := backup.Write(t.Context(), from.Portfolio, file); err == nil || !strings.Contains(err.Error(), "not overwritten") {
		t.Errorf("a second one of that name: %v", err)
	}
	dir := t.TempDir()
	check := func(keeps int) {
		t.Helper()
		to := open(t, dir)
		done, err := backup.Restore(t.Context(), to.Portfolio, file, mark)
		if err != nil || done.Count != c || len(done.Kept) != keeps {
			t.Fatalf("%+v, %v", done, err)
		}
		for _, path := range done.Kept {
			if _, err := os.Stat(path); err != nil {
				t.Error(err)
			}
		}
		if backup.Interrupted(to.Portfolio) {
			t.Error("it counts as interrupted")
		}
		for i, image := range images {
			if got := to.read(image.StoragePath); got != fmt.Sprint("photo ", i) {
				t.Errorf("photo %d is %q", i, got)
			}
		}
		to.contractor, to.project = from.contractor, from.project
		if _, err := to.add(t.Context(), "later"); err != nil {
			t.Error(err)
		}
		to.close()
	}
	check(0)
	check(2)
}

// TestWrite_While has photos come and go while a backup is made: it is of one moment.
func TestWrite_While(t *testing.T) {
	t.Parallel()
	k := open(t, t.TempDir())
	k.begin()
	if _, err := k.add(t.Context(), "the first"); err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	var writing sync.WaitGroup
	writing.Go(func() {
		for n := 0; ctx.Err() == nil; n++ {
			image, err := k.add(ctx, strings.Repeat("photo", n%7+1))
			if err == nil && n%2 == 0 {
				if _, err = k.store.DeleteImage(ctx, k.contractor, k.project, image.ID); err == nil {
					err = k.folder.Remove(ctx, media.Draft, image.StoragePath)
				}
			}
			if n == 150 || err != nil {
				if ctx.Err() == nil && err != nil {
					t.Error(err)
				}
				return
			}
		}
	})
	for n := range 5 {
		file := filepath.Join(t.TempDir(), fmt.Sprint(n, ".tar"))
		c, err := backup.Write(t.Context(), k.Portfolio, file)
		if err != nil || c.Missing != 0 || c.Photos < 1 {
			t.Errorf("%+v, %v", c, err)
			continue
		}
		to := open(t, t.TempDir())
		done, err := backup.Restore(t.Context(), to.Portfolio, file, mark)
		if err != nil || done.Count != c {
			t.Errorf("%+v instead of %+v, %v", done, c, err)
		}
	}
	stop()
	writing.Wait()
}

// TestRestore_Damaged holds that a file that isn't whole changes nothing.
func TestRestore_Damaged(t *testing.T) {
	t.Parallel()
	from := open(t, t.TempDir())
	from.begin()
	if _, err := from.add(t.Context(), "a photo of a wall"); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "backup.tar")
	if _, err := backup.Write(t.Context(), from.Portfolio, file); err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var empty bytes.Buffer
	if err := tar.NewWriter(&empty).Close(); err != nil {
		t.Fatal(err)
	}
	for name, content := range map[string][]byte{
		"cut short":    whole[:len(whole)/2],
		"changed":      bytes.Replace(whole, []byte("a photo of a wall"), []byte("a photo of a door"), 1),
		"another file": []byte("not a tar"),
		"empty":        empty.Bytes(),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			bad := filepath.Join(dir, "bad.tar")
			if err := os.WriteFile(bad, content, 0o600); err != nil {
				t.Fatal(err)
			}
			to := open(t, filepath.Join(dir, "data"))
			to.begin()
			image, err := to.add(t.Context(), "mine")
			if err != nil {
				t.Fatal(err)
			}
			if _, err := backup.Restore(t.Context(), to.Portfolio, bad, mark); err == nil || !strings.Contains(err.Error(), "nothing was changed") {
				t.Errorf("%v", err)
			}
			if got := to.read(image.StoragePath); got != "mine" {
				t.Errorf("the photo is %q", got)
			}
			entries, err := os.ReadDir(filepath.Join(dir, "data"))
			if err != nil || len(entries) != 2 && len(entries) != 4 { // database, its log, photos
				t.Errorf("%v, %v", entries, err)
			}
		})
	}
}

// TestInterrupted_Unreadable takes a directory that can't be looked into for none that a
// restore has left half done: to restore would be the wrong advice.
func TestInterrupted_Unreadable(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if backup.Interrupted(backup.Portfolio{Database: filepath.Join(file, "portfolio.db"), Media: filepath.Join(file, "media")}) {
		t.Error("a restore was interrupted where none can be")
	}
}
