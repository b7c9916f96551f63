// Package drive starts an MCP server and calls its tools the way a client does: over
// its pipes, one line a message, answers matched by id, with a fixed number of calls
// in flight; or over HTTP, with one call in flight on each connection. A call's time
// runs from before its message is written until its answer has been read whole.
package drive
