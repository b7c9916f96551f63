// Package mcp serves tools over the Model Context Protocol, on mcp-go.
//
// A [Server] is a [jsonrpc.Handler]. The loop in package jsonrpc owns framing,
// ids, batches, order, cancellation and the end of input; mcp-go owns the
// handshake, both protocol eras (initialize up to 2025-11-25, and the stateless
// 2026-07-28) and the list of tools; this package owns what happens in
// between: which tool a call names, whether its arguments fit, and what code a
// failure gets.
//
// What a caller may rely on:
//
//   - In a tool call, member names are matched by exact case. It is decoded
//     once, here, and mcp-go is handed an envelope rebuilt from what was decoded:
//     nothing that one decoder overlooks can mean something to the other.
//     Envelopes of other requests are rebuilt too; their params are mcp-go's to
//     read.
//   - Arguments are checked against the tool's input schema before the tool
//     runs. Each fault becomes a clause that names the member and the rule, and
//     the whole is a -32602.
//   - null for an optional argument counts as absent, limits count characters,
//     and text that can't be UTF-8 is refused, never replaced.
//   - A result's text block holds the same bytes as its structuredContent.
//   - A failure has one code, from the table in errors.go, and data with at
//     least a kind. Its message is a sentence for a person; its cause is logged
//     and goes nowhere else.
//   - What mcp-go defines itself keeps MCP's own code and data.
package mcp
