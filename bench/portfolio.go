package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/mcp-adapters/mcp-adapters/bench/drive"
	"github.com/mcp-adapters/mcp-adapters/bench/figures"
	"github.com/mcp-adapters/mcp-adapters/bench/folio"
)

// portfolioPart is the part that measures portfolio-mcp.
const portfolioPart = "portfolio"

const (
	theirs     = "portfolio-mcp"
	leastBytes = "the bytes alone"

	statusCell  = "portfolio: get_project_status "
	listingCell = "portfolio: list_projects of 50"
	uploadCell  = "portfolio: uploads of a photo, 4 in flight"
	coldCell    = "portfolio: cold start"

	bytesPerSecond = "bytes/s"
)

// A backing is where a project comes from.
type backing struct {
	name string
	api  bool // else it is kept here
	anew bool // no call finds what the one before found
}

var (
	fromAPI    = backing{"of an API", true, false}
	fromSQLite = backing{"kept here", false, false}
	backings   = []backing{fromAPI, fromSQLite}
	// Over pipes alone, and without a goal.
	anewBackings = []backing{{"of an API, changed each time", true, true}, {"kept here, another each time", false, true}}
)

// statusName names a cell.
func statusName(over string, from backing, window int) string {
	return fmt.Sprintf("%s%s, %s, %d in flight", statusCell, from.name, over, window)
}

// portfolio compares portfolio-mcp with the least that does the same, in many short turns:
// of two processes that live side by side one works at a time, so that what else the
// machine does hits both.
type portfolio struct {
	*bench

	program, floor, recipes contestant
	small, large            folio.Folio // with 100 projects, and with many
	apiBytes, resultBytes   string      // files: what the API answers, and the result of the call
}

// turns is how often each of two contestants works in a round.
func (b *bench) turns() int { return max(3, int(b.cell/(200*time.Millisecond))) }

// spell is how long one works in a turn.
const spell = 60 * time.Millisecond

// buildPortfolio builds what is compared, and fills the databases.
func (b *bench) buildPortfolio(ctx context.Context) (*portfolio, error) {
	p := &portfolio{bench: b}
	for _, c := range []struct {
		into         *contestant
		name, source string
	}{
		{&p.program, theirs, "cmd/portfolio-mcp"}, {&p.floor, floor, "bench/portfoliofloor"}, {&p.recipes, ours, "cmd/recipe-mcp"},
	} {
		b.say("building %s", c.source)
		args, err := b.goBuild(ctx, c.source)
		if err != nil {
			return nil, fmt.Errorf("build %s: %w", c.name, err)
		}
		*c.into = contestant{c.name, args}
	}
	p.small, p.large = folio.Folio{Projects: 100}, folio.Folio{Projects: b.projects}
	for _, f := range []*folio.Folio{&p.small, &p.large} {
		b.say("filling a portfolio with %d projects", f.Projects)
		f.Dir = filepath.Join(b.dir, fmt.Sprintf("portfolio-%d", f.Projects))
		if err := f.Fill(ctx); err != nil {
			return nil, fmt.Errorf("fill a portfolio: %w", err)
		}
	}
	return p, p.prepare(ctx)
}

// run measures one round.
func (p *portfolio) run(ctx context.Context, round int) error {
	for _, from := range slices.Concat(backings, anewBackings) {
		if err := p.status(ctx, from); err != nil {
			return err
		}
	}
	for _, part := range []func(context.Context, int) error{p.listing, p.uploads, p.cold} {
		if err := part(ctx, round); err != nil {
			return err
		}
	}
	return nil
}

// settings are the environment of a program on a folio.
func (p *portfolio) settings(c contestant, f folio.Folio, more ...string) drive.Command {
	return drive.Command{Args: c.args, Env: append([]string{
		"PATH=" + os.Getenv("PATH"), "HOME=" + p.dir, "DATA_DIR=" + f.Dir, "PORTFOLIO_EMAIL=" + f.Email(), "LOG_LEVEL=warn",
		"RESULT=" + p.resultBytes,
	}, more...)}
}

// job is the floor with a job of its own.
func (p *portfolio) job(job string) contestant {
	return contestant{p.floor.name, append(append([]string{}, p.floor.args...), job)}
}

// side is one of two processes that take turns.
type side struct {
	name string
	work func() (float64, error)
}

// alternate has two work in turns, and records what each turn of each came to.
func (b *bench) alternate(cell, measure string, turns int, sides ...side) error {
	for turn := range turns + 1 {
		for i := range sides {
			s := sides[(i+turn)%len(sides)]
			value, err := s.work()
			if err != nil {
				return fmt.Errorf("%s: %s: %w", cell, s.name, err)
			}
			if turn > 0 { // the first one warms up
				b.results.add(cell, s.name, measure, value)
			}
		}
	}
	return nil
}

