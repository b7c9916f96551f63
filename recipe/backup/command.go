// Package backup has the commands backup and restore, which recipe-mcp and
// recipe-vault both offer: whoever has only one of the programs can keep a copy
// of the vault's file.
package backup

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"

	"mcp-adapters/internal/screen"
	"mcp-adapters/program/usage"
	"mcp-adapters/recipe/vault"
)

const aboutBackup = `Write all recipes of the vault's file to the new file FILE. Programs that use the
vault need not end: they go on reading and writing, and what they saved before is
in the backup, whole.

FILE gets its name when it is complete, checked and on the disk. It is readable
for you alone, and no file is ever overwritten. To have the recipes back, use
restore; do not copy the file into the vault's place by hand.

The vault is the file of DATABASE_URL, or the one in the usual place.

Exit codes: 0 FILE is written; 1 it is not; 2 the command line or the environment
is wrong.`

const aboutRestore = `Put the recipes in FILE, which backup wrote, in the place of those in the vault's
file. First end every program that uses the vault: recipe-vault, and assistants
that keep recipes on this computer. While one runs, nothing is done.

FILE is read as a whole first and stays as it is. What is in the vault now is kept
beside it under a name that is printed; it can be restored in turn, and is yours to
delete. That also works when the vault is damaged. If the computer fails
meanwhile, the vault is as it was or as it shall be.

The vault is the file of DATABASE_URL, or the one in the usual place.

Exit codes: 0 FILE is restored; 1 it is not; 2 the command line or the environment
is wrong.`

// Commands are the two commands of the program of that name. find returns the path
// of the vault's file; its errors are passed on as they are.
func Commands(program string, find func() (string, error)) []*cobra.Command {
	on := func(work func(cmd *cobra.Command, path, file string) error) func(*cobra.Command, []string) error {
		return func(cmd *cobra.Command, args []string) error {
			path, err := find()
			if err != nil {
				return err
			}
			return work(cmd, path, args[0])
		}
	}
	return []*cobra.Command{
		{
			Use:     "backup FILE",
			Short:   "Write all recipes to a file, while others use the vault",
			Long:    aboutBackup,
			Example: "  " + program + " backup recipes-2026-02-10.db",
			Args:    usage.Args(1, 1),
			RunE:    on(save),
		},
		{
			Use:     "restore FILE",
			Short:   "Put the recipes of a backup in the place of the vault's",
			Long:    aboutRestore,
			Example: "  " + program + " restore recipes-2026-02-10.db",
			Args:    usage.Args(1, 1),
			RunE:    on(restore),
		},
	}
}

func save(cmd *cobra.Command, path, file string) error {
	// Whoever looks for the file later may be in another directory.
	path, err := filepath.Abs(path)
	if err != nil {
		return err
	}
	if file, err = filepath.Abs(file); err != nil {
		return err
	}
	recipes, err := vault.Backup(cmd.Context(), path, file)
	if err != nil {
		return told(err)
	}
	_, err = fmt.Fprintf(cmd.OutOrStdout(), screen.Amount(recipes, "recipe of %s was", "recipes of %s were")+" backed up to %s.\n", screen.Line(path), screen.Line(file))
	return err
}

func restore(cmd *cobra.Command, path, file string) error {
	done, err := vault.Restore(cmd.Context(), path, file)
	if err != nil {
		return told(err)
	}
	text := fmt.Sprintf("%s restored to %s.\n", screen.Amount(done.Count, "recipe was", "recipes were"), screen.Line(done.Path))
	if done.Kept != "" {
		text += fmt.Sprintf("What was there before is kept in %s.\n", screen.Line(done.Kept))
	}
	_, err = fmt.Fprint(cmd.OutOrStdout(), text)
	return err
}

// told says of a signal that it was one.
func told(err error) error {
	if errors.Is(err, context.Canceled) {
		return errors.New("stopped, and nothing was changed")
	}
	return err
}
