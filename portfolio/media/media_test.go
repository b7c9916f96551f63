package media_test

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"testing/iotest"
	"time"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/harness"
	"github.com/mcp-adapters/mcp-adapters/portfolio/media"
)

func folder(t *testing.T, dir string) *media.Folder { return folderOf(t, dir, "id-1", false) }

func folderOf(t *testing.T, dir, id string, used bool) *media.Folder {
	t.Helper()
	f := media.New(media.Options{Dir: dir, Identity: func(context.Context) (string, bool, error) { return id, used, nil }})
	harness.CloseAfter(t, f)
	return f
}

func all(data []byte) (int, error) { return len(data), nil }

// put receives a file and places it.
func put(t *testing.T, f *media.Folder, side media.Side, name, content string) error {
	t.Helper()
	r, err := f.Receive(t.Context(), strings.NewReader(content), media.MaxBytes)
	if err != nil {
		return err
	}
	defer r.Discard()
	if err := r.Keep(t.Context(), all); err != nil {
		return err
	}
	return r.Place(side, name)
}

func get(t *testing.T, f *media.Folder, side media.Side, name string) string {
	t.Helper()
	file, err := f.Open(t.Context(), side, name)
	if err != nil {
		return err.Error()
	}
	defer func() { _ = file.Close() }()
	data, err := io.ReadAll(file)
	if err != nil {
		return err.Error()
	}
	return string(data)
}

// names returns what is in dir besides the marker and empty sides.
func names(t *testing.T, dir string) (list []string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if rel, _ := filepath.Rel(dir, path); err == nil && strings.Contains(rel, string(filepath.Separator)) {
			list = append(list, filepath.ToSlash(rel))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return list
}

func TestFolder_KeepsFiles(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "media")
	f := folder(t, dir)
	content := make([]byte, media.MaxBytes)
	_, _ = rand.Read(content)
	r, err := f.Receive(t.Context(), iotest.HalfReader(bytes.NewReader(content)), media.MaxBytes)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Discard()
	if err := r.Place(media.Draft, "a/b/c.jpg"); err == nil {
		t.Error("placed what may not be on the disk")
	}
	if err := r.Keep(t.Context(), func(data []byte) (int, error) {
		if !bytes.Equal(data, content) {
			t.Error("another content")
		}
		return 1000, nil
	}); err != nil {
		t.Fatal(err)
	}
	sum := sha256.Sum256(content[:1000])
	if r.Bytes() != 1000 || r.SHA256() != hex.EncodeToString(sum[:]) {
		t.Error(r.Bytes(), r.SHA256())
	}
	for range 2 { // a transaction may run again
		if err := r.Place(media.Draft, "a/b/c.jpg"); err != nil {
			t.Fatal(err)
		}
	}
	r.Discard()
	if got := get(t, f, media.Draft, "a/b/c.jpg"); got != string(content[:1000]) {
		t.Error("another content is kept")
	}
	if err := f.Load(t.Context(), media.Draft, "a/b/c.jpg", func(data []byte) error {
		if !bytes.Equal(data, content[:1000]) {
			t.Error("another content is loaded")
		}
		return nil
	}); err != nil {
		t.Error(err)
	}
	if err := f.Write(t.Context(), media.Public, "p.jpg", strings.NewReader("copy")); err != nil || get(t, f, media.Public, "p.jpg") != "copy" {
		t.Error(err)
	}
	for file, err := range f.Files(t.Context(), media.Draft) {
		if err != nil || file.Name != "a/b/c.jpg" || file.Side != media.Draft || time.Since(file.Modified) > time.Hour {
			t.Error(file, err)
		}
	}
	for range 2 {
		if err := f.Remove(t.Context(), media.Draft, "a/b/c.jpg"); err != nil {
			t.Error(err)
		}
	}
	if _, err := f.Open(t.Context(), media.Draft, "a/b/c.jpg"); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
	if got := names(t, dir); len(got) != 1 {
		t.Error("left:", got)
	}
}

