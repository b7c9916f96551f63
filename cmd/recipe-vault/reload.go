package main

import (
	"context"
	"errors"
	"os"
	"os/signal"
	"syscall"
	"time"

	"mcp-adapters/recipe/vault"
)

// reloadLimit bounds the look at the recipes that no family sees any more.
const reloadLimit = 30 * time.Second

// onHangup keeps SIGHUP from ending the program from now on. The function it
// gives reads the families file anew at each, until ctx ends; it has v take them
// and returns when it does so no more. Windows sends no such signal.
func (p *program) onHangup() (reload func(ctx context.Context, v *vault.Vault)) {
	came := make(chan os.Signal, 1) // one that waits stands for all that come meanwhile
	signal.Notify(came, syscall.SIGHUP)
	return func(ctx context.Context, v *vault.Vault) {
		for {
			select {
			case <-ctx.Done():
				return // the signal stays caught: the server still has requests to finish
			case <-came:
				p.reloadFamilies(ctx, v)
			}
		}
	}
}

// reloadFamilies keeps the families as they are when the file isn't right.
func (p *program) reloadFamilies(ctx context.Context, v *vault.Vault) {
	path := p.getenv("FAMILIES_CONFIG_PATH")
	if path == "" {
		p.log.Info().Msg("SIGHUP came, and changes nothing: FAMILIES_CONFIG_PATH is not set")
		return
	}
	// A pipe in its place would keep who reads it waiting.
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		p.log.Error().Err(errors.New("FAMILIES_CONFIG_PATH must name a file")).Msg("the families stay as they were")
		return
	}
	families, err := loadFamilies(path)
	if err != nil {
		p.log.Error().Str("error", "FAMILIES_CONFIG_PATH "+err.Error()).Msg("the families stay as they were")
		return
	}
	v.SetFamilies(families)
	p.log.Info().Msg("the families file was read again")
	ctx, cancel := context.WithTimeout(ctx, reloadLimit)
	defer cancel()
	p.warnUnseen(ctx, v, families)
}
