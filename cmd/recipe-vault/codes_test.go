package main

import "github.com/mcp-adapters/mcp-adapters/internal/program/cli"

const (
	exitOK     = cli.OK
	exitFailed = cli.Failed
	exitUsage  = cli.Usage
)
