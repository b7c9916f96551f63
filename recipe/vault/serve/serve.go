// Package serve serves a vault over HTTP: its settings, the key that it makes, the
// families that it reads again, and its health.
package serve

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"sync"
	"time"

	"github.com/rs/zerolog"

	"mcp-adapters/httpserver"
	"mcp-adapters/recipe/vault"
)

const (
	// openLimit is the longest that the start waits for another program that has
	// locked the database.
	openLimit = time.Minute
	// grace is a little more than a request works once its body is there.
	grace = 35 * time.Second
)

// Serve serves the vault until ctx ends, then lets the requests in flight finish.
// Each of hangups has the families read again.
func (s *Settings) Serve(ctx context.Context, version string, hangups <-chan os.Signal, log zerolog.Logger) (err error) {
	if s.Key == "" {
		if s.Key, err = storedKey(s.path+".key", log); err != nil {
			return err
		}
	}
	v := vault.New(vault.Options{Path: s.path, Families: s.families, Key: s.Key.Reveal(), Log: log})
	defer func() { err = errors.Join(err, v.Close()) }()
	// An operator should learn now, not from the first client.
	opening, cancel := context.WithTimeout(ctx, openLimit)
	defer cancel()
	switch err := v.Ping(opening); {
	case err != nil && opening.Err() != nil && ctx.Err() == nil:
		return fmt.Errorf("the database %s did not open within %v; end the program that has locked it, and start again: %w", s.path, openLimit, err)
	case err != nil:
		return fmt.Errorf("the database %s cannot be used: %w", s.path, err)
	}
	if s.families == nil {
		log.Warn().Msg("FAMILIES_CONFIG_PATH is not set: there is one household, every e-mail address sees every recipe")
	} else {
		warnUnseen(opening, v, log)
	}
	var reloading sync.WaitGroup
	defer reloading.Wait()
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	reloading.Go(func() { Reload(ctx, v, s.FamiliesPath, hangups, log) })

	if s.Bind != "" {
		log.Info().Msg("BIND_ADDRESS is an older name of HTTP_ADDR; both work")
	}
	var lc net.ListenConfig
	ln, err := lc.Listen(ctx, "tcp", string(s.listen()))
	if err != nil {
		return fmt.Errorf("cannot listen: %w", err)
	}
	log.Info().Str("listening", ln.Addr().String()).Str("database", s.path).Str("version", version).Msg("recipe-vault is ready")
	return httpserver.Server{Handler: handler(v), Admits: v.Admits, Grace: grace, Log: log}.Serve(ctx, ln)
}
