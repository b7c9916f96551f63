package doctor

import (
	"context"
	"encoding/json"
	"strings"

	"github.com/mcp-adapters/mcp-adapters/apiclient"
	"github.com/mcp-adapters/mcp-adapters/config"
	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
)

// System is what the checks need to know of a program and its system.
type System struct {
	Program   string // the program's name: "recipe-mcp"
	Server    string // the name in its serverInfo; "": Program
	Service   string // what people call the system: "Recipe Vault"
	Storage   string // the variable that says where data is kept on this computer; "": none
	Variables []config.Variable
	// Check returns the faults of settings: what the program itself would say at its
	// start, and what can't be right though it would start.
	Check func(getenv func(string) string) config.Faults
	// Invalid says something else of variables at fault than that they be removed.
	// The text has one "%s", the rule.
	Invalid map[string]Trouble
	// Locate says where settings lead, and notes on the way what is odd about them.
	// They may have faults, which are reported already. nil: nowhere.
	Locate func(s Subject, r *Report) Place
	// Absent is reported of an endpoint that answers 404 with a JSON-RPC error whose code is
	// AbsentCode; 0: none does. The text has one "%s", the host.
	Absent     Trouble
	AbsentCode int
	// Alone says that no client starts the program, whose own environment is all that counts.
	Alone bool
	// Faults lists the faults that Locate and the checks of its place report.
	Faults []Trouble
}

// fill puts the system's names into a text about an API or this computer.
func (s *System) fill(text string) string {
	return strings.NewReplacer("{program}", s.Program, "{service}", s.Service, "{storage}", s.Storage,
		"{address}", "API_BASE_URL", "{bypass}", "set API_PROXY to none",
		"{numeric}", " The numeric address works too: http://192.168.1.9:3000.",
		"{untrusted}", " On the home network plain http works too.").Replace(text)
}

// fillEndpoint is fill for a text about an endpoint.
func (s *System) fillEndpoint(text string) string {
	return s.fill(strings.NewReplacer("{service}", "server",
		"{address}", "the endpoint's address", "{bypass}", "name the host in NO_PROXY", "{numeric}", "",
		"{untrusted}", " Assistants in the cloud trust known authorities alone.").Replace(text))
}

// Subject is one set of settings: the environment's, or that of an entry.
type Subject struct {
	Getenv func(string) string
	Entry  bool // a client starts the program, in a directory that no one knows
	Home   bool // the home directory is known

	of     string   // as in [Finding.Of]
	name   string   // for a person
	filled []string // variables whose values only the client knows
}

// Place is where settings lead.
type Place struct {
	// ID is equal for the same place, seen with the same eyes. It may hold secrets.
	ID string
	// API is the API to reach. nil: there is none, and Examine makes the Checks.
	API *API
	// Checks are the names of the checks that Examine makes.
	Checks []string
	// Examine examines the place. nil: there is nothing to examine.
	Examine func(ctx context.Context, r *Report)
}

// checks names the checks of a place.
func (p Place) checks() []string {
	if p.API == nil {
		return p.Checks
	}
	names := []string{"proxy", "dns", "tcp", "tls", "url", "clock"}
	for _, s := range p.API.Steps {
		names = append(names, s.Check)
	}
	return names
}

// API is a REST API, asked through the system's own client.
type API struct {
	BaseURL string
	Proxy   string // as in [config.API]
	Secret  bool   // a key goes with each request
	System  apiclient.System
	// Ask asks what changes nothing and no other API answers in the same way, with a
	// client of these options. Its error is a [fault.Error].
	Ask func(ctx context.Context, o apiclient.Options) (json.RawMessage, error)
	// Steps look closer at an answer of the API, until one fails.
	Steps []Step
}

// Step looks closer at an answer. It reports whether the later steps make sense.
type Step struct {
	Check   string
	Run     func(Answer, *Report) bool
	Because string // what its failure means for the later ones
}

// Answer is what the API answered: a body, or a refusal of the credentials.
type Answer struct {
	Body    json.RawMessage
	Refused fault.Kind // [fault.Unauthorized], [fault.Forbidden] or ""
}
