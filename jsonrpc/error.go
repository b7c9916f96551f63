package jsonrpc

// Code is a JSON-RPC 2.0 error code.
type Code int

// The codes that JSON-RPC 2.0 defines. Applications add their own.
const (
	CodeParse          Code = -32700 // the line is no JSON or no UTF-8
	CodeInvalidRequest Code = -32600 // the envelope breaks a rule
	CodeMethodNotFound Code = -32601 // there is no such method
	CodeInvalidParams  Code = -32602 // the params break a rule
	CodeInternal       Code = -32603 // anything else that went wrong
)

// Data is the usual [Error.Data]: a machine-readable kind, and what else a
// program may want to act on. Members at their zero value are left out.
type Data struct {
	Kind              string `json:"kind"`
	Status            int    `json:"status,omitempty"`
	Field             string `json:"field,omitempty"`
	RetryAfterSeconds int    `json:"retry_after_seconds,omitempty"`
}

// Error is an error that goes to the client as it is. Message is a sentence
// for a person and must hold nothing that the client may not see. Data is
// usually a *[Data] or a [json.RawMessage]; nil leaves the member out.
type Error struct {
	Code    Code
	Message string
	Data    any
}

// Error returns the message.
func (e *Error) Error() string { return e.Message }
