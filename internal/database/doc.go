// Package database keeps the data of one system in one SQLite file: it opens,
// migrates, checks, backs up and restores the file, and knows nothing of what is
// in it. A system describes its file in a [Schema] and speaks SQL in the
// transactions of [Database.Read] and [Database.Write].
//
//	db := database.New(database.Options{Path: path, Schema: schema})
//	defer db.Close()
//	err := db.Write(ctx, func(t database.Tx) error {
//		_, err := t.Exec(`INSERT INTO notes (text) VALUES (?)`, text)
//		return err
//	})
//
// # Durability
//
// A write that returned nil is on disk and survives the death of the process and
// of the machine (write-ahead log, synchronous=FULL). One that failed changed
// nothing.
//
// # Sharing the file
//
// Any number of Databases, in one process or in several, may use one file at the
// same time, its first opening included. Reads see one moment of the file and do
// not wait for writes. A lock held by another program is waited for until the
// context ends. The file must be on a local disk: SQLite's log does not work
// across a network.
//
// The newest writes are in the log, NAME-wal, and the file alone may lack them
// while it is open anywhere. Close writes the log into the file. For a copy at any
// other time there is [Schema.Backup], and [Schema.Restore] puts one in place of
// the file: never copy a file there by hand, beside the log of another.
//
// # Opening
//
// Nothing is opened before the first use. The directory (0700) and the file (0600)
// are made when they are missing. An older schema is migrated; the file is copied
// first, to NAME.vN-TIME.bak beside it, and the newest three copies are kept.
// Another program's file, a directory without write permission or a
// full disk is an error, and the next use tries again. A file that was removed or
// replaced while it was open is noticed by the next use.
//
// # Releases
//
// A newer release that migrates the file notes in it which older ones can go on with what
// it leaves (see [Oldest]). Those open it as it is, leave alone what they don't know, and don't
// stop when it is migrated under them. Others get [ErrNewer]: when they open it, and at their
// next write if they had it open already.
package database
