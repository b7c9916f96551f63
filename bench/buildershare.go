package main

import (
	"context"

	"github.com/rs/zerolog"

	"github.com/mcp-adapters/mcp-adapters/appbuilder/store"
	"github.com/mcp-adapters/mcp-adapters/bench/shelf"
)

// shareServer starts a PostgreSQL server, where its programs are installed, and publishes apps
// there.
func (a *builder) shareServer(ctx context.Context) (err error) {
	var url string
	if url, _, a.endServer, err = startPostgres(ctx); err != nil {
		return err
	}
	db, err := store.Postgres(url, zerolog.Nop())
	if err != nil {
		return err
	}
	defer func() { _ = db.Close() }()
	if err := shelf.Fill(ctx, db, someApps); err != nil { // which waits for the server
		return err
	}
	a.replicas = url
	return nil
}
