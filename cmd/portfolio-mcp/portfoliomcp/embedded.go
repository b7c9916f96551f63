package portfoliomcp

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/rs/zerolog"

	"github.com/mcp-adapters/mcp-adapters/config"
	"github.com/mcp-adapters/mcp-adapters/internal/guardedhttp"
	"github.com/mcp-adapters/mcp-adapters/internal/httpserver"
	"github.com/mcp-adapters/mcp-adapters/internal/program"
	"github.com/mcp-adapters/mcp-adapters/mcp/streamhttp"
	"github.com/mcp-adapters/mcp-adapters/portfolio/backup"
	"github.com/mcp-adapters/mcp-adapters/portfolio/media"
	"github.com/mcp-adapters/mcp-adapters/portfolio/photo"
	"github.com/mcp-adapters/mcp-adapters/portfolio/site"
	"github.com/mcp-adapters/mcp-adapters/portfolio/store"
)

const (
	embeddedURL = "http://embedded.invalid" // of requests that never leave the process
	besideGrace = 5 * time.Second           // for requests in progress, when the program ends
	checkLimit  = 3 * time.Second           // for a database server at the start: someone waits for the first answer
	sweepAfter  = time.Second               // after the start over stdin and stdout: the first answers come first
)

// embedded is the back end in the program.
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
	h := s.HTTP
	if h.Addr == "" {
		if e.ln, err = listenBeside(ctx, s.dir, log); err != nil {
			return nil, err
		}
		e.stop = append(e.stop, func() { _ = e.ln.Close() })
		h.Addr = config.Address(e.ln.Addr().String())
	}
	base := h.Base()
	if e.base, err = url.Parse(base); err != nil {
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
	e.site = site.New(site.Options{
		Store: kept, Media: e.media, Fetch: fetcher, Shrink: photo.NewShrinker(),
		URL:   func() string { return base },
		Trade: s.Trade, AllowForce: s.AllowForce, Log: log,
	})
	e.people = &people{store: kept, Contractor: s.Contractor}
	return e, nil
}

// open returns the database, which its first use opens.
func (p *Places) open(log zerolog.Logger) (store.DB, error) {
	if p.DatabaseURL.Postgres() {
		return store.Postgres(string(p.DatabaseURL), log)
	}
	return store.SQLite(p.file, log), nil
}

// folder returns the folder of the photos, which its first use opens.
func (p *Places) folder(s *store.Store) *media.Folder {
	o := media.Options{Dir: p.media(), Identity: site.Identity(s)}
	if p.DatabaseURL.Postgres() { // replicas may name different folders
		o.Once = func(ctx context.Context, mark func() error) error { return s.Once(ctx, "media folder", mark) }
	}
	return media.New(o)
}

// checkFolder fails if the other programs on the database server use another folder: each would
// miss the photos of the others. If the server can't be reached, the first use looks again.
func (p *Places) checkFolder(ctx context.Context, folder *media.Folder, log zerolog.Logger) error {
	if !p.DatabaseURL.Postgres() {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, checkLimit)
	defer cancel()
	err := folder.Check(ctx)
	if wrong, ok := errors.AsType[*media.FolderError](err); ok {
		return fmt.Errorf("%w. Set DATA_DIR to the directory that all servers on this database share", wrong)
	}
	if err != nil {
		log.Warn().Err(err).Msg("the database or the folder of the photos can't be used yet")
	}
	return nil
}

// serve completes b with what the back end serves.
func (e *embedded) serve(b *program.Backend) {
	b.Act, b.MaySignIn = e.people.act, e.people.maySignIn
	b.Ready = func(ctx context.Context) error {
		if err := e.db.Check(ctx); err != nil {
			return err
		}
		return e.media.Check(ctx)
	}
	if e.ln == nil {
		e.stop = append(e.stop, e.sweep(0))
		b.Handler, b.Admits = e.site, e.admits
		return
	}
	e.stop = append(e.stop, e.sweep(sweepAfter))
	log := e.log.Level(zerolog.WarnLevel)
	// Only this computer is listened to; a proxy that passes requests on uses the name in base.
	h := streamhttp.Hosts(http.StripPrefix(e.base.Path, e.site), false, e.base.Hostname())
	e.stop = append([]func(){
		httpserver.Server{HTTP: httpserver.NewREST(h, log), Grace: besideGrace, Log: log}.Start(e.ln, "the pages and photos"),
	}, e.stop...)
}

// admits reports whether a request shows a valid key. Its path still begins with the path of
// the server's address.
func (e *embedded) admits(r *http.Request) bool {
	path, ok := strings.CutPrefix(r.URL.Path, e.base.Path)
	if !ok {
		return false
	}
	below, at := *r, *r.URL
	at.Path, below.URL = path, &at
	return e.site.Admits(&below)
}

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

// close ends everything, and then closes the folder and the database.
func (e *embedded) close() {
	for _, stop := range e.stop {
		stop()
	}
	if e.media != nil {
		_ = e.media.Close() // everything in it is on the disk already
	}
	if e.db != nil {
		if err := e.db.Close(); err != nil {
			e.log.Warn().Err(err).Msg("the database did not close cleanly")
		}
	}
}

// uploads carries requests below base, which the site has signed, in process and not through a
// proxy or a tunnel.
type uploads struct {
	next http.RoundTripper
	base string
}

// RoundTrip refuses addresses that are not below base.
func (i uploads) RoundTrip(req *http.Request) (*http.Response, error) {
	rest, ok := strings.CutPrefix(req.URL.String(), i.base)
	u, err := url.Parse(embeddedURL + "/" + rest)
	if !ok || err != nil {
		if req.Body != nil {
			_ = req.Body.Close()
		}
		return nil, errors.Join(errors.New("the address is not one of this server"), err)
	}
	again := req.Clone(req.Context())
	again.URL, again.Host = u, ""
	return i.next.RoundTrip(again)
}

// listenBeside listens on the port that the program had before, so that links to pages keep
// working, or on another if a second program on the same directory has it.
func listenBeside(ctx context.Context, dir string, log zerolog.Logger) (net.Listener, error) {
	const loopback = "127.0.0.1"
	var lc net.ListenConfig
	path := filepath.Join(dir, "port")
	port, known := keptPort(path)
	if known {
		if ln, err := lc.Listen(ctx, "tcp", net.JoinHostPort(loopback, port)); err == nil {
			return ln, nil
		}
	}
	ln, err := lc.Listen(ctx, "tcp", net.JoinHostPort(loopback, "0"))
	if err != nil {
		return nil, fmt.Errorf("listen for the pages and photos: %w", err)
	}
	if known {
		log.Info().Str("port", port).Msg("another program listens on the port of the pages and photos; this time they have another")
	} else if err := keepPort(path, ln.Addr().(*net.TCPAddr).Port); err != nil {
		log.Warn().Err(err).Msg("the port of the pages and photos can't be kept: their addresses will change with the next start")
	}
	return ln, nil
}

// keptPort reads the port. A file without a port counts as no file.
func keptPort(path string) (port string, ok bool) {
	text, _ := os.ReadFile(path) //nolint:gosec // in the program's own directory
	port = strings.TrimSpace(string(text))
	n, err := strconv.ParseUint(port, 10, 16)
	return port, err == nil && n > 0
}

// keepPort writes the port, unless another program has just written one.
func keepPort(path string, port int) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	if _, ok := keptPort(path); !ok {
		_ = os.Remove(path) // it holds no port, or is not there
	}
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600) //nolint:gosec // in the program's own directory
	if errors.Is(err, fs.ErrExist) {
		return nil
	}
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(f, port)
	return errors.Join(err, f.Close())
}
