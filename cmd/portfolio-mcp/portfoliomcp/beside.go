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
	"time"

	"github.com/rs/zerolog"

	"github.com/mcp-adapters/mcp-adapters/internal/httpserver"
	"github.com/mcp-adapters/mcp-adapters/mcp/streamhttp"
)

const (
	portFile    = "port"
	besideGrace = 5 * time.Second // for requests in flight, when the program ends
	loopback    = "127.0.0.1"
)

// listenBeside listens on the port of this computer that the program had before, or on
// another if that is taken: by a second program on the same directory, for one. The first
// port is kept there, so that links to pages go on working.
func listenBeside(ctx context.Context, dir string, log zerolog.Logger) (net.Listener, error) {
	var lc net.ListenConfig
	path := filepath.Join(dir, portFile)
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
		log.Info().Str("port", port).Msg("another program listens on the port that pages and photos are served at; this time they have another")
		return ln, nil
	}
	if err := keepPort(path, ln.Addr().(*net.TCPAddr).Port); err != nil {
		log.Warn().Err(err).Msg("the port of the pages and photos can't be kept: their addresses will be others after the next start")
	}
	return ln, nil
}

// keptPort reads the port; a file that has none is as good as no file.
func keptPort(path string) (port string, ok bool) {
	text, err := os.ReadFile(path) //nolint:gosec // in the program's own directory
	if err != nil {
		return "", false
	}
	port = strings.TrimSpace(string(text))
	n, err := strconv.ParseUint(port, 10, 16)
	return port, err == nil && n > 0
}

// keepPort writes the port, unless another program has written one just now.
func keepPort(path string, port int) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600) //nolint:gosec // in the program's own directory
	if errors.Is(err, fs.ErrExist) {
		if _, ok := keptPort(path); ok {
			return nil
		}
		f, err = os.OpenFile(path, os.O_WRONLY|os.O_TRUNC, 0o600) //nolint:gosec // likewise; it holds no port
	}
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(f, port)
	return errors.Join(err, f.Close())
}

// serveBeside serves h on ln until stop is called. Only this computer is listened to; whoever
// passes its requests on does so under the name in public.
func serveBeside(ln net.Listener, h http.Handler, public *url.URL, log zerolog.Logger) (stop func()) {
	log = log.Level(zerolog.WarnLevel)
	return httpserver.Server{
		HTTP: httpserver.NewREST(streamhttp.Hosts(h, false, public.Hostname()), log), Grace: besideGrace, Log: log,
	}.Start(ln, "the pages and photos")
}
