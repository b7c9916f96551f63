// Package mcp serves tools over the Model Context Protocol. It is the only user
// of mcp-go.
//
//	server, err := mcp.New(mcp.Options{Name: "weather"}, tools)
//	session := server.Session() // for one client; a jsonrpc.Handler
//
// A [Server] is immutable and shared; a [Session] is one client's. Package
// jsonrpc owns ids, batches, order, cancellation and the end of input. mcp-go
// owns the handshake, discovery and the list of tools, in both protocol eras:
// initialize up to 2025-11-25, and the stateless 2026-07-28. Calls of tools never
// pass through it; they are this package's.
//
// What a caller may rely on:
//
//   - In a tool call, member names are matched by exact case and none may come
//     twice. It is decoded once, so that nothing one decoder overlooks can mean
//     something to another. Other requests reach mcp-go in an envelope that is
//     rebuilt from what was checked.
//   - Arguments are checked against the tool's input schema before the tool
//     runs, see package [schema]. [New] refuses a schema that can't be checked.
//   - A result's text block holds the same bytes as its structuredContent, unless
//     the tool gives a text of its own.
//   - A failure has one code, from the table in errors.go, and data with at
//     least a kind. Its message is a sentence for a person; its cause is logged
//     and goes nowhere else. As a result with isError it carries the same facts.
//   - What mcp-go defines itself keeps MCP's own code and data.
package mcp
