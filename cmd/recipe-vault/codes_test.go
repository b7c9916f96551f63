package main

import "github.com/mcp-adapters/mcp-adapters/internal/program/exit"

const (
	exitOK     = exit.OK
	exitFailed = exit.Failed
	exitUsage  = exit.Usage
)
