package media

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"hash"
	"io"
	"io/fs"
	"os"
	"path"
	"strings"
	"sync"
)

// Received is a file that has arrived and has no name yet. It is one goroutine's.
type Received struct {
	folder *Folder
	root   *os.Root
	file   *os.File
	temp   string // its path; "": it is gone, or in its place
	hash   hash.Hash
	size   int64
	synced bool
	linked string // the path that it has besides temp, and lasts; "": none
	placed string
}

// Bytes is the file's size.
func (r *Received) Bytes() int64 { return r.size }

// SHA256 is the hash of the file's bytes, as hexadecimal digits.
func (r *Received) SHA256() string { return hex.EncodeToString(r.hash.Sum(nil)) }

// pieces are what files are copied with. Writes of 32 KiB take a third more of the
// processor's time.
var pieces = sync.Pool{New: func() any { b := make([]byte, 128<<10); return &b }}

// Receive writes what comes from a reader to a file without a name, as it comes. It
// fails with [ErrTooLarge] after most bytes, with [ErrFull], or as the reader does, and
// leaves nothing then. Otherwise the caller calls [Received.Discard] in the end.
func (f *Folder) Receive(ctx context.Context, from io.Reader, most int64) (*Received, error) {
	root, err := f.open(ctx)
	if err != nil {
		return nil, err
	}
	temp := path.Join(string(incoming), strings.ToLower(rand.Text()))
	file, err := root.OpenFile(temp, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return nil, disk(err)
	}
	r := &Received{folder: f, root: root, file: file, temp: temp, hash: sha256.New()}
	if err := r.copy(from, most); err != nil {
		r.Discard()
		return nil, disk(err)
	}
	return r, nil
}

func (r *Received) copy(from io.Reader, most int64) error {
	piece := pieces.Get().(*[]byte)
	defer pieces.Put(piece)
	var hashing sync.WaitGroup // takes as long as writing, and goes on beside it
	for {
		n, err := fill(*piece, from)
		if r.size += int64(n); r.size > most {
			return ErrTooLarge
		}
		hashing.Go(func() { _, _ = r.hash.Write((*piece)[:n]) })
		_, failed := r.folder.write(r.file, (*piece)[:n])
		hashing.Wait()
		if failed != nil {
			return failed
		}
		if err == io.EOF { //nolint:errorlint // one that is wrapped is not the end of the body
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// fill reads until the piece is full or the reader fails.
func fill(piece []byte, from io.Reader) (n int, err error) {
	for n < len(piece) && err == nil {
		var more int
		more, err = from.Read(piece[n:])
		n += more
	}
	return n, err
}

// Keep lets judge look at the content, which is valid during the call alone, and say how
// many bytes of it to keep. What is kept is on the disk then. If judge fails, so
// does Keep. It waits for memory as long as ctx allows. Without judge all is kept.
func (r *Received) Keep(ctx context.Context, judge func(data []byte) (keep int, err error)) error {
	return r.keep(ctx, "", judge)
}

// KeepAs is Keep for a file whose name is known. If no other has it, the file has it from
// now on, even if it is discarded: name and content come to the disk together, and Place
// has no more to wait for.
func (r *Received) KeepAs(ctx context.Context, side Side, name string, judge func(data []byte) (keep int, err error)) error {
	to, err := in(side, name)
	if err != nil {
		return err
	}
	return r.keep(ctx, to, judge)
}

func (r *Received) keep(ctx context.Context, to string, judge func(data []byte) (keep int, err error)) (err error) {
	if judge != nil {
		err = r.folder.content(ctx, r.file, r.size, func(data []byte) error {
			keep, err := judge(data)
			if err != nil || keep == len(data) {
				return err
			}
			r.size = int64(keep)
			r.hash.Reset()
			_, _ = r.hash.Write(data[:keep])
			return r.file.Truncate(r.size)
		})
	}
	linked := err == nil && to != "" && r.inDir(to, r.root.Link) == nil // else the disk has no links, or the name is taken
	if err == nil {
		err = r.file.Sync()
	}
	if err == nil && linked {
		r.linked, err = to, syncDir(r.root, path.Dir(to))
	}
	r.synced = err == nil
	return disk(err)
}

// Place gives the file its name, after [Received.Keep]; one that had the name is gone.
// It may be called again with the same name.
func (r *Received) Place(side Side, name string) error {
	to, err := in(side, name)
	switch {
	case err != nil:
		return err
	case r.placed == to:
		return nil
	case r.linked == to && r.isAt(to): // else another one has been placed there
		return nil
	case !r.synced || r.temp == "":
		return errors.New("media: Place without Keep, or under a second name")
	}
	if err := r.file.Close(); err != nil && !errors.Is(err, os.ErrClosed) {
		return disk(err)
	}
	if err = r.rename(to); err == nil {
		r.temp, r.placed = "", to
		err = syncDir(r.root, path.Dir(to))
	}
	return disk(err)
}

// isAt reports whether the file at a path is this one.
func (r *Received) isAt(to string) bool {
	there, err := r.root.Lstat(to)
	here, failed := r.file.Stat()
	return err == nil && failed == nil && os.SameFile(there, here)
}

func (r *Received) rename(to string) error { return r.inDir(to, r.root.Rename) }

// inDir gives the file its name in a directory that it makes if it isn't there. It may
// be removed, as empty, just before the file is in it: by another program alone.
func (r *Received) inDir(to string, name func(from, to string) error) error {
	r.folder.dirs.Lock()
	defer r.folder.dirs.Unlock()
	err := name(r.temp, to)
	for attempts := 5; attempts > 0 && errors.Is(err, fs.ErrNotExist); attempts-- {
		if err = r.makeDir(path.Dir(to)); err == nil {
			err = name(r.temp, to)
		}
	}
	return err
}

// makeDir makes a directory, whose name lasts.
func (r *Received) makeDir(dir string) error {
	if err := r.root.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	for at := path.Dir(dir); at != "."; at = path.Dir(at) {
		if err := syncDir(r.root, at); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

// Discard removes the file, unless it has been placed.
func (r *Received) Discard() {
	_ = r.file.Close()
	if r.temp != "" {
		_ = r.root.Remove(r.temp)
		r.temp = ""
	}
}

// Write writes a file of that content.
func (f *Folder) Write(ctx context.Context, side Side, name string, content io.Reader) error {
	r, err := f.Receive(ctx, content, MaxBytes)
	if err != nil {
		return err
	}
	defer r.Discard()
	if err := r.KeepAs(ctx, side, name, nil); err != nil {
		return err
	}
	return r.Place(side, name)
}

// Load calls do with the content of a file, which is valid during the call alone. It
// waits for memory as long as ctx allows.
func (f *Folder) Load(ctx context.Context, side Side, name string, do func(data []byte) error) error {
	file, err := f.Open(ctx, side, name)
	if err != nil {
		return err
	}
	defer func() { _ = file.Close() }()
	info, err := file.Stat()
	if err != nil {
		return err
	}
	return f.content(ctx, file, info.Size(), do)
}

// content reads a file into one of the buffers.
func (f *Folder) content(ctx context.Context, file *os.File, size int64, do func([]byte) error) error {
	if size > MaxBytes {
		return ErrTooLarge
	}
	var buffer []byte
	select {
	case buffer = <-f.buffers:
	case <-ctx.Done():
		return ctx.Err()
	}
	defer func() { f.buffers <- buffer }()
	if buffer == nil {
		buffer = make([]byte, MaxBytes)
	}
	if _, err := file.ReadAt(buffer[:size], 0); err != nil && (err != io.EOF || size > 0) {
		return err
	}
	return do(buffer[:size:size])
}
