package vault

import (
	"context"
	"errors"
)

// NewWithSchema makes a vault whose migrations are the released ones and then
// more, so that tests can be a later release of the program.
func NewWithSchema(o Options, more ...string) *Vault {
	v := New(o)
	for _, sql := range more {
		v.migrations = append(v.migrations, migration{sql})
	}
	return v
}

// DefaultPathOn is [DefaultPath] on another platform.
var DefaultPathOn = defaultPath

// BusyCode says of a result code of SQLite's whether its work is tried again.
var BusyCode = busyCode

// Pragma asks a connection for writes, and one for reads, what it works with.
func (v *Vault) Pragma(ctx context.Context, name string) (write, read string, err error) {
	err = v.use(ctx, func(s *store) error {
		return errors.Join(
			s.write.db.QueryRowContext(ctx, "PRAGMA "+name).Scan(&write),
			s.read.db.QueryRowContext(ctx, "PRAGMA "+name).Scan(&read),
		)
	})
	return write, read, err
}

// SelectUnclean looks for titles from before they were cleaned.
const SelectUnclean = selectUnclean

// RestoreUntil is [Restore] that calls reached after each of its steps.
func RestoreUntil(ctx context.Context, path, file string, reached func(step string)) error {
	_, err := restore(ctx, path, file, len(migrations()), reached)
	return err
}

// Duplicate gives a file another name, or copies it.
var Duplicate = duplicate

// NewWithRoom makes a vault with other room for long answers.
func NewWithRoom(o Options, answers int64) *Vault {
	v := New(o)
	v.answers = newRoom(answers)
	return v
}
