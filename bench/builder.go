package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/cookiejar"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"mcp-adapters/bench/drive"
	"mcp-adapters/bench/figures"
)

// builderPart is the part that measures app-builder.
const builderPart = "builder"

const (
	apps = "app-builder"

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

	medianCall = "p50"
	slowestOf  = "p95"
)

// builder compares app-builder with a handler that writes the same bytes, and with the server of
// the official TypeScript SDK.
type builder struct {
	*bench

	program, floor contestant
	node           *contestant // nil where it can't be had
}

func (b *bench) buildBuilder(ctx context.Context) (*builder, error) {
	a := &builder{bench: b}
	for _, c := range []struct {
		into         *contestant
		name, source string
	}{{&a.program, apps, "cmd/app-builder"}, {&a.floor, leastBytes, "bench/portfoliofloor"}} {
		b.say("building %s", c.source)
		args, err := b.goBuild(ctx, c.source)
		if err != nil {
			return nil, fmt.Errorf("build %s: %w", c.name, err)
		}
		*c.into = contestant{c.name, args}
	}
	if !b.runs(nodeSDK) {
		return a, nil
	}
	args, err := b.nodeInstall(ctx, "bench/node")
	if err != nil {
		b.say("the TypeScript SDK is left out: %v", err)
		return a, ctx.Err()
	}
	a.node = &contestant{nodeSDK, []string{args[0], "--expose-gc", filepath.Join(filepath.Dir(args[1]), "http.mjs")}}
	return a, nil
}

// run measures one round, on a database of its own.
func (a *builder) run(ctx context.Context, round int) (err error) {
	ctx, cancel := context.WithTimeout(ctx, processLimit)
	defer cancel()
	address, err := freeAddr(ctx)
	if err != nil {
		return err
	}
	env := []string{"PATH=" + os.Getenv("PATH"), "HOME=" + a.dir, "LOG_LEVEL=warn"}
	m := &making{ctx: ctx, base: "http://" + address}
	if m.jar, err = cookiejar.New(nil); err != nil {
		return err
	}
	command := drive.Command{Args: a.program.args, Env: append(slices.Clone(env),
		"HTTP_ADDR="+address, "RATE_LIMITS=off", "DATA_DIR="+filepath.Join(a.dir, fmt.Sprintf("builder-%d", round)))}
	web, err := drive.StartWebOn(ctx, command, address, "/servers/bench/mcp", m.publish)
	if err != nil {
		return err
	}
	defer web.Kill()
	contestants := []webSide{{apps, web, true}}
	result, structured, err := m.result()
	if err != nil {
		return err
	}
	file := filepath.Join(a.dir, "builder-result.json")
	if err := os.WriteFile(file, result, 0o600); err != nil {
		return err
	}
	least, err := startAt(ctx, drive.Command{Args: append(slices.Clone(a.floor.args), "http"), Env: append(slices.Clone(env), "RESULT="+file)})
	if err != nil {
		return err
	}
	defer least.Kill()
	contestants = append(contestants, webSide{leastBytes, least, true})
	if a.node != nil {
		node, err := drive.StartWeb(ctx, drive.Command{Args: a.node.args, Env: append(slices.Clone(env), "ANSWER="+string(structured))})
		if err != nil {
			return err
		}
		defer node.Kill()
		contestants = append(contestants, webSide{nodeSDK, node, false})
	}
	return errors.Join(a.toolCalls(contestants), a.progress(web), a.pages(m), a.makes(m))
}

// webSide is a server and whether its tool is that of an app.
type webSide struct {
	name string
	web  *drive.Web
	app  bool
}

var tableTool = drive.Tool{Name: "get_products", Arguments: []string{`{"message":"what is there?"}`}}

func (a *builder) toolCalls(contestants []webSide) error {
	var sides []side
	for _, c := range contestants {
		load := drive.WebLoad{Era: drive.Handshake, Window: 16, For: spell}
		if c.app {
			load.Tool, load.Prose = tableTool, true
		}
		sides = append(sides, side{c.name, func() (float64, error) {
			s, err := c.web.Run(load)
			return float64(s.Calls) / s.Took.Seconds(), err
		}})
	}
	return a.alternate(appCell, callsPerSecond, a.turns(), sides...)
}

// progress compares calls that ask for progress, which are answered by a stream, with others.
func (a *builder) progress(web *drive.Web) error {
	of := func(name string, tool drive.Tool) side {
		return side{name, func() (float64, error) {
			s, err := web.Run(drive.WebLoad{Era: drive.Handshake, Tool: tool, Prose: true, Window: 1, For: spell})
			return float64(figures.Percentile(s.Latencies, 50)), err
		}}
	}
	return a.alternate(progressCell, medianCall, a.turns(), of(withProgress, withMeta(tableTool, `{"progressToken":7}`)), of(without, tableTool))
}

