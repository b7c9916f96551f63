package main

import (
	"context"
	"fmt"
	"net/http/cookiejar"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/rs/zerolog"

	"github.com/mcp-adapters/mcp-adapters/appbuilder/store"
	"github.com/mcp-adapters/mcp-adapters/bench/drive"
	"github.com/mcp-adapters/mcp-adapters/bench/shelf"
)

// builderPart is the part that measures app-builder.
const builderPart = "builder"

const (
	apps        = "app-builder"
	emptyServer = "an empty Go server"

	fewApps, someApps = 10, 100 // published; many are b.apps
)

// builder compares app-builder with a handler that writes the same bytes, with the server of
// the official TypeScript SDK, and with itself: with few apps and with many, with silent
// streams and without, on one process and on two.
type builder struct {
	*bench

	program, floor, empty, recipes contestant
	node                           *contestant // nil where it can't be had
	replicas                       string      // URL of the database that they share; "": there is no server for it
	endServer                      func()
}

func (b *bench) buildBuilder(ctx context.Context) (*builder, error) {
	a := &builder{bench: b, endServer: func() {}}
	for _, c := range []struct {
		into         *contestant
		name, source string
	}{
		{&a.program, apps, "cmd/app-builder"}, {&a.floor, leastBytes, "bench/portfoliofloor"},
		{&a.empty, emptyServer, "bench/emptyserver"}, {&a.recipes, ours, "cmd/recipe-mcp"},
	} {
		b.say("building %s", c.source)
		args, err := b.goBuild(ctx, c.source)
		if err != nil {
			return nil, fmt.Errorf("build %s: %w", c.name, err)
		}
		*c.into = contestant{c.name, args}
	}
	for _, n := range []int{fewApps, someApps, b.apps} {
		b.say("publishing %d apps", n)
		db := store.SQLite(filepath.Join(a.directory(n), "app.db"), zerolog.Nop())
		if err := shelf.Fill(ctx, db, n); err != nil {
			return nil, fmt.Errorf("publish %d apps: %w", n, err)
		}
		if err := db.Close(); err != nil {
			return nil, err
		}
	}
	if err := os.CopyFS(a.twin(), os.DirFS(a.directory(someApps))); err != nil {
		return nil, err
	}
	if err := a.shareServer(ctx); err != nil {
		b.say("two processes on PostgreSQL are left out: %v", err)
	}
	if !b.runs(nodeSDK) {
		return a, ctx.Err()
	}
	args, err := b.nodeInstall(ctx, "bench/node")
	if err != nil {
		b.say("the TypeScript SDK is left out: %v", err)
		return a, ctx.Err()
	}
	a.node = &contestant{nodeSDK, []string{args[0], "--expose-gc", filepath.Join(filepath.Dir(args[1]), "http.mjs")}}
	return a, ctx.Err()
}

// directory is where the program keeps n apps.
func (a *builder) directory(n int) string { return filepath.Join(a.dir, fmt.Sprintf("builder-%d", n)) }

// twin is a copy of the directory with some apps, for a second process.
func (a *builder) twin() string { return a.directory(someApps) + "-twin" }

func (a *builder) environment(more ...string) []string {
	return append([]string{"PATH=" + os.Getenv("PATH"), "HOME=" + a.dir, "LOG_LEVEL=warn"}, more...)
}

// served is app-builder with published apps.
type served struct {
	*drive.Web
	metrics string // address
}

// serve starts app-builder on n apps, or on what more says.
func (a *builder) serve(ctx context.Context, n int, more ...string) (*served, error) {
	address, err := freeAddr(ctx)
	if err != nil {
		return nil, err
	}
	metrics, err := freeAddr(ctx)
	if err != nil {
		return nil, err
	}
	env := a.environment(append([]string{"HTTP_ADDR=" + address, "METRICS_ADDR=" + metrics, "RATE_LIMITS=off", "DATA_DIR=" + a.directory(n)}, more...)...)
	web, err := drive.StartWebOn(ctx, drive.Command{Args: a.program.args, Env: env}, address, shelf.Path(1))
	return &served{web, metrics}, err
}

// visit serves some apps, and returns a maker's browser there too.
func (a *builder) visit(ctx context.Context) (*served, *making, error) {
	jar, err := cookiejar.New(nil)
	if err != nil {
		return nil, nil, err
	}
	web, err := a.serve(ctx, someApps)
	if err != nil {
		return nil, nil, err
	}
	return web, &making{ctx, "http://" + web.Host(), jar}, nil
}

// run measures one round.
func (a *builder) run(ctx context.Context, round int) error {
	ctx, cancel := context.WithTimeout(ctx, processLimit)
	defer cancel()
	for _, part := range []func(context.Context) error{a.compare, a.scale, a.idleStreams, a.share, a.coldStarts} {
		if err := part(ctx); err != nil {
			return err
		}
	}
	if round > 0 {
		return nil
	}
	return a.weigh(ctx)
}

