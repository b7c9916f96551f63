package vault

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/mcp-adapters/mcp-adapters/internal/database"
)

// NewWithSchema makes a vault whose migrations are the released ones and then
// more, so that tests can be a later release of the program.
func NewWithSchema(o Options, more ...string) *Vault {
	later := schema
	later.Migrations = slices.Concat(schema.Migrations, more)
	o.Store = newSQLite(o.Path, later, o.Log)
	return New(o)
}

// Pragma asks a connection for writes, and one for reads, what it works with.
func (v *Vault) Pragma(ctx context.Context, name string) (write, read string, err error) {
	ask := func(answer *string) func(database.Tx) error {
		return func(t database.Tx) error { return t.QueryRow("PRAGMA " + name).Scan(answer) }
	}
	db := v.store.(sqlite).db
	err = errors.Join(db.Write(ctx, ask(&write)), db.Read(ctx, ask(&read)))
	return write, read, err
}

// StoreOf returns what keeps the recipes of v.
func StoreOf(v *Vault) Store { return v.store }

// SelectUnclean looks for titles from before they were cleaned.
const SelectUnclean = selectUnclean

// NewWithBudget makes a vault with another budget for long answers.
func NewWithBudget(o Options, answers int64) *Vault {
	v := New(o)
	v.answers = newBudget(answers)
	return v
}

// SetClock has the vault remember keys and addresses by another clock.
func (v *Vault) SetClock(now func() time.Time) { v.directory.now = now }

// Settle waits for what the vault does without keeping a request waiting.
func (v *Vault) Settle() {
	for _, busy := range []chan struct{}{v.directory.noting, v.directory.reads} {
		busy <- struct{}{}
		<-busy
	}
}
