// Package endpoint serves an MCP server over Streamable HTTP, with what surrounds
// it: sign-in, health, metrics, and an orderly end. It knows no system.
//
//	/mcp        the endpoint, for clients
//	/healthz    200 while the process runs
//	/readyz     200 while the backend says that it can be used, and the server is not stopping
//	/.well-known/…, and with OAUTH_ISSUER=self /authorize, /token and more: to sign in
//
// A request passes, in this order:
//
//	net/http           time limits
//	httpserver         connections, of which strangers have a share
//	streamhttp         Host and Origin, before anything else
//	oauth.Guard        whose token it is
//	act                the call acts for that person and for no one else
//	streamhttp         the body; which scopes the operation needs
//	mcp.Session        the call
//
// A person's address comes from a verified token alone, never from a header of the
// client's.
package endpoint
