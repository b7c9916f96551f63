package main

import (
	"strings"

	"github.com/mcp-adapters/mcp-adapters/config"
	"github.com/mcp-adapters/mcp-adapters/internal/program/cli"
	"github.com/mcp-adapters/mcp-adapters/recipe/vault/place"
)

// end returns the database that two flags name.
func (p *program) end(flag, address, file string) (*place.Database, error) {
	mistake := func(err error) error { return cli.Mistake("--" + flag + " " + err.Error()) }
	d := &place.Database{}
	if address != "" {
		if err := d.DatabaseURL.UnmarshalText([]byte(address)); err != nil {
			return nil, mistake(err)
		}
	}
	if err := config.FromFile(file, "--"+flag, &d.DatabaseURL); err != nil {
		return nil, cli.Mistake("--" + flag + "-file " + err.Error())
	}
	if d.DatabaseURL == "" {
		return nil, cli.Mistake("--" + flag + " is missing: name a database such as sqlite:PATH or postgres://USER:PASSWORD@HOST/NAME")
	}
	_, err := d.Find(p.getenv)
	return d, err
}

// at has an error of one of the databases say which flag names it. Without a flag, DATABASE_URL does,
// as the error says already.
func at(flag string, err error) error {
	if flag == "" || err == nil {
		return err
	}
	return &endError{"--" + flag, err}
}

type endError struct {
	flag string
	err  error
}

func (e *endError) Error() string {
	return e.flag + ": " + strings.ReplaceAll(e.err.Error(), "DATABASE_URL", e.flag)
}

func (e *endError) Unwrap() error { return e.err }
