package main

import (
	"errors"
	"regexp"
	"strings"

	"mcp-adapters/cmd/recipe-mcp/recipemcp"
	"mcp-adapters/config"
)

// usable reports whether an answer can be the variable's value.
func usable(name, answer string) bool { return checkValues(map[string]string{name: answer}) == nil }

const quotationMarks = "\"'`“”„‘’«»"

// slip tells a person what is wrong with an answer that isn't usable. They were
// asked for an address, a key or an e-mail address, and read nothing of
// variables. Neither a key nor an e-mail address is repeated.
func slip(name, answer string) string {
	what := map[string]string{"API_BASE_URL": "address", "API_KEY": "key", "USER_EMAIL": "e-mail address"}[name]
	answer = strings.TrimSpace(answer)
	bare := strings.TrimSpace(strings.Trim(answer, quotationMarks))
	switch {
	case bare != answer && usable(name, bare):
		return "Type the " + what + " without quotation marks."
	case strings.HasPrefix(bare, "__encrypted__:"):
		return "That is what a program made of the " + what + " to keep it secret. Type the " + what + " itself."
	case strings.Contains(bare, "${") || strings.HasPrefix(bare, "$") || strings.HasPrefix(bare, "%"):
		return "Type the " + what + " itself: nothing is put in place of a name such as ${NAME}."
	case name != "API_BASE_URL" && odd(name, answer) != "":
		return "The " + what + " " + odd(name, answer) + "."
	case name == "API_KEY":
		return "A key has no line breaks, tabs or other characters that cannot be seen. Type it again, or paste it without them."
	case name == "USER_EMAIL":
		return "Type the e-mail address alone, without a name around it, such as you@example.com."
	}
	return addressSlip(bare)
}

// odd says which character of an answer can't be sent, and where it stands; ""
// when that isn't what is wrong.
func odd(name, answer string) string {
	err := config.Load(only(name, answer), &recipemcp.Settings{})
	var faults config.Faults
	if errors.As(err, &faults) && strings.Contains(faults[0].Rule, " ASCII") {
		return faults[0].Rule
	}
	return ""
}

// only is an environment of one variable.
func only(name, value string) func(string) string {
	return func(asked string) string { return map[string]string{name: value}[asked] }
}

// scheme is how an address starts, slips of typing included.
var scheme = regexp.MustCompile(`^(?i)(https?)[:/]+`)

// addressSlip proposes the address that was probably meant.
func addressSlip(answer string) string {
	const start = "An address starts with http:// or https://"
	meant, _, _ := strings.Cut(answer, "#")
	meant, _, _ = strings.Cut(meant, "?")
	if typed := scheme.FindStringSubmatch(meant); typed != nil {
		meant = strings.ToLower(typed[1]) + "://" + meant[len(typed[0]):]
	} else {
		meant = "http://" + strings.TrimLeft(meant, "/")
	}
	switch {
	case strings.Contains(meant, "@") || strings.Contains(answer, "://") && !scheme.MatchString(answer) || !usable("API_BASE_URL", meant):
		return start + " and has no ? or #, such as http://192.168.1.9:3000."
	case strings.ContainsAny(answer, "?#"):
		return start + " and has no ? or #, such as " + meant + "."
	}
	return start + ", such as " + meant + "."
}
