// Package vault is a Recipe Vault: its REST contract on one [Store], a SQLite file, as an
// [net/http.Handler] for a server and as a [net/http.RoundTripper] for a
// program that keeps its own recipes.
//
//	v := vault.New(vault.Options{Path: path})
//	defer v.Close()
//	client := &http.Client{Transport: v.Transport()}
//
// # Writes
//
// Every write is one transaction, lists included. A write that was answered with
// success is on disk, and survives a crash of the process or the machine (see
// package database). One that was answered with a failure, or not at all, is
// complete or absent. The response to a write is read back from the database
// before the commit, so it says what was stored. A write whose client has
// disconnected by the time of the commit is not carried out.
//
// Text is stored unchanged, except that a title is stored without white space at
// its ends (see package recipe/title). A body with invalid UTF-8, a lone
// surrogate or a duplicate member is refused, and so is text with control
// characters. Members that the contract does not name are ignored. Titles are
// compared after Unicode normalization and case folding, and are unique in a family of the
// database; without such families, in the whole store.
//
// What an earlier release stored and this one would refuse stays as it is: reads
// return it, updates that leave it out or send it back keep it, and [Vault.RestoringTransport]
// can import it again. Old titles that differ only in white space at their ends
// remain two recipes; a new recipe can have neither title.
//
// A recipe that is read or written comes with an ETag, which is another after every
// change. A PUT or DELETE with If-Match is done only if the recipe still has that tag,
// in the same transaction, and otherwise answered with 412.
//
// updated_at increases with every update. Since times have whole seconds, it may
// run ahead of the clock, by as many seconds as there were updates within one.
//
// # The store
//
// A file, unless [Options] have another [Store]. Package database opens, migrates, shares and
// closes the file; see its promises. A lock held by another program is waited for within the
// request's time, so no client sees "database is locked" before 30 seconds have passed. If
// the file can't be used, the request fails with 500 and DATABASE_ERROR, the cause is
// logged, and the next request tries again. [Backup] copies a vault, and [Restore]
// replaces one with a copy.
//
// Any number of vaults may share a server (package recipe/vault/postgres), and each answers
// any request. A server that can't be reached or has no room, in some seconds, is 503 with
// DATABASE_ERROR: nothing was changed. When it is lost while it commits, the answer is 500,
// which leaves open whether the write is saved.
//
// # Who sees what
//
// With the families of a file, a request that names an address sees and changes only the
// recipes that members of the same family created. That a title is taken is the only thing
// revealed across families.
//
// Families in the database ([Vault.Registry]) are used instead as soon as there are any. A
// recipe is its family's then, whoever has left it, and titles reveal nothing. A request
// comes in with the server's key or with one of its family's, which shows and changes the
// recipes of that family, and writes in the name of the address, which must be a member's, or
// in no one's. A limit of the family that a write would pass is 422 with LIMIT_REACHED.
//
// In both, any other id gets the same bytes in response as an id that never existed. A request
// with the server's key and without an address sees everything. A blank address, two addresses,
// and one that is not visible ASCII are refused. An address without a family is refused on
// every route.
//
// # Logs
//
// The server's failures are logged as errors; a client's are logged at debug level,
// with only the status and the code. Keys, addresses, ids, recipe text and the
// values of panics are never logged.
package vault
