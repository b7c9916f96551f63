package config

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Secret is text that must not be printed: every formatting verb, JSON and log
// encoder gives "[redacted]" ("" when it is empty).
type Secret string

// Reveal returns the text itself, for the one place that needs it.
func (s Secret) Reveal() string { return string(s) }

// String returns "[redacted]", or "" for an empty secret.
func (s Secret) String() string {
	if s == "" {
		return ""
	}
	return "[redacted]"
}

// Format writes what [Secret.String] returns, whatever the verb.
func (s Secret) Format(state fmt.State, _ rune) {
	_, _ = io.WriteString(state, s.String())
}

// MarshalText returns what [Secret.String] returns.
func (s Secret) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText keeps the value as it is, blanks included. It takes printable ASCII
// alone: no server of ours takes another key, and a header can't carry one for
// certain.
func (s *Secret) UnmarshalText(text []byte) error {
	value := string(text)
	if strings.ContainsFunc(value, unicode.IsControl) {
		return errors.New("must not hold control characters such as line breaks or tabs")
	}
	if what, at, odd := oddCharacter(value, ' '); odd {
		return &CharacterError{fmt.Sprintf("must be printable ASCII, and has %s at character %d; type it again, or paste it without that character", what, at)}
	}
	*s = Secret(value)
	return nil
}

// Email is an e-mail address that a program acts for. It prints as a [Secret] does.
type Email struct{ Secret }

// UnmarshalText takes visible ASCII alone: a server that drops a header as
// unreadable would act for everybody.
func (e *Email) UnmarshalText(text []byte) error {
	value := string(text)
	address := Trim(value)
	what, at, odd := oddCharacter(address, '!')
	if !odd {
		e.Secret = Secret(address)
		return nil
	}
	// The place is that in the value as it stands.
	at += utf8.RuneCountInString(value[:strings.Index(value, address)])
	if what == "U+0020" {
		return fmt.Errorf("must be an e-mail address and nothing more; it has a blank at character %d", at)
	}
	return &CharacterError{fmt.Sprintf("must be visible ASCII, and has %s at character %d: a server that drops such an address would act for everybody; type it again by hand", what, at)}
}

// CharacterError says which character of a value can't be sent, and where it stands.
type CharacterError struct{ rule string }

// Error returns the rule that the value breaks.
func (e *CharacterError) Error() string { return e.rule }

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
