package vault

import (
	"context"
	"errors"
	"slices"

	"mcp-adapters/database"
)

// NewWithSchema makes a vault whose migrations are the released ones and then
// more, so that tests can be a later release of the program.
func NewWithSchema(o Options, more ...string) *Vault {
	later := schema
	later.Migrations = slices.Concat(schema.Migrations, more)
	return newVault(o, later)
}

// Pragma asks a connection for writes, and one for reads, what it works with.
func (v *Vault) Pragma(ctx context.Context, name string) (write, read string, err error) {
	ask := func(answer *string) func(database.Tx) error {
		return func(t database.Tx) error { return t.QueryRow("PRAGMA " + name).Scan(answer) }
	}
	err = errors.Join(v.db.Write(ctx, ask(&write)), v.db.Read(ctx, ask(&read)))
	return write, read, err
}

// SelectUnclean looks for titles from before they were cleaned.
const SelectUnclean = selectUnclean

// NewWithBudget makes a vault with another budget for long answers.
func NewWithBudget(o Options, answers int64) *Vault {
	v := New(o)
	v.answers = newBudget(answers)
	return v
}