// status measures the call over pipes and over HTTP.
func (p *portfolio) status(ctx context.Context, from backing) error {
	ctx, cancel := context.WithTimeout(ctx, processLimit)
	defer cancel()
	program, least := []string{}, []string{}
	if from.api {
		api, stop, err := p.serveAPI(ctx, from.anew)
		if err != nil {
			return err
		}
		defer stop()
		program = []string{"API_BASE_URL=http://" + api, "API_TOKEN=bench"}
		least = []string{"API_BASE_URL=http://" + api + "/api/projects/" + p.small.Project}
	} else {
		least = []string{"DATABASE=" + p.small.File(), "CONTRACTOR=" + p.small.Contractor, "PROJECT=" + p.small.Project}
	}
	tool := drive.Tool{Name: "get_project_status", Arguments: []string{`{"project_id":"` + p.small.Project + `"}`}}
	if from.anew && !from.api {
		tool.Arguments = nil
		for _, id := range p.small.Shown {
			tool.Arguments = append(tool.Arguments, `{"project_id":"`+id+`"}`)
		}
	}
	if err := p.overPipes(ctx, from, tool, program, least); err != nil || from.anew {
		return err
	}
	return p.overHTTP(ctx, from, tool, program, least)
}

func (p *portfolio) overPipes(ctx context.Context, from backing, tool drive.Tool, program, least []string) error {
	contestants := []entry{{theirs, p.settings(p.program, p.small, program...)}, {floor, p.settings(p.job("stdio"), p.small, least...)}}
	if from == fromSQLite {
		contestants = append(contestants, entry{leastBytes, p.settings(p.job("stdio"), p.small)})
	}
	for _, window := range []int{1, 16} {
		cell := statusName("over stdio", from, window)
		var sides []side
		for _, e := range contestants {
			process, err := drive.Start(ctx, e.command)
			if err != nil {
				return err
			}
			defer process.Kill()
			if _, err := process.Initialize(); err != nil {
				return err
			}
			sum := &tally{}
			defer func() { p.record(cell, e.name, sum) }()
			sides = append(sides, side{e.name, func() (float64, error) {
				return sum.rate(process.Run(drive.Load{Tool: tool, Window: window, For: spell, Calls: window}))
			}})
		}
		if err := p.alternate(cell, callsPerSecond, p.turns(), sides...); err != nil {
			return err
		}
	}
	return nil
}

func (p *portfolio) overHTTP(ctx context.Context, from backing, tool drive.Tool, program, least []string) error {
	const window = 16
	contestants := []entry{{theirs, p.settings(p.program, p.small, program...)}, {floor, p.settings(p.job("http"), p.small, least...)}}
	if from == fromSQLite {
		contestants = append(contestants, entry{leastBytes, p.settings(p.job("http"), p.small)})
	}
	cell := statusName("over HTTP", from, window)
	var sides []side
	for _, e := range contestants {
		web, err := startAt(ctx, e.command)
		if err != nil {
			return err
		}
		defer web.Kill()
		sum := &tally{}
		defer func() { p.record(cell, e.name, sum) }()
		sides = append(sides, side{e.name, func() (float64, error) {
			return sum.rate(web.Run(drive.WebLoad{Era: drive.Handshake, Tool: tool, Window: window, For: spell}))
		}})
	}
	return p.alternate(cell, callsPerSecond, p.turns(), sides...)
}

// tally sums up what a process did in its turns: a single one is too short for the
// kernel's clock of processor time.
type tally struct {
	calls     int
	cpu       time.Duration
	latencies []time.Duration // where they are wanted
}

func (t *tally) rate(s drive.Sample, err error) (float64, error) {
	t.calls += s.Calls
	t.cpu += s.CPU
	return float64(s.Calls) / s.Took.Seconds(), err
}

// record adds the processor time of a call, where it is known.
func (b *bench) record(cell, name string, t *tally) {
	if t.cpu > 0 {
		b.results.add(cell, name, cpuPerCall, float64(t.cpu)/float64(t.calls))
	}
}

// tallies are those of sides, by their names.
type tallies map[string]*tally

// side makes calls over HTTP, as [tallies.of] does.
func (t tallies) side(name string, web *drive.Web, l drive.WebLoad) side {
	return t.of(name, func() (drive.Sample, error) { return web.Run(l) })
}

