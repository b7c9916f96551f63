// Package backup copies a portfolio that is kept on this computer, database and photos, as
// they are at one moment, into one file, and puts them back.
//
// The file is a tar: the photos as media/draft/… and media/public/…, and at its end the
// database, portfolio.db. So one that was cut short has no database, and is refused. Each
// photo is compared with what the database says of it when it is put back.
//
// A portfolio on a PostgreSQL server is backed up with that server's tools.
package backup

import "github.com/mcp-adapters/mcp-adapters/portfolio/media"

const (
	databaseName = "portfolio.db"
	mediaPrefix  = "media/"
)

// Portfolio is where a portfolio is kept.
type Portfolio struct {
	Database string // path of the SQLite file
	Media    string // path of the folder of the photos
}

// Count is how much was copied.
type Count struct {
	Projects int
	Photos   int // originals
	Missing  int // photos that the database knows of, and whose files are not there
}

// entry is the name of a file in the tar.
func entry(side media.Side, name string) string { return mediaPrefix + string(side) + "/" + name }
