// Package jsonrpc serves JSON-RPC 2.0 over a pair of byte streams, one message
// a line in and one message a line out.
package jsonrpc
