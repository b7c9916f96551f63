package config

import (
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"
	"unicode/utf8"
)

// Secret is text that must not be printed: every formatting verb, JSON and log encoder gives
// "[redacted]" ("" when it is empty).
type Secret string

// Reveal returns the text itself.
func (s Secret) Reveal() string { return string(s) }

// String returns "[redacted]", or "" for an empty secret.
func (s Secret) String() string {
	if s == "" {
		return ""
	}
	return "[redacted]"
}

// Format writes [Secret.String], whatever the verb.
func (s Secret) Format(state fmt.State, _ rune) { _, _ = io.WriteString(state, s.String()) }

// MarshalText returns [Secret.String].
func (s Secret) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText keeps the value as it is, blanks included. It takes only printable ASCII,
// since other characters can't be sent in a header.
func (s *Secret) UnmarshalText(text []byte) error {
	*s = Secret(text)
	return checkASCII(string(text), ' ', "printable ASCII")
}

// Email is an e-mail address that a program acts for. It prints as a [Secret] does.
type Email struct{ Secret }

// Private marks the value as one not to show.
func (Email) Private() {}

// UnmarshalText takes only visible ASCII: a server that drops an unreadable header would act
// for everyone.
func (e *Email) UnmarshalText(text []byte) error {
	e.Secret = Secret(Trim(string(text)))
	return checkASCII(e.Reveal(), '!', "visible ASCII")
}

// checkASCII refuses characters outside of ASCII from low to '~'. Its error shows the first
// one's code point and place, counted from 1, and nothing else of the value.
func checkASCII(value string, low rune, must string) error {
	at := strings.IndexFunc(value, func(r rune) bool { return r < low || r > '~' })
	if at < 0 {
		return nil
	}
	odd, _ := utf8.DecodeRuneInString(value[at:])
	return fmt.Errorf("must be %s, and has %U at character %d; type it again without that character", must, odd, utf8.RuneCountInString(value[:at])+1)
}

// Key is a key of 32 bytes. It prints as a [Secret] does.
type Key struct{ Secret }

// UnmarshalText takes base64 of either alphabet, with or without padding.
func (k *Key) UnmarshalText(text []byte) error {
	value := strings.NewReplacer("-", "+", "_", "/").Replace(strings.TrimRight(Trim(string(text)), "="))
	bytes, err := base64.RawStdEncoding.DecodeString(value)
	if err != nil || len(bytes) != 32 {
		return errors.New("must be 32 bytes in base64, as openssl rand -base64 32 prints them")
	}
	k.Secret = Secret(bytes)
	return nil
}

// ReadFile reads a value from a file. Its error is a predicate, and holds neither the path nor
// the content, either of which may be the secret itself.
func ReadFile(path string) (string, error) {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() { //nolint:gosec // the operator's own file
		return "", errors.New("must name a file")
	}
	text, err := os.ReadFile(path) //nolint:gosec // the operator's own file
	if at, ok := errors.AsType[*fs.PathError](err); ok {
		return "", fmt.Errorf("must name a file that can be read: %w", at.Err)
	}
	value := Trim(string(text))
	if value == "" || strings.ContainsRune(value, 0) {
		return "", errors.New("must name a file of text that is not empty")
	}
	return value, nil
}
