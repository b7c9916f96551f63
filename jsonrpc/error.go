package jsonrpc

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// Code is a JSON-RPC 2.0 error code.
type Code int

// The codes that JSON-RPC 2.0 defines. Applications add their own.
const (
	CodeParse          Code = -32700 // the message is not JSON, or not UTF-8
	CodeInvalidRequest Code = -32600 // the envelope breaks a rule
	CodeMethodNotFound Code = -32601 // there is no such method
	CodeInvalidParams  Code = -32602 // the params break a rule
	CodeInternal       Code = -32603 // anything else that went wrong
)

// The kinds of this package's own errors.
const (
	kindParse    = "parse_error"
	kindInvalid  = "invalid_request"
	kindInternal = "internal"
	kindTimeout  = "timeout"
)

// Data is the usual [Error.Data]: a machine-readable kind, and what else a program can act on.
// Members at their zero value are left out.
type Data struct {
	Kind              string `json:"kind"`
	Status            int    `json:"status,omitempty"`
	Field             string `json:"field,omitempty"`
	RetryAfterSeconds int    `json:"retry_after_seconds,omitempty"`
	Candidates        any    `json:"candidates,omitempty"` // a list of what the caller may have meant; nil: none
}

// Error is an error that goes to the client as it is. Message is a sentence for a person and must
// hold nothing that the client may not see; bytes that are not UTF-8 are replaced. Data is usually
// a *[Data] or a [json.RawMessage]. Nil, and a value that can't be encoded, is left out.
type Error struct {
	Code    Code
	Message string
	Data    any
}

// Error returns the message.
func (e *Error) Error() string { return e.Message }

func newError(code Code, kind, message string) *Error {
	return &Error{Code: code, Message: message, Data: &Data{Kind: kind}}
}

func invalidRequest(message string) *Error {
	return newError(CodeInvalidRequest, kindInvalid, message)
}

func internalError() *Error {
	return newError(CodeInternal, kindInternal, "Something went wrong inside the server; its log has the cause.")
}

// AppendResponse appends to b the response that answers a request with e, for a transport that
// refuses a request before a [Conn] sees it. A nil id is left out.
func (e *Error) AppendResponse(b []byte, id json.RawMessage) []byte {
	if id == nil {
		b = append(b, headWithout...)
	} else {
		b = append(append(b, responseHead...), id...)
	}
	b = append(b, response{err: e}.member()...)
	return append(append(b, e.encode()...), responseTail...)
}

// encode returns e as a JSON-RPC error object. It never fails, because an answer is owed.
func (e *Error) encode() Raw {
	b := append(make([]byte, 0, 128), `{"code":`...)
	b = strconv.AppendInt(b, int64(e.Code), 10)
	b = append(b, `,"message":`...)
	// The message is valid UTF-8 here, and that is all that AppendQuote refuses.
	b, _ = jsontext.AppendQuote(b, strings.ToValidUTF8(e.Message, "\ufffd"))
	if data := encodeData(e.Data); data != nil {
		b = append(b, `,"data":`...)
		b = append(b, data...)
	}
	return append(b, '}')
}

// encodeData returns nil when there is nothing to send.
func encodeData(data any) []byte {
	if data == nil {
		return nil
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b) // compacts a RawMessage too: no newline gets out
	enc.SetEscapeHTML(false)
	if err := enc.Encode(data); err != nil {
		return nil
	}
	b.Truncate(b.Len() - 1) // the newline of Encode
	if b.String() == null {
		return nil
	}
	return b.Bytes()
}
