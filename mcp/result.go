package mcp

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/mcp-adapters/mcp-adapters/jsonrpc"
	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
)

// Result is what a tool answers with. Structured is JSON that needs no further
// check: valid, and without a line break.
type Result struct {
	Structured json.RawMessage // an object that fits the tool's Output; nil: none
	// Member, if not "", says that Structured is the value of this one member of
	// the object. It spares a copy of a large list.
	Member string
	Text   string // for the model; "": Structured as text
	// Note, if not "", is a second block of text: a sentence beside Structured or Text.
	Note string
	// Content, if not nil, is what the result holds instead of Text: pictures, sounds,
	// resources.
	// Note isn't used then.
	Content []Content
	Meta    json.RawMessage // the tool's own _meta, an object; nil: none
	// Release, if not nil, is called once, when the result has been written or
	// never will be. Structured and Meta aren't used after it.
	Release func()

	quoted []byte // Text as the inside of a JSON string, if it is encoded already
}

// Encoded returns r with its text encoded, for a result that many calls are answered with.
func (r Result) Encoded() (Result, error) {
	quoted, err := jsontext.AppendQuote(nil, r.Text)
	if err != nil {
		return r, fmt.Errorf("a result's text: %w", err)
	}
	r.quoted = quoted[1 : len(quoted)-1]
	return r, nil
}

// StructuredResult returns a result that holds v, encoded as JSON.
func StructuredResult(v any) (Result, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return Result{}, fmt.Errorf("encode a result: %w", err)
	}
	return Result{Structured: bytes.TrimRight(b.Bytes(), "\n")}, nil
}

// succeeded returns the answer of a call that went well.
func (s *Server) succeeded(r Result, repairs []string, modern bool) (_ jsonrpc.Result, err error) {
	defer func() {
		if err != nil && r.Release != nil {
			r.Release()
		}
	}()
	a := answer{structured: r.Structured, release: r.Release}
	if r.Member != "" {
		a.open, a.end = `{"`+r.Member+`":`, "}"
	}
	if r.Content != nil {
		blocks, err := encode(r.Content)
		if err != nil {
			return nil, fmt.Errorf("a result's content: %w", err)
		}
		a.blocks = blocks
	} else if r.Text != "" {
		if r.quoted == nil {
			if r, err = r.Encoded(); err != nil {
				return nil, err
			}
		}
		a.text = r.quoted
	} else {
		a.quoted = textSize(r.Structured)
	}
	if r.Content == nil && r.Note != "" {
		if a.note, err = jsontext.AppendQuote(nil, r.Note); err != nil {
			return nil, fmt.Errorf("a result's note: %w", err)
		}
	}
	meta, err := addRepairs(r.Meta, repairs)
	if err != nil {
		return nil, err
	}
	a.closing = s.closing(meta, modern)
	return a, nil
}

// failed returns the answer of a call that failed as a result: the sentence for
// the model, and in _meta the facts that the error would have had. They are not its
// structuredContent, which has to fit the tool's output schema: some clients check
// that in a failure too, and show what they find in place of the sentence. structured is
// the one that the tool has for its failures, nil if it has none.
// The failure's own _meta, more, comes beside the facts.
func (s *Server) failed(e *jsonrpc.Error, structured any, more map[string]any, modern bool) (jsonrpc.Result, error) {
	quoted, err := jsontext.AppendQuote(nil, e.Message)
	if err != nil {
		return nil, fmt.Errorf("a failure's message: %w", err)
	}
	facts := struct {
		Code jsonrpc.Code `json:"code"`
		Data any          `json:"data"`
	}{e.Code, e.Data}
	if facts.Data == nil {
		facts.Data = &jsonrpc.Data{Kind: string(fault.Internal)}
	}
	members := map[string]any{}
	maps.Copy(members, more)
	members["error"] = facts
	meta, err := json.Marshal(members)
	if err != nil {
		return nil, fmt.Errorf("a failure's data: %w", err)
	}
	a := answer{text: quoted[1 : len(quoted)-1], failed: true, closing: s.closing(meta, modern)}
	if structured != nil {
		if a.structured, err = encode(structured); err != nil {
			return nil, fmt.Errorf("a failure's structuredContent: %w", err)
		}
	}
	return a, nil
}

// structuredOf returns the structuredContent that a failure has of its own.
func structuredOf(err error) any {
	if failure, ok := errors.AsType[*fault.Error](err); ok {
		return failure.Structured
	}
	return nil
}

// metaOfFailure returns what the _meta of a failure that is a result holds beside its facts.
func metaOfFailure(err error, repairs []string) map[string]any {
	meta := map[string]any{}
	if failure, ok := errors.AsType[*fault.Error](err); ok {
		maps.Copy(meta, failure.Meta)
	}
	if len(repairs) > 0 {
		meta["repairs"] = repairs
	}
	return meta
}

// addRepairs returns a result's _meta with what was repaired in the arguments.
func addRepairs(meta json.RawMessage, repairs []string) (json.RawMessage, error) {
	if len(repairs) == 0 {
		return meta, nil
	}
	var b bytes.Buffer
	b.WriteString(`{"repairs":`)
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(repairs); err != nil {
		return nil, fmt.Errorf("a result's repairs: %w", err)
	}
	b.Truncate(b.Len() - 1) // the newline of Encode
	if len(meta) > len("{}") {
		b.WriteByte(',')
		b.Write(meta[1:])
	} else {
		b.WriteByte('}')
	}
	return b.Bytes(), nil
}

// withRepairs adds to a failure that is an error what was repaired in the arguments: it
// has no _meta.
func withRepairs(e *jsonrpc.Error, repairs []string) *jsonrpc.Error {
	data, ok := e.Data.(*jsonrpc.Data)
	if !ok || len(repairs) == 0 {
		return e
	}
	return &jsonrpc.Error{Code: e.Code, Message: e.Message, Data: struct {
		*jsonrpc.Data

		Repairs []string `json:"repairs"`
	}{data, repairs}}
}

// closing is a result's _meta, which stands after its content: the tool's own members between
// two parts that are the same in all results.
type closing struct {
	open    string
	members []byte
	end     string // with what 2026-07-28 adds to each result
}

// closing returns the _meta of a result, of which the tool's own is an object or nil.
func (s *Server) closing(own json.RawMessage, modern bool) closing {
	m := closing{members: bytes.TrimSuffix(bytes.TrimPrefix(own, []byte("{")), []byte("}"))}
	if len(m.members) == 0 && !modern {
		return closing{}
	}
	m.open, m.end = `,"_meta":{`, "}"
	if modern {
		m.end = s.complete
		if len(m.members) == 0 {
			m.end = m.end[len(","):]
		}
	}
	return m
}

// complete is the end of a _meta that has members already, since 2026-07-28.
func complete(info json.RawMessage) string {
	return `,"io.modelcontextprotocol/serverInfo":` + string(info) + `},"resultType":"complete"`
}

// tail appends to b what stands after the content of a result.
func (s *Server) tail(b []byte, own json.RawMessage, modern bool) []byte {
	m := s.closing(own, modern)
	b = slices.Grow(b, len(m.open)+len(m.members)+len(m.end)+1)
	return append(append(append(b, m.open...), m.members...), m.end...)
}
