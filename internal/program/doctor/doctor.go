// Package doctor has the command doctor: it finds out why an assistant can't reach a
// program, or the program can't reach its API or data, and says what to do.
//
// A [System] is a program with its list of checks. They run in order until one reports a
// fault. The entry of each installed client is checked by starting its program with the
// entry's environment, first as a server and then as a doctor, so that the program that the
// client starts judges its settings.
//
// Doctor changes no config file and no data. It prints no secret, and of what a server
// answered only the refusals of this project's own programs and of the API. A run ends
// within 30 seconds, and with it every process that it started.
package doctor

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"github.com/mcp-adapters/mcp-adapters/config"
	"github.com/mcp-adapters/mcp-adapters/internal/program/cli"
	"github.com/mcp-adapters/mcp-adapters/internal/program/clients"
	"github.com/mcp-adapters/mcp-adapters/internal/screen"
)

// System is a program and how to check it.
type System struct {
	Program   string // the program's name: "recipe-mcp"
	Server    string // its name in serverInfo; "": Program
	Endpoint  string // what to do when an endpoint's address leads to no MCP server
	Variables []config.Variable
	// Load returns the checks of what the environment's settings lead to. Its error is
	// [config.Faults], or another reason for which the program can't start.
	Load func() ([]Check, error)
	// Faults lists the faults of those checks, for documents.
	Faults []Trouble
	// Alone is set for a program that no client starts.
	Alone bool
}

// Check is one step of the diagnosis. Run reports one finding or more.
type Check struct {
	Name string
	Run  func(ctx context.Context, r *Report)
}

// Trouble is a fault that doctor may find, and what to do about it. "%s" stands for what
// differs between cases, {program} and {endpoint} for the system's words.
type Trouble struct{ Check, Text, Fix string }

// Level says how bad a finding is.
type Level string

// The levels.
const (
	OK    Level = "ok"    // checked, and as it should be
	Note  Level = "note"  // worth knowing, or not checked
	Fault Level = "fault" // does not work until something is changed
)

// Finding is the result of a check.
type Finding struct {
	Check string `json:"check"`         // the check's name: "key"
	Of    string `json:"of"`            // "environment", "endpoint", or a client's id
	Level Level  `json:"level"`         // ok, note or fault
	Text  string `json:"text"`          // one or two sentences for a person
	Fix   string `json:"fix,omitempty"` // what to do; every fault has one
}

// Options say what to check.
type Options struct {
	System   System
	Places   clients.Places // of the clients' config files
	Server   string         // name of the clients' entries
	Endpoint *cli.Endpoint  // a server over HTTP to check instead; nil: none
	Limit    time.Duration  // for the program of an entry to answer; 0: 5 s
}

const (
	wholeLimit = 27 * time.Second
	checkLimit = 20 * time.Second // of one check; programs of entries have Options.Limit

	// startedByDoctor is set in the environment of the programs that doctor starts. A
	// doctor that finds it set checks its own environment and starts nothing.
	startedByDoctor = "MCP_ADAPTERS_DOCTOR"
)

// Run makes all checks: of the environment and, at the same time, of each installed client.
// When ctx ends, the checks that still wait report a fault or a note.
func Run(ctx context.Context, o Options) (findings []Finding) {
	ctx, cancel := context.WithTimeout(ctx, wholeLimit)
	defer cancel()
	var reports []*Report
	var running sync.WaitGroup
	start := func(of string, checks []Check) {
		r := &Report{options: &o, of: of}
		reports = append(reports, r)
		running.Go(func() { r.run(ctx, checks) })
	}
	if o.Endpoint != nil {
		v := &visit{}
		v.url, _ = url.Parse(o.Endpoint.URL) // the command line has parsed it
		if o.Endpoint.Token != "" {
			v.headers = map[string]string{"Authorization": "Bearer " + o.Endpoint.Token.Reveal()}
		}
		start("endpoint", v.checks())
	} else {
		entries := o.entries()
		start("environment", []Check{{"settings", func(ctx context.Context, r *Report) { o.checkEnvironment(ctx, r, entries) }}})
		for _, e := range entries {
			start(e.Client.ID, entryChecks(e))
		}
	}
	running.Wait()
	for _, r := range reports {
		findings = append(findings, r.findings...)
	}
	return findings
}

// checkEnvironment checks the environment that doctor itself was started in.
func (o *Options) checkEnvironment(ctx context.Context, r *Report, entries []*entry) {
	if o.Places.Home == "" && !o.alone() {
		r.Fault(homeless)
	}
	set := slices.ContainsFunc(o.System.Variables, func(v config.Variable) bool { return config.Trim(os.Getenv(v.Name)) != "" })
	if !set && slices.ContainsFunc(entries, func(e *entry) bool { return e.has }) {
		r.Note("None of the variables is set here. The settings in the clients' entries count.", "")
		return
	}
	r.checkSettings(ctx)
}

// alone reports whether no entries of clients are checked.
func (o *Options) alone() bool { return o.System.Alone || os.Getenv(startedByDoctor) != "" }

// Report collects the findings of checks that run one after another.
type Report struct {
	options  *Options
	of       string
	check    string // that runs now
	findings []Finding
}

