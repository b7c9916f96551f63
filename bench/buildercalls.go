package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/mcp-adapters/mcp-adapters/bench/drive"
	"github.com/mcp-adapters/mcp-adapters/bench/figures"
	"github.com/mcp-adapters/mcp-adapters/bench/shelf"
)

const (
	appCell      = "app builder: tools/call of a table with 20 rows, 16 in flight"
	progressCell = "app builder: the same, 1 in flight"
	pageCell     = "app builder: the page of an app"
	makeCell     = "app builder: an app and a change, by rules"

	withProgress = "with progress"
	without      = "without"
	notModified  = "304"
	whole        = "200"
	generates    = "generate"
	changes      = "chat"

	slowestOf = "p95"
)

var tableTool = drive.Tool{Name: shelf.Tool, Arguments: []string{`{"message":"what is there?"}`}}

// appLoad are calls of apps, of the server's own where no paths are given.
func appLoad(window int, d time.Duration, paths ...string) drive.WebLoad {
	return drive.WebLoad{Era: drive.Handshake, Tool: tableTool, Prose: true, Window: window, For: d, Paths: paths}
}

// toolCalls compares a process with a handler that writes the same bytes, and with another
// server that has the same data.
func (a *builder) toolCalls(ctx context.Context, web *served, m *making) error {
	result, structured, err := m.result()
	if err != nil {
		return err
	}
	file := filepath.Join(a.dir, "builder-result.json")
	if err := os.WriteFile(file, result, 0o600); err != nil {
		return err
	}
	least, err := startAt(ctx, drive.Command{Args: append(slices.Clone(a.floor.args), "http"), Env: a.environment("RESULT=" + file)})
	if err != nil {
		return err
	}
	defer least.Kill()
	t := tallies{}
	sides := []side{t.side(apps, web.Web, appLoad(16, spell)), t.side(leastBytes, least, appLoad(16, spell))}
	if a.node != nil {
		node, err := drive.StartWeb(ctx, drive.Command{Args: a.node.args, Env: a.environment("ANSWER=" + string(structured))})
		if err != nil {
			return err
		}
		defer node.Kill()
		sides = append(sides, t.side(nodeSDK, node, drive.WebLoad{Era: drive.Handshake, Window: 16, For: spell}))
	}
	if err := a.alternate(appCell, callsPerSecond, a.turns(), sides...); err != nil {
		return err
	}
	a.recordAll(appCell, t)
	return nil
}

// progress compares calls that ask for progress, which are answered by a stream, with others.
func (a *builder) progress(web *served) error {
	of := func(name string, tool drive.Tool) side {
		return side{name, func() (float64, error) {
			load := appLoad(1, spell)
			load.Tool = tool
			s, err := web.Run(load)
			return float64(figures.Percentile(s.Latencies, 50)), err
		}}
	}
	return a.alternate(progressCell, p50, a.turns(), of(withProgress, withMeta(tableTool, `{"progressToken":7}`)), of(without, tableTool))
}

// pages compares requests for the page of an app that is known already with the first ones.
func (a *builder) pages(m *making) error {
	const page = "/servers/app-00001/ui/table.html"
	_, header, err := m.ask(http.MethodGet, page, nil)
	if err != nil {
		return err
	}
	of := func(name string, status int, tag string) side {
		return side{name, func() (float64, error) {
			n, began := 0, time.Now()
			for ; time.Since(began) < spell; n++ {
				if got, _, err := m.askFor(http.MethodGet, page, nil, "If-None-Match", tag); err != nil || got.status != status {
					return 0, errors.Join(err, fmt.Errorf("status %d", got.status))
				}
			}
			return float64(n) / time.Since(began).Seconds(), nil
		}}
	}
	return a.alternate(pageCell, callsPerSecond, a.turns(), of(notModified, http.StatusNotModified, header.Get("ETag")), of(whole, http.StatusOK, ""))
}

// makes measures how long people wait for the rules.
func (a *builder) makes(m *making) error {
	times := map[string][]time.Duration{}
	for range 20 {
		for _, step := range []struct{ name, path, member, text string }{
			{generates, "/api/generate", "prompt", "Show order history in a table"},
			{changes, "/api/chat", "message", "change the primary color to blue"},
		} {
			began := time.Now()
			if _, _, err := m.ask(http.MethodPost, step.path, map[string]string{step.member: step.text}); err != nil {
				return err
			}
			times[step.name] = append(times[step.name], time.Since(began))
		}
		if _, _, err := m.ask(http.MethodDelete, "/api/apps/"+m.current(), nil); err != nil {
			return err
		}
	}
	for name, took := range times {
		a.results.add(makeCell, name, slowestOf, float64(figures.Percentile(took, 95)))
	}
	return nil
}
