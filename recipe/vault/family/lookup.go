package family

import "crypto/rand"

// The statements of requests, which a store may prepare. Each also returns the version, of the
// same moment: what one of them found holds as long as the version stays the same.
const (
	// LookupVersion returns the version alone.
	LookupVersion = `SELECT version FROM family_version`
	// LookupAny returns whether there are families.
	LookupAny = `SELECT version, EXISTS (SELECT 1 FROM families) FROM family_version`
	// LookupMember returns that, and the family of an address or "".
	LookupMember = `SELECT version, EXISTS (SELECT 1 FROM families), coalesce((SELECT family FROM family_members WHERE address = $1), '') FROM family_version`
	// LookupKey returns the family of a key, by its hash, and the day of its last use.
	LookupKey = `SELECT version, family, last_used FROM family_keys CROSS JOIN family_version WHERE hash = $1`
)

// Lookups are those statements.
var Lookups = []string{LookupVersion, LookupAny, LookupMember, LookupKey}

// renew changes the version, for a change after which someone is let in no longer, or is for the
// first time: in a database that was restored to a moment before, they are no one again. No version
// comes twice, not even there.
func (t tx) renew() error { return Renew(t) }

// Renew is that for whoever writes to the tables of families in another way.
func Renew(t interface {
	Exec(query string, args ...any) (int64, error)
}) error {
	_, err := t.Exec(`UPDATE family_version SET version = $1`, rand.Text())
	return err
}
