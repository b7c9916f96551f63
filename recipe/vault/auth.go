package vault

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"errors"
	"net/http"
	"strings"

	"github.com/mcp-adapters/mcp-adapters/recipe/vault/family"
)

// scope is what one request may see and under whose name it writes.
type scope struct {
	Scope
	author any  // the address it writes as, nil without one
	god    bool // the server's own key, and no address
}

// errKey is the answer to a key that isn't good, or isn't any more.
func errKey() *failure { return &failure{status: http.StatusUnauthorized, text: "Invalid API key"} }

// authorize checks the key before the address, so that who has no key learns
// nothing about addresses.
func (v *Vault) authorize(ctx context.Context, h http.Header) (scope, error) {
	sent := h.Values("X-API-Key")
	switch {
	case v.opts.Key == "" || v.isOwn(sent):
		return v.scopeOf(ctx, h.Values("X-User-Email"))
	case len(sent) == 0 || len(sent) == 1 && sent[0] == "":
		return scope{}, &failure{status: http.StatusUnauthorized, text: "Authentication required. Send the key in the X-API-Key header."}
	case len(sent) > 1:
		return scope{}, errKey()
	}
	of, err := v.directory.key(ctx, sent[0])
	switch {
	case err != nil:
		return scope{}, err
	case of == "":
		return scope{}, errKey()
	}
	return v.familyScope(ctx, of, h.Values("X-User-Email"))
}

// isOwn reports whether the key is the server's own.
func (v *Vault) isOwn(sent []string) bool {
	// Hashes have one length, so the comparison does not reveal the key's.
	return len(sent) == 1 && sent[0] != "" && func() bool {
		got := sha256.Sum256([]byte(sent[0]))
		return subtle.ConstantTimeCompare(got[:], v.keyHash[:]) == 1
	}()
}

// strange is the answer to an address that may not come in.
func strange(sent []string) *failure {
	text := "Your email is not configured for access. Ask whoever runs this server to add it to a family."
	if len(sent) > 0 {
		if _, odd := family.Odd(trimmed(sent)); odd {
			text = "Your email is not configured for access. It holds a character that is not visible ASCII; type it again by hand."
		}
	}
	return &failure{status: http.StatusForbidden, text: text}
}

// trimmed is an address without what HTTP takes off a header's value.
func trimmed(sent []string) string { return strings.Trim(sent[0], " \t") }

// addressOf returns the address of a header, if it can be one. A header that
// is there but blank, or there twice, or holds what isn't visible ASCII, is
// someone's attempt to say who they are that went wrong; taking it for none
// would show them recipes that aren't theirs.
func addressOf(sent []string) (string, bool) {
	if len(sent) != 1 || !family.Usable(trimmed(sent)) {
		return "", false
	}
	return family.Normal(trimmed(sent)), true
}

// scopeOf is the scope of a request with the server's own key. Only one without the header
// gets god mode.
func (v *Vault) scopeOf(ctx context.Context, sent []string) (scope, error) {
	if len(sent) == 0 {
		return scope{god: true}, nil
	}
	address, ok := addressOf(sent)
	if !ok {
		return scope{}, strange(sent)
	}
	some, of, err := v.directory.member(ctx, address)
	switch {
	case err != nil:
		return scope{}, err
	case of != "":
		return scope{Scope: Scope{Family: of}, author: address}, nil
	case some:
		return scope{}, strange(sent)
	}
	// Without families in the database, those of the file count.
	families := v.families.Load()
	if families == nil {
		return scope{Scope: Scope{Alone: true}, author: address}, nil
	}
	if members, ok := families.scopes[address]; ok {
		return scope{Scope: Scope{Members: members, Alone: true}, author: address}, nil
	}
	return scope{}, strange(sent)
}

// familyScope is the scope of a request with a family's key: the family's recipes, with the
// address of a member or with none. Another family's address is as strange as any.
func (v *Vault) familyScope(ctx context.Context, of string, sent []string) (scope, error) {
	sc := scope{Scope: Scope{Family: of}}
	if len(sent) == 0 {
		return sc, nil
	}
	address, ok := addressOf(sent)
	if !ok {
		return scope{}, strange(sent)
	}
	_, its, err := v.directory.member(ctx, address)
	switch {
	case err != nil:
		return scope{}, err
	case its != of:
		return scope{}, strange(sent)
	}
	sc.author = address
	return sc, nil
}

// outrun reports whether a request has failed since another vault has changed families meanwhile, so
// that who asks is to be found out anew: it was to save where its author is no member any more, or,
// where there were none when it came, a recipe has gone to a family, or may be changed by no one who
// is in none.
func (v *Vault) outrun(ctx context.Context, none bool, err error) bool {
	if errors.Is(err, family.ErrGone) {
		v.directory.forget()
		return true
	}
	if f, ok := errors.AsType[*failure](err); !none || !ok || f.status != http.StatusNotFound {
		return false
	}
	v.directory.forget()
	some, failed := v.directory.any(ctx)
	return some && failed == nil
}

// admits reports whether one of the keys is sent, without a look at the database: a
// family's is known if it was used a moment ago.
func (v *Vault) admits(h http.Header) bool {
	sent := h.Values("X-API-Key")
	return v.opts.Key == "" || v.isOwn(sent) || len(sent) == 1 && v.directory.knows(sent[0])
}
