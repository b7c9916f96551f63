package clients

import (
	"maps"
	"net/url"
	"slices"
	"strings"
)

// remote is how a client writes an entry that is a URL.
type remote struct {
	url     string // the member with the address; "": its file takes none
	headers string // the member with the headers
	instead string // what to do where its file takes none
}

// The members of an entry that belong to one transport, in any client. With those of
// both it is not certain which counts, and Codex refuses the file.
var (
	programMembers = []string{"command", "args", "env", "envFile", "env_vars", "cwd"}
	urlMembers     = []string{"url", "serverUrl", "httpUrl"}
	headerMembers  = []string{"headers", "http_headers"}
	addressMembers = slices.Concat(urlMembers, headerMembers, []string{headerVariables, headerVariable})
)

const (
	authorization = "Authorization"
	// Of Codex: the name of a variable with a token, and those of variables with headers.
	headerVariable, headerVariables = "bearer_token_env_var", "env_http_headers"
)

// TakesURL reports whether the client's file can have a URL in place of a command.
func (c Client) TakesURL() bool { return c.remote.url != "" }

// addressFault says why the client's file can't have the entry with its URL, or "".
func (c Client) addressFault(e Entry) string {
	u, err := url.Parse(e.URL)
	switch {
	case e.Command != "" || len(e.Args)+len(e.Env)+len(e.Unset) > 0:
		return "the entry has both a command and an address"
	case err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || !writable(e.URL):
		return "the address is not an http or https URL"
	case !c.TakesURL():
		return "the config file takes no address; " + c.remote.instead
	case slices.ContainsFunc(e.Drop, func(name string) bool { _, set := e.Headers[name]; return set }):
		return "the entry both sets and drops a header"
	}
	for name, value := range e.Headers {
		switch {
		case name == "" || strings.ContainsAny(name, " \t\r\n:") || !writable(name):
			return "the name of a header is not valid"
		case !writable(value) || strings.ContainsAny(value, "\r\n"):
			return "the value of the header " + name + " has a line break, or is not valid UTF-8"
		}
	}
	return ""
}

// mergeAddress writes the URL and the headers over those that are there. Headers for
// another server are not kept: its token is not this one's to see.
func (c Client) mergeAddress(entry map[string]any, e Entry) {
	was := c.urlOf(entry)
	for _, name := range addressMembers {
		own := name == c.remote.url || !slices.Contains(urlMembers, name)
		if !own || !sameServer(was, e.URL) {
			delete(entry, name)
		}
	}
	entry[c.remote.url] = e.URL
	if _, given := e.Headers[authorization]; given || slices.Contains(e.Drop, authorization) {
		delete(entry, headerVariable)
		if named, ok := entry[headerVariables].(map[string]any); ok {
			named = maps.Clone(named)
			maps.DeleteFunc(named, func(name string, _ any) bool { return strings.EqualFold(name, authorization) })
			if entry[headerVariables] = named; len(named) == 0 {
				delete(entry, headerVariables)
			}
		}
	}
	drop := e.Drop
	had, _ := entry[c.remote.headers].(map[string]any)
	for name := range had { // one header in two spellings is sent twice
		for _, gone := range slices.Concat(e.Drop, slices.Collect(maps.Keys(e.Headers))) {
			if strings.EqualFold(name, gone) {
				drop = append(drop[:len(drop):len(drop)], name)
			}
		}
	}
	put(entry, c.remote.headers, e.Headers, drop)
}

// urlOf gives the URL of an entry as its file has it, "" if there is none.
func (c Client) urlOf(entry map[string]any) string {
	for _, name := range append([]string{c.remote.url}, urlMembers...) {
		if v, ok := entry[name].(string); ok && v != "" {
			return v
		}
	}
	return ""
}

// headersOf gives the headers of an entry, and the member that has them.
func (c Client) headersOf(entry map[string]any) (member string, headers any) {
	for _, name := range append([]string{c.remote.headers}, headerMembers...) {
		if v, there := entry[name]; there {
			return name, v
		}
	}
	return "", nil
}

// sameServer reports whether two URLs lead to one scheme, host and port.
func sameServer(a, b string) bool {
	first, err := url.Parse(a)
	second, other := url.Parse(b)
	return err == nil && other == nil && first.Scheme == second.Scheme && strings.EqualFold(first.Host, second.Host)
}

// HoldsToken reports whether a header is there that others must not read. One that the
// client fills in is not.
func (e Entry) HoldsToken() bool {
	for _, value := range e.Headers {
		if !strings.Contains(value, "${") {
			return true
		}
	}
	return false
}

// Token gives the token in the value of an Authorization header.
func Token(authorization string) string {
	scheme, token, found := strings.Cut(strings.TrimSpace(authorization), " ")
	if !found || !strings.EqualFold(scheme, "Bearer") {
		return authorization
	}
	return strings.TrimSpace(token)
}
