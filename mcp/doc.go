// Package mcp serves tools over the Model Context Protocol. It is the only user
// of mcp-go.
//
//	server, err := mcp.New(mcp.Options{Name: "weather"}, tools)
//	session := server.Session() // for one client; a jsonrpc.Handler
//
// A [Server] is immutable and shared; a [Session] is one client's. Package
// jsonrpc handles ids, batches, order, cancellation and the end of input. mcp-go
// handles the handshake, discovery and the list of tools, in both protocol eras:
// initialize up to 2025-11-25, and the stateless 2026-07-28. This package handles
// tool calls itself; they never pass through mcp-go.
//
// What a caller may rely on:
//
//   - In a tool call, member names match by exact case, and a repeated member is
//     an error. The call is decoded once, so two decoders can't read it
//     differently. Other requests reach mcp-go in an envelope that is rebuilt from
//     the checked members.
//   - Arguments are checked against the tool's input schema before the tool
//     runs; see package [schema]. [New] refuses a schema that can't be checked.
//   - A result's text block holds the same bytes as its structuredContent, unless
//     the tool provides its own text.
//   - A failure has one code, from the table in errors.go, and data with at
//     least a kind. Its message is a sentence for a person; its cause is only
//     logged. A result with isError carries the same facts.
//   - Errors that mcp-go defines itself keep MCP's own code and data.
package mcp
