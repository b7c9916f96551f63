package jsonrpc

import "encoding/json"

// Request is one request or notification as it came off the wire. The bytes
// are its own: they stay valid for as long as they are referenced.
type Request struct {
	ID     json.RawMessage // exactly the bytes that were sent; nil for a notification
	Method string
	Params json.RawMessage // any JSON value; nil when absent
}