// pages compares requests for the page of an app that is known already with the first ones.
func (a *builder) pages(m *making) error {
	const page = "/servers/bench/ui/table.html"
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

// making is a maker with a browser.
type making struct {
	ctx  context.Context
	base string
	jar  http.CookieJar
}

type answered struct {
	status int
	body   []byte
}

func (m *making) ask(method, path string, body any, header ...string) ([]byte, http.Header, error) {
	got, h, err := m.askFor(method, path, body, header...)
	if err == nil && got.status/100 != 2 {
		err = fmt.Errorf("%s %s: status %d: %.300s", method, path, got.status, got.body)
	}
	return got.body, h, err
}

func (m *making) askFor(method, path string, body any, header ...string) (got answered, h http.Header, err error) {
	var text []byte
	if body != nil {
		if text, err = json.Marshal(body); err != nil {
			return got, nil, err
		}
	}
	request, err := http.NewRequestWithContext(m.ctx, method, m.base+path, strings.NewReader(string(text)))
	if err != nil {
		return got, nil, err
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Accept", "application/json, text/event-stream")
	if method == http.MethodPost && strings.HasPrefix(path, "/api/") {
		request.Header.Set("Accept", "application/json")
	}
	for i := 0; i < len(header); i += 2 {
		request.Header.Set(header[i], header[i+1])
	}
	response, err := (&http.Client{Jar: m.jar}).Do(request)
	if err != nil {
		return got, nil, err
	}
	defer func() { _ = response.Body.Close() }()
	got.status = response.StatusCode
	got.body, err = io.ReadAll(response.Body)
	return got, response.Header, err
}

// publish publishes an app of a table with 20 rows as bench.
func (m *making) publish() error {
	if _, _, err := m.ask(http.MethodPost, "/api/generate", map[string]string{"prompt": "Show products in a table"}); err != nil {
		return err
	}
	rows := make([]map[string]any, 20)
	for i := range rows {
		rows[i] = map[string]any{"name": fmt.Sprintf("Widget %d", i), "price": 9.5 + float64(i), "stock": i * 3}
	}
	data := map[string]any{"type": "table", "rows": rows, "columns": []map[string]string{
		{"key": "name", "header": "Name", "type": "text"}, {"key": "price", "header": "Price", "type": "number"}, {"key": "stock", "header": "Stock", "type": "number"},
	}}
	if _, _, err := m.ask(http.MethodPatch, "/api/apps/"+m.current(), map[string]any{"mockData": data}, "If-Match", "*"); err != nil {
		return err
	}
	_, _, err := m.ask(http.MethodPost, "/api/publish", map[string]string{"slug": "bench", "toolName": tableTool.Name, "toolDescription": "Returns the products."})
	return err
}

// current is the id of the maker's current app, or "".
func (m *making) current() string {
	body, _, err := m.ask(http.MethodGet, "/api/current", nil)
	var app struct{ ID string }
	if err != nil || json.Unmarshal(body, &app) != nil {
		return ""
	}
	return app.ID
}

// result is what the tool of the app answers, and the part of it that is data.
func (m *making) result() (result, structured []byte, err error) {
	body, _, err := m.ask(http.MethodPost, "/servers/bench/mcp", map[string]any{
		"jsonrpc": "2.0", "id": 1, "method": "tools/call",
		"params": map[string]any{"name": tableTool.Name, "arguments": json.RawMessage(tableTool.Arguments[0])},
	})
	if err != nil {
		return nil, nil, err
	}
	var message struct{ Result json.RawMessage }
	var part struct{ StructuredContent json.RawMessage }
	if err := errors.Join(json.Unmarshal(body, &message), json.Unmarshal(message.Result, &part)); err != nil {
		return nil, nil, fmt.Errorf("%w: %.300s", err, body)
	}
	return message.Result, part.StructuredContent, nil
}

// builderGoals are those of app-builder.
func (b *bench) builderGoals() []goal {
	r := b.results
	const ms = float64(time.Millisecond)
	return []goal{
		{"calls/s, " + appCell + ", to the bytes alone", r.ratio(appCell, apps, callsPerSecond, leastBytes), 0.3, true, ""},
		{"calls/s, " + appCell + ", to the TypeScript SDK", r.ratio(appCell, apps, callsPerSecond, nodeSDK), 3, true, ""},
		{"p50, " + progressCell + ", with progress to without", r.ratio(progressCell, withProgress, medianCall, without), 2, false, ""},
		{"requests/s, " + pageCell + ", 304 to 200", r.ratio(pageCell, notModified, callsPerSecond, whole), 1.5, true, ""},
		// A sixtieth and an eighth of what the original had for goals.
		{"p95, an app by rules", r.median(makeCell, generates, slowestOf) / ms, 500, false, " ms"},
		{"p95, a change by rules", r.median(makeCell, changes, slowestOf) / ms, 250, false, " ms"},
	}
}

// builderTables prints what was measured.
func (b *bench) builderTables(t *strings.Builder) {
	b.tableOf(t, appCell, []string{leastBytes, apps, nodeSDK}, leastBytes, []column{{callsPerSecond, plain, true}})
	b.tableOf(t, progressCell, []string{without, withProgress}, without, []column{{medianCall, microseconds, true}})
	b.tableOf(t, pageCell, []string{whole, notModified}, whole, []column{{callsPerSecond, plain, true}})
	b.tableOf(t, makeCell, []string{generates, changes}, generates, []column{{slowestOf, milliseconds, true}})
}
