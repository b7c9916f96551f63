//go:build unix

package main_test

import (
	"os"
	"syscall"
	"testing"
)

// TestSignal_Drains holds that SIGINT and SIGTERM let running calls end.
func TestSignal_Drains(t *testing.T) {
	t.Parallel()
	for name, signal := range map[string]os.Signal{"SIGINT": os.Interrupt, "SIGTERM": syscall.SIGTERM} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			g := newGate(t)
			s := g.start(t)
			s.Write(callLine("101", "create_recipe", stew) + callLine("102", "list_recipes", `{}`))
			s.request("ping", `{}`) // both calls have been read
			<-g.entered
			s.Signal(signal)
			s.Log.Await(t, "stopping")
			g.open <- struct{}{}
			g.open <- struct{}{}
			answers, code := s.leave() // the input is still open
			if code != 0 || len(answers) != 2 {
				t.Fatalf("exit code %d and %d answers, want 0 and 2; stderr:\n%s", code, len(answers), s.Log)
			}
			answers[0].recipe(t)
			answers[1].recipes(t)
		})
	}
	t.Run("with nothing to do", func(t *testing.T) {
		t.Parallel()
		s := start(t)
		s.request("ping", `{}`)
		s.Signal(syscall.SIGTERM)
		if answers, code := s.leave(); code != 0 || len(answers) > 0 {
			t.Errorf("exit code %d and %d answers, want 0 and none", code, len(answers))
		}
	})
	t.Run("within DRAIN_TIMEOUT", func(t *testing.T) {
		t.Parallel()
		g := newGate(t)
		s := g.start(t, "DRAIN_TIMEOUT=20ms", "API_TIMEOUT=1h")
		s.Write(callLine("101", "list_recipes", `{}`))
		<-g.entered
		s.Signal(syscall.SIGTERM)
		if answers, code := s.leave(); code != 0 || len(answers) != 1 {
			t.Errorf("exit code %d and %d answers, want 0 and 1", code, len(answers))
		}
	})
}

// TestSignal_AfterTheFirstAnswer: whoever has had an answer can count on the end
// in order. On one processor a goroutine that was only just started has not run
// by then.
func TestSignal_AfterTheFirstAnswer(t *testing.T) {
	t.Parallel()
	for range 20 {
		s := start(t, "GOMAXPROCS=1")
		s.request("ping", `{}`)
		s.Signal(syscall.SIGTERM)
		if _, code := s.leave(); code != 0 {
			t.Fatalf("exit code %d, want 0", code)
		}
	}
}

// TestSignal_SecondEndsAtOnce sends two signals right behind each other, with a
// call at an API that never answers. They differ because the kernel may deliver
// two of a kind as one.
func TestSignal_SecondEndsAtOnce(t *testing.T) {
	t.Parallel()
	g := newGate(t)
	s := g.start(t, "DRAIN_TIMEOUT=1h", "API_TIMEOUT=1h")
	s.Write(callLine("101", "list_recipes", `{}`))
	<-g.entered
	s.Signal(syscall.SIGTERM)
	s.Signal(os.Interrupt)
	if answers, code := s.leave(); code == 0 || len(answers) > 0 {
		t.Errorf("exit code %d and %d answers, want a failure and none", code, len(answers))
	}
}
