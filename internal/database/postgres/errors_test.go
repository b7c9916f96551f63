package postgres_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"syscall"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/mcp-adapters/mcp-adapters/internal/database"
	"github.com/mcp-adapters/mcp-adapters/internal/database/postgres"
)

// TestFailures has the failures themselves: a server says some of them only when
// its disk is full or it fails over.
func TestFailures(t *testing.T) {
	t.Parallel()
	server := func(code string) error { return fmt.Errorf("write: %w", &pgconn.PgError{Code: code}) }
	for name, c := range map[string]struct {
		err                error
		kind               error // nil: none of ours
		passes, rolledBack bool
	}{
		"serialization failure":        {server("40001"), database.ErrContended, true, true},
		"deadlock":                     {server("40P01"), database.ErrContended, true, true},
		"outcome of a commit unknown":  {server("40003"), database.ErrContended, false, false},
		"lock not available":           {server("55P03"), database.ErrContended, false, false},
		"statement limit":              {server("57014"), database.ErrOverloaded, false, false},
		"disk full":                    {server("53100"), database.ErrFull, false, false},
		"too many connections":         {server("53300"), database.ErrUnavailable, true, false},
		"shutdown":                     {server("57P01"), database.ErrUnavailable, true, false},
		"crash":                        {server("57P02"), database.ErrUnavailable, true, false},
		"starting":                     {server("57P03"), database.ErrUnavailable, true, false},
		"connection failure":           {server("08006"), database.ErrUnavailable, true, false},
		"standby":                      {server("25006"), database.ErrUnavailable, true, false},
		"wrong password":               {server("28P01"), database.ErrRefused, false, false},
		"no such database":             {server("3D000"), database.ErrRefused, false, false},
		"no right":                     {server("42501"), database.ErrRefused, false, false},
		"unique":                       {server("23505"), nil, false, true},
		"syntax":                       {server("42601"), nil, false, false},
		"end of the connection":        {fmt.Errorf("read: %w", io.ErrUnexpectedEOF), database.ErrUnavailable, true, false},
		"reset connection":             {&net.OpError{Op: "read", Err: syscall.ECONNRESET}, database.ErrUnavailable, true, false},
		"rolled back at the commit":    {pgx.ErrTxCommitRollback, nil, false, true},
		"full disk of another's file":  {&os.PathError{Op: "write", Err: syscall.ENOSPC}, nil, false, false},
		"timeout of another's file":    {&os.PathError{Op: "write", Err: os.ErrDeadlineExceeded}, nil, false, false},
		"cancelled":                    {fmt.Errorf("query: %w", context.Canceled), nil, false, false},
		"outcome unknown, by our name": {fmt.Errorf("%w: %w", database.ErrUnknown, io.EOF), database.ErrUnknown, false, false},
	} {
		err := postgres.Classify(c.err)
		if c.kind == nil && err != c.err || !errors.Is(err, c.kind) && c.kind != nil || !errors.Is(err, c.err) { //nolint:errorlint // the same error
			t.Errorf("%s: %v", name, err)
		}
		if got := postgres.Passes(c.err); got != c.passes {
			t.Errorf("%s passes: %v", name, got)
		}
		if got := postgres.RolledBack(c.err); got != c.rolledBack {
			t.Errorf("%s changed nothing for certain: %v", name, got)
		}
	}
}

// TestRetry_CutOff: whoever waited until their time was over learns what they waited for.
func TestRetry_CutOff(t *testing.T) {
	t.Parallel()
	refused := &net.OpError{Op: "dial", Err: syscall.ECONNREFUSED}
	ctx, cancel := context.WithCancel(t.Context())
	tries := 0
	err := postgres.Retry(ctx, func() error {
		if tries++; tries == 1 {
			return refused
		}
		cancel()
		return ctx.Err()
	})
	if !errors.Is(err, context.Canceled) || !errors.Is(err, refused) {
		t.Errorf("%v after %d tries", err, tries)
	}
}
