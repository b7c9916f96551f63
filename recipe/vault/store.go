package vault

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/mcp-adapters/mcp-adapters/recipe/title"
	"github.com/mcp-adapters/mcp-adapters/recipe/vault/family"
	"github.com/mcp-adapters/mcp-adapters/recipe/words"
)

// Store keeps the recipes of a vault: in a SQLite file, which [Options.Path] names, or on
// a server of PostgreSQL (package recipe/vault/postgres). Rules, conditions and the
// comparison of titles are the vault's; a store has the SQL alone. It is safe for
// concurrent use, and opens nothing before its first use.
type Store interface {
	// Read calls f in a transaction that sees one moment. f may be called again, so it
	// starts from nothing each time.
	Read(ctx context.Context, f func(Tx) error) error
	// ReadOnce is Read for an f that asks for one thing: a list, a page, or a recipe with its
	// lists. A server is asked once for that, without a transaction.
	ReadOnce(ctx context.Context, f func(Tx) error) error
	// Write calls f in a transaction that is committed when f returns nil and rolled back
	// otherwise. It sees one moment, and if another has changed since what f changes, f is called
	// again. Like that of Read, f starts from nothing each time. What was committed when Write
	// returns nil is safe.
	Write(ctx context.Context, f func(Tx) error) error
	// WriteSerial is Write for an f that decides by what it doesn't change. Of writes by
	// WriteSerial it is as if they ran one by one.
	WriteSerial(ctx context.Context, f func(Tx) error) error
	// Row reads the first row of one of [family.Lookups] into the places given, outside any
	// transaction, or fails with [sql.ErrNoRows].
	Row(ctx context.Context, query string, args []any, into ...any) error
	// Ping reads something; an error says that no request can be served.
	Ping(ctx context.Context) error
	// Check is a Ping that looks as closely as the store can.
	Check(ctx context.Context) error
	Close() error
}

// Tx is one running transaction of a [Store].
type Tx interface {
	// A store runs the statements of package family as they are.
	family.Tx

	// List, Recipe, Ingredients and Steps return rows of [RecipeColumns] in the order of
	// their keys and ids, of one row or none, and of the lists of a recipe in their order.
	List(Scope) (*sql.Rows, error)
	// Page returns rows as List does, limit at most, of those after a position that pass a
	// filter. They have one more column, the key of the title.
	Page(scope Scope, f Filter, after title.Position, limit int) (*sql.Rows, error)
	// Count returns how many recipes pass a filter, and how many might if their times or
	// their difficulty were known.
	Count(scope Scope, f Filter) (found, unknown int, err error)

	// After a Recipe its lists are of the same moment.
	Recipe(scope Scope, id string) (Rows, error)
	Ingredients(id string) (Rows, error)
	Steps(id string) (Rows, error)

	// Title returns the title of a recipe and its key; both are "" if there is none in
	// scope.
	Title(scope Scope, id string) (title, key string, err error)
	// Taken reports whether a title with that key would clash with another.
	Taken(scope Scope, key string) (bool, error)

	// Insert stores a recipe, all that it has. It fails with [ErrTaken].
	Insert(scope Scope, id string, v Values) error
	// Update changes what v has, and reports whether the recipe is in scope. It fails with
	// [ErrTaken].
	Update(scope Scope, id string, v Values) (found bool, err error)
	// Delete removes a recipe with its lists, and reports whether it was in scope.
	Delete(scope Scope, id string) (found bool, err error)

	// Unseen returns the titles, in order, of recipes whose author is unknown or not among
	// members, a JSON array of addresses. Adopt makes them those of an address.
	Unseen(members string) (titles []string, err error)
	Adopt(members, address string) error

	// Lists adds to records, which have none, their lists.
	Lists([]Record) error
	// Put stores a record as it is, in place of the one with its id if there is one. It fails
	// with [ErrTaken], after which nothing more can be done in the transaction.
	Put(Record) error
}

// Rows are a [sql.Rows], or such as a store has read already.
type Rows interface {
	Next() bool
	Scan(into ...any) error
	Err() error
	Close() error
}

// ErrTaken says that another recipe has the title. The transaction goes on.
var ErrTaken = errors.New("another recipe has the title")

// Scope is which recipes a request sees.
type Scope struct {
	// Members is a JSON array, in a string, of the addresses whose recipes are seen; nil
	// for all.
	Members any
	// Family is the one whose recipes are seen, in which titles are unique: its id, or "" for
	// the recipes of none, which are all of a vault whose families aren't in its database.
	Family string
	// Every is for lists, pages, counts and the reading of a recipe: those of all families.
	// Family is "" then.
	Every bool
	// Alone is that of someone who is let in as long as there are no families in the database. Once
	// there are some, [Tx.Title], [Tx.Update] and [Tx.Delete] find nothing. Family is "" then.
	Alone bool
}

// Filter is which recipes a list has.
type Filter struct {
	// Words are those that a recipe holds: of each one of the terms at least. None: any.
	Words [][]words.Term
	// MaxMinutes and MaxDifficulty leave out what takes longer, or is harder, or of which
	// that isn't known; nil: nothing. One known time of two is all that there is.
	MaxMinutes    *int32
	MaxDifficulty *int32
}

// Values are what a write stores. An update leaves alone what is nil.
type Values struct {
	Title *string
	Key   *string // by which Title is compared and ordered
	// Distinct refuses a title to which that of another recipe would be cleaned, as there
	// are some from before titles were.
	Distinct        bool
	Description     *string
	PrepTimeMinutes *int32
	CookTimeMinutes *int32
	Servings        *int32
	Difficulty      *int32
	Ingredients     *[]Ingredient
	Steps           *[]Step
	// Terms, with blanks between them, are what searches find the recipe by.
	Terms *string
	By    any       // the address of who writes; nil: unknown
	At    time.Time // later by a second if the recipe was changed no earlier
}

// Size is how many bytes of text there are, as [family.Tx.SizeOf] counts them.
func (v *Values) Size() (n int64) {
	count := func(texts ...*string) {
		for _, text := range texts {
			if text != nil {
				n += int64(len(*text))
			}
		}
	}
	count(v.Title, v.Description)
	for _, in := range deref(v.Ingredients) {
		count(in.Name, in.Unit, in.Notes)
	}
	for _, st := range deref(v.Steps) {
		count(st.Instruction)
	}
	return n
}

// Ingredient is an entry of a recipe's ingredients. It has a Name.
type Ingredient struct {
	Name     *string  `json:"name"`
	Quantity *float64 `json:"quantity"`
	Unit     *string  `json:"unit"`
	Notes    *string  `json:"notes"`
}

// Step is an entry of a recipe's steps. It has an Instruction.
type Step struct {
	Instruction      *string `json:"instruction"`
	DurationMinutes  *int32  `json:"duration_minutes"`
	TemperatureValue *int32  `json:"temperature_value"`
	TemperatureUnit  *string `json:"temperature_unit"`
}

// The columns of the rows that a [Tx] returns, which are the members that are sent. Times
// are texts or of type [time.Time].
const (
	RecipeColumns     = "id, title, description, prep_time_minutes, cook_time_minutes, servings, difficulty, photo_filename, created_at, updated_at, created_by, updated_by"
	IngredientColumns = "id, recipe_id, position, name, quantity, unit, notes"
	StepColumns       = "id, recipe_id, position, instruction, duration_minutes, temperature_value, temperature_unit"
)
