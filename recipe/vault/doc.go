// Package vault is a Recipe Vault: its REST contract on one SQLite file, as an
// [net/http.Handler] for a server and as a [net/http.RoundTripper] for a
// program that keeps its recipes itself.
//
//	v := vault.New(vault.Options{Path: path})
//	defer v.Close()
//	client := &http.Client{Transport: v.Transport()}
//
// # Writes
//
// Every write is one transaction, lists included. A request that was answered
// with success is on disk and survives the death of the process and of the
// machine (see package database); one that was answered with a
// failure, or not at all, is there whole or not at all. The answer to a write is
// read back from the database before the commit: it says what was stored. A
// request whose client has gone by the time of the commit is not carried out.
//
// Text is never stored changed, but for a title, which is stored without the
// white space at its ends (package recipe/title). A body with invalid UTF-8, a
// lone surrogate or a duplicate member is refused, and so is a text with control
// characters; members that the contract does not name are ignored. Titles are
// compared after Unicode normalisation and case folding, and are unique in the
// whole file, whoever's they are.
//
// What an earlier release stored and this one would refuse stays: it is read as
// it is, an update of other members keeps it, and [Vault.RestoringTransport]
// brings it back. Titles from before that differ only in white space at their
// ends stay two, and a new recipe gets neither.
//
// updated_at moves with every update, also with two in one second: times have
// whole seconds, so it may run ahead of the clock by as many seconds as there
// were updates within one.
//
// # The file
//
// How the file is opened, migrated, shared with other programs and closed is what
// package database promises. A lock held by another program is waited for within
// the request's time, so no client sees "database is locked" before 30 seconds
// have gone by. When the file can't be used, the request is answered with 500 and
// DATABASE_ERROR, the cause goes to the log, and the next request tries again. For
// a copy there is [Backup], and [Restore] puts one in place of the vault.
//
// # Who sees what
//
// With families, a request that names an address sees and changes the recipes
// that members of the same family created, and nothing else: any other id is
// answered with the same bytes as one that nobody ever had. A taken title is the
// one thing that is told across families. A request without an address sees all;
// one with a blank address, with two, or with one that is not visible ASCII is
// refused. An address without a family is refused on every route.
//
// # Logs
//
// Failures of the server are logged as errors, those of a client at debug level
// by status and code alone. Keys, addresses, ids and recipe text are never
// logged, nor is a panic's value.
package vault
