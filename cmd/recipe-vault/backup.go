package main

import (
	"github.com/spf13/cobra"

	"mcp-adapters/program/usage"
	"mcp-adapters/recipe/backup"
)

// backupCommands work on the vault's file.
func (p *program) backupCommands() []*cobra.Command {
	commands := backup.Commands("recipe-vault", p.ownDatabase)
	for _, cmd := range commands {
		cmd.Args = func(cmd *cobra.Command, args []string) error { return seeHelp(usage.Args(1, 1)(cmd, args)) }
	}
	return commands
}

// ownDatabase is the path of the vault's file. Whoever set the address of a
// served vault means that one, whose file is elsewhere.
func (p *program) ownDatabase() (string, error) {
	if p.getenv("API_BASE_URL") != "" {
		return "", &usageError{[]string{"API_BASE_URL must not be set: backup and restore work on the vault's file, on the computer that serves it; export takes recipes from afar"}}
	}
	path, err := databasePath(p.getenv)
	if err != nil {
		return "", &usageError{[]string{"DATABASE_URL " + err.Error()}}
	}
	return path, nil
}
