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

// Entry is one server: a program that a client starts and speaks to over stdio, or the
// URL of a server over HTTP.
type Entry struct {
	// Name is the key of the entry. It is not empty and has no control characters.
	Name string
	// Command is the program, preferably an absolute path. Command or URL is required.
	Command string
	// Args are its arguments. Without any, JSON gets an empty list, which some clients require.
	Args []string
	// Env are variables added to the program's environment.
	Env map[string]string
	// Unset names variables to remove from an existing entry. None may be in Env.
	Unset []string
	// URL is the address of a server over HTTP, Headers go with each request to it, and
	// Drop names headers to remove from an existing entry. An entry with a URL has no
	// Command, Args, Env or Unset. [Lookup] gives a value that the client takes from a
	// variable as ${NAME}.
	URL     string
	Headers map[string]string
	Drop    []string
	// Off is the text that disables the entry, such as "disabled": true. [Lookup] sets it.
	Off string
	// Misfits are the members whose type clients refuse. [Lookup] sets it; [Plan] corrects them.
	Misfits []Misfit
}

// Misfit is a member of an entry that has the wrong type.
type Misfit struct {
	Member string // quoted: "args", or "API_KEY" in "env"
	Must   string // the type that it must have: "a text in quotation marks"
}

// HoldsToken reports whether a header has a value that the client does not take from a variable.
func (e Entry) HoldsToken() bool {
	for _, value := range e.Headers {
		if !strings.Contains(value, "${") {
			return true
		}
	}
	return false
}

// Token returns the token in the value of an Authorization header.
func Token(authorization string) string {
	scheme, token, found := strings.Cut(strings.TrimSpace(authorization), " ")
	if !found || !strings.EqualFold(scheme, "Bearer") {
		return authorization
	}
	return strings.TrimSpace(token)
}

// TakesURL reports whether the client's file can have a URL instead of a command.
func (c Client) TakesURL() bool { return c.url != "" }

// check reports why the client's file cannot hold e. No message has a value.
func (c Client) check(e Entry) error {
	if err := checkName(e.Name); err != nil {
		return err
	}
	u, err := url.Parse(e.URL)
	has := func(set map[string]string) func(string) bool {
		return func(name string) bool { _, there := set[name]; return there }
	}
	texts := slices.Concat(e.Args, []string{e.Command, e.URL})
	for _, set := range []map[string]string{e.Env, e.Headers} {
		texts = slices.Concat(texts, slices.Collect(maps.Keys(set)), slices.Collect(maps.Values(set)))
	}
	message := ""
	switch {
	case slices.ContainsFunc(texts, unwritable):
		message = "the entry has a text that is not valid UTF-8, or a NUL character"
	case slices.ContainsFunc(e.Unset, has(e.Env)), slices.ContainsFunc(e.Drop, has(e.Headers)):
		message = "the entry both sets and removes a variable or a header"
	case e.URL == "" && e.Command == "":
		message = "the entry has no command"
	case e.URL == "" && len(e.Headers)+len(e.Drop) > 0:
		message = "the entry has headers and no address"
	case e.URL == "":
		for name := range e.Env {
			if name == "" || strings.Contains(name, "=") {
				message = "a variable's name is empty or has '='"
			}
		}
	case e.Command != "" || len(e.Args)+len(e.Env)+len(e.Unset) > 0:
		message = "the entry has both a command and an address"
	case err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "":
		message = "the address is not an http or https URL"
	case !c.TakesURL():
		message = "the config file takes no address; add it in the settings, under Connectors, with Add custom connector (only a public address works there)"
	default:
		for name, value := range e.Headers {
			if name == "" || strings.ContainsAny(name, " \t\r\n:") || strings.ContainsAny(value, "\r\n") {
				message = "the name of a header is not valid, or its value has a line break"
			}
		}
	}
	if message != "" {
		return &Error{Kind: KindEntry, Message: message}
	}
	return nil
}

func checkName(name string) error {
	if name == "" || unwritable(name) || strings.ContainsFunc(name, unicode.IsControl) {
		return &Error{Kind: KindEntry, Message: "the server's name is empty, or has characters that cannot be written"}
	}
	return nil
}

// unwritable reports whether s cannot be written to a file and passed to a process.
func unwritable(s string) bool { return !utf8.ValidString(s) || strings.Contains(s, "\x00") }

const (
	authorization = "Authorization"
	// Codex's variable for a token, and its variables for headers.
	headerVariable, headerVariables = "bearer_token_env_var", "env_http_headers"
)

// The members of an entry for one transport, in any client. If an entry has both kinds,
// clients disagree on which counts, and Codex refuses the file.
var (
	programMembers = []string{"command", "args", "env", "envFile", "env_vars", "cwd"}
	urlMembers     = []string{"url", "serverUrl", "httpUrl"}
	headerMembers  = []string{"headers", "http_headers"}
	addressMembers = slices.Concat(urlMembers, headerMembers, []string{headerVariables, headerVariable})
)

