package oauth_test

import (
	"testing"

	"github.com/mcp-adapters/mcp-adapters/internal/oauth"
)

// TestA9_Hash has persons that must not be taken for one another.
func TestA9_Hash(t *testing.T) {
	t.Parallel()
	a := oauth.Principal{Issuer: "https://a.example.com", Subject: "1", Email: "cook@example.com"}
	b := a
	b.Email, b.Scopes = "chef@example.com", []string{"notes:read"}
	if a.Hash() != b.Hash() || len(a.Hash()) != 16 {
		t.Errorf("%s and %s of one person", a.Hash(), b.Hash())
	}
	for _, other := range []oauth.Principal{{Issuer: a.Issuer, Subject: "2"}, {Issuer: "https://b.example.com", Subject: "1"}, {Issuer: a.Issuer + "1"}} {
		if other.Hash() == a.Hash() {
			t.Errorf("%+v has the hash of another", other)
		}
	}
}
