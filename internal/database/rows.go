package database

import "database/sql"

// Row is one row of a result: [*sql.Row] or [*sql.Rows].
type Row interface{ Scan(into ...any) error }

// Collect returns what scan makes of each row of a query's result, which may have failed, and
// closes it. Where there are no rows, the list is empty, not nil.
func Collect[T any](rows *sql.Rows, err error, scan func(Row) (T, error)) ([]T, error) {
	list := []T{}
	err = Each(rows, err, func(row Row) error {
		one, err := scan(row)
		list = append(list, one)
		return err
	})
	if err != nil {
		return nil, err
	}
	return list, nil
}

// Each calls f with each row of a query's result, which may have failed, and closes it.
func Each(rows *sql.Rows, err error, f func(Row) error) error {
	if err != nil {
		return err
	}
	defer func() { _ = rows.Close() }() // Err says what went wrong
	for rows.Next() {
		if err := f(rows); err != nil {
			return err
		}
	}
	return rows.Err()
}
