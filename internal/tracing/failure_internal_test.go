package tracing

import (
	"context"
	"crypto/tls"
	"database/sql"
	"errors"
	"fmt"
	"net"
	"net/url"
	"os"
	"syscall"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/internal/database"
)

type coded string

func (coded) Error() string      { return "duplicate key: alice@example.com" }
func (c coded) SQLState() string { return string(c) }

// TestFailure: what failed has a name, which is none of the error's own words.
func TestFailure(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		err  error
		want string
	}{
		{nil, ""},
		{fmt.Errorf("look up alice: %w", sql.ErrNoRows), ""},
		{errors.New("the title is taken: Soup"), ""},
		{fmt.Errorf("write: %w", coded("23505")), "23505"},
		{fmt.Errorf("%w: %w", database.ErrUnavailable, coded("57P03")), "unavailable"},
		{fmt.Errorf("%w: %w", database.ErrBusy, context.DeadlineExceeded), "timeout"},
		{context.Canceled, "canceled"},
	} {
		if got := failure(tt.err); got != tt.want {
			t.Errorf("failure(%v) is %q, want %q", tt.err, got, tt.want)
		}
	}
	refused := &net.OpError{Op: "dial", Err: os.NewSyscallError("connect", syscall.ECONNREFUSED)}
	for _, tt := range []struct {
		err  error
		want string
	}{
		{refused, "connection"},
		{&url.Error{Op: "Get", URL: "http://alice", Err: refused}, "connection"},
		{&net.OpError{Op: "read", Err: os.ErrDeadlineExceeded}, "timeout"},
		{context.DeadlineExceeded, "timeout"},
		{&url.Error{Op: "Get", URL: "http://alice", Err: context.Canceled}, "canceled"},
		{&tls.CertificateVerificationError{Err: errors.New("alice")}, "certificate"},
		{errors.New("alice"), "_OTHER"},
	} {
		if got := unanswered(tt.err); got != tt.want {
			t.Errorf("unanswered(%v) is %q, want %q", tt.err, got, tt.want)
		}
	}
}
