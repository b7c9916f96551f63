package main

import (
	"strings"
	"testing"
)

// TestFamily_Entry has a refusal say which of several families and members it is about.
func TestFamily_Entry(t *testing.T) {
	t.Parallel()
	h := embedded(t)
	h.must("family", "add", "smith", "--member", "alice@example.com")
	for name, row := range map[string]struct {
		args []string
		want string
	}{
		"another family's":    {[]string{"add", "jones", "--member", "carol@example.com", "--member", "Alice@example.com"}, `the address "alice@example.com" is in another family, "smith"; remove it there first`},
		"not an address":      {[]string{"add", "jones", "--member", "carol@example.com", "--member", "bob"}, `the address "bob": this is not an e-mail address`},
		"another's in a file": {[]string{"import", h.file("a.yaml", "families:\n  brown: {members: [kate@example.com]}\n  jones: {members: [carol@example.com, alice@example.com]}\n")}, `the family "jones": the address "alice@example.com" is in another family, "smith"`},
		"a name in a file":    {[]string{"import", h.file("b.yaml", "families:\n  brown: {members: [kate@example.com]}\n  a/b: {members: [carol@example.com]}\n")}, `the family "a/b": the name must not`},
	} {
		if got := h.run(append([]string{"family"}, row.args...)...); got.code != exitFailed || !strings.Contains(got.stderr, row.want) {
			t.Errorf("%s: %+v", name, got)
		}
	}
	if got := h.must("family", "list"); strings.Count(got, "\n") != 2 {
		t.Errorf("%s", got)
	}
}
