package postgres

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/mcp-adapters/mcp-adapters/internal/database"
)

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
