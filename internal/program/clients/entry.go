package clients

import (
	"maps"
	"slices"
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
