package vault

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"

	"github.com/mcp-adapters/mcp-adapters/recipe/vault/family"
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
			if rule := family.MemberRule(member); rule != "" {
				return nil, &MemberError{i, k, rule}
			}
			address := family.Normal(member)
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
	_, ok := f.scopes[family.Normal(address)]
	return ok
}

// Knows reports whether a request with an address comes in: that of a member of a family in the
// database or, as long as there are none there, of one of [Options]; with neither, any.
func (v *Vault) Knows(ctx context.Context, address string) (bool, error) {
	_, err := v.scopeOf(ctx, []string{address})
	if _, ok := errors.AsType[*failure](err); ok {
		return false, nil
	}
	return err == nil, err
}

// OwnerOf returns the family in the database that gets what an author saves, "" for none, and
// whether anyone sees it who isn't shown everything. An author may be "".
func (v *Vault) OwnerOf(ctx context.Context, author string) (family string, seen bool, err error) {
	if author == "" {
		some, err := v.directory.any(ctx)
		return "", !some && v.families.Load() == nil, err
	}
	sc, err := v.scopeOf(ctx, []string{author})
	if _, ok := errors.AsType[*failure](err); ok {
		return "", false, nil
	}
	return sc.Family, err == nil, err
}

// errNoFamilies says that there is nothing to tell apart.
var errNoFamilies = errors.New("the vault has no families: every address sees every recipe")

// Unseen returns the titles of the recipes that no member of a family sees,
// though their titles are taken: those saved without an address, as before there
// were families, and those of people who are in none any more. With families in the
// database, it returns the titles of the recipes that are of none.
func (v *Vault) Unseen(ctx context.Context) ([]string, error) {
	if some, err := v.directory.any(ctx); some || err != nil {
		if err != nil {
			return nil, err
		}
		return v.Registry().Unowned(ctx)
	}
	members, err := v.members("")
	if err != nil {
		return nil, err
	}
	var titles []string
	err = v.store.Read(ctx, func(t Tx) (err error) {
		titles, err = t.Unseen(members)
		return err
	})
	return titles, err
}

// Adopt makes the recipes that [Vault.Unseen] returns those of the member with that
// address, and returns their titles. Nothing else of them changes.
func (v *Vault) Adopt(ctx context.Context, address string) ([]string, error) {
	address = family.Normal(address)
	members, err := v.members(address)
	if err != nil {
		return nil, err
	}
	var titles []string
	err = v.store.Write(ctx, func(t Tx) (err error) {
		if titles, err = t.Unseen(members); err != nil {
			return err
		}
		return t.Adopt(members, address)
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
