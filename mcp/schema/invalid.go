package schema

import (
	"cmp"
	"strconv"
	"strings"
	"unicode"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
)

// invalid is the error of unusable arguments. rule is one or more clauses without a full stop.
func invalid(field, rule string) error {
	return &fault.Error{Kind: fault.InvalidParams, Field: field, Message: rule}
}

// invalidAt names the member by its JSON pointer (RFC 6901), as a person would write it:
// ingredients[0].name. Names of digits are taken for array indexes; no schema here has such members.
func invalidAt(pointer jsontext.Pointer, rule string) error {
	field := ""
	for token := range pointer.Tokens() {
		switch _, err := strconv.ParseUint(token, 10, 31); {
		case err == nil && field != "":
			field += "[" + token + "]"
		case field != "":
			field += "." + printable(token)
		default:
			field = printable(token)
		}
	}
	field = cmp.Or(field, "arguments")
	return invalid(field, field+" "+rule)
}

// printable returns a caller's member name for a message: quoted when it is empty or has characters
// that can't be seen.
func printable(name string) string {
	name = Shorten(name)
	if name == "" || strings.ContainsFunc(name, func(r rune) bool { return !unicode.IsPrint(r) }) {
		return strconv.Quote(name)
	}
	return name
}

// Shorten cuts a caller's name to 60 characters, for messages that repeat it.
func Shorten(name string) string {
	const most = 60
	runes := []rune(name)
	if len(runes) <= most {
		return name
	}
	return string(runes[:most]) + "…"
}
