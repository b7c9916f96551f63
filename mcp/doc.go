// Package mcp serves tools, resources and prompts over the Model Context Protocol. Only this package
// imports mcp-go, for the names and shapes that MCP defines.
//
//	server, err := mcp.New(mcp.Options{Name: "weather", Version: "1"}, tools)
//	session := server.Session()        // for a connection; a jsonrpc.Handler
//	session = server.Request(version)  // for one request of a transport without connections
//
// A [Server] is immutable and shared. A [Session] serves one client, or one request of a client, and
// package jsonrpc handles ids, batches, order, cancellation and the end of input. Both protocol eras
// work: initialize up to 2025-11-25, and the stateless 2026-07-28. The table in method.go lists the
// methods, their params, their era and their order.
//
// A caller may rely on this:
//
//   - In the params of every method, the names that MCP defines are case-sensitive, and a name that
//     occurs twice or in another case is an error.
//   - Arguments are checked against the tool's input schema before the tool runs; see package
//     [schema]. [New] refuses a schema that can't be checked.
//   - The text block of a result is the JSON of its structuredContent, unless the tool provides text
//     or content. Characters that can't be seen are escaped in it.
//   - A failure has one code, from the table in errors.go, and data with at least a kind. Its message
//     is a sentence for a person, and its cause is only logged. A result with isError has the same
//     facts. [ToolErrors] chooses which of the two a failed tool call becomes; params that break
//     MCP's own rules are always an error.
//   - Errors that MCP defines itself have MCP's code and data.
//   - The client is asked for input only by an [InputRequired], in the answer to a request that
//     declares that its client can be asked.
//   - The client gets only what it asked for: [Request.Progress], [LogMessage] (but see
//     [Options].LogLevel), and changes while it listens.
package mcp
