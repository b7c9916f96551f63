package apiclient

import (
	"cmp"
	"strings"

	"mcp-adapters/fault"
)

// System is what a client must be told of the API that it calls. The zero value
// makes do with what HTTP says.
type System struct {
	// Name is how messages call the API, at the start of a sentence; "": "The API".
	Name string
	// Settings are the names of what a person sets.
	Settings Settings
	// Refusal reads an answer that is no success, and reports whether it has the
	// API's own form. One that hasn't may come from a proxy or from another server,
	// and proves nothing. nil: no answer has it.
	Refusal func(Answer) (r Refusal, own bool)
}

// Settings are the names by which a person knows a client's settings. Those that
// are "" have the names given here.
type Settings struct {
	BaseURL string // API_BASE_URL
	Key     string // API_KEY: of the header that lets a program in
	Timeout string // API_TIMEOUT
	Proxy   string // API_PROXY
}

func (s Settings) orDefaults() Settings {
	return Settings{
		BaseURL: cmp.Or(s.BaseURL, "API_BASE_URL"),
		Key:     cmp.Or(s.Key, "API_KEY"),
		Timeout: cmp.Or(s.Timeout, "API_TIMEOUT"),
		Proxy:   cmp.Or(s.Proxy, "API_PROXY"),
	}
}

// Answer is an answer that is no success.
type Answer struct {
	Request *Request
	Status  int
	Plain   bool   // its type is text/plain
	Body    []byte // or its beginning
}

// Refusal is what such an answer says. Its texts may come from outside: they are
// made fit to be shown.
type Refusal struct {
	Text    string     // the API's own sentence, quoted in messages; "": none
	Field   string     // the member at fault
	Message string     // what to say of it instead; "": what is said of its status
	Kind    fault.Kind // the system's own for it; "": that of its status
	Err     error      // a cause that callers may look for with errors.As
	// Foreign is set when there is more than the API's own form has: another server
	// may have answered.
	Foreign  bool
	Database Database
}

// Database says what a refusal blames the API's database for.
type Database int

// What a database can be blamed for. Only a 500 can say that it is locked.
const (
	DatabaseNotBlamed     Database = iota
	DatabaseDown                   // it failed
	DatabasePerhapsLocked          // it failed or is locked; it is waited for
	DatabaseLocked                 // by another write: it is waited for
)

// refusal reads an answer by the system's rules.
func (s *System) refusal(a Answer) (Refusal, bool) {
	if s.Refusal == nil {
		return Refusal{}, false
	}
	return s.Refusal(a)
}

// inside is the API's name within a sentence.
func (s *System) inside() string {
	if name, ok := strings.CutPrefix(s.Name, "The "); ok {
		return "the " + name
	}
	return s.Name
}
