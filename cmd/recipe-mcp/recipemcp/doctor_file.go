package recipemcp

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
	"mcp-adapters/program/doctor"
	"mcp-adapters/recipe/vault"
)

// The faults of the embedded vault's file.
var (
	noFile      = doctor.Trouble{Check: "vault", Text: "%s is not a file.", Fix: "Move it away, or name another file in DATABASE_URL."}
	foreignFile = doctor.Trouble{Check: "vault", Text: "%s is not the file of a Recipe Vault.", Fix: "Name another file in DATABASE_URL. This one stays as it is."}
	newerVault  = doctor.Trouble{Check: "vault", Text: "A newer release of this program wrote %s.", Fix: "Install the newest release, and run recipe-mcp install with it."}
	damaged     = doctor.Trouble{Check: "vault", Text: "The database %s is damaged.", Fix: "Put a backup in its place: recipe-mcp restore FILE, with the same DATABASE_URL if one is set here. The damaged one is kept. Copies from before a migration are beside it and end in .bak; they can be restored too."}
	busyVault   = doctor.Trouble{Check: "vault", Text: "Another program keeps %s locked.", Fix: "Close the program that has it open."}
	unusable    = doctor.Trouble{Check: "vault", Text: "The database %s cannot be opened.", Fix: "Allow the user who runs the client to read and write the file and its directory. The cause is in the log: run recipe-mcp call list_recipes."}
)

const vaultLimit = 10 * time.Second

// examineFile checks the embedded vault's directory and file.
func examineFile(ctx context.Context, r *doctor.Report, path string) {
	path, err := filepath.Abs(path)
	if err != nil {
		r.Fault(unusable, path)
		return
	}
	if !r.Directory(filepath.Dir(path)) {
		r.Skip("its directory cannot be used", "vault")
		return
	}
	if isVaultFile(r, path) {
		integrity(ctx, r, path)
	}
}

// isVaultFile looks at the file without opening a database: an empty or missing
// one would be made into one by that.
func isVaultFile(r *doctor.Report, path string) bool {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		r.OK("vault", "There is no recipe yet; the first request makes %s.", path)
		return false
	case err != nil:
		r.Fault(unusable, path)
		return false
	case !info.Mode().IsRegular():
		r.Fault(noFile, path)
		return false
	case info.Size() == 0:
		r.OK("vault", "The file %s is empty, and can become a vault.", path)
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
		r.Fault(foreignFile, path)
		return false
	case err != nil:
		r.Fault(unusable, path)
		return false
	}
	return true
}

// integrity opens the vault as the server would and has it read as a whole.
func integrity(ctx context.Context, r *doctor.Report, path string) {
	ctx, cancel := context.WithTimeout(ctx, vaultLimit)
	defer cancel()
	v := vault.New(vault.Options{Path: path})
	err := errors.Join(v.Check(ctx), v.Close())
	switch {
	case err == nil:
		r.OK("vault", "The database %s is sound.", path)
	case errors.Is(err, database.ErrForeign):
		r.Fault(foreignFile, path)
	case errors.Is(err, database.ErrNewer):
		r.Fault(newerVault, path)
	case errors.Is(err, database.ErrDamaged):
		r.Fault(damaged, path)
	case errors.Is(err, database.ErrBusy):
		r.Fault(busyVault, path)
	case errors.Is(err, context.DeadlineExceeded):
		r.Note("vault", "The database is so large that it was not read to its end.", "")
	default:
		r.Fault(unusable, path)
	}
}
