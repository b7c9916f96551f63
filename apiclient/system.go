package apiclient

import (
	"cmp"
	"strings"
	"time"

	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
)

// System is what a client must know about the API it calls. With the zero value it
// knows only HTTP.
type System struct {
	// Name is how messages call the API, at the start of a sentence; "": "The API".
	Name string
	// Settings are the names of the settings.
	Settings Settings
	// Refusal reads an answer that is not a success, and reports whether it has the
	// API's own form. An answer in another form may come from a proxy or another
	// server, and proves nothing. If Refusal is nil, no answer has the API's form.
	Refusal func(Answer) (r Refusal, own bool)
	// MaxWait is the longest wait that the API can ask for; where it asks for a longer
	// one, the call ends at once. 0: as long as the call has time.
	MaxWait time.Duration
}

// Settings are the names of a client's settings, as a person knows them. Those that
// are "" have the names given below.
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

// Answer is an answer that is not a success.
type Answer struct {
	Request *Request
	Status  int
	Remote  bool   // the caller is a remote one; see [Options]
	Plain   bool   // its content type is text/plain
	Body    []byte // the body, or its beginning
}

// Refusal is what such an answer says. Its texts may come from elsewhere; the client
// makes them safe to show.
type Refusal struct {
	Text    string     // the API's own sentence, quoted in messages; "": none
	Field   string     // the member at fault
	Message string     // the message of the error; "": depends on the status
	Kind    fault.Kind // the kind of the error; "": depends on the status
	Err     error      // a cause that callers can find with errors.As
	// Foreign is set if the answer has more members than the API's own form: it may
	// be another server's.
	Foreign  bool
	Database Database
}

// Database says what a refusal reports about the API's database.
type Database int

// The states of a database. Only a 500 can say that it is locked.
const (
	DatabaseNotBlamed     Database = iota
	DatabaseDown                   // it failed
	DatabasePerhapsLocked          // it failed or is locked; the request is retried
	DatabaseLocked                 // by another write; the request is retried
)

// refusal reads an answer with the system's own function.
func (s *System) refusal(a Answer) (Refusal, bool) {
	if s.Refusal == nil {
		return Refusal{}, false
	}
	return s.Refusal(a)
}

// inside returns the API's name as it is within a sentence.
func (s *System) inside() string {
	if name, ok := strings.CutPrefix(s.Name, "The "); ok {
		return "the " + name
	}
	return s.Name
}
