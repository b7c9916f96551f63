package clients

import (
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Entry is one server: a program that a client starts and speaks to over stdio, or
// an address that it speaks to over HTTP.
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
	// order of their names. None means that no member is written.
	Env map[string]string
	// Unset names variables that are taken out of an entry that is there. None
	// of them may be in Env.
	Unset []string
	// URL is the address of a server over HTTP, and Headers go with each request to
	// it. They hold secrets, and go with no Command, Args, Env or Unset.
	URL     string
	Headers map[string]string
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

const (
	aText = "a text in quotation marks"
	texts = "a list of texts in quotation marks"
	names = "a list of names, each with a text in quotation marks"
)

// check reports whether e can be written in every format.
func (e Entry) check() error {
	if msg := checkName(e.Name); msg != "" {
		return &Error{Kind: KindEntry, Message: msg}
	}
	switch {
	case e.URL != "" && (e.Command != "" || len(e.Args)+len(e.Env)+len(e.Unset) > 0):
		return &Error{Kind: KindEntry, Message: "the entry has both a command and an address"}
	case e.URL != "":
		if msg := e.checkURL(); msg != "" {
			return &Error{Kind: KindEntry, Message: msg}
		}
		return nil
	case e.Command == "" || len(e.Headers) > 0:
		return &Error{Kind: KindEntry, Message: "the entry has no command"}
	}
	for _, s := range append([]string{e.Command}, e.Args...) {
		if !writable(s) {
			return &Error{Kind: KindEntry, Message: "the command or an argument is not valid UTF-8, or holds a NUL character"}
		}
	}
	if e.setsAndUnsets() {
		return &Error{Kind: KindEntry, Message: "the entry both sets and unsets a variable"}
	}
	for k, v := range e.Env {
		if k == "" || strings.Contains(k, "=") || !writable(k) {
			return &Error{Kind: KindEntry, Message: "a variable's name is empty, holds '=', or is not valid UTF-8"}
		}
		if !writable(v) {
			return &Error{Kind: KindEntry, Message: "the value of " + k + " is not valid UTF-8, or holds a NUL character"}
		}
	}
	return nil
}

// checkName returns what is wrong with a server's name, or "".
func checkName(name string) string {
	if name == "" || !writable(name) || strings.ContainsFunc(name, unicode.IsControl) {
		return "the server's name is empty, or holds characters that cannot be written"
	}
	return ""
}

// writable reports whether s survives being written and passed to a process.
func writable(s string) bool {
	return utf8.ValidString(s) && !strings.Contains(s, "\x00")
}

// setsAndUnsets reports whether a variable is in both Env and Unset.
func (e Entry) setsAndUnsets() bool {
	return slices.ContainsFunc(e.Unset, func(name string) bool { _, set := e.Env[name]; return set })
}

// keys are the names of the variables in the order in which they are written.
func (e Entry) keys() []string { return slices.Sorted(maps.Keys(e.Env)) }
