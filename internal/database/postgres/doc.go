// Package postgres keeps the data of one system in a PostgreSQL database, with the
// same transactions as package database gives on a SQLite file: a store whose SQL
// both understand runs on either.
//
//	db, err := postgres.New(postgres.Options{URL: url, Schema: schema})
//	...
//	defer db.Close()
//	err = db.Write(ctx, func(t database.Tx) error {
//		_, err := t.Exec(`INSERT INTO notes (text) VALUES ($1)`, text)
//		return err
//	})
//
// Only what CockroachDB and YugabyteDB have too is used: no advisory locks, no
// triggers, no LISTEN. Parameters are $1, $2, which SQLite takes as well.
//
// # Transactions
//
// Writes are serializable, unless [Options] ask for less: they have the effect of running
// one after another, so
// that a rule which a write has checked still holds when it is committed. Of two
// that are in each other's way the server ends one, which is run again, for some
// seconds at most. Reads see one moment of the database and wait for no one.
//
// A write that returned nil is saved, as safely as the server was told to save. One
// that failed has changed nothing, with one exception: [database.ErrUnknown].
//
// # Opening
//
// Nothing is opened before the first use, which makes the tables or migrates them.
// Of programs that start together one migrates and the others wait for it. A database in
// which text isn't UTF-8 is refused ([database.ErrEncoding]).
//
// # Releases
//
// A newer release that migrates the tables notes beside their version which older ones can
// go on with what it leaves (see [database.Oldest]). Those start with it as it is, leave alone what
// they don't know, and don't stop when it is migrated under them. Others get
// [database.ErrNewer], when they start and within five seconds if they ran already; the next use
// tries again. A migration waits for those who work with the tables for two seconds at a time.
//
// The server's own tools back up and restore the database (pg_dump, pg_restore).
package postgres
