package vault

import (
	"context"
	"net/http"
	"strings"
	"unicode"

	"github.com/go-json-experiment/json"

	"github.com/mcp-adapters/mcp-adapters/internal/httpserver"
	"github.com/mcp-adapters/mcp-adapters/recipe/vault/family"
)

// RestoringTransport returns a [Vault.Transport] whose creates bring back what a
// vault once held, byte for byte: a title keeps the white space at its ends and
// may be beside one that differs in nothing else, values may break the rules
// that came later, and created_by is kept where the request names no address.
// Whoever holds it writes to the file without those rules, so it is for
// importing what an export wrote and never leaves the process.
func (v *Vault) RestoringTransport() http.RoundTripper {
	return httpserver.Transport(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		v.handler.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), restoring{}, true)))
	}))
}

// restoring marks the context of a request that restores.
type restoring struct{}

func restores(ctx context.Context) bool { return ctx.Value(restoring{}) != nil }

// restored is validate for a recipe that is brought back. It returns the author
// whom the body names, nil for none.
func (b *recipeBody) restored(body []byte) (author any, err error) {
	if err := b.validateRestored(); err != nil {
		return nil, err
	}
	var by struct {
		Author *string `json:"created_by"`
	}
	if err := json.Unmarshal(body, &by); err != nil || by.Author != nil && !onceUsable(family.Normal(*by.Author)) {
		return nil, invalid("created_by must be an e-mail address")
	}
	if by.Author == nil {
		return nil, nil
	}
	return family.Normal(*by.Author), nil
}

// onceUsable is usable as it was: a recipe keeps its author, though none could
// act under that address any more.
func onceUsable(address string) bool {
	return address != "" && family.Short(address) && !strings.ContainsFunc(address, unicode.IsControl)
}
