// Package script is what the tests of package jsonrpc and of its transports have
// in common: a handler whose methods say what they do, and the messages that use
// it.
package script

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/mcp-adapters/mcp-adapters/jsonrpc"
)

// Handler does what the method of a request says:
//
//	ping             inline, answers "pong"
//	read, write      answer their params
//	read:10ms        takes that long, unless its context ends first
//	stuck:10m        takes that long, whatever its context says
//	typed:10ms       like read, but has an *Error of its own for the end of its context
//	fail, plain      answer with an *Error, or with an error that has no code
//	big, writebig    answer with 40 MiB
//	panic            panics with a secret
//
// It records what ran.
type Handler struct {
	mu  sync.Mutex
	ran []string

	reads, writes, peak atomic.Int32
	overlap             atomic.Bool
}

// Prepare panics for the method preparepanic.
func (h *Handler) Prepare(req *jsonrpc.Request) jsonrpc.Call {
	verb, arg, _ := strings.Cut(req.Method, ":")
	order := jsonrpc.Read
	switch {
	case verb == "ping":
		order = jsonrpc.Inline
	case strings.HasPrefix(verb, "write"):
		order = jsonrpc.Write
	case verb == "preparepanic":
		panic("secret")
	}
	return jsonrpc.Call{Order: order, Run: func(ctx context.Context, _ jsonrpc.Client) (jsonrpc.Result, error) {
		defer h.track(order)()
		h.record(verb + " " + string(req.ID))
		defer h.record("end " + verb + " " + string(req.ID))
		return act(ctx, verb, arg, req)
	}}
}

// Notify panics for the method panic.
func (h *Handler) Notify(_ context.Context, req *jsonrpc.Request) {
	if req.Method == "panic" {
		panic("secret")
	}
}

// Events returns what ran so far: "read 1" when a call began, "end read 1" when
// it ended.
func (h *Handler) Events() []string {
	h.mu.Lock()
	defer h.mu.Unlock()
	return slices.Clone(h.ran)
}

// Peak returns how many reads ran at the same time at most.
func (h *Handler) Peak() int { return int(h.peak.Load()) }

// Overlap reports whether a write ever ran beside another call.
func (h *Handler) Overlap() bool { return h.overlap.Load() }

func act(ctx context.Context, verb, arg string, req *jsonrpc.Request) (jsonrpc.Result, error) {
	wait, err := time.ParseDuration(arg)
	if arg != "" && err != nil {
		return nil, err
	}
	done := ctx.Done()
	if verb == "stuck" || verb == "writestuck" {
		done = nil
	}
	if wait > 0 {
		select {
		case <-time.After(wait):
		case <-done:
			if strings.HasSuffix(verb, "typed") {
				return nil, &jsonrpc.Error{Code: -32099, Message: "own", Data: &jsonrpc.Data{Kind: "own"}}
			}
			return nil, ctx.Err()
		}
	}
	switch verb {
	case "ping":
		return jsonrpc.Raw(`"pong"`), nil
	case "fail":
		err := &jsonrpc.Error{Code: -32001, Message: "not <found>", Data: &jsonrpc.Data{Kind: "not_found", Status: 404}}
		return nil, fmt.Errorf("wrapped: %w", err)
	case "plain":
		return nil, fmt.Errorf("dial tcp 10.0.0.1: refused")
	case "panic":
		panic("secret")
	case "index":
		return jsonrpc.Raw(req.Params[len(req.Params):][:1][1:]), nil
	case "nil":
		return nil, nil
	case "big", "writebig":
		return jsonrpc.Raw(`"` + strings.Repeat("x", 40<<20) + `"`), nil
	}
	return jsonrpc.Raw(req.Params), nil
}

func (h *Handler) track(order jsonrpc.Order) (done func()) {
	switch order {
	case jsonrpc.Read:
		n := h.reads.Add(1)
		for p := h.peak.Load(); n > p && !h.peak.CompareAndSwap(p, n); p = h.peak.Load() {
		}
		if h.writes.Load() > 0 {
			h.overlap.Store(true)
		}
		return func() { h.reads.Add(-1) }
	case jsonrpc.Write:
		if h.writes.Add(1) > 1 || h.reads.Load() > 0 {
			h.overlap.Store(true)
		}
		return func() { h.writes.Add(-1) }
	default:
		return func() {}
	}
}

func (h *Handler) record(event string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.ran = append(h.ran, event)
}

// Request is a request; its id is also in its params.
func Request(id any, method string) string {
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":%v,"method":%q,"params":{"n":%v}}`, id, method, id)
}

// Cancel is the notification that cancels a call.
func Cancel(id any) string {
	return fmt.Sprintf(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":%v}}`, id)
}

// Array is a batch, or its answer.
func Array(elements ...string) string { return "[" + strings.Join(elements, ",") + "]" }

// OK is the answer to a read or a write.
func OK(id any) string {
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":%v,"result":{"n":%v}}`, id, id)
}

// Pong is the answer to a ping.
func Pong(id any) string {
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":%v,"result":"pong"}`, id)
}

// Fault is the answer to an envelope that breaks a rule.
func Fault(id, message string) string {
	return failure(id, jsonrpc.CodeInvalidRequest, message, "invalid_request")
}

// ParseFault is the answer to what is not JSON.
func ParseFault(message string) string {
	return failure("null", jsonrpc.CodeParse, message, "parse_error")
}

// Internal is the answer to a call that panicked, or failed without a code.
func Internal(id any) string {
	return failure(id, jsonrpc.CodeInternal, "Something went wrong inside the server; its log has the cause.", "internal")
}

// NotRun is the answer to a call that the end came before.
func NotRun(id any) string {
	return failure(id, jsonrpc.CodeInternal, "the server was stopping and did not run this call, so it changed nothing", "internal")
}

// TimedOut is the answer to a call that the server gave up on.
func TimedOut(id any) string {
	return failure(id, jsonrpc.CodeInternal,
		"the server was stopping and gave up on this call; if it was meant to change something, check before trying again", "timeout")
}

// Own is the answer to a call of typed whose context ended.
func Own(id any) string { return failure(id, -32099, "own", "own") }

func failure(id any, code jsonrpc.Code, message, kind string) string {
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":%v,"error":{"code":%d,"message":%q,"data":{"kind":%q}}}`, id, code, message, kind)
}