// run makes the checks until one reports a fault.
func (r *Report) run(ctx context.Context, checks []Check) {
	for _, c := range checks {
		if r.faulty() {
			return
		}
		r.check = c.Name
		limited, cancel := context.WithTimeout(ctx, checkLimit)
		c.Run(limited, r)
		cancel()
	}
}

func (r *Report) faulty() bool {
	return slices.ContainsFunc(r.findings, func(f Finding) bool { return f.Level == Fault })
}

// OK reports that something is as it should be.
func (r *Report) OK(format string, args ...any) {
	r.add(Finding{Level: OK, Text: fmt.Sprintf(format, args...)})
}

// Note reports something worth knowing. fix may be empty.
func (r *Report) Note(text, fix string) {
	r.add(Finding{Level: Note, Text: text, Fix: r.options.System.fill(fix)})
}

// Fault reports a fault.
func (r *Report) Fault(t Trouble, args ...any) { r.add(r.options.System.fault(t, args...)) }

// add adds a finding, without control characters.
func (r *Report) add(f Finding) {
	f.Check, f.Of, f.Text, f.Fix = cmp.Or(f.Check, r.check), r.of, screen.Line(f.Text), screen.Line(f.Fix)
	r.findings = append(r.findings, f)
}

// agent is the User-Agent of doctor's requests.
func (r *Report) agent() string {
	return r.options.System.Program + "/" + cli.Version() + " doctor"
}

func (s *System) fault(t Trouble, args ...any) Finding {
	return Finding{Check: t.Check, Level: Fault, Text: fmt.Sprintf(s.fill(t.Text), args...), Fix: s.fill(t.Fix)}
}

func (s *System) fill(text string) string {
	return strings.NewReplacer("{program}", s.Program, "{endpoint}", s.Endpoint).Replace(text)
}

// name is what the server calls itself in serverInfo.
func (s *System) name() string { return cmp.Or(s.Server, s.Program) }

// count counts the findings of each level.
func count(findings []Finding) map[Level]int {
	n := map[Level]int{OK: 0, Note: 0, Fault: 0}
	for _, f := range findings {
		n[f.Level]++
	}
	return n
}

// asText writes a part for each set of settings. Words tell the levels apart without colour.
func asText(findings []Finding, n map[Level]int, colour bool) string {
	words := map[Level]string{OK: "  ok   ", Note: "  note ", Fault: "! FAULT"}
	if colour {
		words = map[Level]string{OK: "\x1b[32m  ok   \x1b[0m", Note: "\x1b[33m  note \x1b[0m", Fault: "\x1b[1;31m! FAULT\x1b[0m"}
	}
	var b strings.Builder
	of := ""
	for _, f := range findings {
		if c, ok := clients.ByID(f.Of); ok && f.Of != of {
			fmt.Fprintln(&b, "\n"+c.Name)
		}
		of = f.Of
		fmt.Fprintf(&b, "%s  %-9s  %s\n", words[f.Level], f.Check, f.Text)
		if f.Fix != "" {
			fmt.Fprintf(&b, "%20s %s\n", "->", f.Fix)
		}
	}
	fmt.Fprintf(&b, "\n%s, %s, %d ok\n", screen.Amount(n[Fault], "fault", "faults"), screen.Amount(n[Note], "note", "notes"), n[OK])
	return b.String()
}

const (
	about = `Check the settings; the API, or the data on this computer; and the entry of each
installed client, whose program doctor starts with the entry's settings. Doctor stops
at the first fault of each, and says what to do. It changes nothing, and prints no key
and no e-mail address.
`
	aboutAlone = `Check the settings, the data and the model, and say for the first fault what to do.
Doctor changes nothing and prints no key. The server may run at the same time.
`
	aboutEndpoint = `
With --endpoint, check a server over HTTP instead: its address, the sign-in and, with a
token or where none is needed, its tools. Entries of clients that hold an address are
checked the same way.

Exit codes: 0 there is no fault; 1 there is one; 2 the command line is wrong.`
)

// Command returns the command doctor.
func Command(s System, getenv func(string) string) *cobra.Command {
	var inJSON bool
	o := Options{System: s}
	var address cli.EndpointFlags
	cmd := &cobra.Command{
		Use:   "doctor",
		Short: "Find out why something does not work",
		Long:  about + aboutEndpoint,
		Args:  cli.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) (err error) {
			if o.Endpoint, err = address.Endpoint(cmd); err != nil {
				return err
			}
			o.Places = clients.Here(getenv)
			findings, out := Run(cmd.Context(), o), cmd.OutOrStdout()
			n := count(findings)
			if inJSON {
				err = json.NewEncoder(out).Encode(map[string]any{"findings": findings, "summary": n})
			} else {
				_, err = io.WriteString(out, asText(findings, n, cli.Colour(out)))
			}
			if err == nil && n[Fault] > 0 {
				err = errors.New("something does not work; see the fixes above")
			}
			return cli.Failure(err)
		},
	}
	cmd.Flags().BoolVar(&inJSON, "json", false, "print one JSON object: the findings and a summary")
	address.Register(cmd, "address of a server over HTTP to check, such as https://recipes.example.com/mcp")
	if s.Alone {
		cmd.Long = aboutAlone + aboutEndpoint
	} else {
		cmd.Flags().StringVar(&o.Server, "server-name", s.Program, "name of the entry in the clients' configs")
	}
	return cmd
}
