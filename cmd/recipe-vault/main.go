// Command recipe-vault serves a Recipe Vault over HTTP: the REST API of package vault, with
// a key, families and a health check. Run it with --help for its settings, which all come from
// the environment.
package main

import (
	"github.com/mcp-adapters/mcp-adapters/cmd/recipe-vault/recipevault"
	"github.com/mcp-adapters/mcp-adapters/internal/program/cli"
)

func main() { cli.Main(recipevault.Program()) }
