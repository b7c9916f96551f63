// Package oauth protects an HTTP endpoint as an OAuth 2.1 resource server (RFC 6750,
// RFC 9728), as MCP's authorization chapter asks. It knows no system: scopes, and
// what each operation needs, are the system's.
//
//	verifier, err := oauth.NewJWT(oauth.JWTOptions{Issuer: issuer, Audience: endpoint})
//	guard, err := oauth.New(oauth.Options{Resource: endpoint, Issuers: []string{issuer},
//		Scopes: []string{"notes:read", "notes:write"}, Verifier: verifier})
//	for _, path := range guard.MetadataPaths() {
//		mux.Handle(path, guard.Metadata())
//	}
//	mux.Handle("/mcp", guard.Protect(mcp))
//
// # Who gets through
//
// [Guard.Protect] answers before a byte of the body is read, and hands on only
// requests whose token a [Verifier] has accepted. The [Principal] is in their
// context, and the token is no longer in their header: it goes nowhere, unless
// [Options].KeepToken says so. A token is
// taken from the Authorization header alone; one in the address is refused, unread.
//
// [JWT] verifies tokens of one issuer: asymmetric signatures by the issuer's
// published keys, the issuer by exact text, the audience, the times with a minute of
// skew, and an e-mail address that the issuer has verified. [Static] takes one token
// that the operator chose.
//
// # Who may do what
//
// What an operation needs is known only when the body has been read, so the server
// asks then: [Guard.Require], or [Guard.Allow] by the system's own table. Their error
// is a [*Refusal].
//
// # Refusals
//
// A [*Refusal] has the HTTP status and the WWW-Authenticate header to answer with. A tool
// whose own API refuses the person puts a [Challenge] into its result. The sentences are
// fixed: no token, claim or address is in an answer or in the log.
package oauth
