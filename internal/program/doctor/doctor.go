// Package doctor has the command doctor: it finds out why an assistant can't reach a
// program, or the program can't reach what it serves, and says what to do.
//
// A [System] is a program with its list of checks. The checks run in order; after one that
// reports a fault, the later ones are noted as not checked. The entry of each installed
// client is checked by starting its program with the entry's environment, once as a server
// and once as a doctor, so that an entry is judged by the program that it starts.
//
// Doctor changes no config file and no data. It prints no key, no e-mail address and
// nothing that a server answered, except the refusals of this project's own programs. A
// run ends within 30 seconds, and so does every process that it started.
package doctor

import (
	"context"
	"crypto/x509"
	"encoding/json"
	"fmt"
	"net"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/mcp-adapters/mcp-adapters/config"
	"github.com/mcp-adapters/mcp-adapters/internal/program/cli"
	"github.com/mcp-adapters/mcp-adapters/internal/program/clients"
	"github.com/mcp-adapters/mcp-adapters/internal/screen"
)

// System is a program and how to check it.
type System struct {
	Program   string // the program's name: "recipe-mcp"
	Server    string // its name in serverInfo; "": Program
	Service   string // what people call the system: "Recipe Vault"
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
// differs between cases, {program}, {service} and {address} for the system's words.
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
	Of    string `json:"of"`            // Environment, Endpoint, or a client's id
	Level Level  `json:"level"`         // ok, note or fault
	Text  string `json:"text"`          // one or two sentences for a person
	Fix   string `json:"fix,omitempty"` // what to do; every fault has one
}

// Values of [Finding.Of] for checks that are about no client.
const (
	Environment = "environment" // in which doctor itself was started
	Endpoint    = "endpoint"    // that the command line names
)

// Options say what to check.
type Options struct {
	System   System
	Places   clients.Places // of the clients' config files
	Server   string         // name of the clients' entries
	Version  string         // of this program
	Endpoint *cli.Endpoint  // a server over HTTP to check instead; nil: none
	Limit    time.Duration  // for the program of an entry to answer; 0: 5 s
	Resolver *net.Resolver  // of host names; nil: the system's
	Roots    *x509.CertPool // trusted authorities; nil: the system's
}

const (
	wholeLimit = 27 * time.Second
	checkLimit = 20 * time.Second // of one check; programs of entries have Options.Limit

	// startedByDoctor is set in the environment of the programs that doctor starts. A
	// doctor that finds it set checks its own environment and starts nothing.
	startedByDoctor = "MCP_ADAPTERS_DOCTOR"
)

// Run makes all checks: of the environment and, beside it, of each installed client. When
// ctx ends, the checks that still wait report a fault or a note.
func Run(ctx context.Context, o Options) (findings []Finding) {
	ctx, cancel := context.WithTimeout(ctx, wholeLimit)
	defer cancel()
	var reports []*Report
	var running sync.WaitGroup
	start := func(of string, checks []Check) {
		r := &Report{options: &o, of: of, address: "API_BASE_URL"}
		reports = append(reports, r)
		running.Go(func() { r.run(ctx, checks) })
	}
	if o.Endpoint != nil {
		v := &visit{url: o.Endpoint.URL}
		if o.Endpoint.Token != "" {
			v.headers = map[string]string{"Authorization": "Bearer " + o.Endpoint.Token.Reveal()}
		}
		start(Endpoint, o.endpointChecks(v))
	} else {
		entries := o.entries()
		start(Environment, o.environmentChecks(entries))
		for _, e := range entries {
			start(e.Client.ID, o.entryChecks(e))
		}
	}
	running.Wait()
	for _, r := range reports {
		findings = append(findings, r.findings...)
	}
	return findings
}

