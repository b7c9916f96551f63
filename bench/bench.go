package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os/exec"
	"slices"
	"strings"
	"time"

	"github.com/mcp-adapters/mcp-adapters/bench/drive"
	"github.com/mcp-adapters/mcp-adapters/bench/fixture"
)

// processLimit ends a contestant that hangs.
const processLimit = 2 * time.Minute

// bench is one run.
type bench struct {
	options
	dir        string // temporary; programs, packages and vaults
	log        io.Writer
	field      []contestant // over pipes, the floor first
	web        []contestant // over HTTP, the floor first
	cold       contestant   // the baseline of cold starts
	apiProgram []string
	api        string // base URL
	results    *results
}

func (b *bench) say(format string, values ...any) {
	_, _ = fmt.Fprintf(b.log, format+"\n", values...)
}

// startAPI starts the REST API as a process of its own.
func (b *bench) startAPI(ctx context.Context) (stop func(), err error) {
	cmd := exec.CommandContext(ctx, b.apiProgram[0]) //nolint:gosec // built a moment ago
	stdin, err := cmd.StdinPipe()
	if err != nil {
		return nil, fmt.Errorf("make a pipe: %w", err)
	}
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		return nil, fmt.Errorf("make a pipe: %w", err)
	}
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("start the API: %w", err)
	}
	stop = func() {
		_ = stdin.Close()
		_ = cmd.Wait()
	}
	url, err := bufio.NewReader(stdout).ReadString('\n')
	if err != nil {
		stop()
		return nil, fmt.Errorf("read the API's address: %w", err)
	}
	b.api = strings.TrimSpace(url)
	return stop, nil
}

// on is the base URL of an API with that many recipes.
func (b *bench) on(rows int) string { return fmt.Sprintf("%s/%d", b.api, rows) }

func (b *bench) measure(ctx context.Context) error {
	vaults, err := b.seedVaults(ctx)
	if err != nil {
		return err
	}
	var p *portfolio
	if b.wants(portfolioPart) {
		if p, err = b.buildPortfolio(ctx); err != nil {
			return err
		}
	}
	var s *shop
	if b.wants(giftPart) {
		if s, err = b.buildGift(ctx); err != nil {
			return err
		}
	}
	var a *builder
	if b.wants(builderPart) {
		if a, err = b.buildBuilder(ctx); err != nil {
			return err
		}
		defer a.endServer()
	}
	var k *kitchens
	if b.wants(familiesPart) {
		k, err = b.buildFamilies(ctx)
		defer k.end()
		if err != nil {
			return err
		}
	}
	for round := range b.rounds {
		for _, part := range []struct {
			name string
			run  func(ctx context.Context, round int) error
		}{
			{"load", b.load},
			{"start", b.start},
			{"lost", b.lost},
			{"growth", b.growth},
			{"vault", func(ctx context.Context, round int) error { return b.vault(ctx, round, vaults) }},
			{httpPart, b.overHTTP},
			{portfolioPart, func(ctx context.Context, round int) error { return p.run(ctx, round) }},
			{giftPart, func(ctx context.Context, round int) error { return s.run(ctx, round) }},
			{builderPart, func(ctx context.Context, round int) error { return a.run(ctx, round) }},
			{familiesPart, func(ctx context.Context, round int) error { return k.run(ctx, round) }},
		} {
			if !b.wants(part.name) {
				continue
			}
			b.say("round %d of %d: %s", round+1, b.rounds, part.name)
			if err := part.run(ctx, round); err != nil {
				return fmt.Errorf("round %d, %s: %w", round+1, part.name, err)
			}
		}
	}
	return nil
}

func (b *bench) wants(part string) bool { return len(b.parts) == 0 || slices.Contains(b.parts, part) }

// rotated returns the contestants in the order of a round.
func rotated(field []contestant, round int) []contestant {
	at := round % len(field)
	return slices.Concat(field[at:], field[:at])
}

// only picks contestants by name.
func (b *bench) only(names ...string) []contestant {
	return slices.DeleteFunc(slices.Clone(b.field), func(c contestant) bool { return !slices.Contains(names, c.name) })
}

// with starts a contestant, does the handshake, calls f and ends it.
func (b *bench) with(ctx context.Context, c drive.Command, f func(p *drive.Process, start time.Duration) error) error {
	ctx, cancel := context.WithTimeout(ctx, processLimit)
	defer cancel()
	p, err := drive.Start(ctx, c)
	if err != nil {
		return err
	}
	start, err := p.Initialize()
	if err == nil {
		err = f(p, start)
	}
	if err != nil {
		p.Kill()
		return err
	}
	return p.Close()
}

func getRecipe(ids ...string) drive.Tool {
	t := drive.Tool{Name: "get_recipe"}
	for _, id := range ids {
		t.Arguments = append(t.Arguments, `{"recipe_id":"`+id+`"}`)
	}
	return t
}

func withMeta(t drive.Tool, meta string) drive.Tool {
	t.Meta = meta
	return t
}

var (
	theRecipe = getRecipe(fixture.ID)
	// Desktop clients ask for progress with each call.
	progressRecipe = withMeta(theRecipe, `{"progressToken":7}`)
	modernRecipe   = withMeta(theRecipe, `{"io.modelcontextprotocol/protocolVersion":"2026-07-28",`+
		`"io.modelcontextprotocol/clientInfo":{"name":"bench","version":"1"},"io.modelcontextprotocol/clientCapabilities":{}}`)
	listRecipes = drive.Tool{Name: "list_recipes", Arguments: []string{"{}"}}
)
