// Package serve serves a vault over HTTP: its settings, the key that it makes, the
// families that it reads again, and its health.
package serve

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"sync"
	"time"

	"github.com/rs/zerolog"

	"github.com/mcp-adapters/mcp-adapters/internal/database"
	"github.com/mcp-adapters/mcp-adapters/internal/httpserver"
	"github.com/mcp-adapters/mcp-adapters/internal/tracing"
	"github.com/mcp-adapters/mcp-adapters/recipe/vault"
	"github.com/mcp-adapters/mcp-adapters/recipe/vault/admin"
)

const (
	// openLimit is the longest that the start waits for another program that has
	// locked the file.
	openLimit = time.Minute
	// A server that can't be reached is tried again after the one, and at last after the other.
	firstWait   = time.Second
	longestWait = 5 * time.Second
	// grace is a little more than a request works once its body is there.
	grace = 35 * time.Second
)

// Serve serves the vault until ctx ends. From then on it is not ready; after SHUTDOWN_DELAY it
// lets the requests in flight finish.
// Each of hangups has the families read again.
func (s *Settings) Serve(ctx context.Context, version string, hangups <-chan os.Signal, log zerolog.Logger) (err error) {
	if s.Key == "" {
		if s.Key, err = storedKey(s.File+".key", log); err != nil {
			return err
		}
	}
	v, err := s.Vault(vault.Options{Families: s.families, Key: s.Key.Reveal(), Log: log})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, v.Close()) }()
	if s.Bind != "" {
		log.Info().Msg("BIND_ADDRESS is an older name of HTTP_ADDR; both work")
	}
	var lc net.ListenConfig
	ln, err := lc.Listen(ctx, "tcp", string(s.listen()))
	if err != nil {
		return fmt.Errorf("cannot listen: %w", err)
	}
	m := newMetered(version, v.Pool)
	stopMetrics, err := m.Serve(ctx, s.MetricsAddr, log)
	if err != nil {
		return errors.Join(err, ln.Close())
	}
	defer stopMetrics()
	tracer := tracing.New(tracing.Options{Name: "recipe-vault", Version: version, Log: log})
	defer tracer.Close()
	served := server{vault: v, stop: ctx.Done()}
	if key := s.AdminKey.Reveal(); key != "" {
		served.admin = admin.New(v.Registry(), key, log)
	}
	access := log
	if s.AccessLog == "off" {
		access = zerolog.Nop()
	}
	h := traced(m.observed(limited(served.handler(), s.RateLimit, served.admits, time.Now), tracer, access), tracer, served.admits)

	var beside sync.WaitGroup
	defer beside.Wait()
	working, stop := context.WithCancel(ctx)
	defer stop()
	beside.Go(func() { Reload(working, v, s.FamiliesPath, hangups, log) })
	opened := make(chan error, 1)
	beside.Go(func() {
		err := s.open(working, v, ln.Addr(), log)
		switch {
		case err == nil:
			log.Info().Stringer("listening", ln.Addr()).Stringer("database", s).Str("version", version).Msg("recipe-vault is ready")
		case ctx.Err() == nil: // otherwise the serving ends by itself, in order
			_ = ln.Close() // which ends it: there is nothing to wait for
		}
		opened <- err
	})
	err = httpserver.Server{
		HTTP: httpserver.NewREST(h, log), Admits: func(r *http.Request) bool { return served.admits(r.Header) },
		Grace: grace, Delay: s.Delay(s.listen()), Log: log,
	}.Serve(ctx, ln)
	stop()
	if failed := <-opened; failed != nil && ctx.Err() == nil {
		return failed
	}
	return err
}

// open has the database opened: an operator should learn now what is wrong with it, not from the
// first client. A server that can't be reached is waited for, as long as it takes, and requests
// are answered meanwhile; another start would find it no sooner. at is where that is, for the log.
func (s *Settings) open(ctx context.Context, v *vault.Vault, at net.Addr, log zerolog.Logger) error {
	opening := ctx
	if !s.DatabaseURL.Postgres() {
		var cancel context.CancelFunc
		opening, cancel = context.WithTimeout(ctx, openLimit)
		defer cancel()
	}
	for wait := firstWait; ; wait = min(2*wait, longestWait) {
		err := v.Ping(opening)
		if err == nil {
			err = s.sayFamilies(opening, v, log)
		}
		switch {
		case err == nil:
			return nil
		case opening.Err() != nil && ctx.Err() == nil:
			return fmt.Errorf("the database %s did not open within %v; end the program that has locked it, and start again: %w", s, openLimit, err)
		case ctx.Err() != nil || !errors.Is(err, database.ErrUnavailable):
			return fmt.Errorf("the database %s cannot be used: %w", s, err)
		}
		log.Warn().Err(err).Stringer("listening", at).Msg("waiting for the database: /readyz says so, and requests are answered with 503")
		select {
		case <-opening.Done():
		case <-time.After(wait):
		}
	}
}

// sayFamilies logs whose families count, and how many recipes none sees.
func (s *Settings) sayFamilies(ctx context.Context, v *vault.Vault, log zerolog.Logger) error {
	own, err := v.Registry().Any(ctx)
	switch {
	case err != nil:
		return err
	case own && s.families != nil:
		log.Warn().Msg("FAMILIES_CONFIG_PATH is not used: there are families in the database, and they count; unset it")
	case !own && s.families == nil:
		log.Warn().Msg("FAMILIES_CONFIG_PATH is not set: there is one household, every e-mail address sees every recipe")
		return nil
	}
	warnUnseen(ctx, v, log)
	return nil
}
