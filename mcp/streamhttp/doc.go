// Package streamhttp serves MCP's transport Streamable HTTP at one endpoint. The endpoint takes
// only POST, unless Options.Get adds streams. Package jsonrpc runs the messages, with a
// [jsonrpc.Conn] for each POST. Nothing about a client is kept between two requests, so any replica
// can answer any request.
//
// # Eras
//
// The modern era begins with version 2026-07-28, in which each request says in its params which
// version its client speaks. A message is modern when its header MCP-Protocol-Version or its _meta
// says so; then both must, and the headers Mcp-Method and Mcp-Name must match the message. Any
// other message belongs to the handshake era; without a version it counts as 2025-03-26. The era
// decides the form of an answer, and never what a client may do.
//
// # Answers
//
// A request is answered with one JSON object. The first notification of its call turns the answer
// into a stream of events, in the order in which they were sent, which ends with the answer. A
// client that doesn't accept event streams gets only the answer. A silent stream gets a comment
// after KeepAlive. Notifications, and in the handshake era responses, get status 202.
//
// In the handshake era every answered request has status 200. In the modern era an unknown method
// has 404, and an error of the request 400. A message that can't be decoded has 400 in both. Any
// other refusal has a status that says why, and a JSON-RPC error as its body, with the request's id
// when that is known; an unknown id is left out. Batches are taken only at the version that has
// them.
//
// A result that panics while it is written is replaced with an error. If a part of it has left, the
// connection is torn, so that half an answer never looks whole.
//
// # Cancellation
//
// In the modern era a client cancels its call by closing the connection. In the handshake era a
// call runs to its end when the client leaves. Ids of different clients may be the same, so
// notifications that cancel an id are accepted and change nothing.
//
// # Browsers
//
// The name in the header Host must be a name of the server, so that no page can point its own name
// at it, and the Origin of a web page must be allowed. Both are checked before Middleware
// identifies the caller. The body is read after that, and then Allow decides what the caller may do.
//
// # Shutdown
//
// [Server.Shutdown] refuses new messages with 503, ends subscriptions with their result, and gives
// calls DrainTimeout; see [jsonrpc.Conn.Drain].
//
// # Bounds
//
// A message may have MaxMessageBytes; a longer message is refused while it arrives. All bodies in
// progress, with the copies that calls keep of them, may take MaxQueuedBytes. MaxConcurrency calls
// run at the same time. A message that finds no room within QueueTimeout is refused with 503 and
// has changed nothing. A batch counts as 16 calls, runs up to as many at once, and holds 8 MiB of
// results. Subscriptions have bounds of their own. A body that doesn't arrive is answered with 408,
// and an answer that isn't read is torn; slow ones get more time. See [HTTPServer] for headers.
package streamhttp
