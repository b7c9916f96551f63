package config

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// key keeps the value as it is, blanks included. Nothing but ASCII is taken: no
// server of ours takes another key, and a header can't carry one for certain.
func key(value string, faults *Faults) Secret {
	switch {
	case strings.TrimSpace(value) == "":
		return ""
	case strings.ContainsFunc(value, unicode.IsControl):
		faults.add("API_KEY", "must not hold control characters such as line breaks or tabs")
		return ""
	}
	if what, at, odd := oddCharacter(value, ' '); odd {
		faults.add("API_KEY", fmt.Sprintf("must be printable ASCII, and has %s at character %d; type it again, or paste it without that character", what, at))
		return ""
	}
	return Secret(value)
}

// email trims the address, and takes nothing but visible ASCII: a server that
// drops the header as unreadable would act for everybody.
func email(value string, faults *Faults) Secret {
	address := strings.TrimSpace(value)
	if address == "" {
		return ""
	}
	what, at, odd := oddCharacter(address, '!')
	if odd {
		// The place is that in the value as it stands.
		at += utf8.RuneCountInString(value[:strings.Index(value, address)])
		if what == "U+0020" {
			faults.add("USER_EMAIL", fmt.Sprintf("must be an e-mail address and nothing more; it has a blank at character %d", at))
			return ""
		}
		faults.add("USER_EMAIL", fmt.Sprintf("must be visible ASCII, and has %s at character %d: a server that drops such an address would act for everybody; type it again by hand", what, at))
		return ""
	}
	return Secret(address)
}

// oddCharacter finds the first character outside of ASCII from low to '~'. It
// names it by its code point, and where it stands, from 1: that shows what can't
// be seen, and nothing of the rest.
func oddCharacter(value string, low rune) (what string, at int, found bool) {
	for i, r := range value {
		if low <= r && r <= '~' {
			continue
		}
		what = fmt.Sprintf("%U", r)
		if _, size := utf8.DecodeRuneInString(value[i:]); r == utf8.RuneError && size == 1 {
			what = fmt.Sprintf("the byte 0x%02X, which isn't UTF-8,", value[i])
		}
		return what, utf8.RuneCountInString(value[:i]) + 1, true
	}
	return "", 0, false
}
