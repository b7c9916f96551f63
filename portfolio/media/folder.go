package media

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"strings"
	"sync"
	"syscall"
)

// Side is a part of the folder.
type Side string

// The sides.
const (
	Draft    Side = "draft"  // originals, for their owner alone
	Public   Side = "public" // copies for everyone
	incoming Side = "incoming"
	aside    Side = "aside"
)

const (
	// MaxBytes is how large a file that is looked at in memory may be.
	MaxBytes = 5 << 20
	buffers  = 4
	// Memory is what the contents of files take at most.
	Memory = buffers * MaxBytes
)

// Options say which folder it is.
type Options struct {
	Dir string // made if it isn't there
	// Identity returns what marks the folder as the database's, the same for all
	// programs on the database; and whether the database knows of files, so that a
	// folder without a marker is not the right one.
	Identity func(context.Context) (id string, used bool, err error)
	// Once calls mark, which may run again, unless it did so before for the database, with
	// this folder or with another. Programs with different folders then don't both take
	// theirs for the database's before the first file. nil: there is one program.
	Once func(ctx context.Context, mark func() error) error
}

// Folder is safe for concurrent use, by several programs too.
type Folder struct {
	o       Options
	buffers chan []byte // nil: one that was not needed yet

	write func(*os.File, []byte) (int, error) // tests fail it

	dirs sync.Mutex // held while directories are made or removed

	mu   sync.Mutex
	root *os.Root // nil: not open yet
}

// New returns the folder, which its first use opens. The owner closes it.
func New(o Options) *Folder {
	f := &Folder{o: o, buffers: make(chan []byte, buffers), write: (*os.File).Write}
	for range buffers {
		f.buffers <- nil
	}
	return f
}

// The failures that callers tell apart; a file that isn't there is [fs.ErrNotExist].
var (
	// ErrFull says that the disk has no room for the file.
	ErrFull = errors.New("the disk of the media folder is full")
	// ErrTooLarge says that a file is larger than allowed.
	ErrTooLarge = errors.New("the file is too large")
	// ErrName says that a name is not one of a file here.
	ErrName = errors.New("not the name of a file in the media folder")
)

// FolderError says that the folder is not the database's.
type FolderError struct {
	Dir, Message string
}

func (e *FolderError) Error() string { return "the media folder " + e.Dir + " " + e.Message }

// Check opens the folder, if it isn't open, and looks at its marker.
func (f *Folder) Check(ctx context.Context) error {
	root, err := f.open(ctx)
	if err == nil {
		_, err = root.Stat(marker)
	}
	return disk(err)
}

// Close gives the folder back, once no method runs any more.
func (f *Folder) Close() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.root == nil {
		return nil
	}
	err := f.root.Close()
	f.root = nil
	return err
}

// open opens the folder once. A failure is not kept, since a disk may come back.
func (f *Folder) open(ctx context.Context) (*os.Root, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.root != nil {
		return f.root, nil
	}
	id, used, err := f.o.Identity(ctx)
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(f.o.Dir, 0o700); err != nil {
		return nil, disk(err)
	}
	root, err := os.OpenRoot(f.o.Dir)
	if err != nil {
		return nil, disk(err)
	}
	if err = f.claim(ctx, root, id, used); err == nil {
		for _, side := range []Side{Draft, Public, incoming, aside} {
			if err = root.MkdirAll(string(side), 0o700); err != nil {
				break
			}
		}
	}
	if err == nil {
		err = syncDir(root, ".")
	}
	if err != nil {
		_ = root.Close()
		return nil, disk(err)
	}
	f.root = root
	return root, nil
}

// in returns the path of a file in the folder.
func in(side Side, name string) (string, error) {
	for segment := range strings.SplitSeq(name, "/") {
		if segment == "" || segment[0] == '.' || strings.HasSuffix(segment, ".") || len(segment) > 100 ||
			strings.Trim(segment, "abcdefghijklmnopqrstuvwxyz0123456789-.") != "" {
			return "", ErrName
		}
	}
	if len(name) > 300 || side != Draft && side != Public {
		return "", ErrName
	}
	return path.Join(string(side), name), nil
}

// disk makes [ErrFull] of what a full disk says.
func disk(err error) error {
	if errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) {
		return fmt.Errorf("%w: %w", ErrFull, err)
	}
	return err
}

// Open opens a file for reading, or returns [fs.ErrNotExist].
func (f *Folder) Open(ctx context.Context, side Side, name string) (*os.File, error) {
	at, err := in(side, name)
	if err != nil {
		return nil, err
	}
	root, err := f.open(ctx)
	if err != nil {
		return nil, err
	}
	file, err := root.Open(at)
	if err != nil {
		return nil, err
	}
	if info, err := file.Stat(); err != nil || !info.Mode().IsRegular() {
		_ = file.Close()
		return nil, errors.Join(fs.ErrNotExist, err)
	}
	return file, nil
}
