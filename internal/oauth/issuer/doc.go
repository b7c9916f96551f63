// Package issuer is a small OAuth 2.1 authorization server for one or a few MCP
// endpoints, so that they need no other sign-in service. It knows no system: who may
// sign in and which scopes there are is the system's.
//
// # Signing in
//
// Persons have an account when the operator has made a one-time code
// ([Issuer.CreateCode]) or set a password for their address ([Issuer.SetPassword]), and
// until that is taken away ([Issuer.Revoke]). After signing in they see
// which program asks, where they will be sent, and what it may do then. Attempts that
// fail are counted for each account and each network address, and too many keep
// passwords out for a while; a right one-time code is good at any time. Whether an
// address is known, the answers do not say.
//
// # Clients
//
// A client is set up by the operator, or publishes a metadata document at the address
// that is its id, or registers itself. All are public clients with PKCE (S256 alone).
// Documents are fetched over https from public addresses only, without redirects. A
// redirect address is compared to the letter, except for the port of a program on
// the person's own computer.
//
// # Tokens
//
// Codes live 5 minutes and work once. Access tokens are JWTs (RFC 9068, ES256) and
// live an hour. Refresh tokens live 7 days and are replaced at each use; when an old
// one comes back, or a code for the second time, the whole family ends, because one of
// two holders is a thief. An endpoint that asks [Issuer.Active] then refuses the access
// tokens of the family too. The person is checked again ([Options].MaySignIn) at each
// refresh.
//
// # The database
//
// All state is in one SQLite file or in a PostgreSQL database (package database), which
// any number of processes may share: they sign with the same key, and what one has ended
// has ended for all. The signing keys are its owner's secret. Expired rows are removed as
// others are written, and each table has a bound.
//
// # Logs
//
// Addresses, codes, passwords, tokens and what clients say of themselves are never
// logged.
package issuer
