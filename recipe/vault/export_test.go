package vault

import (
	"context"
	"errors"
	"slices"
)

// NewWithSchema makes a vault whose migrations are the released ones and then
// more, so that tests can be a later release of the program.
func NewWithSchema(o Options, more ...string) *Vault {
	later := schema
	later.Migrations = slices.Concat(schema.Migrations, more)
	return newVault(o, later)
}

// DefaultPathOn is [DefaultPath] on another platform.
var DefaultPathOn = defaultPath

// Pragma asks a connection for writes, and one for reads, what it works with.
func (v *Vault) Pragma(ctx context.Context, name string) (write, read string, err error) {
	ask := func(answer *string) func(tx) error {
		return func(t tx) error {
			rows, err := t.Query("PRAGMA " + name)
			if err != nil {
				return err
			}
			rows.Next()
			return errors.Join(rows.Scan(answer), rows.Close())
		}
	}
	err = errors.Join(v.store.write(ctx, ask(&write)), v.store.read(ctx, ask(&read)))
	return write, read, err
}

// SelectUnclean looks for titles from before they were cleaned.
const SelectUnclean = selectUnclean

// NewWithRoom makes a vault with other room for long answers.
func NewWithRoom(o Options, answers int64) *Vault {
	v := New(o)
	v.answers = newRoom(answers)
	return v
}