// environmentChecks are those of the environment that doctor itself was started in.
func (o *Options) environmentChecks(entries []*entry) []Check {
	alone := o.System.Alone || os.Getenv(startedByDoctor) != ""
	return []Check{{"settings", func(ctx context.Context, r *Report) {
		if !alone && o.Places.Home == "" {
			r.Fault(homeless)
		}
		set := slices.ContainsFunc(o.System.Variables, func(v config.Variable) bool { return config.Trim(os.Getenv(v.Name)) != "" })
		if !alone && !set && slices.ContainsFunc(entries, func(e *entry) bool { return e.has }) {
			r.Note("None of the variables is set here. The settings in the clients' entries count.", "")
			return
		}
		r.checkSettings(ctx)
	}}}
}

// Report collects the findings of checks that run one after another.
type Report struct {
	options  *Options
	of       string
	check    string // that runs now
	address  string // what the checked address is called: "API_BASE_URL"
	findings []Finding
}

// run makes the checks until one reports a fault.
func (r *Report) run(ctx context.Context, checks []Check) {
	for _, c := range checks {
		r.check = c.Name
		if r.faulty() {
			r.Note("Not checked, because of the fault above.", "")
			continue
		}
		limited, cancel := context.WithTimeout(ctx, checkLimit)
		c.Run(limited, r)
		cancel()
	}
}

func (r *Report) faulty() bool {
	return slices.ContainsFunc(r.findings, func(f Finding) bool { return f.Level == Fault })
}

// OK reports that something is as it should be.
func (r *Report) OK(format string, args ...any) { r.add(r.check, OK, fmt.Sprintf(format, args...), "") }

// Note reports something worth knowing. fix may be empty.
func (r *Report) Note(text, fix string) { r.add(r.check, Note, text, fix) }

// Fault reports a fault.
func (r *Report) Fault(t Trouble, args ...any) {
	r.add(t.Check, Fault, fmt.Sprintf(r.fill(t.Text), args...), r.fill(t.Fix))
}

func (r *Report) add(check string, level Level, text, fix string) {
	r.findings = append(r.findings, Finding{check, r.of, level, screen.Line(text), screen.Line(fix)})
}

func (r *Report) fill(text string) string { return r.options.System.fill(text, r.address) }

func (s *System) fill(text, address string) string {
	return strings.NewReplacer("{program}", s.Program, "{service}", s.Service, "{address}", address, "{endpoint}", s.Endpoint).Replace(text)
}

// asJSON writes the findings and how many there are of each level.
func asJSON(findings []Finding, count map[Level]int) string {
	var b strings.Builder
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	_ = encoder.Encode(map[string]any{ // strings and numbers can't fail
		"findings": findings,
		"summary":  map[Level]int{OK: count[OK], Note: count[Note], Fault: count[Fault]},
	})
	return b.String()
}

// asText writes a part for each set of settings. Words tell the levels apart without colour.
func asText(findings []Finding, count map[Level]int, colour bool) string {
	paint := func(code, text string) string {
		if !colour {
			return text
		}
		return "\x1b[" + code + "m" + text + "\x1b[0m"
	}
	words := map[Level]string{OK: paint("32", "  ok   "), Note: paint("33", "  note "), Fault: paint("1;31", "! FAULT")}
	var b strings.Builder
	of := ""
	for i := 0; i < len(findings); i++ {
		f := findings[i]
		if f.Of != of {
			of = f.Of
			name := map[string]string{Environment: "Environment", Endpoint: "Endpoint"}[of]
			if c, ok := clients.ByID(of); ok {
				name = "\n" + c.Name
			}
			fmt.Fprintln(&b, paint("1", name))
		}
		checks := f.Check
		for ; f.Level == Note && i+1 < len(findings) && findings[i+1].Text == f.Text; i++ {
			checks += ", " + findings[i+1].Check
		}
		fmt.Fprintf(&b, "%s  %-9s  %s\n", words[f.Level], checks, f.Text)
		if f.Fix != "" {
			fmt.Fprintf(&b, "%20s %s\n", "->", f.Fix)
		}
	}
	fmt.Fprintf(&b, "\n%s, %s, %d ok\n", screen.Amount(count[Fault], "fault", "faults"), screen.Amount(count[Note], "note", "notes"), count[OK])
	return b.String()
}
