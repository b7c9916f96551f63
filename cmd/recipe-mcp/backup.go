package main

import (
	"github.com/spf13/cobra"

	"mcp-adapters/config"
	"mcp-adapters/program/usage"
	"mcp-adapters/recipe/backup"
)

// backupCommands work on the embedded vault's file.
func backupCommands() []*cobra.Command {
	commands := backup.Commands("recipe-mcp", embeddedPath)
	for _, cmd := range commands {
		run := cmd.RunE
		cmd.Args = usage.Args(1, 1)
		cmd.RunE = func(cmd *cobra.Command, args []string) error { return asRunError(run(cmd, args)) }
	}
	return commands
}

func embeddedPath() (string, error) {
	cfg, err := load()
	switch {
	case err != nil:
		return "", err
	case cfg.BaseURL != "":
		return "", config.Faults{{Variable: "API_BASE_URL", Rule: "must not be set: the recipes at that address are backed up and restored on the computer that serves them, with recipe-vault"}}
	}
	return cfg.Path, nil
}
