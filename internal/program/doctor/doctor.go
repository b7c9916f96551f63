package doctor

import (
	"context"
	"crypto/x509"
	"net"
	"slices"
	"sync"
	"time"

	"github.com/mcp-adapters/mcp-adapters/internal/program/cli"
	"github.com/mcp-adapters/mcp-adapters/internal/program/clients"
)

// Level says how bad a finding is.
type Level string

// The levels.
const (
	OK    Level = "ok"    // checked, and as it should be
	Note  Level = "note"  // worth knowing, or could not be checked
	Fault Level = "fault" // does not work until something is changed
)

// Finding is what one check found.
type Finding struct {
	// Check is the check's name: "key".
	Check string `json:"check"`
	// Of says whose settings were checked: [Environment], [Endpoint], or a client's id.
	Of string `json:"of"`
	// Level is ok, note or fault.
	Level Level `json:"level"`
	// Text is one sentence or two for a person.
	Text string `json:"text"`
	// Fix says what to do. Every fault has one.
	Fix string `json:"fix,omitempty"`
}

// Environment is the [Finding.Of] of what concerns the environment that the
// program itself was started in.
const Environment = "environment"

// Endpoint is the [Finding.Of] of what concerns [Options.Endpoint].
const Endpoint = "endpoint"

// Options say what to examine.
type Options struct {
	// System is what is examined.
	System System
	// Getenv looks up the environment that the program itself was started in.
	Getenv func(string) string
	// Places is where the clients' config files are.
	Places clients.Places
	// Server is the name of the clients' entries.
	Server string
	// Binary is the path of this program, and Version what it calls itself.
	Binary, Version string
	// Endpoint is a server over HTTP to examine in place of all else; nil: none.
	Endpoint *cli.Endpoint
	// StartLimit bounds how long an entry may take to answer; 0: 5 s.
	StartLimit time.Duration
	// Resolver looks names up; nil: the system's.
	Resolver *net.Resolver
	// Roots are the trusted authorities; nil: the system's.
	Roots *x509.CertPool
}

const (
	wholeLimit = 27 * time.Second
	startLimit = 5 * time.Second
)

// Run makes all checks. The parts that wait for something run side by side;
// the findings come in order: the environment's, then each installed client's.
// When ctx ends, what isn't checked by then is reported as fault or note.
func Run(ctx context.Context, o Options) []Finding {
	ctx, cancel := context.WithTimeout(ctx, wholeLimit)
	defer cancel()
	if o.StartLimit <= 0 {
		o.StartLimit = startLimit
	}
	x := &examination{options: o, reached: map[string]string{}}
	if o.Endpoint != nil {
		x.endpoint(x.report(Endpoint), *o.Endpoint)
	} else {
		x.everything()
	}
	return x.findings(ctx)
}

// everything plans the checks of the environment and of each installed client.
func (x *examination) everything() {
	o := &x.options
	environment := Subject{of: Environment, name: "the environment", Getenv: o.Getenv}
	if o.System.Alone {
		x.settings(environment)
		return
	}
	if o.Places.Home == "" {
		x.report(Environment).Fault(homeless)
	}
	installed := x.installed()
	if len(x.variables(o.Getenv)) == 0 && slices.ContainsFunc(installed, func(i installation) bool { return i.has }) {
		x.report(Environment).Note(settingsCheck, "None of the variables is set here, so what counts are the settings in the clients' entries.", "")
	} else {
		x.settings(environment)
	}
	for _, i := range installed {
		x.client(i)
	}
}

// findings makes the checks that wait for something, and gives the findings of all.
func (x *examination) findings(ctx context.Context) []Finding {
	var all sync.WaitGroup
	for _, r := range x.reports {
		if r.wait != nil {
			all.Go(func() { r.wait(ctx) })
		}
	}
	all.Wait()
	var findings []Finding
	for _, r := range x.reports {
		findings = append(findings, r.findings...)
	}
	return findings
}

// examination collects the reports of one [Run]. What waits for something is left to
// their wait functions, which run side by side.
type examination struct {
	options Options
	reports []*Report
	reached map[string]string // whose settings lead there already
}

// report starts the findings about a subject.
func (x *examination) report(of string) *Report {
	r := &Report{of: of, system: &x.options.System}
	x.reports = append(x.reports, r)
	return r
}