// merge returns the members of the entry after e is written over the old ones. It removes
// the members of the other transport and keeps the user's own.
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
		entry["type"] = transport
	}
	if e.URL != "" {
		c.mergeAddress(entry, e)
		return entry
	}
	entry["command"] = e.Command
	// Codex needs no empty list, and a change costs its comments.
	if _, has := entry["args"]; has || len(e.Args) > 0 || !c.isTOML() {
		args := make([]any, len(e.Args))
		for i, arg := range e.Args {
			args[i] = arg
		}
		entry["args"] = args
	}
	put(entry, "env", e.Env, e.Unset, func(a, b string) bool { return a == b })
	return entry
}

// mergeAddress writes the URL and the headers. It keeps headers only for the same server:
// another one must not see its token.
func (c Client) mergeAddress(entry map[string]any, e Entry) {
	same := sameServer(c.urlOf(entry), e.URL)
	for _, name := range addressMembers {
		if !same || name != c.url && slices.Contains(urlMembers, name) {
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
	// One header in two spellings would be sent twice.
	put(entry, c.headers, e.Headers, slices.Concat(e.Drop, slices.Collect(maps.Keys(e.Headers))), strings.EqualFold)
}

// put sets texts in a member of the entry. Existing scalars stay, as texts. Other values,
// and the member if nothing is left in it, are removed.
func put(entry map[string]any, member string, set map[string]string, unset []string, equal func(a, b string) bool) {
	values := map[string]any{}
	had, _ := entry[member].(map[string]any)
	for name, value := range had {
		switch value.(type) {
		case nil, []any, map[string]any:
		default:
			if !slices.ContainsFunc(unset, func(gone string) bool { return equal(name, gone) }) {
				values[name] = textOf(value)
			}
		}
	}
	for name, value := range set {
		values[name] = value
	}
	if entry[member] = values; len(values) == 0 {
		delete(entry, member)
	}
}

// urlOf returns the URL of an entry, or "".
func (c Client) urlOf(entry map[string]any) string {
	for _, name := range append([]string{c.url}, urlMembers...) {
		if v, ok := entry[name].(string); ok && v != "" {
			return v
		}
	}
	return ""
}

// sameServer reports whether two URLs have the same scheme, host and port.
func sameServer(a, b string) bool {
	first, err := url.Parse(a)
	second, other := url.Parse(b)
	return err == nil && other == nil && first.Scheme == second.Scheme && strings.EqualFold(first.Host, second.Host)
}

// entryOf reads the members of an entry. Values other than strings are given as text.
func (c Client) entryOf(name string, values map[string]any) Entry {
	e := Entry{Name: name, URL: c.urlOf(values)}
	format := "%q: %t"
	if c.isTOML() {
		format = "%s = %t"
	}
	for _, member := range []string{"enabled", "disabled"} {
		if v, ok := values[member].(bool); ok && v == (member == "disabled") {
			e.Off = fmt.Sprintf(format, member, v)
		}
	}
	const aText = "a text in quotation marks"
	misfit := func(bad bool, member, must string) {
		if bad {
			e.Misfits = append(e.Misfits, Misfit{member, must})
		}
	}
	for _, name := range urlMembers {
		v, there := values[name]
		misfit(e.URL == "" && there && v != "", strconv.Quote(name), aText)
	}
	command, there := values["command"]
	e.Command, _ = command.(string)
	_, ok := command.(string)
	misfit(there && !ok, `"command"`, aText)
	list, there := values["args"]
	args, ok := list.([]any)
	for _, a := range args {
		_, text := a.(string)
		e.Args, ok = append(e.Args, textOf(a)), ok && text
	}
	misfit(there && !ok, `"args"`, "a list of texts in quotation marks")
	table := func(member string) (read map[string]string) {
		v, there := values[member]
		texts, ok := v.(map[string]any)
		misfit(there && !ok, strconv.Quote(member), "a list of names, each with a text in quotation marks")
		if ok {
			read = map[string]string{}
		}
		for _, name := range slices.Sorted(maps.Keys(texts)) {
			read[name] = textOf(texts[name])
			_, ok := texts[name].(string)
			misfit(!ok, strconv.Quote(name)+" in "+strconv.Quote(member), aText)
		}
		return read
	}
	e.Env = table("env")
	for _, member := range append([]string{c.headers}, headerMembers...) {
		if _, there := values[member]; there {
			e.Headers = table(member)
			break
		}
	}
	// Codex takes headers from variables too.
	named, _ := values[headerVariables].(map[string]any)
	from := map[string]string{}
	for header, v := range named {
		if variable, ok := v.(string); ok {
			from[header] = "${" + variable + "}"
		}
	}
	if variable, ok := values[headerVariable].(string); ok {
		from[authorization] = "Bearer ${" + variable + "}"
	}
	if e.Headers == nil && len(from) > 0 {
		e.Headers = from
	}
	maps.Copy(e.Headers, from)
	return e
}

// textOf returns a value as the file has it.
func textOf(v any) string {
	if v == nil {
		return "null"
	}
	return fmt.Sprint(v)
}
