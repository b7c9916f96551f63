package postgres_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/internal/database"
	"github.com/mcp-adapters/mcp-adapters/internal/testing/pgtest"
)

// encodings: a database in which a character may be several is refused, and nothing is made
// there.
func encodings(t *testing.T, s *pgtest.Server) {
	for encoding, kind := range map[string]error{"UTF8": nil, "SQL_ASCII": database.ErrEncoding, "LATIN1": database.ErrEncoding} {
		name, beside := "encoded_"+strings.ToLower(encoding), s.Database(t)
		s.Exec(t, beside, "CREATE DATABASE "+name+" ENCODING '"+encoding+"' TEMPLATE template0")
		url := sibling(t, beside, name)
		err := open(t, url, notes).Check(t.Context())
		if !errors.Is(err, kind) || errors.Is(err, database.ErrUnavailable) {
			t.Errorf("%s: %v", encoding, err)
		}
		if kind != nil {
			s.Exec(t, url, "CREATE TABLE notes_versions ()") // which isn't there
		}
	}
}

// clientEncoding: what a server expects by default, or an address says, doesn't change what is sent.
func clientEncoding(t *testing.T, s *pgtest.Server) {
	url := s.Database(t)
	s.Exec(t, url, "DO $$ BEGIN EXECUTE 'ALTER DATABASE ' || current_database() || ' SET client_encoding = LATIN1'; END $$")
	for title, url := range map[string]string{"Crème": url, "Purée": url + "&client_encoding=LATIN1"} {
		db := open(t, url, notes)
		if err := add(t.Context(), db, title); err != nil {
			t.Fatal(err)
		}
		var length int
		if err := db.Row(t.Context(), `SELECT length(title) FROM notes WHERE title = $1`, []any{title}, &length); err != nil || length != 5 {
			t.Errorf("%s has %d characters, %v", title, length, err)
		}
	}
}
