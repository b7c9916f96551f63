package cli

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"
)

// Backup is the commands backup and restore of a program.
type Backup struct {
	Program string
	What    string // "all recipes"
	File    string // the name of a backup in examples

	AboutBackup, AboutRestore string // the first paragraphs of their help

	// Save writes a backup to the absolute path file, and Restore reads it. They return what to
	// print.
	Save, Restore func(ctx context.Context, file string) (string, error)
}

const (
	aboutSave = `

FILE gets its name only when it is complete and on disk. Only you can read it, and an
existing file is never overwritten.`
	aboutRestore = `

FILE is checked first and does not change. Restore keeps the former data and prints where.`
)

// Commands returns backup and restore.
func (b Backup) Commands() []*cobra.Command {
	return []*cobra.Command{
		b.command("backup", "Write "+b.What+" to a file, while other programs use them", b.AboutBackup+aboutSave, b.Save),
		b.command("restore", "Replace "+b.What+" by those of a backup", b.AboutRestore+aboutRestore, b.Restore),
	}
}

func (b Backup) command(name, short, long string, work func(ctx context.Context, file string) (string, error)) *cobra.Command {
	return &cobra.Command{
		Use: name + " FILE", Short: short, Long: long, Example: "  " + b.Program + " " + name + " " + b.File, Args: Args(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			file, err := filepath.Abs(args[0])
			if err != nil {
				return err
			}
			text, err := work(cmd.Context(), file)
			if errors.Is(err, context.Canceled) {
				err = errors.New("stopped, and nothing was changed")
			}
			if err == nil {
				_, err = fmt.Fprintln(cmd.OutOrStdout(), text)
			}
			return err
		},
	}
}
