package doctor

import (
	"context"
	"net/http"
	"strings"
	"time"

	"mcp-adapters/config"
)

// System is what the checks need to know of a program and its system.
type System struct {
	Program   string // the program's name: "recipe-mcp"
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
	// Faults lists the faults that Locate and the checks of its place report.
	Faults []Trouble
}

// fill puts the system's names into a text.
func (s *System) fill(text string) string {
	return strings.NewReplacer("{program}", s.Program, "{service}", s.Service, "{storage}", s.Storage).Replace(text)
}

// Subject is one set of settings: the environment's, or that of an entry.
type Subject struct {
	Getenv func(string) string
	Entry  bool // a client starts the program, in a directory that no one knows
	Home   bool // the home directory is known

	of     string            // as in [Finding.Of]
	name   string            // for a person
	values map[string]string // of the program's variables that are set
	filled []string          // variables whose values only the client knows
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

// API is a REST API, asked a question that changes nothing and that no other API
// answers in the same way.
type API struct {
	BaseURL string
	Proxy   string      // as in [config.API]
	Path    []string    // of the question, below the address
	Header  http.Header // the credentials that go with it
	// Recognise reports whether the answer is the API's, a refusal of the credentials
	// included.
	Recognise func(*Answer) bool
	// Failure says in a few words what failed in an API that answered with status 429
	// or of the 500s; "" if the answer doesn't tell.
	Failure func(*Answer) string
	// Steps look closer at an answer that was recognised, until one fails.
	Steps []Step
}

// Step looks closer at an answer. It reports whether the later steps make sense.
type Step struct {
	Check   string
	Run     func(*Answer, *Report) bool
	Because string // what its failure means for the later ones
}

// Answer is what an API answered.
type Answer struct {
	Status int
	Header http.Header
	Body   []byte

	at time.Time
}