func TestFolder_FailuresLeaveNothing(t *testing.T) {
	t.Parallel()
	broken := errors.New("the connection broke")
	for name, test := range map[string]struct {
		from  io.Reader
		write func(*os.File, []byte) (int, error)
		judge error
		want  error
	}{
		"too large":   {from: strings.NewReader("12345678901"), want: media.ErrTooLarge},
		"broken off":  {from: io.MultiReader(strings.NewReader("123"), iotest.ErrReader(broken)), want: broken},
		"cut short":   {from: io.MultiReader(strings.NewReader("123"), iotest.ErrReader(io.ErrUnexpectedEOF)), want: io.ErrUnexpectedEOF},
		"refused":     {from: strings.NewReader("123"), judge: broken, want: broken},
		"disk full":   {from: strings.NewReader("123"), write: func(*os.File, []byte) (int, error) { return 0, &os.PathError{Err: syscall.ENOSPC} }, want: media.ErrFull},
		"quota empty": {from: strings.NewReader("123"), write: func(*os.File, []byte) (int, error) { return 0, &os.PathError{Err: syscall.EDQUOT} }, want: media.ErrFull},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			f := folder(t, dir)
			if test.write != nil {
				f.SetWrite(test.write)
			}
			r, err := f.Receive(t.Context(), test.from, 10)
			if err == nil {
				err = r.KeepAs(t.Context(), media.Draft, "a.jpg", func(data []byte) (int, error) { return len(data), test.judge })
				r.Discard()
			}
			if !errors.Is(err, test.want) {
				t.Error(err)
			}
			if got := names(t, dir); got != nil {
				t.Error("left:", got)
			}
		})
	}
}

