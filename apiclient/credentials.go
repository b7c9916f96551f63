package apiclient

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Header is a header that says who calls the API, or on whose behalf. Its value is a
// secret: it appears in no message, cause or log line.
type Header struct {
	Name    string
	Value   string   // "": the header is not sent
	Setting string   // the name of the value for a person, such as API_KEY
	Word    bool     // the value may not contain blanks
	Secrets []string // further secrets, such as a token without its scheme
}

// Credentials are the headers of one caller. They belong to the client that made
// them and do not change, so any number of requests can share them.
type Credentials struct {
	client   *Client
	plain    http.Header // of a request without a body; shared, so never modified
	withBody http.Header
	settings []string
	hidden   secrets
}

// Credentials returns the headers of one caller. An error names the setting at fault
// but not its value. Values that a server might drop are refused: without the header
// that names a person, a request could act for everyone.
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

// Quotable returns text from elsewhere in a form that is safe in a message to the
// caller: one line of bounded length, without secrets, and "" if it is not UTF-8 or
// looks like a page.
func (cr *Credentials) Quotable(text string) string { return cr.hidden.quotable(text) }

// Has reports whether a header with that setting is sent; nil sends none.
func (cr *Credentials) Has(setting string) bool {
	return cr != nil && slices.Contains(cr.settings, setting)
}

// check refuses a value with characters other than visible ASCII.
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

// maxQuoted bounds how much of the API's own text is quoted, in characters.
const maxQuoted = 500

// secrets are texts that no message and no log line may contain.
type secrets []string

// with returns s and those values that are long enough: redacting shorter ones would
// only garble texts.
func (s secrets) with(values ...string) secrets {
	for _, v := range values {
		if len(v) >= 4 {
			s = append(s, v)
		}
	}
	return s
}

// withPassword returns s and the password of a URL in all its forms.
func (s secrets) withPassword(u *url.URL) secrets {
	if u == nil {
		return s
	}
	password, ok := u.User.Password()
	if !ok {
		return s
	}
	return s.with(password, url.QueryEscape(password), url.PathEscape(password))
}

// redact removes the secrets from text.
func (s secrets) redact(text string) string {
	for _, secret := range s {
		text = strings.ReplaceAll(text, secret, "[redacted]")
	}
	return text
}

// redactUnseen removes the secrets from text, including those that are split by
// characters that cannot be seen. Such characters are dropped only then: elsewhere a
// script may need them.
func (s secrets) redactUnseen(text string) string {
	text = s.redact(text)
	seen := strings.Map(func(r rune) rune {
		if unicode.In(r, unicode.C, unicode.Zl, unicode.Zp, unicode.Variation_Selector, unicode.Other_Default_Ignorable_Code_Point) {
			return -1
		}
		return r
	}, text)
	if clean := s.redact(seen); clean != seen {
		return clean
	}
	return text
}

// quotable returns text from elsewhere in a form that is safe in a message: one
// bounded line without secrets, and "" if it is not UTF-8 or looks like a page.
func (s secrets) quotable(text string) string {
	if !utf8.ValidString(text) {
		return ""
	}
	text = s.redactUnseen(text)
	text = strings.TrimSpace(strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t':
			return ' '
		case unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r):
			return -1
		}
		return r
	}, text))
	text = s.redact(text) // a line break has become the blank of a secret
	if lower := strings.ToLower(text); strings.HasPrefix(lower, "<") || strings.Contains(lower, "<html") || strings.Contains(lower, "<!doctype") {
		return ""
	}
	if utf8.RuneCountInString(text) > maxQuoted {
		text = string([]rune(text)[:maxQuoted])
	}
	return text
}
