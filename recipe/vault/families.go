package vault

import (
	"fmt"
	"net/mail"
	"strings"

	"github.com/go-json-experiment/json"
)

// Families says which addresses belong together. It does not change after it
// was made, so it is safe for concurrent use.
type Families struct {
	// scopes leads from an address to the addresses of its family, as the JSON
	// array that the queries take.
	scopes map[string]string
}

// MemberError tells which address cannot be a member. It does not hold the
// address.
type MemberError struct {
	Family, Member int // places in what [NewFamilies] was given, from 0
	Rule           string
}

func (e *MemberError) Error() string {
	return fmt.Sprintf("family %d, member %d: %s", e.Family+1, e.Member+1, e.Rule)
}

// NewFamilies makes families of their members' addresses, from which it trims the
// blanks of ASCII, and which it lower-cases. What is not an address, or holds more
// than visible ASCII and so can be sent by no one, and an address in two families,
// is a [MemberError].
func NewFamilies(families ...[]string) (*Families, error) {
	f := &Families{scopes: map[string]string{}}
	of := map[string]int{} // the family of an address
	for i, members := range families {
		var list []string
		for k, member := range members {
			member = strings.Trim(member, " \t\r\n")
			if rule := memberRule(member); rule != "" {
				return nil, &MemberError{i, k, rule}
			}
			address := normalAddress(member)
			if in, ok := of[address]; !ok {
				of[address] = i
				list = append(list, address)
			} else if in != i {
				return nil, &MemberError{i, k, "this address is in another family too"}
			}
		}
		scope, err := json.Marshal(list)
		if err != nil {
			return nil, fmt.Errorf("encode family %d: %w", i+1, err)
		}
		for _, address := range list {
			f.scopes[address] = string(scope)
		}
	}
	return f, nil
}

// Has reports whether the person with that address is in a family.
func (f *Families) Has(address string) bool {
	_, ok := f.scopes[normalAddress(address)]
	return ok
}

// memberRule returns what is wrong with a trimmed text as a member's address, ""
// if nothing is. It must be an address and nothing more: the parser also takes
// "Alice <alice@example.com>".
func memberRule(s string) string {
	// A space is no odd character here: it is in what is not an address at all.
	if what, odd := oddCharacter(strings.ReplaceAll(s, " ", "_")); odd {
		return "this address has " + what + ", and only visible ASCII can be sent, so that no one could act under it"
	}
	if parsed, err := mail.ParseAddress(s); err != nil || parsed.Address != s || !usable(s) {
		return "this is not an e-mail address"
	}
	return ""
}
