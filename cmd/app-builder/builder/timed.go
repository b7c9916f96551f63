package builder

import (
	"context"
	"time"

	"github.com/mcp-adapters/mcp-adapters/appbuilder/store"
	"github.com/mcp-adapters/mcp-adapters/internal/database"
	"github.com/mcp-adapters/mcp-adapters/internal/metrics"
)

// timedDB measures how long each use of the database takes, with the waiting for a connection
// or for other writes.
type timedDB struct {
	store.DB

	seconds *metrics.Family
}

// Read implements [store.DB].
func (d timedDB) Read(ctx context.Context, f func(database.Tx) error) error {
	defer d.took("read", time.Now())
	return d.DB.Read(ctx, f)
}

// Row implements [store.DB].
func (d timedDB) Row(ctx context.Context, query string, args []any, into ...any) error {
	defer d.took("read", time.Now())
	return d.DB.Row(ctx, query, args, into...)
}

// Write implements [store.DB].
func (d timedDB) Write(ctx context.Context, f func(database.Tx) error) error {
	defer d.took("write", time.Now())
	return d.DB.Write(ctx, f)
}

func (d timedDB) took(use string, began time.Time) { d.seconds.Add(time.Since(began).Seconds(), use) }
