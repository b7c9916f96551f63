package jsonrpc_test

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/script"
	"github.com/mcp-adapters/mcp-adapters/jsonrpc"
)

func TestOptions_Foreground(t *testing.T) {
	t.Parallel()
	for _, method := range []string{"ping", "read", "write", "fail", "panic"} {
		answers := make(chan string, 1)
		conn := jsonrpc.NewConn(&script.Handler{}, jsonrpc.Options{Foreground: true})
		if _, err := conn.Deliver(t.Context(), []byte(req(1, method)), &reply{t: t, answers: answers}); err != nil {
			t.Fatal(err)
		}
		if len(answers) != 1 {
			t.Errorf("%s: Deliver returned before the answer was there", method)
		}
		if err := conn.Drain(time.Minute); err != nil {
			t.Error(err)
		}
	}
}

// Drain answers for a call that keeps the goroutine that delivers.
func TestOptions_ForegroundDrain(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		answers := make(chan string, 2)
		conn := jsonrpc.NewConn(&script.Handler{}, jsonrpc.Options{Foreground: true})
		delivered := make(chan struct{})
		go func() {
			defer close(delivered)
			_, _ = conn.Deliver(context.Background(), []byte(req(1, "stuck:1h")), &reply{t: t, answers: answers})
		}()
		synctest.Wait()
		began := time.Now()
		if err := conn.Drain(time.Minute); err != nil {
			t.Error(err)
		}
		if took := time.Since(began); took != time.Minute+time.Second {
			t.Errorf("Drain took %v", took)
		}
		if diff := cmp.Diff(timedOut(1), <-answers); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
		<-delivered
		if len(answers) > 0 {
			t.Errorf("a second answer: %s", <-answers)
		}
	})
}