// compare measures one process by itself, and beside others that answer the same.
func (a *builder) compare(ctx context.Context) error {
	web, m, err := a.visit(ctx)
	if err != nil {
		return err
	}
	defer web.Kill()
	for _, part := range []func(*served, *making) error{
		func(*served, *making) error { return a.toolCalls(ctx, web, m) },
		func(*served, *making) error { return a.progress(web) },
		func(*served, *making) error { return a.pages(m) },
		func(*served, *making) error { return a.makes(m) },
	} {
		if err := part(web, m); err != nil {
			return err
		}
	}
	return nil
}

// builderGoals are those of app-builder.
func (b *bench) builderGoals() []goal {
	r := b.results
	const ms, kib = float64(time.Millisecond), float64(1 << 10)
	many := published(b.apps)
	return []goal{
		{"calls/s, " + appCell + ", to the bytes alone", r.ratio(appCell, apps, callsPerSecond, leastBytes), 0.3, true, ""},
		{"calls/s, " + appCell + ", to the TypeScript SDK", r.ratio(appCell, apps, callsPerSecond, nodeSDK), 3, true, ""},
		{"p99, " + scaleCell + ": " + many + " to " + published(fewApps), r.ratio(scaleCell, many, p99, published(fewApps)), 1.3, false, ""},
		{"peak memory, " + scaleCell + ": " + many + " to " + published(someApps), r.ratio(scaleCell, many, peakMemory, published(someApps)), 1.3, false, ""},
		{"p50, " + progressCell + ", with progress to without", r.ratio(progressCell, withProgress, p50, without), 2, false, ""},
		{"requests/s, " + pageCell + ", 304 to 200", r.ratio(pageCell, notModified, callsPerSecond, whole), 1.5, true, ""},
		{fmt.Sprintf("p99 of calls with %d idle streams of app-builder to that without", b.streams), r.ratio(watchCell, withStreams, p99, noStreams), 1.2, false, ""},
		{"CPU per call, " + shareCell + ": two processes to one", r.ratio(shareCell, twoProcesses, cpuPerCall, oneProcess), 1.1, false, ""},
		// A sixtieth and an eighth of what the original had for goals.
		{"p95, an app by rules", r.median(makeCell, generates, slowestOf) / ms, 500, false, " ms"},
		{"p95, a change by rules", r.median(makeCell, changes, slowestOf) / ms, 250, false, " ms"},
		{"start to first answer, to an empty Go server", r.ratio(firstCell, apps, untilFirst, emptyServer), 3, false, ""},
		{"weight of the component, compressed", r.median(weightCell, theComponent, packedSize) / kib, 32, false, " KiB"},
		{"weight of the editor's scripts and styles, compressed", r.median(weightCell, theEditor, packedSize) / kib, 120, false, " KiB"},
	}
}

// builderTables prints what was measured.
func (b *bench) builderTables(t *strings.Builder) {
	mebibytes := func(v float64) string { return fmt.Sprintf("%.1f MiB", v/(1<<20)) }
	calls := []column{{callsPerSecond, plain, true}, {p50, microseconds, false}, {p99, microseconds, true}, {cpuPerCall, microseconds, true}}
	b.tableOf(t, appCell, []string{leastBytes, apps, nodeSDK}, leastBytes, calls)
	b.tableOf(t, progressCell, []string{without, withProgress}, without, []column{{p50, microseconds, true}})
	b.tableOf(t, pageCell, []string{whole, notModified}, whole, []column{{callsPerSecond, plain, true}})
	sizes := []string{published(fewApps), published(someApps), published(b.apps), published(b.apps) + eachTime}
	b.tableOf(t, scaleCell, sizes, published(fewApps), calls)
	b.tableOf(t, scaleCell, sizes[1:3], published(someApps), []column{{peakMemory, mebibytes, true}})
	b.tableOf(t, watchCell, []string{noStreams, withStreams}, noStreams, append(calls, column{perStream, kibibytes, false}))
	b.tableOf(t, shareCell, []string{oneProcess, twoProcesses}, oneProcess, calls)
	b.tableOf(t, makeCell, []string{generates, changes}, generates, []column{{slowestOf, milliseconds, true}})
	b.tableOf(t, firstCell, []string{emptyServer, apps, ours}, emptyServer, []column{{untilFirst, milliseconds, true}})
	b.tableOf(t, weightCell, []string{theComponent, theEditor, theProgram}, theComponent, []column{{wholeSize, kibibytes, false}, {packedSize, kibibytes, false}})
}
