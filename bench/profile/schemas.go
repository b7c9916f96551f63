package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime/debug"
	"runtime/pprof"
	"strings"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// compileSchemas does for as long as d what most of a start is: mcp-go's
// validator compiles JSON Schema's own schemas at package initialisation, where
// no profile can be taken. It writes path.cpu.prof.
func compileSchemas(ctx context.Context, path string, d time.Duration) (err error) {
	// A start is over before the first collection.
	debug.SetGCPercent(1000)
	cpu, err := os.Create(path + ".cpu.prof") //nolint:gosec // the path that the user asked for
	if err != nil {
		return fmt.Errorf("make the CPU profile: %w", err)
	}
	defer func() { err = errors.Join(err, cpu.Close()) }()
	if err := pprof.StartCPUProfile(cpu); err != nil {
		return fmt.Errorf("start the CPU profile: %w", err)
	}
	defer pprof.StopCPUProfile()

	ctx, cancel := context.WithTimeout(ctx, d)
	defer cancel()
	for ctx.Err() == nil {
		if err := compileDrafts(); err != nil {
			return err
		}
	}
	return nil
}

func compileDrafts() error {
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	for _, d := range []*jsonschema.Draft{
		jsonschema.Draft4, jsonschema.Draft6, jsonschema.Draft7, jsonschema.Draft2019, jsonschema.Draft2020,
	} {
		if _, err := c.Compile(d.String()); err != nil {
			return fmt.Errorf("compile a draft: %w", err)
		}
		base, isDated := strings.CutSuffix(d.String(), "/schema")
		if !isDated || !strings.Contains(base, "/draft/") {
			continue // the older ones have no vocabularies
		}
		for _, name := range []string{"core", "applicator", "validation", "meta-data", "content"} {
			if _, err := c.Compile(base + "/meta/" + name); err != nil {
				return fmt.Errorf("compile the vocabulary %s: %w", name, err)
			}
		}
	}
	return nil
}
