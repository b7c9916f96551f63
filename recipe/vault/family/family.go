// Package family keeps the families of a vault in its database: who belongs to which, the
// keys by which their programs come in, and how much each may keep.
//
//	r := v.Registry()
//	f, err := r.Add(ctx, family.New{Name: "smith", Members: []string{"alice@example.com"}})
//	key, _, err := r.AddKey(ctx, "smith", "kitchen")
//
// It has SQL that every store of a vault understands, and needs the tables of recipes.
//
// # Recipes
//
// Each recipe is of one family, or of none, and titles are unique in a family. With a member
// come the recipes that they saved as a member of none; they stay when the member leaves.
//
// # Limits
//
// What a family has is counted in its row, in the transaction of each write. So no two
// writes pass a limit together. A limit that is lowered takes nothing away: what is there
// can be read, made smaller and deleted.
package family

import (
	"context"
	"database/sql"
	"fmt"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// The bounds of a family.
const (
	MaxMembers = 1000
	MaxKeys    = 10  // enough to give each a new one before the old one is revoked
	maxName    = 64  // characters
	maxNote    = 100 // characters
)

// Family is one family.
type Family struct {
	ID, Name  string
	CreatedAt string // UTC, RFC 3339
	Members   []string
	Keys      []Key
	Recipes   int64 // how many it has
	Bytes     int64 // of their text
	Limits    Limits
}

// Limits are how much a family may have; 0: no limit.
type Limits struct{ Recipes, Bytes int64 }

// Key is what is known of a key. The key itself isn't kept.
type Key struct {
	ID, Note  string
	CreatedAt string // UTC, RFC 3339
	LastUsed  string // the day, in UTC; "": never
}

// Tx is a transaction of a vault's store.
type Tx interface {
	Query(query string, args ...any) (*sql.Rows, error)
	QueryRow(query string, args ...any) *sql.Row
	Exec(query string, args ...any) (changed int64, err error)
	// DeleteAll deletes the recipes of a family, all that is kept of them.
	DeleteAll(family string) error
	// Hold has whoever changes the family, or a recipe of it, wait for the end of the transaction.
	Hold(family string) error
	// Moved is called when recipes have become those of a family, or of none.
	Moved(family string) error
	// SizeOf is an expression, for a statement about recipes, of how many bytes of text one has:
	// its title, its description, and what its lists say.
	SizeOf() string
}

// Store runs transactions, as that of a vault does.
type Store struct {
	Read, Write func(ctx context.Context, f func(Tx) error) error
	// Changed is called after a change.
	Changed func()
	Now     func() time.Time
}

// Registry is the families of one vault. It is safe for concurrent use.
type Registry struct{ store Store }

// NewRegistry returns the families in a store.
func NewRegistry(s Store) *Registry { return &Registry{s} }

// Kind is what sort of refusal an [Error] is.
type Kind string

// The kinds of refusals.
const (
	NotFound Kind = "not_found"
	Conflict Kind = "conflict"
	Invalid  Kind = "invalid"
)

// Error is a refusal; nothing was changed. Its message is a sentence for the operator.
type Error struct {
	Kind    Kind
	Field   string // of what was given
	Message string
	Titles  []string // that are in the way
	Recipes int64    // of which nothing was said
}

func (e *Error) Error() string { return e.Message }

func refuse(kind Kind, field, format string, args ...any) *Error {
	return &Error{Kind: kind, Field: field, Message: fmt.Sprintf(format, args...)}
}

func unknown(name string) *Error {
	return refuse(NotFound, "name", "there is no family with the name %q", name)
}

// checkText refuses what can't be told apart on a screen.
func checkText(field, text string, longest int) error {
	switch {
	case !utf8.ValidString(text) || strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsPrint(r) }):
		return refuse(Invalid, field, "the %s must have only visible characters and spaces", field)
	case utf8.RuneCountInString(text) > longest:
		return refuse(Invalid, field, "the %s must have at most %d characters", field, longest)
	case strings.TrimSpace(text) != text:
		return refuse(Invalid, field, "the %s must not begin or end with a space", field)
	}
	return nil
}

func checkName(name string) error {
	// It is a part of a path, which proxies take apart and put together.
	if name == "" || name == "." || name == ".." || strings.ContainsAny(name, `/\?#%`) {
		return refuse(Invalid, "name", `the name must not be empty, . or .., or contain / \ ? # or %%`)
	}
	return checkText("name", name, maxName)
}

func (l Limits) check() error {
	if l.Recipes < 0 || l.Bytes < 0 {
		return refuse(Invalid, "limits", "a limit must be 0, which is none, or more")
	}
	return nil
}

// address makes of what an operator wrote what is stored.
func address(text string) (string, error) {
	text = strings.Trim(text, " \t\r\n")
	if rule := MemberRule(text); rule != "" {
		return "", refuse(Invalid, "address", "the address %q: %s", text, rule)
	}
	return Normal(text), nil
}
