package portfoliomcp

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/rs/zerolog"

	"github.com/mcp-adapters/mcp-adapters/internal/guardedhttp"
	"github.com/mcp-adapters/mcp-adapters/internal/program"
	"github.com/mcp-adapters/mcp-adapters/portfolio/backup"
	"github.com/mcp-adapters/mcp-adapters/portfolio/media"
	"github.com/mcp-adapters/mcp-adapters/portfolio/photo"
	"github.com/mcp-adapters/mcp-adapters/portfolio/site"
	"github.com/mcp-adapters/mcp-adapters/portfolio/store"
)

// embeddedURL is the base URL of requests that never leave the process.
const embeddedURL = "http://embedded.invalid"

// embedded is the back end that the program brings along.
type embedded struct {
	site   *site.Site
	people *people
	db     store.DB
	media  *media.Folder
	base   *url.URL // at which it is reached from outside
	ln     net.Listener
	stop   []func() // in the order of their calls
	log    zerolog.Logger
}

// embed opens the back end. Over stdin and stdout it has a port of its own.
func (s *Settings) embed(ctx context.Context, fetcher *guardedhttp.Client, log zerolog.Logger) (_ *embedded, err error) {
	if backup.Interrupted(s.portfolio()) {
		return nil, errInterrupted
	}
	e := &embedded{log: log}
	defer func() {
		if err != nil {
			e.close()
		}
	}()
	addr := string(s.Addr)
	if addr == "" {
		if e.ln, err = listenBeside(ctx, s.dir, log); err != nil {
			return nil, err
		}
		e.stop = append(e.stop, func() { _ = e.ln.Close() })
		addr = e.ln.Addr().String()
	}
	if e.base, err = s.public(addr); err != nil {
		return nil, err
	}
	if e.db, err = s.Places.open(log); err != nil {
		return nil, err
	}
	kept := store.New(e.db, store.Options{})
	e.media = s.folder(kept)
	if err := s.checkFolder(ctx, e.media, log); err != nil {
		return nil, err
	}
	base := e.base.String()
	e.site = site.New(site.Options{
		Store:      kept,
		Media:      e.media,
		Fetch:      fetcher,
		Shrink:     photo.NewShrinker(),
		URL:        func() string { return base },
		Trade:      s.Trade,
		AllowForce: s.AllowForce,
		Log:        log,
	})
	e.people = &people{store: kept, Contractor: s.Contractor}
	return e, nil
}

// serve completes b with what the back end serves.
func (e *embedded) serve(b *program.Backend, beside bool) {
	b.Ready = e.ready
	b.Act = e.people.act
	b.MaySignIn = e.people.maySignIn
	var after time.Duration
	if beside {
		after = sweepAfter
	}
	e.stop = append(e.stop, e.sweep(after))
	if beside {
		handler := http.Handler(e.site)
		if e.base.Path != "" {
			handler = http.StripPrefix(e.base.Path, handler)
		}
		e.stop = append([]func(){serveBeside(e.ln, handler, e.base, e.log)}, e.stop...)
		return
	}
	b.Handler, b.Admits = e.site, e.admits
}

// admits reports whether a request shows that it may be made. Its path still has the one of
// the server's address before it.
func (e *embedded) admits(r *http.Request) bool {
	path, ok := strings.CutPrefix(r.URL.Path, e.base.Path)
	if !ok {
		return false
	}
	below := *r
	at := *r.URL
	at.Path, below.URL = path, &at
	return e.site.Admits(&below)
}

// ready returns why the back end can't be used.
func (e *embedded) ready(ctx context.Context) error {
	if err := e.db.Check(ctx); err != nil {
		return err
	}
	return e.media.Check(ctx)
}

// sweepAfter is when a program that a client has started begins to sweep: it opens the
// database for that, and its first answers are waited for.
const sweepAfter = time.Second

// sweep has the site look after its files, after a while and until stop is called.
func (e *embedded) sweep(after time.Duration) (stop func()) {
	ctx, cancel := context.WithCancel(context.Background())
	var sweeping sync.WaitGroup
	sweeping.Go(func() {
		select {
		case <-time.After(after):
		case <-ctx.Done():
			return
		}
		if err := e.site.Run(ctx); err != nil && ctx.Err() == nil {
			e.log.Warn().Err(err).Msg("the files of photos are not looked after any longer")
		}
	})
	return func() {
		cancel()
		sweeping.Wait()
	}
}

// close ends all of it, and then closes the folder and the database.
func (e *embedded) close() {
	for _, stop := range e.stop {
		stop()
	}
	if e.media != nil {
		_ = e.media.Close() // everything in it is on the disk already
	}
	if e.db == nil {
		return
	}
	if err := e.db.Close(); err != nil {
		e.log.Warn().Err(err).Msg("the database did not close cleanly")
	}
}

// transport carries the requests of the tools.
func (e *embedded) transport(alone bool) http.RoundTripper {
	return &acting{site: e.site, next: e.site.Transport(), people: e.people, alone: alone}
}

// uploads carries bytes to the addresses that the site has signed, without the way round
// through a proxy or a tunnel.
func (e *embedded) uploads() http.RoundTripper {
	return inside{e.site.Transport(), e.base.String() + "/"}
}

type inside struct {
	next http.RoundTripper
	base string
}

var errElsewhere = errors.New("the address is not one of this server")

func (i inside) RoundTrip(req *http.Request) (*http.Response, error) {
	rest, ok := strings.CutPrefix(req.URL.String(), i.base)
	if !ok {
		if req.Body != nil {
			_ = req.Body.Close()
		}
		return nil, errElsewhere
	}
	u, err := url.Parse(embeddedURL + "/" + rest)
	if err != nil {
		return nil, err
	}
	again := req.Clone(req.Context())
	again.URL, again.Host = u, ""
	return i.next.RoundTrip(again)
}
