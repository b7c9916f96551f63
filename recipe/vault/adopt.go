package vault

import (
	"context"
	"errors"
	"maps"
	"slices"

	"github.com/go-json-experiment/json"

	"mcp-adapters/database"
)

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
	rows, err := t.Query(`SELECT title FROM recipes WHERE `+unseen+` ORDER BY title_key, id`, members)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		var title string
		if err := rows.Scan(&title); err != nil {
			return nil, err
		}
		titles = append(titles, title)
	}
	return titles, rows.Err()
}
