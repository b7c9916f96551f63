package main

import (
	"context"
	"errors"
	"fmt"
	stdlog "log"
	"net"
	"net/http"
	"os/signal"
	"strings"
	"sync"
	"syscall"
	"time"

	"mcp-adapters/recipe/vault"
)

const (
	headerLimit   = 10 * time.Second // for a request's header to arrive
	readLimit     = time.Minute      // for its body too, unless the vault gives it longer
	writeLimit    = 3 * time.Minute  // for all of it, likewise
	idleLimit     = 2 * time.Minute
	healthLimit   = 5 * time.Second
	shutdownLimit = 35 * time.Second // a little more than a request works once its body is there
	headerBytes   = 64 << 10
	// mostConnections is how many there are at a time, idle ones too. An adapter
	// keeps 16 at most, so that this is more than families have.
	mostConnections = 4096
	// strangerShare of them may be without a valid key yet.
	strangerShare = 512
	// strangerLimit is how long such a connection may be idle.
	strangerLimit = 10 * time.Second
	// openLimit is the longest that the start waits for another program that has
	// locked the database.
	openLimit = time.Minute
)

// serve listens until ctx ends, then lets the requests in flight finish.
func (p *program) serve(ctx context.Context) (err error) {
	// A log that nobody reads any more must not end the vault.
	signal.Ignore(syscall.SIGPIPE)
	reload := p.onHangup()
	s, err := readSettings(p.getenv)
	if err != nil {
		return err
	}
	if s.key == "" {
		if s.key, err = storedKey(s.path+".key", p.log); err != nil {
			return err
		}
	}
	if s.families == nil {
		p.log.Warn().Msg("FAMILIES_CONFIG_PATH is not set: there is one household, every e-mail address sees every recipe")
	}
	v := vault.New(vault.Options{Path: s.path, Families: s.families, Key: s.key, Log: p.log})
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
	p.warnUnseen(opening, v, s.families)
	var reloading sync.WaitGroup
	defer reloading.Wait()
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	reloading.Go(func() { reload(ctx, v) })

	var lc net.ListenConfig
	ln, err := lc.Listen(ctx, "tcp", s.bind)
	if err != nil {
		return fmt.Errorf("cannot listen: %w", err)
	}
	p.log.Info().Str("listening", ln.Addr().String()).Str("database", s.path).Str("version", buildVersion()).Msg("recipe-vault is ready")
	return p.serveOn(ctx, newConnections(ln, mostConnections, strangerShare), watch(handler(v), v.Admits))
}

// warnUnseen tells how many recipes are there that no one sees. Their titles are
// taken, and who looks for them believes that they are lost.
func (p *program) warnUnseen(ctx context.Context, v *vault.Vault, known *vault.Families) {
	if known == nil {
		return
	}
	titles, err := v.Unseen(ctx)
	switch {
	case err != nil:
		p.log.Warn().Err(err).Msg("whether there are recipes that no family sees could not be found out")
	case len(titles) > 0:
		p.log.Warn().Int("recipes", len(titles)).Msg("no family sees some recipes: they were saved without an address, or by somebody who is in no family now; recipe-vault families adopt gives them to one")
	}
}

// serveOn owns ln.
func (p *program) serveOn(ctx context.Context, ln net.Listener, h http.Handler) error {
	srv := &http.Server{
		Handler:           h,
		ReadHeaderTimeout: headerLimit,
		ReadTimeout:       readLimit,
		WriteTimeout:      writeLimit,
		IdleTimeout:       idleLimit,
		MaxHeaderBytes:    headerBytes,
		ConnContext:       withConn,
		ConnState:         rested,
		ErrorLog:          stdlog.New(p.log, "", 0),
	}
	served := make(chan error, 1)
	go func() { served <- srv.Serve(ln) }()
	select {
	case err := <-served:
		return fmt.Errorf("cannot serve any longer: %w", err)
	case <-ctx.Done():
	}
	p.log.Info().Msg("stopping; a second signal stops at once")
	// ctx is over, and the requests in flight are not.
	limit, cancel := context.WithTimeout(context.WithoutCancel(ctx), shutdownLimit)
	defer cancel()
	err := srv.Shutdown(limit)
	if err != nil {
		err = errors.Join(fmt.Errorf("requests were cut off after %v: %w", shutdownLimit, err), srv.Close())
	}
	<-served //nolint:errcheck // it was told to stop, so its error says no more
	return err
}

// handler adds to the vault's routes what belongs to a server. It is no
// [http.ServeMux], which would answer unusual paths with redirects.
func handler(v *vault.Vault) http.Handler {
	api := v.Handler()
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/health":
			get(w, r, func() { health(w, r, v) })
		case "/openapi.json":
			get(w, r, func() { reply(w, http.StatusOK, vault.OpenAPI()) })
		default:
			api.ServeHTTP(w, r)
		}
	})
}

func get(w http.ResponseWriter, r *http.Request, answer func()) {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		http.Error(w, "This path takes GET, HEAD.", http.StatusMethodNotAllowed)
		return
	}
	answer()
}

func health(w http.ResponseWriter, r *http.Request, v *vault.Vault) {
	ctx, cancel := context.WithTimeout(r.Context(), healthLimit)
	defer cancel()
	if err := v.Ping(ctx); err != nil {
		reply(w, http.StatusServiceUnavailable, `{"status":"unavailable"}`)
		return
	}
	reply(w, http.StatusOK, `{"status":"ok"}`)
}

func reply(w http.ResponseWriter, status int, json string) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	// A client that went away takes no answer; there is nobody left to tell.
	_, _ = strings.NewReader(json).WriteTo(w)
}
