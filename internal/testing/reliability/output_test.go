package reliability_test

import (
	"strings"
	"testing"
)

// marker is part of every key, address, password and recipe text in this
// package, and of nothing else: no path, no id, no name of a test.
const marker = "zq7"

const (
	apiKey = "key-zq7-0123456789abcdef"
	email  = "cook.zq7@example.com"
)

// leaks fails the test if text holds a secret.
func leaks(t testing.TB, what, text string) {
	t.Helper()
	if at := strings.Index(strings.ToLower(text), marker); at >= 0 {
		t.Errorf("%s holds a secret: ...%s...", what, text[max(0, at-120):min(len(text), at+80)])
	}
	if at := strings.Index(text, "WARNING: DATA RACE"); at >= 0 {
		t.Errorf("%s: %s", what, text[at:min(len(text), at+3000)])
	}
}