// of makes calls, which are summed up from the second turn on. Sides may work at the same time.
func (t tallies) of(name string, run func() (drive.Sample, error)) side {
	sum, warm := &tally{}, false
	t[name] = sum
	return side{name, func() (float64, error) {
		s, err := run()
		if !warm {
			warm = true
			return 0, err
		}
		sum.latencies = append(sum.latencies, s.Latencies...)
		return sum.rate(s, err)
	}}
}

// recordAll adds processor time, and percentiles over all turns of the round: those of one turn
// are of too few calls.
func (b *bench) recordAll(cell string, t tallies) {
	for name, sum := range t {
		b.record(cell, name, sum)
		b.results.add(cell, name, p50, float64(figures.Percentile(sum.latencies, 50)))
		b.results.add(cell, name, p99, float64(figures.Percentile(sum.latencies, 99)))
	}
}

// entry is a contestant with its command.
type entry struct {
	name    string
	command drive.Command
}

// listing measures a page of the list from portfolios of different size.
func (p *portfolio) listing(ctx context.Context, _ int) error {
	ctx, cancel := context.WithTimeout(ctx, processLimit)
	defer cancel()
	tool := drive.Tool{Name: "list_projects", Arguments: []string{`{"limit":50}`}}
	var sides []side
	for _, f := range []folio.Folio{p.small, p.large} {
		process, err := drive.Start(ctx, p.settings(p.program, f))
		if err != nil {
			return err
		}
		defer process.Kill()
		if _, err := process.Initialize(); err != nil {
			return err
		}
		sides = append(sides, side{f.Name(), func() (float64, error) {
			s, err := process.Run(drive.Load{Tool: tool, Window: 1, For: spell, Calls: 5})
			return float64(figures.Percentile(s.Latencies, 50)), err
		}})
	}
	return p.alternate(listingCell, timePerCall, p.turns(), sides...)
}

// cold measures starts of portfolio-mcp and of recipe-mcp, both with what they keep here.
func (p *portfolio) cold(ctx context.Context, _ int) error {
	vault := filepath.Join(p.dir, "portfolio-start", "recipes.db")
	start := func(c drive.Command) func() (float64, error) {
		return func() (float64, error) {
			var took time.Duration
			err := p.with(ctx, c, func(_ *drive.Process, start time.Duration) error {
				took = start
				return nil
			})
			return float64(took), err
		}
	}
	fresh := p.small
	return p.alternate(coldCell, untilInit, p.starts,
		side{theirs, start(p.settings(p.program, fresh))}, side{ours, start(p.command(p.recipes, "", vault))})
}

// portfolioGoals are those of portfolio-mcp.
func (b *bench) portfolioGoals() []goal {
	r := b.results
	var goals []goal
	for _, from := range backings {
		for _, c := range []struct {
			over   string
			window int
			least  float64
		}{{"over stdio", 1, 0.7}, {"over stdio", 16, 0.7}, {"over HTTP", 16, 0.5}} {
			cell := statusName(c.over, from, c.window)
			goals = append(goals, goal{"calls/s, " + cell + ", to the floor", r.ratio(cell, theirs, callsPerSecond, floor), c.least, true, ""})
		}
	}
	small, large := folio.Folio{Projects: 100}, folio.Folio{Projects: b.projects}
	return append(goals,
		goal{fmt.Sprintf("time, %s: of %d to of 100", listingCell, b.projects), r.ratio(listingCell, large.Name(), timePerCall, small.Name()), growthSlack, false, ""},
		goal{uploadCell + ", bytes/s to io.Copy to a synced file", r.ratio(uploadCell, theirs, bytesPerSecond, floor), 0.8, true, ""},
		goal{coldCell + " to recipe-mcp's", r.ratio(coldCell, theirs, untilInit, ours), 1.3, false, ""},
	)
}

// portfolioTables prints what was measured.
func (b *bench) portfolioTables(t *strings.Builder) {
	for _, from := range slices.Concat(backings, anewBackings) {
		for _, c := range []string{statusName("over stdio", from, 1), statusName("over stdio", from, 16), statusName("over HTTP", from, 16)} {
			b.table(t, c, floor, []column{{callsPerSecond, plain, true}, {cpuPerCall, microseconds, true}})
		}
	}
	small, large := folio.Folio{Projects: 100}, folio.Folio{Projects: b.projects}
	rows := []string{small.Name(), large.Name()}
	b.tableOf(t, listingCell, rows, small.Name(), []column{{timePerCall, microseconds, true}})
	b.table(t, uploadCell, floor, []column{{bytesPerSecond, func(v float64) string { return fmt.Sprintf("%.0f MiB/s", v/(1<<20)) }, true}})
	b.table(t, coldCell, ours, []column{{untilInit, milliseconds, true}})
}
