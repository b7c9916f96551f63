package place

import (
	"context"
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/mcp-adapters/mcp-adapters/internal/program/cli"
	"github.com/mcp-adapters/mcp-adapters/internal/screen"
	"github.com/mcp-adapters/mcp-adapters/recipe/vault"
)

// BackupCommands returns the commands that back up and restore the vault's file, for the program
// of that name. find returns the path of the file; its errors are returned unchanged.
func BackupCommands(program string, find func() (string, error)) []*cobra.Command {
	absolute := func() (string, error) {
		path, err := find()
		if err != nil {
			return "", err
		}
		return filepath.Abs(path)
	}
	return cli.Backup{
		Program: program, What: "all recipes", File: "recipes-2026-02-10.db",
		AboutBackup: `Write all recipes of the vault's file to the new file FILE. Other programs can keep using the
vault; the backup has everything that they saved before it began.

The vault is the file of DATABASE_URL, or the one in the usual place. Do not copy a backup into
its place by hand.`,
		AboutRestore: `Replace the recipes in the vault's file by those in FILE, which backup wrote. First end every
program that uses the vault: recipe-vault, and assistants that keep recipes on this computer.
While one is running, restore does nothing.

The vault is the file of DATABASE_URL, or the one in the usual place. This works even if it is
damaged. If the computer fails meanwhile, the vault is either the former or the restored one.`,
		Save: func(ctx context.Context, file string) (string, error) {
			path, err := absolute()
			if err != nil {
				return "", err
			}
			n, err := vault.Backup(ctx, path, file)
			return fmt.Sprintf(screen.Amount(n, "recipe of %s was", "recipes of %s were")+" backed up to %s.", screen.Line(path), screen.Line(file)), err
		},
		Restore: func(ctx context.Context, file string) (string, error) {
			path, err := absolute()
			if err != nil {
				return "", err
			}
			done, err := vault.Restore(ctx, path, file)
			text := fmt.Sprintf("%s restored to %s.", screen.Amount(done.Count, "recipe was", "recipes were"), screen.Line(done.Path))
			if done.Kept != "" {
				text += "\nThe former vault is kept in " + screen.Line(done.Kept) + "."
			}
			return text, err
		},
	}.Commands()
}
