// Package store keeps apps: their drafts with the revisions they went through, what was
// published of them, the messages of their chats, their owners and what these have spent. It
// runs on a SQLite file or a PostgreSQL server, with the same SQL.
//
// Everything is decided in a transaction, by the rows alone: any number of processes may share
// a PostgreSQL database, and any of them serves any app. An app of another owner is not found.
//
// Errors are [fault.Error]: NotFound, Conflict (the app was edited meanwhile), and the kinds of
// package appbuilder; Unavailable and UnknownOutcome where the database is at fault.
package store
