package vault

import (
	"crypto/sha256"
	"crypto/subtle"
	"fmt"
	"net/http"
	"strings"
	"unicode/utf8"
)

// maxAddress is the longest address that SMTP can carry, in bytes.
const maxAddress = 254

// scope is what one request may see and under whose name it writes.
type scope struct {
	members any // a JSON array of the addresses whose recipes it may see, nil for all
	author  any // the address it writes as, nil in god mode
}

// authorize checks the key before the address, so that who has no key learns
// nothing about addresses.
func (v *Vault) authorize(h http.Header) (scope, error) {
	if err := v.checkKey(h.Values("X-API-Key")); err != nil {
		return scope{}, err
	}
	return v.scopeOf(h.Values("X-User-Email"))
}

func (v *Vault) checkKey(sent []string) error {
	switch {
	case v.opts.Key == "":
		return nil
	case len(sent) == 0 || len(sent) == 1 && sent[0] == "":
		return &failure{status: http.StatusUnauthorized, text: "Authentication required. Send the key in the X-API-Key header."}
	}
	// Hashes have one length, so the comparison does not reveal the key's.
	got := sha256.Sum256([]byte(sent[0]))
	if len(sent) > 1 || subtle.ConstantTimeCompare(got[:], v.keyHash[:]) != 1 {
		return &failure{status: http.StatusUnauthorized, text: "Invalid API key"}
	}
	return nil
}

// scopeOf gives god mode only to a request without the header. A header that
// is there but blank, or there twice, or holds what isn't visible ASCII, is
// someone's attempt to say who they are that went wrong; taking it for god mode
// would show them every family's recipes.
func (v *Vault) scopeOf(sent []string) (scope, error) {
	if len(sent) == 0 {
		return scope{}, nil
	}
	text := "Your email is not configured for access. Ask whoever runs this server to add it to a family."
	raw := strings.Trim(sent[0], " \t") // what HTTP takes off a header's value
	if _, odd := oddCharacter(raw); odd {
		text = "Your email is not configured for access. It holds a character that is not visible ASCII; type it again by hand."
	}
	if address := normalAddress(raw); len(sent) == 1 && usable(raw) {
		families := v.families.Load()
		if families == nil {
			return scope{author: address}, nil
		}
		if members, ok := families.scopes[address]; ok {
			return scope{members: members, author: address}, nil
		}
	}
	return scope{}, &failure{status: http.StatusForbidden, text: text}
}

// normalAddress is how addresses are compared and stored.
func normalAddress(s string) string { return strings.ToLower(strings.TrimSpace(s)) }

// usable reports whether a trimmed address can be a member's. Nothing but
// visible ASCII is sent for certain: some servers drop any other header, and a
// request without it acts for everybody.
func usable(address string) bool {
	_, odd := oddCharacter(address)
	return address != "" && len(address) <= maxAddress && !odd
}

// oddCharacter names the first character that is not visible ASCII, and where it
// stands, without anything of the rest.
func oddCharacter(address string) (what string, odd bool) {
	for i, r := range address {
		if r < '!' || r > '~' {
			return fmt.Sprintf("%U at character %d", r, utf8.RuneCountInString(address[:i])+1), true
		}
	}
	return "", false
}
