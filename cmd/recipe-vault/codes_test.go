package main

import "mcp-adapters/program/exit"

const (
	exitOK     = exit.OK
	exitFailed = exit.Failed
	exitUsage  = exit.Usage
)
