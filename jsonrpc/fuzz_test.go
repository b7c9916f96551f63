package jsonrpc_test

import (
	"strings"
	"testing"
	"time"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/script"
	"github.com/mcp-adapters/mcp-adapters/jsonrpc"
)

// A message is answered once, or not at all when nothing in it is to be answered;
// a request that is accepted gets one result.
func FuzzDecode(f *testing.F) {
	for _, s := range script.Seeds {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, message string) {
		h := &script.Counter{}
		conn := jsonrpc.NewConn(h, options(jsonrpc.Options{}))
		answers := make(chan string, 1) // a second answer fails the test
		owed, err := conn.Deliver(t.Context(), []byte(message), &reply{t: t, answers: answers})
		if err != nil {
			t.Fatal(err)
		}
		if err := conn.Drain(time.Minute); err != nil {
			t.Fatal(err)
		}
		maybeCancelled := strings.Contains(message, "requestId") || strings.Contains(message, `\u`)
		results := 0
		select {
		case a := <-answers:
			if results, err = script.Results([]byte(a)); err != nil || !owed {
				t.Fatalf("owed %v: %v", owed, err)
			}
		default:
			if owed && !maybeCancelled {
				t.Fatalf("no answer, though one is owed to %d requests", h.N)
			}
		}
		if results > h.N || (results < h.N && !maybeCancelled) {
			t.Fatalf("%d results for %d requests", results, h.N)
		}
	})
}
