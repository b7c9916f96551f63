package postgres

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/mcp-adapters/mcp-adapters/internal/database"
)

// The codes of failures that are told apart (SQLSTATE). A class is their first two
// characters.
const (
	deadlock       = "40P01"
	completion     = "40003" // CockroachDB's: the outcome of a commit is unknown
	lockTaken      = "55P03"
	canceled       = "57014" // statement_timeout
	diskFull       = "53100"
	readOnly       = "25006" // a standby, or a server that was one until now
	unique         = "23505"
	notAllowed     = "42501"
	noColumn       = "42703"
	existingType   = "42710" // that of a table's rows, which has the table's name
	undefinedTable = "42P01"
	existingTable  = "42P07"

	classConnection = "08"
	classConstraint = "23"
	classRefused    = "28"
	classRollback   = "40"
	classNoDatabase = "3D"
	classResources  = "53"
	classOperator   = "57"
)

// code is the server's code of a failure, empty if the failure isn't the server's.
func code(err error) string {
	if e, ok := errors.AsType[*pgconn.PgError](err); ok {
		return e.Code
	}
	return ""
}

// passes reports whether the same work may succeed when it is run again: the server
// rolled it back for another's sake, or its connection was lost, or not made, before
// the commit.
func passes(err error) bool {
	if errors.Is(err, database.ErrUnknown) || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return false
	}
	c := code(err)
	return strings.HasPrefix(c, classRollback) && c != completion || c == readOnly || unreachable(err)
}

// unreachable reports whether the server is away, starts, stops or has no room for
// another connection.
func unreachable(err error) bool {
	if c := code(err); c != "" {
		return strings.HasPrefix(c, classConnection) || strings.HasPrefix(c, classOperator) && c != canceled ||
			strings.HasPrefix(c, classResources) && c != diskFull
	}
	if isConnect(err) {
		return !untrusted(err)
	}
	// Not net.Error, which every error of the file system is too.
	if _, ok := errors.AsType[*net.OpError](err); ok {
		return true
	}
	return errors.Is(err, driver.ErrBadConn) || errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) ||
		errors.Is(err, net.ErrClosed) || pgconn.SafeToRetry(err)
}

func isConnect(err error) bool {
	_, ok := errors.AsType[*pgconn.ConnectError](err)
	return ok
}

// untrusted reports whether a server was reached, and not spoken to: there was no encryption, or
// the wrong certificate. Among several hosts, one that is away may still be the right one.
func untrusted(err error) bool {
	if n, ok := errors.AsType[*net.OpError](err); ok {
		return n.Op == "remote error" // the server's alert in the handshake
	}
	_, unverified := errors.AsType[*tls.CertificateVerificationError](err)
	// What sslmode=verify-ca finds comes without that.
	_, unknown := errors.AsType[x509.UnknownAuthorityError](err)
	_, invalid := errors.AsType[x509.CertificateInvalidError](err)
	// The last has no type.
	return unverified || unknown || invalid || strings.Contains(err.Error(), "server refused TLS connection") && code(err) == ""
}

// rolledBack reports whether a failed commit has certainly changed nothing: the
// server said so.
func rolledBack(err error) bool {
	c := code(err)
	return errors.Is(err, pgx.ErrTxCommitRollback) || strings.HasPrefix(c, classRollback) && c != completion || strings.HasPrefix(c, classConstraint)
}

// classify wraps an error in the one of package database that it amounts to.
func classify(err error) error {
	var kind error
	switch c := code(err); {
	case c == diskFull:
		kind = database.ErrFull
	case c == lockTaken, strings.HasPrefix(c, classRollback):
		kind = database.ErrContended
	case c == canceled:
		kind = database.ErrOverloaded
	case c == "" && isConnect(err) && untrusted(err):
		kind = database.ErrUntrusted
	case strings.HasPrefix(c, classRefused), strings.HasPrefix(c, classNoDatabase), c == notAllowed:
		kind = database.ErrRefused
	case c == readOnly:
		kind = database.ErrReadOnly
	case unreachable(err):
		kind = database.ErrUnavailable
	default:
		return err
	}
	return fmt.Errorf("%w: %w", kind, err)
}

// encoding is what texts are sent in, whatever the server, the database or the address has as
// a default: all text of ours is UTF-8.
const encoding = "UTF8"

// checkEncoding refuses a database in another encoding than that: a server that is set up
// without a locale makes one in SQL_ASCII, in which a letter with an accent counts as two
// characters, and whose dump has garbled text. A server says the encoding with each
// connection, unless it has that one alone.
func checkEncoding(_ context.Context, c *pgx.Conn) error {
	if is := c.PgConn().ParameterStatus("server_encoding"); is != "" && is != encoding {
		return fmt.Errorf("%w: its encoding is %s", database.ErrEncoding, is)
	}
	return nil
}
