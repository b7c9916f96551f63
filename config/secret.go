package config

import (
	"fmt"
	"io"
)

// Secret is text that must not be printed: every formatting verb, JSON and log
// encoder gives "[redacted]" ("" when it is empty).
type Secret string

// Reveal gives the text itself, for the one place that needs it.
func (s Secret) Reveal() string { return string(s) }

// String gives "[redacted]", or "" for an empty secret.
func (s Secret) String() string {
	if s == "" {
		return ""
	}
	return "[redacted]"
}

// Format writes what [Secret.String] gives, whatever the verb.
func (s Secret) Format(state fmt.State, _ rune) {
	_, _ = io.WriteString(state, s.String())
}

// MarshalText gives what [Secret.String] gives.
func (s Secret) MarshalText() ([]byte, error) { return []byte(s.String()), nil }
