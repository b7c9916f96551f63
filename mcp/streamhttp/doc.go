// Package streamhttp serves JSON-RPC over MCP's transport Streamable HTTP, at one
// endpoint that takes POST alone, unless Options.Get adds streams. What happens to a
// message is up to package jsonrpc, with one [jsonrpc.Conn] for each POST: nothing about
// a client is kept between two requests, so any of them may go to any replica.
//
// # Eras
//
// The modern era begins with the version 2026-07-28, in which each request says in
// its params what its client speaks. A message is of that era when its header
// MCP-Protocol-Version or its _meta says so; then both must, and the headers
// Mcp-Method and Mcp-Name must say what the message says. Anything else is of the
// handshake era; who names no version speaks 2025-03-26. The era decides the form of
// an answer, and never what a client may do.
//
// # Answers
//
// A request is answered with one JSON object. The first notification that its call
// sends turns the answer into a stream of events, in the order in which they were
// sent, which ends with the answer; a client that doesn't accept event streams gets
// the answer alone. A stream that is silent gets a comment now and then.
// Notifications, and before the modern era responses, are answered with status 202.
//
// In the handshake era every answered request has status 200. In the modern era,
// an unknown method has 404 and an error of the request 400. A message that can't be
// decoded has 400 in both. Whatever else is refused has a status that says why, and
// an error of JSON-RPC as its body, with the request's id when that is known; an
// unknown id is left out. Batches are taken only where the version has them.
//
// A result that panics while it is written is replaced with an error, or, once a
// part of it has left, the connection is torn: half an answer never looks whole.
//
// # Cancellation
//
// In the modern era a client cancels its call by closing the connection. Before,
// leaving is not cancelling, and a call runs to its end. An id names no one's call:
// notifications that cancel one are accepted and change nothing.
//
// # Browsers
//
// The name in the header Host must be one of the server's, so that no page can have
// its own name lead here, and the Origin of a web page must be allowed. Both are
// looked at before Middleware finds out who the caller is, and that before the body
// is read and Allow is asked what the caller may do.
//
// # The end
//
// [Server.Shutdown] refuses new messages with 503, ends subscriptions with their
// result, and gives calls DrainTimeout; see [jsonrpc.Conn.Drain].
//
// # Bounds
//
// A message may have MaxMessageBytes; a longer one is refused while it arrives. All
// bodies under way, with the copies that calls keep of them, may take
// MaxQueuedBytes. MaxConcurrency calls run at the same time. What finds no room
// within QueueTimeout is refused with 503 and has changed nothing. A batch counts as
// 16 calls, runs up to as many at once, and holds 8 MiB of results. Subscriptions
// have bounds of their own. A body that doesn't arrive is answered with 408, and an
// answer that isn't taken is torn; one that is merely slow gets more time. See
// [HTTPServer] for headers.
package streamhttp
