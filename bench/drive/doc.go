// Package drive starts an MCP server and calls its tools over its pipes, the
// way a client does: one line a message, answers matched by id, a fixed number
// of calls in flight. A call's time runs from before its line is written until
// its answer's line has been read whole.
package drive