// Of several that arrive for one name the last to be placed has it, whoever came first.
func TestReceived_KeepAs(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	f := folder(t, dir)
	const name = "c/p/a.jpg"
	receive := func(content string) *media.Received {
		t.Helper()
		r, err := f.Receive(t.Context(), strings.NewReader(content), media.MaxBytes)
		if err == nil {
			t.Cleanup(r.Discard)
			err = r.KeepAs(t.Context(), media.Draft, name, all)
		}
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	first, second := receive("first"), receive("second")
	for _, step := range []struct {
		place *media.Received
		want  string
	}{{nil, "first"}, {second, "second"}, {second, "second"}, {first, "first"}} {
		if step.place != nil {
			if err := step.place.Place(media.Draft, name); err != nil {
				t.Fatal(err)
			}
		}
		if got := get(t, f, media.Draft, name); got != step.want {
			t.Errorf("it is the %s, want the %s", got, step.want)
		}
	}
	alone := receive("third") // the name is taken: it is no one's until it is placed
	if got := get(t, f, media.Draft, name); got != "first" {
		t.Error(got)
	}
	for _, r := range []*media.Received{first, second, alone} {
		r.Discard()
	}
	if got := get(t, f, media.Draft, name); got != "first" {
		t.Error(got)
	}
	if d := slices.Compare([]string{"draft/c", "draft/c/p", "draft/c/p/a.jpg"}, names(t, dir)); d != 0 {
		t.Error(names(t, dir))
	}
	if r, err := f.Receive(t.Context(), strings.NewReader("x"), 1); err != nil || !errors.Is(r.KeepAs(t.Context(), media.Draft, "../x", all), media.ErrName) {
		t.Error("a hostile name:", err)
	} else {
		r.Discard()
	}
}

func TestFolder_HostileNames(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	outside := filepath.Join(dir, "outside.jpg")
	if err := os.WriteFile(outside, []byte("secret"), 0o600); err != nil {
		t.Fatal(err)
	}
	f := folder(t, filepath.Join(dir, "media"))
	for _, name := range []string{
		"", ".", "..", "/", "/etc/passwd", "../outside.jpg", "a/../../../outside.jpg", "a//b", "a/", `..\outside.jpg`, "C:", "c:/x", "a\x00.jpg",
		".hidden", "a/.b", "trailing.", "CON", "ä.jpg", "a b", "a\n", "%2e%2e", strings.Repeat("a", 101), strings.Repeat("aaaa/", 80) + "a",
	} {
		for _, side := range []media.Side{media.Draft, media.Public} {
			if err := put(t, f, side, name, "x"); !errors.Is(err, media.ErrName) {
				t.Errorf("put %q: %v", name, err)
			}
			if _, err := f.Open(t.Context(), side, name); !errors.Is(err, media.ErrName) {
				t.Errorf("open %q: %v", name, err)
			}
			if err := f.Remove(t.Context(), side, name); !errors.Is(err, media.ErrName) {
				t.Errorf("remove %q: %v", name, err)
			}
		}
	}
	if _, err := f.Open(t.Context(), "incoming", "a"); !errors.Is(err, media.ErrName) {
		t.Error(err)
	}
	if err := put(t, f, media.Draft, "a/b.jpg", "x"); err != nil {
		t.Fatal(err)
	}
	if _, err := f.Open(t.Context(), media.Draft, "a"); !errors.Is(err, fs.ErrNotExist) {
		t.Error("a directory:", err)
	}
	// Whoever can make links in the folder still can't lead out of it.
	if err := os.Symlink(outside, filepath.Join(dir, "media", "draft", "link.jpg")); err != nil {
		t.Skip(err)
	}
	if got := get(t, f, media.Draft, "link.jpg"); strings.Contains(got, "secret") {
		t.Error("a link led out of the folder")
	}
}

func TestFolder_Marker(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "media")
	var wg sync.WaitGroup
	for range 8 { // replicas that start at once
		f := folder(t, dir)
		wg.Go(func() {
			if err := f.Check(t.Context()); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if err := put(t, folderOf(t, dir, "id-1", true), media.Draft, "a.jpg", "x"); err != nil {
		t.Error(err)
	}
	other := folderOf(t, dir, "id-2", false)
	if err := put(t, other, media.Draft, "b.jpg", "x"); !isFolderError(err, "another database") {
		t.Error(err)
	}
	if err := folderOf(t, t.TempDir(), "id-1", true).Check(t.Context()); !isFolderError(err, "id-1") {
		t.Error("a disk that isn't mounted:", err)
	}
	f := folder(t, dir)
	if err := f.Check(t.Context()); err != nil {
		t.Error(err)
	}
	if err := os.Remove(filepath.Join(dir, "portfolio-media")); err != nil {
		t.Fatal(err)
	}
	if err := f.Check(t.Context()); err == nil {
		t.Error("the marker is gone, and no one notices")
	}
}

// TestFolder_Once has programs with different folders start on one database, before there
// is a file: one of the folders becomes the database's, and the others are refused.
func TestFolder_Once(t *testing.T) {
	t.Parallel()
	var done sync.Mutex
	marked := false
	once := func(_ context.Context, mark func() error) error { // as the database does
		done.Lock()
		defer done.Unlock()
		if marked {
			return nil
		}
		marked = true
		return mark()
	}
	dirs := []string{t.TempDir(), t.TempDir(), t.TempDir()}
	errs := make([]error, 2*len(dirs))
	var wg sync.WaitGroup
	for i := range errs {
		f := media.New(media.Options{Dir: dirs[i/2], Once: once, Identity: func(context.Context) (string, bool, error) { return "id-1", false, nil }})
		t.Cleanup(func() { _ = f.Close() })
		wg.Go(func() { errs[i] = f.Check(t.Context()) })
	}
	wg.Wait()
	good := 0
	for i, err := range errs {
		switch {
		case (err == nil) != (errs[i^1] == nil):
			t.Errorf("one folder is refused to one program: %v", err)
		case err == nil:
			good++
		case !isFolderError(err, "is not the one"):
			t.Error(err)
		}
	}
	if good != 2 {
		t.Errorf("%d programs may use their folder: %v", good, errs)
	}
}

func isFolderError(err error, text string) bool {
	e, ok := errors.AsType[*media.FolderError](err)
	return ok && strings.Contains(e.Error(), text)
}

func TestFolder_RemoveStale(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	f := folder(t, dir)
	r, err := f.Receive(t.Context(), strings.NewReader("x"), 10) // as left by a crash
	if err != nil {
		t.Fatal(err)
	}
	defer r.Discard()
	if n, err := f.RemoveStale(t.Context(), time.Now().Add(-time.Minute)); n != 0 || err != nil {
		t.Error(n, err)
	}
	if n, err := f.RemoveStale(t.Context(), time.Now().Add(time.Minute)); n != 1 || err != nil {
		t.Error(n, err)
	}
	if got := names(t, dir); got != nil {
		t.Error("left:", got)
	}
}

// TestFolder_RemoveBesidePlace removes and places in the same directory, which is empty
// again and again.
func TestFolder_RemoveBesidePlace(t *testing.T) {
	t.Parallel()
	f := folder(t, t.TempDir())
	var wg sync.WaitGroup
	for _, name := range []string{"a/b/1.jpg", "a/b/2.jpg", "a/b/3.jpg"} {
		wg.Go(func() {
			for range 30 {
				if err := put(t, f, media.Draft, name, name); err != nil {
					t.Error(err)
				}
				if got := get(t, f, media.Draft, name); got != name {
					t.Error(got)
				}
				if err := f.Remove(t.Context(), media.Draft, name); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
}

func TestFolder_WaitsForMemory(t *testing.T) {
	t.Parallel()
	f := folder(t, t.TempDir())
	if err := put(t, f, media.Draft, "a.jpg", "x"); err != nil {
		t.Fatal(err)
	}
	var load func(n int)
	load = func(n int) {
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		if n == media.Memory/media.MaxBytes {
			cancel()
		}
		err := f.Load(ctx, media.Draft, "a.jpg", func([]byte) error { load(n + 1); return nil })
		if (err != nil) != (n == media.Memory/media.MaxBytes) {
			t.Error(n, err)
		}
	}
	load(0)
}
