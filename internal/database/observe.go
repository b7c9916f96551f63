package database

import "context"

// Work is a use of a database, or a statement in one.
type Work struct {
	System string // which database it is, by OpenTelemetry's name for it: [SQLite] or [PostgreSQL]
	Use    string // read or write; "" for a statement
	SQL    string // of a statement, without its arguments; "" for a use
}

// The systems that there are.
const (
	SQLite     = "sqlite"
	PostgreSQL = "postgresql"
)

type observerKey struct{}

type observer = func(context.Context, Work) (context.Context, func(error))

// Observe returns a context whose work with databases is reported to begin, which returns the
// context for that work and what is called when it has ended. A use ends with its commit, and
// the waiting for a connection or for other writes is part of it; a statement ends when its
// first row is there. Both functions must be quick and safe for concurrent use. What the work
// of ctx is reported to already comes before begin.
func Observe(ctx context.Context, begin func(context.Context, Work) (context.Context, func(error))) context.Context {
	outer, ok := ctx.Value(observerKey{}).(observer)
	if !ok {
		return context.WithValue(ctx, observerKey{}, begin)
	}
	return context.WithValue(ctx, observerKey{}, func(ctx context.Context, w Work) (context.Context, func(error)) {
		ctx, last := outer(ctx, w)
		ctx, first := begin(ctx, w)
		return ctx, func(err error) {
			first(err)
			last(err)
		}
	})
}

// Observed reports w, and is for this package and database/postgres.
func Observed(ctx context.Context, w Work) (context.Context, func(error)) {
	if begin, ok := ctx.Value(observerKey{}).(observer); ok {
		return begin(ctx, w)
	}
	return ctx, func(error) {}
}

// Pool is how many connections to a database server there are.
type Pool struct {
	Used, Idle, Most int
	Waited           int64 // uses that found none free, since the start
}
