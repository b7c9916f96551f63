package main

import (
	"strings"
	"testing"
)

// TestFamily_AdoptUnknown refuses an adoption by who isn't there even if there is nothing to adopt.
func TestFamily_AdoptUnknown(t *testing.T) {
	t.Parallel()
	h := embedded(t)
	h.must("family", "add", "smith", "--member", "alice@example.com")
	for args, want := range map[string]string{
		"--family nope --member alice@example.com":           `there is no family with the name "nope"`,
		"--family smith --member bob@example.com":            `the family "smith" has no member with this address`,
		"--family nope --member alice@example.com --dry-run": `there is no family with the name "nope"`,
	} {
		if got := h.run(append([]string{"family", "adopt"}, strings.Fields(args)...)...); got.code != exitFailed || !strings.Contains(got.stderr, want) || got.stdout != "" {
			t.Errorf("%s: %+v", args, got)
		}
	}
	if got := h.must("family", "adopt", "--family", "smith", "--member", "Alice@example.com"); !strings.HasPrefix(got, "There is nothing to adopt") {
		t.Errorf("%q", got)
	}
}
