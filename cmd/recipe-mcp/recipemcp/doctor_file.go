package recipemcp

import (
	"context"
	"errors"
	"path/filepath"
	"time"

	"github.com/mcp-adapters/mcp-adapters/internal/program/doctor"
	"github.com/mcp-adapters/mcp-adapters/recipe/vault"
)

// vaultFile is the embedded vault's file.
var vaultFile = doctor.File{
	Check:   "vault",
	Missing: "There is no recipe yet; the first request makes %s.",
	Empty:   "The file %s is empty, and can become a vault.",

	NotFile:  doctor.Trouble{Check: "vault", Text: "%s is not a file.", Fix: "Move it away, or name another file in DATABASE_URL."},
	Foreign:  doctor.Trouble{Check: "vault", Text: "%s is not the file of a Recipe Vault.", Fix: "Name another file in DATABASE_URL. This one stays as it is."},
	Newer:    doctor.Trouble{Check: "vault", Text: "A newer release of this program wrote %s.", Fix: "Install the newest release, and run recipe-mcp install with it."},
	Damaged:  doctor.Trouble{Check: "vault", Text: "The database %s is damaged.", Fix: "Put a backup in its place: recipe-mcp restore FILE, with the same DATABASE_URL if one is set here. The damaged one is kept. Copies from before a migration are beside it and end in .bak; they can be restored too."},
	Busy:     doctor.Trouble{Check: "vault", Text: "Another program keeps %s locked.", Fix: "Close the program that has it open."},
	Unusable: doctor.Trouble{Check: "vault", Text: "The database %s cannot be opened.", Fix: "Allow the user who runs the client to read and write the file and its directory. The cause is in the log: run recipe-mcp call list_recipes."},
	NoServer: doctor.Trouble{Check: "vault", Text: "The PostgreSQL server that DATABASE_URL names does not let the program use the database.", Fix: "Check host, port, user, password and name of the database in DATABASE_URL, and that the server runs. The cause is in the log: run recipe-mcp call list_recipes."},
}

const vaultLimit = 10 * time.Second

// examineFile checks the embedded vault's directory, and has its file read as a whole.
func examineFile(ctx context.Context, r *doctor.Report, path string) {
	path, err := filepath.Abs(path)
	if err != nil {
		r.Fault(vaultFile.Unusable, path)
		return
	}
	if !r.Directory(filepath.Dir(path)) {
		r.Skip("its directory cannot be used", vaultFile.Check)
		return
	}
	if !vaultFile.IsDatabase(r, path) {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, vaultLimit)
	defer cancel()
	v := vault.New(vault.Options{Path: path})
	vaultFile.Checked(r, path, errors.Join(v.Check(ctx), v.Close()))
}

// examineServer has the embedded vault's server answer.
func (s *Settings) examineServer(ctx context.Context, r *doctor.Report) {
	ctx, cancel := context.WithTimeout(ctx, vaultLimit)
	defer cancel()
	v, err := s.Vault(vault.Options{})
	if err == nil {
		err = errors.Join(v.Check(ctx), v.Close())
	}
	vaultFile.Checked(r, "", err)
}
