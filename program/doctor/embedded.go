package doctor

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"mcp-adapters/database"
	"mcp-adapters/recipe/vault"
)

const vaultLimit = 10 * time.Second

// vaultFile checks the embedded vault's directory and file.
func (x *examination) vaultFile(ctx context.Context, r *report, path string) {
	x.vault.Lock()
	defer x.vault.Unlock()
	path, err := filepath.Abs(path)
	if err != nil {
		r.fault(unusable, path)
		return
	}
	if !checkDirectory(r, filepath.Dir(path)) {
		r.skip("its directory cannot be used", "vault")
		return
	}
	if isVault(r, path) {
		integrity(ctx, r, path)
	}
}

// checkDirectory finds out whether files can be made in dir, or dir itself.
func checkDirectory(r *report, dir string) bool {
	there, err := nearest(dir)
	if err != nil {
		r.fault(dirNotMade, dir, cause(err))
		return false
	}
	// What permissions mean differs between systems; writing tells.
	f, err := os.CreateTemp(there, ".recipe-mcp-doctor-*")
	if err == nil {
		err = errors.Join(f.Close(), os.Remove(f.Name()))
	}
	switch {
	case err != nil && there != dir:
		r.fault(dirNotMade, dir, cause(err))
		return false
	case err != nil:
		r.fault(dirNotWritten, dir, cause(err))
		return false
	case there != dir:
		r.ok("directory", "The directory %s does not exist yet, and can be made.", dir)
	default:
		r.ok("directory", "The directory %s can be written.", dir)
	}
	return true
}

// nearest gives dir or the nearest directory above it that exists.
func nearest(dir string) (string, error) {
	for {
		info, err := os.Stat(dir)
		switch {
		case err == nil && info.IsDir():
			return dir, nil
		case err == nil:
			return "", errNoDirectory
		case !errors.Is(err, fs.ErrNotExist), filepath.Dir(dir) == dir:
			return "", err
		}
		dir = filepath.Dir(dir)
	}
}

var errNoDirectory = errors.New("a file is in its place")

// cause says why a file or directory can't be used, without its name.
func cause(err error) string {
	if path, ok := errors.AsType[*fs.PathError](err); ok {
		err = path.Err
	}
	return err.Error()
}

// isVault looks at the file without opening a database: an empty or missing
// one would be made into one by that.
func isVault(r *report, path string) bool {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		r.ok("vault", "There is no recipe yet; the first request makes %s.", path)
		return false
	case err != nil:
		r.fault(unusable, path)
		return false
	case !info.Mode().IsRegular():
		r.fault(noFile, path)
		return false
	case info.Size() == 0:
		r.ok("vault", "The file %s is empty, and can become a vault.", path)
		return false
	}
	const magic = "SQLite format 3\x00"
	start := make([]byte, len(magic))
	f, err := os.Open(path) //nolint:gosec // the path is the owner's
	if err == nil {
		_, err = io.ReadFull(f, start)
		_ = f.Close()
	}
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF), err == nil && !bytes.Equal(start, []byte(magic)):
		r.fault(foreignFile, path)
		return false
	case err != nil:
		r.fault(unusable, path)
		return false
	}
	return true
}

// integrity opens the vault as the server would and has it read as a whole.
func integrity(ctx context.Context, r *report, path string) {
	ctx, cancel := context.WithTimeout(ctx, vaultLimit)
	defer cancel()
	v := vault.New(vault.Options{Path: path})
	err := errors.Join(v.Check(ctx), v.Close())
	switch {
	case err == nil:
		r.ok("vault", "The database %s is sound.", path)
	case errors.Is(err, database.ErrForeign):
		r.fault(foreignFile, path)
	case errors.Is(err, database.ErrNewer):
		r.fault(newerVault, path)
	case errors.Is(err, database.ErrDamaged):
		r.fault(damaged, path)
	case errors.Is(err, database.ErrBusy):
		r.fault(busyVault, path)
	case errors.Is(err, context.DeadlineExceeded):
		r.note("vault", "The database is so large that it was not read to its end.", "")
	default:
		r.fault(unusable, path)
	}
}
