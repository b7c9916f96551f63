// Command recipe-vault serves a Recipe Vault over HTTP: the REST contract of
// package vault, with a key, families and a health check. Run it with --help for
// its settings, which all come from the environment.
package main

import (
	"context"
	"os"
)

func main() {
	os.Exit(run(context.Background(), os.Args[1:], os.Getenv, os.Stdin, os.Stdout, os.Stderr))
}
