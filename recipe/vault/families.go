package vault

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net/mail"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"mcp-adapters/database"
)

// Families says which addresses belong together. It does not change after it
// was made, so it is safe for concurrent use.
type Families struct {
	// scopes leads from an address to the addresses of its family, as the JSON
	// array that the queries take.
	scopes map[string]string
}

// MemberError says which address cannot be a member. It does not hold the
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
	// A space is not an odd character here: it is in what is not an address at all.
	if what, odd := oddCharacter(strings.ReplaceAll(s, " ", "_")); odd {
		return "this address has " + what + ", and only visible ASCII can be sent, so that no one could act under it"
	}
	if parsed, err := mail.ParseAddress(s); err != nil || parsed.Address != s || !usable(s) {
		return "this is not an e-mail address"
	}
	return ""
}

// unseen restricts a query to recipes that no member of a family sees, since
// their author is unknown or in no family: ?1 is a JSON array of all members.
const unseen = `(created_by IS NULL OR created_by NOT IN (SELECT value FROM json_each(?1)))`

// errNoFamilies says that there is nothing to tell apart.
var errNoFamilies = errors.New("the vault has no families: every address sees every recipe")

// Unseen returns the titles of the recipes that no member of a family sees,
// though their titles are taken: those saved without an address, as before there
// were families, and those of people who are in none any more.
func (v *Vault) Unseen(ctx context.Context) ([]string, error) {
	members, err := v.members("")
	if err != nil {
		return nil, err
	}
	var titles []string
	err = v.db.Read(ctx, func(t database.Tx) (err error) {
		titles, err = selectUnseen(t, members)
		return err
	})
	return titles, err
}

// Adopt makes the recipes that [Vault.Unseen] returns those of the member with that
// address, and returns their titles. Nothing else of them changes.
func (v *Vault) Adopt(ctx context.Context, address string) ([]string, error) {
	address = normalAddress(address)
	members, err := v.members(address)
	if err != nil {
		return nil, err
	}
	var titles []string
	err = v.db.Write(ctx, func(t database.Tx) (err error) {
		if titles, err = selectUnseen(t, members); err != nil {
			return err
		}
		_, err = t.Exec(`UPDATE recipes SET created_by = ?2 WHERE `+unseen, members, address)
		return err
	})
	return titles, err
}

// members is the addresses of all families as the queries take them. It fails
// without families, and when address, unless it is empty, is in none.
func (v *Vault) members(address string) (string, error) {
	families := v.families.Load()
	if families == nil {
		return "", errNoFamilies
	}
	scopes := families.scopes
	if _, ok := scopes[address]; address != "" && !ok {
		return "", errors.New("the address is in no family")
	}
	list, err := json.Marshal(slices.Sorted(maps.Keys(scopes)))
	return string(list), err
}

func selectUnseen(t database.Tx, members string) (titles []string, err error) {
	var list string
	err = t.QueryRow(`SELECT json_group_array(title ORDER BY title_key, id) FROM recipes WHERE `+unseen, members).Scan(&list)
	if err == nil {
		err = json.Unmarshal([]byte(list), &titles, jsontext.AllowInvalidUTF8(true))
	}
	return titles, err
}
