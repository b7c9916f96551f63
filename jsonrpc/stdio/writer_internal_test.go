package stdio

import (
	"bytes"
	"context"
	"encoding/json"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/jsonrpc"
)

// gated blocks in each Write until it is opened.
type gated struct {
	entered, open chan struct{}
	got           []string
}

func (g *gated) Write(p []byte) (int, error) {
	if len(g.got) == 0 {
		close(g.entered)
	}
	<-g.open
	g.got = append(g.got, string(p))
	return len(p), nil
}

func TestWriter_WhatIsReadyTogetherLeavesTogether(t *testing.T) {
	t.Parallel()
	out := &gated{entered: make(chan struct{}), open: make(chan struct{})}
	w := newWriter(out, func() {})
	var wg sync.WaitGroup
	put := func() { _ = w.Notify(json.RawMessage("1")) }
	wg.Go(put)
	<-out.entered
	for range 9 {
		wg.Go(put)
	}
	for w.waiting.Load() < 9 {
		runtime.Gosched()
	}
	close(out.open)
	wg.Wait()
	if len(out.got) != 2 || strings.Count(out.got[0], "\n") != 1 || strings.Count(out.got[1], "\n") != 9 {
		t.Errorf("%d writes, want the first line and then the nine others: %q", len(out.got), out.got)
	}
}

// large answers with more than is held.
type large struct{}

func (large) Prepare(*jsonrpc.Request) jsonrpc.Call {
	return jsonrpc.Call{Run: func(context.Context, jsonrpc.Client) (jsonrpc.Result, error) {
		return jsonrpc.Raw(`"` + strings.Repeat("x", maxWhole) + `"`), nil
	}}
}

func (large) Notify(context.Context, *jsonrpc.Request) {}

func TestWriter_KeepsTheOrder(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	w := newWriter(&out, func() {})
	w.waiting.Add(1) // as if someone came who would flush
	_ = w.Notify(json.RawMessage("1"))
	conn := jsonrpc.NewConn(large{}, jsonrpc.Options{})
	if _, err := conn.Deliver(t.Context(), []byte(`{"jsonrpc":"2.0","id":2,"method":"x"}`), w); err != nil {
		t.Fatal(err)
	}
	w.waiting.Add(-1)
	_ = w.Notify(json.RawMessage("3"))
	lines := strings.Split(out.String(), "\n")
	if len(lines) != 4 || lines[0] != "1" || !json.Valid([]byte(lines[1])) || lines[2] != "3" {
		t.Errorf("%d lines: %.100q", len(lines)-1, out.String())
	}
}
