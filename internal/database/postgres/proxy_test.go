package postgres_test

import (
	"bytes"
	"errors"
	"net"
	"net/url"
	"sync/atomic"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/internal/database"
	"github.com/mcp-adapters/mcp-adapters/internal/testing/pgtest"
)

// commitLost: nobody knows what became of a commit whose answer is lost, so it is
// not made again, and said.
func commitLost(t *testing.T, s *pgtest.Server) {
	direct := s.Database(t)
	through, err := url.Parse(direct)
	if err != nil {
		t.Fatal(err)
	}
	var cut atomic.Bool
	through.Host = proxy(t, s.Addr(), &cut)
	db := open(t, through.String(), notes)
	if err := add(t.Context(), db, "Soup"); err != nil {
		t.Fatal(err)
	}
	tries := 0
	err = db.Write(t.Context(), func(tx database.Tx) error {
		tries++
		_, err := tx.Exec(insertNote, "Stew", "")
		cut.Store(true)
		return err
	})
	if !errors.Is(err, database.ErrUnknown) || tries != 1 {
		t.Errorf("%v after %d tries", err, tries)
	}
	cut.Store(false)
	if _, err := titles(t.Context(), db); err != nil {
		t.Errorf("afterwards: %v", err)
	}
}

// proxy hands connections on to the server. While cut is true it swallows the answer
// to a commit and ends the connection.
func proxy(t *testing.T, server string, cut *atomic.Bool) (address string) {
	t.Helper()
	return pgtest.Proxy(t, server, func(client, server net.Conn) {
		buffer := make([]byte, 64<<10)
		for {
			n, err := client.Read(buffer)
			if cut.Load() && bytes.Contains(bytes.ToLower(buffer[:n]), []byte("commit")) {
				_ = client.Close()
				_, _ = server.Write(buffer[:n])
				return
			}
			if err != nil {
				return
			}
			if _, err := server.Write(buffer[:n]); err != nil {
				return
			}
		}
	})
}
