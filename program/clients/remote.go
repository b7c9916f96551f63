package clients

import (
	"net/url"
	"strings"
)

// remote is how a client writes an entry that is an address. The zero value is for
// a client that takes none in its file, or of which that is not known.
type remote struct {
	url     string // the member with the address
	headers string // the member with the headers
	typ     string // the value of "type", "" where none is written
}

// The members of an entry that belong to one transport, in any client. With those of
// both it is not certain which counts, and Codex refuses the file.
var (
	programMembers = []string{"command", "args", "env"}
	addressMembers = []string{"url", "serverUrl", "httpUrl", "headers", "http_headers"}
)

// foreign are the members that e must not have.
func (e Entry) foreign() []string {
	if e.URL != "" {
		return programMembers
	}
	return addressMembers
}

// takes reports whether the client's file can hold e.
func (c Client) takes(e Entry) error {
	if e.URL != "" && c.remote.url == "" {
		return &Error{Kind: KindEntry, Message: c.Name + " is not known to take an address in its config file; add it in the client's settings"}
	}
	return nil
}

// checkURL returns what is wrong with the address and its headers, or "".
func (e Entry) checkURL() string {
	u, err := url.Parse(e.URL)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || !writable(e.URL) {
		return "the address is not one of http or https"
	}
	for name, value := range e.Headers {
		if name == "" || strings.ContainsAny(name, " \t\r\n:") || !writable(name) {
			return "a header's name is not one"
		}
		if !writable(value) || strings.ContainsAny(value, "\r\n") {
			return "the value of the header " + name + " has a line break, or is not UTF-8"
		}
	}
	return ""
}

// readRemote reads the members of an address, whatever a client calls them.
func (e *Entry) readRemote(values map[string]any) {
	for _, name := range addressMembers {
		switch v := values[name].(type) {
		case string:
			e.URL = v
		case map[string]any:
			e.Headers = map[string]string{}
			for header := range v {
				e.Headers[header] = textOf(v[header])
			}
		}
	}
}

// sameRemote reports whether have leads to the same address, with e's headers at
// least.
func (e Entry) sameRemote(have Entry) bool {
	for name, value := range e.Headers {
		if got, ok := have.Headers[name]; !ok || got != value {
			return false
		}
	}
	return have.URL == e.URL
}
