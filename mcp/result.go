package mcp

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/mark3labs/mcp-go/mcp"

	"github.com/mcp-adapters/mcp-adapters/jsonrpc"
	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
)

// Result is the answer of a tool. Structured needs no further check: it is valid JSON in one line.
type Result struct {
	Structured json.RawMessage // an object that fits the tool's Output; nil: none
	// Member, if not "", makes Structured the value of the only member of an object with that
	// name. It spares a copy of a large list.
	Member string
	Text   string // for the model; "": Structured as text
	Note   string // a second block of text, such as a sentence about Structured; "": none
	// Content, if not nil, replaces Text and Note: pictures, sounds, resources.
	Content []Content
	Meta    json.RawMessage // the tool's own _meta, an object; nil: none
	// Release, if not nil, is called once, when the result has been written or never will be.
	// Structured and Meta aren't used after it.
	Release func()

	quoted []byte // Text as the inside of a JSON string, if it is encoded already
}

// Encoded returns r with its text encoded, for a result that answers many calls.
func (r Result) Encoded() (Result, error) {
	quoted, err := jsontext.AppendQuote(nil, r.Text)
	if err != nil {
		return r, fmt.Errorf("a result's text: %w", err)
	}
	r.quoted = quoted[1 : len(quoted)-1]
	return r, nil
}

// StructuredResult returns a result with v, encoded as JSON.
func StructuredResult(v any) (Result, error) {
	encoded, err := encode(v)
	if err != nil {
		return Result{}, fmt.Errorf("encode a result: %w", err)
	}
	return Result{Structured: encoded}, nil
}

// succeeded returns the answer of a call that succeeded.
func (s *Server) succeeded(r Result, repairs []string, modern bool) (_ jsonrpc.Result, err error) {
	defer func() {
		if err != nil && r.Release != nil {
			r.Release()
		}
	}()
	a := &answer{release: r.Release}
	var wrap [2]string
	if r.Member != "" {
		wrap = [2]string{`{"` + r.Member + `":`, "}"}
	}
	if r.Content != nil {
		blocks, err := encode(r.Content)
		if err != nil {
			return nil, fmt.Errorf("a result's content: %w", err)
		}
		a.text(`{"content":`)
		a.bytes(blocks)
	} else {
		a.text(`{"content":[{"type":"text","text":"`)
		if r.Text != "" {
			if r.quoted == nil {
				if r, err = r.Encoded(); err != nil {
					return nil, err
				}
			}
			a.bytes(r.quoted)
		} else {
			a.escaped([]byte(wrap[0]))
			a.escaped(r.Structured)
			a.text(wrap[1])
		}
		a.text(`"}`)
		if r.Note != "" {
			note, err := jsontext.AppendQuote([]byte(`,{"type":"text","text":`), r.Note)
			if err != nil {
				return nil, fmt.Errorf("a result's note: %w", err)
			}
			a.bytes(append(note, '}'))
		}
		a.text("]")
	}
	a.structured(wrap, r.Structured)
	meta, err := addRepairs(r.Meta, repairs)
	if err != nil {
		return nil, err
	}
	a.bytes(s.tail(meta, modern))
	a.text("}")
	return a, nil
}

// failed returns the answer of a call that failed as a result: the sentence for the model, and
// in _meta the facts that the error would have had, beside the failure's own members. The facts
// are not in structuredContent, which has to fit the tool's output schema: some clients check
// that in a failure too, and show what they find instead of the sentence.
func (s *Server) failed(e *jsonrpc.Error, failure error, repairs []string, modern bool) (jsonrpc.Result, error) {
	quoted, err := jsontext.AppendQuote(nil, e.Message)
	if err != nil {
		return nil, fmt.Errorf("a failure's message: %w", err)
	}
	members := map[string]any{}
	var structured json.RawMessage
	if known, ok := errors.AsType[*fault.Error](failure); ok {
		maps.Copy(members, known.Meta)
		if known.Structured != nil {
			if structured, err = encode(known.Structured); err != nil {
				return nil, fmt.Errorf("a failure's structuredContent: %w", err)
			}
		}
	}
	if len(repairs) > 0 {
		members["repairs"] = repairs
	}
	facts := struct {
		Code jsonrpc.Code `json:"code"`
		Data any          `json:"data"`
	}{e.Code, e.Data}
	if facts.Data == nil {
		facts.Data = &jsonrpc.Data{Kind: string(fault.Internal)}
	}
	members["error"] = facts
	meta, err := json.Marshal(members)
	if err != nil {
		return nil, fmt.Errorf("a failure's data: %w", err)
	}
	a := &answer{}
	a.text(`{"content":[{"type":"text","text":`)
	a.bytes(quoted)
	a.text("}]")
	a.structured([2]string{}, structured)
	a.text(`,"isError":true`)
	a.bytes(s.tail(meta, modern))
	a.text("}")
	return a, nil
}

// addRepairs returns a result's _meta with the repairs of the arguments.
func addRepairs(meta json.RawMessage, repairs []string) (json.RawMessage, error) {
	if len(repairs) == 0 {
		return meta, nil
	}
	encoded, err := encode(repairs)
	if err != nil {
		return nil, fmt.Errorf("a result's repairs: %w", err)
	}
	rest := []byte("}")
	if len(meta) > len("{}") {
		rest = slices.Concat([]byte(","), meta[1:])
	}
	return slices.Concat([]byte(`{"repairs":`), encoded, rest), nil
}

// withRepairs adds the repairs of the arguments to a failure that is an error, which has no _meta.
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

// tail returns _meta as it follows the other members of a result. own are the tool's own
// members, an object or nil. Since 2026-07-28 every result names the server and its type.
func (s *Server) tail(own json.RawMessage, modern bool) []byte {
	members := bytes.TrimSuffix(bytes.TrimPrefix(own, []byte("{")), []byte("}"))
	switch {
	case len(members) == 0 && !modern:
		return nil
	case len(members) == 0:
		return s.complete
	case !modern:
		return slices.Concat([]byte(metaOpen), members, []byte("}"))
	}
	return slices.Concat([]byte(metaOpen), members, []byte(","), s.complete[len(metaOpen):])
}

const metaOpen = `,"_meta":{`

// completeTail is the tail of a result that has no _meta of its own, since 2026-07-28.
func completeTail(info json.RawMessage) []byte {
	return []byte(metaOpen + `"` + mcp.MetaKeyServerInfo + `":` + string(info) + `},"resultType":"complete"`)
}
