package database

import (
	"context"
	"database/sql"
	"embed"
	"fmt"
	"io/fs"
	"slices"
)

// Schema describes the file of one system. It does not change after it was made.
type Schema struct {
	// Name is what messages call the file, as in "vault".
	Name string
	// ApplicationID marks the file as this system's (PRAGMA application_id).
	ApplicationID int32
	// Migrations are the steps of SQL, as [Migrations] returns them. Step n,
	// counted from 1, brings the file to user_version n; a step that was released
	// never changes. A program whose steps are fewer goes on with the file if [Oldest]
	// said so.
	Migrations []string
	// Count is a query for how many things the file holds, as in
	// "SELECT count(*) FROM recipes". Backup and Restore report that number.
	Count string
	// Fill makes in the transaction of the migrations, after the last, what SQL alone can't:
	// from is the version that the file had, 0 for a new one. It may be nil.
	Fill func(ctx context.Context, t Tx, from int) error
}

// Migrations returns the contents of *.sql in a directory of an embedded file
// system, in order of their names.
func Migrations(files embed.FS, dir string) (steps []string) {
	names, _ := fs.Glob(files, dir+"/*.sql") // fails for a malformed pattern alone
	slices.Sort(names)
	for _, name := range names {
		text, err := files.ReadFile(name)
		if err != nil {
			panic(err) // it was built in
		}
		steps = append(steps, string(text))
	}
	return steps
}

// version returns the version of the system's file, 0 when it is empty, and refuses what
// another program wrote, or a later release of this one to which this one is too old.
func (s Schema) version(ctx context.Context, q querier) (int, error) {
	var id, version, tables int
	var recorded bool
	err := q.QueryRowContext(ctx, `
		SELECT (SELECT application_id FROM pragma_application_id),
		       (SELECT user_version FROM pragma_user_version),
		       (SELECT count(*) FROM sqlite_schema),
		       EXISTS (SELECT 1 FROM sqlite_schema WHERE name = 'schema_versions')`).Scan(&id, &version, &tables, &recorded)
	newest := len(s.Migrations)
	switch {
	case err != nil:
		return 0, fmt.Errorf("read the database: %w", err)
	case id == 0 && version == 0 && tables == 0:
		return 0, nil
	case id != int(s.ApplicationID):
		return 0, ErrForeign
	case version > newest && recorded:
		return version, s.admit(ctx, q, version)
	case version > newest:
		return 0, Admit(version, version, newest)
	case version < 1:
		return 0, fmt.Errorf("the database has the impossible version %d", version)
	}
	return version, nil
}

// upgrade runs the steps that a file of that version lacks.
func (s Schema) upgrade(ctx context.Context, t *sql.Tx, version int) error {
	for i, step := range s.Migrations[version:] {
		if _, err := t.ExecContext(ctx, step); err != nil {
			return fmt.Errorf("migrate the database to version %d: %w", version+i+1, err)
		}
	}
	if s.Fill != nil {
		if err := s.Fill(ctx, NewTx(ctx, t, SQLite), version); err != nil {
			return fmt.Errorf("fill the tables of version %d: %w", len(s.Migrations), err)
		}
	}
	if err := s.record(ctx, t); err != nil {
		return fmt.Errorf("record the version of the database: %w", err)
	}
	mark := fmt.Sprintf("PRAGMA application_id = %d; PRAGMA user_version = %d", s.ApplicationID, len(s.Migrations))
	if _, err := t.ExecContext(ctx, mark); err != nil {
		return fmt.Errorf("set the version of the database: %w", err)
	}
	return nil
}
