package postgres

import (
	"context"
	"errors"

	"github.com/mcp-adapters/mcp-adapters/gift/store"
	"github.com/mcp-adapters/mcp-adapters/internal/database"
	"github.com/mcp-adapters/mcp-adapters/internal/database/postgres"
	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
)

// SQLSTATE of what is told apart here.
const (
	notSupported = "0A000" // the server has no such extension
	undefined    = "58P01" // it has, and lacks a file of it
	notAllowed   = "42501"
	noSuchObject = "42704" // such as the type vector
	badData      = "22000" // another number of dimensions
)

// explain makes a failure one of a store; limited is the context of the use, and ctx the
// caller's.
func (s *Store) explain(ctx, limited context.Context, err error) error {
	if gone := store.GivenUp(ctx); gone != nil {
		return gone
	}
	if _, ours := errors.AsType[*fault.Error](err); ours {
		return err
	}
	e := &fault.Error{Kind: fault.Unavailable, Err: err, Message: "The database of gifts can't be reached. Try again."}
	switch code := postgres.Code(err); {
	case limited.Err() != nil:
		e.Kind, e.Message = fault.Timeout, "The database of gifts took too long. Try again."
	case code == notSupported, code == undefined, code == noSuchObject:
		e.Kind, e.Message = fault.NotFound, "The database server has no extension pgvector. Install it there, or name a server with it in DATABASE_URL."
	case code == notAllowed:
		e.Kind, e.Message = fault.Forbidden, "The account of DATABASE_URL may not do this. Have its administrator run CREATE EXTENSION vector in the database, and let the account make tables there."
	case code == badData:
		e.Kind, e.Message = fault.Conflict, s.otherDimensions()
	case errors.Is(err, database.ErrEncoding):
		e.Kind, e.Message = fault.Conflict, "The database of DATABASE_URL doesn't keep text as UTF-8. Make one that does, with createdb -E UTF8 -T template0 NAME, and name it there."
	case errors.Is(err, database.ErrRefused):
		e.Kind, e.Message = fault.Unauthorized, "The database server refuses the account of DATABASE_URL, or has no database of that name."
	case errors.Is(err, database.ErrForeign), errors.Is(err, database.ErrNewer):
		e.Kind, e.Message = fault.Conflict, "The database of DATABASE_URL has tables of another program, or of a later release. Name another database."
	case errors.Is(err, database.ErrFull):
		e.Message = "The disk of the database server is full."
	case code != "" && !errors.Is(err, database.ErrBusy) && !errors.Is(err, database.ErrUnavailable):
		e.Kind, e.Message = fault.Internal, "The database of gifts failed."
	}
	return e
}

func (s *Store) otherDimensions() string {
	return "The table of gifts is for vectors of other dimensions than those of EMBEDDER. Set EMBEDDER as it was, or name another database in DATABASE_URL."
}
