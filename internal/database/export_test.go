package database

import "context"

// Classify names what an error of SQLite amounts to.
var Classify = classify

// DirectoryOn is [Directory] on another platform, with another user database.
var DirectoryOn = directory

// BusyCode says of a result code of SQLite's whether its work is tried again.
var BusyCode = busyCode

// RestoreUntil is [Schema.Restore] that calls reached after each of its steps.
func (s Schema) RestoreUntil(ctx context.Context, path, file string, reached func(step string)) error {
	_, err := s.restore(ctx, path, file, reached)
	return err
}

// Duplicate gives a file another name, or copies it.
var Duplicate = duplicate
