package clients

import (
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Entry is one server: a program that a client starts and speaks to over stdio, or a
// URL at which it speaks to one over HTTP.
type Entry struct {
	// Name is the key of the entry. It must not be empty, and it must not
	// hold control characters.
	Name string
	// Command is the program, preferably an absolute path. It or URL is required.
	Command string
	// Args are its arguments. Without any, an empty list is written to JSON, since
	// some clients insist on one.
	Args []string
	// Env are variables added to the program's environment, written in the
	// order of their names.
	Env map[string]string
	// Unset names variables that are taken out of an entry that is there. None
	// of them may be in Env.
	Unset []string
	// URL is the address of a server over HTTP, and Headers go with each request to
	// it. Their values are secrets. An entry with a URL has no Command, Args, Env or
	// Unset. Drop names headers that are taken out of an entry that is there. [Lookup]
	// writes a value that the client takes from a variable as ${NAME}.
	URL     string
	Headers map[string]string
	Drop    []string
	// Off is what switches the entry off, as the file has it: "disabled":
	// true, or enabled = false. [Lookup] sets it; nothing writes it.
	Off string
	// Misfits are the members whose type clients refuse, the variables last.
	// [Lookup] sets it; [Plan] mends them.
	Misfits []Misfit
}

// Misfit is a member of an entry that has the wrong type.
type Misfit struct {
	// Member is its name, quoted: "args", or "API_KEY" in "env".
	Member string
	// Must says what belongs there: "a text in quotation marks".
	Must string
}

// check reports whether the client's file can hold e.
func (c Client) check(e Entry) error {
	message := nameFault(e.Name)
	switch {
	case message != "":
	case e.URL != "":
		message = c.addressFault(e)
	case e.Command == "":
		message = "the entry has no command"
	case len(e.Headers)+len(e.Drop) > 0:
		message = "the entry has headers and no address"
	default:
		message = e.programFault()
	}
	if message == "" {
		return nil
	}
	return &Error{Kind: KindEntry, Message: message}
}

// programFault says why a program can't be written in any format, or "".
func (e Entry) programFault() string {
	switch {
	case !writable(e.Command) || slices.ContainsFunc(e.Args, func(arg string) bool { return !writable(arg) }):
		return "the command or an argument is not valid UTF-8, or holds a NUL character"
	case slices.ContainsFunc(e.Unset, func(name string) bool { _, set := e.Env[name]; return set }):
		return "the entry both sets and unsets a variable"
	}
	for name, value := range e.Env {
		switch {
		case name == "" || strings.Contains(name, "=") || !writable(name):
			return "a variable's name is empty, holds '=', or is not valid UTF-8"
		case !writable(value):
			return "the value of " + name + " is not valid UTF-8, or holds a NUL character"
		}
	}
	return ""
}

// nameFault says what is wrong with a server's name, or "".
func nameFault(name string) string {
	if name == "" || !writable(name) || strings.ContainsFunc(name, unicode.IsControl) {
		return "the server's name is empty, or holds characters that cannot be written"
	}
	return ""
}

// writable reports whether s survives being written and passed to a process.
func writable(s string) bool {
	return utf8.ValidString(s) && !strings.Contains(s, "\x00")
}

// merge gives the members of the entry once e is written over the old ones: those of
// the other transport go, and what else the user has stays.
func (c Client) merge(old map[string]any, e Entry) map[string]any {
	entry := map[string]any{}
	maps.Copy(entry, old)
	transport, foreign := "stdio", addressMembers
	if e.URL != "" {
		transport, foreign = "http", programMembers
	}
	for _, name := range foreign {
		delete(entry, name)
	}
	if _, has := entry["type"]; has || c.typed {
		entry["type"] = transport // the client goes by it
	}
	if e.URL != "" {
		c.mergeAddress(entry, e)
		return entry
	}
	args := make([]any, len(e.Args))
	for i, arg := range e.Args {
		args[i] = arg
	}
	entry["command"] = e.Command
	// Some clients insist on arguments; Codex does not, and loses comments by a change.
	if _, has := entry["args"]; has || len(args) > 0 || c.ID != "codex" {
		entry["args"] = args
	}
	put(entry, "env", e.Env, e.Unset)
	return entry
}

// put sets texts in a member of the entry. Those that are there stay, as texts: some
// clients refuse numbers and booleans. What cannot be a text goes, and the member if
// nothing is left in it.
func put(entry map[string]any, member string, set map[string]string, unset []string) {
	values := map[string]any{}
	had, _ := entry[member].(map[string]any)
	for name, value := range had {
		switch value.(type) {
		case nil, []any, map[string]any:
		default:
			values[name] = textOf(value)
		}
	}
	for _, name := range unset {
		delete(values, name)
	}
	for name, value := range set {
		values[name] = value
	}
	if entry[member] = values; len(values) == 0 {
		delete(entry, member)
	}
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
func (c Client) TakesURL() bool { return c.url != "" }

// addressFault says why the client's file can't have the entry with its URL, or "".
func (c Client) addressFault(e Entry) string {
	u, err := url.Parse(e.URL)
	switch {
	case e.Command != "" || len(e.Args)+len(e.Env)+len(e.Unset) > 0:
		return "the entry has both a command and an address"
	case err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || !writable(e.URL):
		return "the address is not an http or https URL"
	case !c.TakesURL():
		return "the config file takes no address; add it in the settings, under Connectors, with Add custom connector (only a public address works there)"
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
		own := name == c.url || !slices.Contains(urlMembers, name)
		if !own || !sameServer(was, e.URL) {
			delete(entry, name)
		}
	}
	entry[c.url] = e.URL
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
	had, _ := entry[c.headers].(map[string]any)
	for name := range had { // one header in two spellings is sent twice
		for _, gone := range slices.Concat(e.Drop, slices.Collect(maps.Keys(e.Headers))) {
			if strings.EqualFold(name, gone) {
				drop = append(drop[:len(drop):len(drop)], name)
			}
		}
	}
	put(entry, c.headers, e.Headers, drop)
}

// urlOf gives the URL of an entry as its file has it, "" if there is none.
func (c Client) urlOf(entry map[string]any) string {
	for _, name := range append([]string{c.url}, urlMembers...) {
		if v, ok := entry[name].(string); ok && v != "" {
			return v
		}
	}
	return ""
}

// headersOf gives the headers of an entry, and the member that has them.
func (c Client) headersOf(entry map[string]any) (member string, headers any) {
	for _, name := range append([]string{c.headers}, headerMembers...) {
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

const (
	aText = "a text in quotation marks"
	texts = "a list of texts in quotation marks"
	names = "a list of names, each with a text in quotation marks"
)

// entryOf reads an entry as its file has it. What is not a string is given
// as its text.
func (c Client) entryOf(name string, values map[string]any) Entry {
	e := Entry{Name: name}
	format := "%q: %t"
	if c.ID == "codex" {
		format = "%s = %t"
	}
	if on, ok := values["enabled"].(bool); ok && !on {
		e.Off = fmt.Sprintf(format, "enabled", false)
	}
	if off, ok := values["disabled"].(bool); ok && off {
		e.Off = fmt.Sprintf(format, "disabled", true)
	}
	misfit := func(member, must string) { e.Misfits = append(e.Misfits, Misfit{member, must}) }
	if e.URL = c.urlOf(values); e.URL == "" {
		for _, name := range urlMembers {
			if v, there := values[name]; there && v != "" {
				misfit(strconv.Quote(name), aText)
			}
		}
	}
	if v, there := values["command"]; there {
		var ok bool
		if e.Command, ok = v.(string); !ok {
			misfit(`"command"`, aText)
		}
	}
	if v, there := values["args"]; there {
		args, ok := v.([]any)
		for _, a := range args {
			_, text := a.(string)
			e.Args, ok = append(e.Args, textOf(a)), ok && text
		}
		if !ok {
			misfit(`"args"`, texts)
		}
	}
	table := func(member string, v any) map[string]string {
		values, ok := v.(map[string]any)
		if !ok {
			misfit(strconv.Quote(member), names)
			return nil
		}
		read := make(map[string]string, len(values))
		for _, name := range slices.Sorted(maps.Keys(values)) {
			read[name] = textOf(values[name])
			if _, ok := values[name].(string); !ok {
				misfit(strconv.Quote(name)+" in "+strconv.Quote(member), aText)
			}
		}
		return read
	}
	if v, there := values["env"]; there {
		e.Env = table("env", v)
	}
	if member, v := c.headersOf(values); member != "" {
		e.Headers = table(member, v)
	}
	e.addVariables(values)
	return e
}

// addVariables adds the headers that Codex takes from variables.
func (e *Entry) addVariables(values map[string]any) {
	from := map[string]string{}
	named, _ := values[headerVariables].(map[string]any)
	for header, v := range named {
		if variable, ok := v.(string); ok {
			from[header] = "${" + variable + "}"
		}
	}
	if variable, ok := values[headerVariable].(string); ok {
		from[authorization] = "Bearer ${" + variable + "}"
	}
	if e.Headers == nil && len(from) > 0 {
		e.Headers = map[string]string{}
	}
	maps.Copy(e.Headers, from)
}

// textOf is a value as a file has it.
func textOf(v any) string {
	if v == nil {
		return "null"
	}
	return fmt.Sprint(v)
}
