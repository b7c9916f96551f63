package family

import (
	"fmt"
	"net/mail"
	"strings"
	"unicode/utf8"
)

// maxAddress is the longest address that SMTP can carry, in bytes.
const maxAddress = 254

// Normal is how addresses are compared and stored.
func Normal(address string) string { return strings.ToLower(strings.TrimSpace(address)) }

// Usable reports whether a trimmed address can be a member's. Nothing but
// visible ASCII is sent for certain: some servers drop any other header, and a
// request without it acts for everybody.
func Usable(address string) bool {
	_, odd := Odd(address)
	return address != "" && len(address) <= maxAddress && !odd
}

// Short reports whether an address has no more than the bytes that one may have.
func Short(address string) bool { return len(address) <= maxAddress }

// Odd names the first character that is not visible ASCII, and where it
// stands, without anything of the rest.
func Odd(address string) (what string, odd bool) {
	for i, r := range address {
		if r < '!' || r > '~' {
			return fmt.Sprintf("%U at character %d", r, utf8.RuneCountInString(address[:i])+1), true
		}
	}
	return "", false
}

// MemberRule returns what is wrong with a trimmed text as a member's address, ""
// if nothing is. It must be an address and nothing more: the parser also takes
// "Alice <alice@example.com>".
func MemberRule(s string) string {
	// A space is not an odd character here: it is in what is not an address at all.
	if what, odd := Odd(strings.ReplaceAll(s, " ", "_")); odd {
		return "this address has " + what + ", and only visible ASCII can be sent, so that no one could act under it"
	}
	if parsed, err := mail.ParseAddress(s); err != nil || parsed.Address != s || !Usable(s) {
		return "this is not an e-mail address"
	}
	return ""
}
