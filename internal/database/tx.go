package database

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
)

// Tx is one running transaction. It lives no longer than the call of
// [Database.Read] or [Database.Write] that made it, which is why it may hold that
// call's context.
type Tx struct {
	ctx    context.Context
	tx     *sql.Tx
	stmts  map[string]*sql.Stmt
	system string
}

// NewTx returns a transaction of a database that another package opens, as
// database/postgres does, and of which system that is. Its statements run in ctx.
func NewTx(ctx context.Context, tx *sql.Tx, system string) Tx {
	return Tx{ctx: ctx, tx: tx, system: system}
}

// Query runs a statement that returns rows. The caller closes them.
func (t Tx) Query(query string, args ...any) (rows *sql.Rows, err error) {
	ctx, done := Observed(t.ctx, Work{System: t.system, SQL: query})
	defer func() { done(err) }()
	if st := t.stmts[query]; st != nil {
		return t.tx.StmtContext(ctx, st).QueryContext(ctx, args...)
	}
	return t.tx.QueryContext(ctx, query, args...)
}

// QueryRow runs a statement that returns one row at most.
func (t Tx) QueryRow(query string, args ...any) (row *sql.Row) {
	ctx, done := Observed(t.ctx, Work{System: t.system, SQL: query})
	defer func() { done(row.Err()) }()
	if st := t.stmts[query]; st != nil {
		return t.tx.StmtContext(ctx, st).QueryRowContext(ctx, args...)
	}
	return t.tx.QueryRowContext(ctx, query, args...)
}

// Exec runs a statement and returns how many rows it changed.
func (t Tx) Exec(query string, args ...any) (changed int64, err error) {
	ctx, done := Observed(t.ctx, Work{System: t.system, SQL: query})
	defer func() { done(err) }()
	var res sql.Result
	if st := t.stmts[query]; st != nil {
		res, err = t.tx.StmtContext(ctx, st).ExecContext(ctx, args...)
	} else {
		res, err = t.tx.ExecContext(ctx, query, args...)
	}
	if err != nil {
		return 0, err
	}
	return res.RowsAffected()
}

// pool is a set of connections and the statements that are prepared on them.
type pool struct {
	db    *sql.DB
	stmts map[string]*sql.Stmt // closed with db
}

func openPool(ctx context.Context, dsn string, size int, queries []string) (*pool, error) {
	db := sqlOpen(dsn)
	db.SetMaxOpenConns(size)
	db.SetMaxIdleConns(size)
	p := &pool{db: db, stmts: make(map[string]*sql.Stmt, len(queries))}
	for _, q := range queries {
		err := retryBusy(ctx, func() error {
			st, err := db.PrepareContext(ctx, q)
			p.stmts[q] = st
			return err
		})
		if err != nil {
			return nil, errors.Join(fmt.Errorf("open the database: %w", err), db.Close())
		}
	}
	return p, nil
}

// row runs a statement that needs no transaction.
func (p *pool) row(ctx context.Context, query string, args []any) (row *sql.Row) {
	ctx, done := Observed(ctx, Work{System: SQLite, SQL: query})
	defer func() { done(row.Err()) }()
	if st := p.stmts[query]; st != nil {
		return st.QueryRowContext(ctx, args...)
	}
	return p.db.QueryRowContext(ctx, query, args...)
}

// in runs f in one transaction, and again when another process was in the way.
func (p *pool) in(ctx context.Context, f func(Tx) error) error {
	return retryBusy(ctx, func() error {
		t, err := p.db.BeginTx(ctx, nil)
		if err != nil {
			return err
		}
		// After a commit this does nothing.
		defer func() { _ = t.Rollback() }()
		if err := f(Tx{ctx, t, p.stmts, SQLite}); err != nil {
			return err
		}
		return t.Commit()
	})
}

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

// WriteUnique runs f in a transaction of db that writes, and again, three times in all, while a
// UNIQUE constraint is violated: another process has drawn the same name, or added the same
// row, at that moment, which the next run sees. So f starts from nothing each time.
func WriteUnique(ctx context.Context, db interface {
	Write(ctx context.Context, f func(Tx) error) error
}, f func(Tx) error,
) (err error) {
	const runs = 3
	for range runs {
		if err = db.Write(ctx, f); !IsUnique(err) {
			break
		}
	}
	return err
}
