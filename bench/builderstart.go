package main

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"time"

	"github.com/mcp-adapters/mcp-adapters/bench/drive"
)

const (
	firstCell  = "app builder: start"
	untilFirst = "exec to first answer"

	weightCell   = "app builder: weights"
	theComponent = "component"
	theEditor    = "scripts and styles of the editor"
	theProgram   = "program"
	wholeSize    = "as it is"
	packedSize   = "compressed"
)

// coldStarts measures the time until a server answers, with what it keeps there already.
func (a *builder) coldStarts(ctx context.Context) error {
	start := func(c contestant, more ...string) func() (float64, error) {
		return func() (float64, error) {
			address, err := freeAddr(ctx)
			if err != nil {
				return 0, err
			}
			took, err := firstAnswer(ctx, drive.Command{Args: c.args, Env: a.environment(append(more, "HTTP_ADDR="+address)...)}, address)
			return float64(took), err
		}
	}
	return a.alternate(firstCell, untilFirst, a.starts,
		side{apps, start(a.program, "DATA_DIR="+a.directory(someApps))},
		side{emptyServer, start(a.empty)},
		side{ours, start(a.recipes, "AUTH=none", "DATABASE_URL=sqlite:"+filepath.Join(a.dir, "builder-start.db"))})
}

// firstAnswer is the time from exec until the server at address says that it is well.
func firstAnswer(ctx context.Context, c drive.Command, address string) (time.Duration, error) {
	began := time.Now()
	p, err := drive.Start(ctx, c)
	if err != nil {
		return 0, err
	}
	defer p.Kill()
	for {
		conn, err := new(net.Dialer).DialContext(ctx, "tcp", address)
		if err != nil {
			select {
			case <-ctx.Done():
				return 0, err
			case <-time.After(100 * time.Microsecond):
			}
			continue
		}
		defer func() { _ = conn.Close() }()
		if _, err := io.WriteString(conn, "GET /healthz HTTP/1.1\r\nHost: "+address+"\r\n\r\n"); err != nil {
			return 0, err
		}
		response, err := http.ReadResponse(bufio.NewReader(conn), nil)
		took := time.Since(began)
		if err != nil {
			return 0, err
		}
		defer func() { _ = response.Body.Close() }()
		if response.StatusCode != http.StatusOK {
			err = fmt.Errorf("status %d", response.StatusCode)
		}
		return took, err
	}
}

var assets = regexp.MustCompile(`/assets/[^"]+\.(?:js|css)`)

// weigh measures what browsers and hosts have to load, and the program file.
func (a *builder) weigh(ctx context.Context) error {
	web, m, err := a.visit(ctx)
	if err != nil {
		return err
	}
	defer web.Kill()
	page, err := m.component()
	if err != nil {
		return err
	}
	a.weight(theComponent, page)
	home, _, err := m.ask(http.MethodGet, "/", nil)
	if err != nil {
		return err
	}
	var editor []byte
	for _, path := range assets.FindAllString(string(home), -1) {
		text, _, err := m.ask(http.MethodGet, path, nil)
		if err != nil {
			return err
		}
		editor = append(editor, text...)
	}
	a.weight(theEditor, editor)
	program, err := os.ReadFile(a.program.args[0])
	if err == nil {
		a.weight(theProgram, program)
	}
	return err
}

func (a *builder) weight(name string, text []byte) {
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	_, _ = w.Write(text) // memory takes it
	_ = w.Close()
	a.results.add(weightCell, name, wholeSize, float64(len(text)))
	a.results.add(weightCell, name, packedSize, float64(packed.Len()))
}
