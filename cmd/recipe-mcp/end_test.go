package main_test

// How recipe-mcp ends: end of input, drain, closed output.

import (
	"os"
	"testing"
)

func TestEnd_InputClosedBehindACall(t *testing.T) {
	t.Parallel()
	g := newGate(t)
	s := g.start(t)
	s.Write(callLine("101", "create_recipe", stew) + callLine("102", "list_recipes", `{}`))
	<-g.entered
	s.CloseInput()
	g.open <- struct{}{}
	g.open <- struct{}{}
	answers, code := s.leave()
	if code != 0 || len(answers) != 2 {
		t.Fatalf("exit code %d and %d answers, want 0 and 2", code, len(answers))
	}
	answers[0].recipe(t)
	answers[1].recipes(t)
}

// TestEnd_DrainTimeout ends with calls at an API that never answers.
func TestEnd_DrainTimeout(t *testing.T) {
	t.Parallel()
	t.Run("reads", func(t *testing.T) {
		t.Parallel()
		g := newGate(t)
		s := g.start(t, "DRAIN_TIMEOUT=20ms", "API_TIMEOUT=1h")
		s.Write(callLine("101", "list_recipes", `{}`) + callLine("102", "get_recipe", oneRecipe) + callLine("103", "create_recipe", stew))
		<-g.entered
		<-g.entered
		answers, code := s.end()
		if code != 0 || len(answers) != 3 {
			t.Fatalf("exit code %d and %d answers, want 0 and 3; stderr:\n%s", code, len(answers), s.Log)
		}
		for _, a := range answers {
			if a.Error == nil || a.Error.Code != -32603 {
				t.Errorf("got %s, want -32603", a.line)
			}
		}
		for _, r := range g.seen() {
			if r.Method != "GET" {
				t.Error("the create was sent, though it waited for reads that never ended")
			}
		}
	})
	t.Run("write", func(t *testing.T) {
		t.Parallel()
		g := newGate(t)
		s := g.start(t, "DRAIN_TIMEOUT=20ms", "API_TIMEOUT=1h")
		s.Write(callLine("101", "create_recipe", stew))
		<-g.entered
		answers, code := s.end()
		if code != 0 || len(answers) != 1 {
			t.Fatalf("exit code %d and %d answers, want 0 and 1", code, len(answers))
		}
		answers[0].fails(t, -32603, "unknown_outcome", "may or may not have been saved")
	})
}

// TestEnd_ClosedOutput holds that nobody to answer means the end, though the
// input stays open.
func TestEnd_ClosedOutput(t *testing.T) {
	t.Parallel()
	for name, line := range map[string]string{
		"inline": request("1", "ping", `{}`) + "\n",
		"call":   callLine("1", "list_recipes", `{}`),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r, w, err := os.Pipe()
			if err != nil {
				t.Fatal(err)
			}
			c := command(t)
			c.Stdout = w
			p := c.Start()
			for _, end := range []*os.File{r, w} {
				if err := end.Close(); err != nil {
					t.Fatal(err)
				}
			}
			p.Write(line)
			if code := p.Wait(); code != 1 {
				t.Errorf("exit code %d, want 1", code)
			}
		})
	}
}
