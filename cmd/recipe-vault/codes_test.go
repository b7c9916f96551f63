package main

import (
	"context"
	"io"

	"github.com/mcp-adapters/mcp-adapters/cmd/recipe-vault/recipevault"
	"github.com/mcp-adapters/mcp-adapters/internal/program/cli"
)

func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	return cli.Execute(ctx, recipevault.Program(), args, stdin, stdout, stderr)
}

const (
	exitOK      = cli.OK
	exitFailed  = cli.Failed
	exitUsage   = cli.Usage
	exitAltered = 3
)
