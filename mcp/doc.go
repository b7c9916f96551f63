// Package mcp serves tools, resources and prompts over the Model Context Protocol.
// It is the only user of mcp-go, of which it has the names and shapes that MCP defines.
//
//	server, err := mcp.New(mcp.Options{Name: "weather"}, tools)
//	session := server.Session()        // for a connection; a jsonrpc.Handler
//	session = server.Request(version)  // for one request, where nothing is kept
//
// A [Server] is immutable and shared; a [Session] is one client's, or one request's.
// Package jsonrpc handles ids, batches, order, cancellation and the end of input.
// Both protocol eras are spoken: initialize up to 2025-11-25, and the stateless
// 2026-07-28. Which methods there are, for whom and in what order, is the table in
// method.go.
//
// What a caller may rely on:
//
//   - In params, the names that MCP defines count by their exact case, and one that
//     comes twice or in another case is an error, for every method.
//   - Arguments are checked against the tool's input schema before the tool
//     runs; see package [schema]. [New] refuses a schema that can't be checked.
//   - A result's text block holds the same bytes as its structuredContent, unless
//     the tool provides its own text or content.
//   - A failure has one code, from the table in errors.go, and data with at
//     least a kind. Its message is a sentence for a person; its cause is only
//     logged. A result with isError carries the same facts. Which of the two a failed
//     tool call becomes is up to [ToolErrors]; params that break MCP's own rules are
//     always an error.
//   - Errors that MCP defines itself have MCP's code and data.
//   - Nothing asks the client anything but by an [InputRequired], in the answer to
//     a request that has declared that it can be asked.
//   - Nothing is sent that the client hasn't asked for: [Request.Progress], [LogMessage] (but
//     see [Options].LogLevel), and changes while it listens.
package mcp
