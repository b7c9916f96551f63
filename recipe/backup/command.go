// Package backup has the commands backup and restore of both recipe-mcp and
// recipe-vault: either program alone can back up the vault's file.
package backup

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/mcp-adapters/mcp-adapters/internal/screen"
	"github.com/mcp-adapters/mcp-adapters/recipe/vault"
)

const aboutBackup = `Write all recipes of the vault's file to the new file FILE. Other programs can go on
using the vault; the backup has everything that they saved before it began.

FILE gets its name only when it is complete, checked and on disk. Only you can read
it, and an existing file is never overwritten. To get the recipes back, use restore;
do not copy the file into the vault's place by hand.

The vault is the file of DATABASE_URL, or the one in the usual place.

Exit codes: 0 FILE was written; 1 it was not; 2 the command line or the environment is
wrong.`

const aboutRestore = `Replace the recipes in the vault's file with those in FILE, which backup wrote. First end
every program that uses the vault: recipe-vault, and assistants that keep recipes on
this computer. While one is running, restore does nothing.

FILE is checked first and does not change. The former vault is kept beside the new one,
under a name that is printed; it can be restored in turn, and is yours to delete. This
works even if the vault is damaged. If the computer fails meanwhile, the vault is
either the former or the restored one.

The vault is the file of DATABASE_URL, or the one in the usual place.

Exit codes: 0 FILE was restored; 1 it was not; 2 the command line or the environment is
wrong.`

// Commands are the two commands of the program of that name. oneFile checks that their
// arguments are one FILE, and find returns the path of the vault's file; the errors
// of both are returned unchanged.
func Commands(program string, oneFile cobra.PositionalArgs, find func() (string, error)) []*cobra.Command {
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
			Args:    oneFile,
			RunE:    on(save),
		},
		{
			Use:     "restore FILE",
			Short:   "Replace the vault's recipes with those of a backup",
			Long:    aboutRestore,
			Example: "  " + program + " restore recipes-2026-02-10.db",
			Args:    oneFile,
			RunE:    on(restore),
		},
	}
}

func save(cmd *cobra.Command, path, file string) error {
	path, err := filepath.Abs(path)
	if err != nil {
		return err
	}
	if file, err = filepath.Abs(file); err != nil {
		return err
	}
	recipes, err := vault.Backup(cmd.Context(), path, file)
	if err != nil {
		return plain(err)
	}
	_, err = fmt.Fprintf(cmd.OutOrStdout(), screen.Amount(recipes, "recipe of %s was", "recipes of %s were")+" backed up to %s.\n", screen.Line(path), screen.Line(file))
	return err
}

func restore(cmd *cobra.Command, path, file string) error {
	done, err := vault.Restore(cmd.Context(), path, file)
	if err != nil {
		return plain(err)
	}
	text := fmt.Sprintf("%s restored to %s.\n", screen.Amount(done.Count, "recipe was", "recipes were"), screen.Line(done.Path))
	if done.Kept != "" {
		text += fmt.Sprintf("The former vault is kept in %s.\n", screen.Line(done.Kept))
	}
	_, err = fmt.Fprint(cmd.OutOrStdout(), text)
	return err
}

// plain says in words that a signal came.
func plain(err error) error {
	if errors.Is(err, context.Canceled) {
		return errors.New("stopped, and nothing was changed")
	}
	return err
}
