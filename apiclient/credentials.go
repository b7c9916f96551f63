package apiclient

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"unicode/utf8"
)

// Header is a header that says who calls the API, or for whom. Its value is a
// secret: no message, cause or log line holds it.
type Header struct {
	Name    string
	Value   string   // "": the header isn't sent
	Setting string   // the value's name for a person, such as API_KEY
	Word    bool     // the value has no blanks
	Secrets []string // what else is secret, such as a token without its scheme
}

// Credentials are the headers of one caller. They don't change and belong to the
// client that made them; any number of requests may have them at once.
type Credentials struct {
	client   *Client
	plain    http.Header // of a request without a body; shared, never written to
	withBody http.Header
	settings []string
	hidden   secrets
}

// Credentials checks and keeps the headers of one caller. An error names the
// setting at fault and never its value. A header that a server could drop is
// refused: without the one that names a person, a request might act for everybody.
func (c *Client) Credentials(headers ...Header) (*Credentials, error) {
	cr := &Credentials{client: c, plain: c.headers.Clone()}
	var faults []error
	for _, h := range headers {
		if h.Value == "" {
			continue
		}
		faults = append(faults, h.check())
		cr.plain[http.CanonicalHeaderKey(h.Name)] = []string{h.Value}
		cr.settings = append(cr.settings, h.Setting)
		cr.hidden = cr.hidden.with(h.Value).with(h.Secrets...)
	}
	if err := errors.Join(faults...); err != nil {
		return nil, err
	}
	cr.hidden = append(cr.hidden, c.hidden...)
	cr.withBody = cr.plain.Clone()
	cr.withBody["Content-Type"] = []string{"application/json"}
	if cr.Has(c.system.Settings.Key) {
		c.warnOfProxy()
	}
	return cr, nil
}

// Quotable makes text from outside fit for a message to the caller: one line of
// bounded length, without secrets, and empty if it looks like a page.
func (cr *Credentials) Quotable(text string) string { return cr.hidden.quotable(text) }

// Has reports whether a header of that setting is sent.
func (cr *Credentials) Has(setting string) bool { return slices.Contains(cr.settings, setting) }

// check refuses a value with a character that isn't visible ASCII.
func (h Header) check() error {
	low := ' '
	if h.Word {
		low = '!'
	}
	for i, r := range h.Value {
		if r < low || r > '~' {
			return fmt.Errorf("%s has %U at character %d, and only visible ASCII can be sent", h.Setting, r, utf8.RuneCountInString(h.Value[:i])+1)
		}
	}
	return nil
}
