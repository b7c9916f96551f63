package rules_test

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/appbuilder/generate"
	"github.com/mcp-adapters/mcp-adapters/appbuilder/generate/rules"
)

// TestEdit_Honest holds, for apps of all descriptions and messages to others, that a reply says that
// something was changed if and only if it was, and that what comes of it can be published.
func TestEdit_Honest(t *testing.T) {
	t.Parallel()
	ignored := func(generate.Step) {}
	messages := first(t, "testdata/chat.txt")
	tried := 0
	const stride = 67 // a prime: each app has other messages
	for i, prompt := range append(first(t, "testdata/descriptions.txt"), first(t, "testdata/left.txt")...) {
		made, err := rules.Generator{}.Generate(t.Context(), prompt, ignored)
		if err != nil {
			t.Fatalf("%q: %v", prompt, err)
		}
		for j := i % stride; j < len(messages); j += stride {
			r, err := rules.Generator{}.Edit(t.Context(), generate.Conversation{Prompt: prompt, Content: made.Content, Message: messages[j]}, ignored)
			if err != nil {
				t.Fatalf("%q, %q: %v", prompt, messages[j], err)
			}
			tried++
			if said, changed := len(r.Changes) > 0, !r.Content.Equal(made.Content); said != changed {
				t.Errorf("%q, %q: changed is %v, and the reply is %s", prompt, messages[j], changed, r.Reply)
			}
			if faults := r.Content.CheckPublish(); len(faults) > 0 {
				t.Errorf("%q, %q: %v", prompt, messages[j], faults)
			}
		}
	}
	if tried < 1000 {
		t.Errorf("only %d messages were tried", tried)
	}
}

// TestGenerate_Next holds that what the reply to a description suggests is done when it is asked for.
func TestGenerate_Next(t *testing.T) {
	t.Parallel()
	for _, prompt := range append(first(t, "testdata/descriptions.txt"), first(t, "testdata/left.txt")...) {
		made := generated(t, unescaped.Replace(prompt))
		_, next, _ := strings.Cut(made.Reply, "You can ask for ")
		suggested := suggestion.FindAllStringSubmatch(next, -1)
		if len(suggested) < 3 {
			t.Errorf("%q: %s", prompt, made.Reply)
		}
		for _, m := range suggested {
			if r := edit(t, made.Content, m[1]); len(r.Changes) == 0 {
				t.Errorf("%q, %q: %s", prompt, m[1], r.Reply)
			}
		}
	}
}

var suggestion = regexp.MustCompile(`“([^”]+)”`)

// first are the lines that begin the blocks of a file, but for comments.
func first(t *testing.T, file string) (lines []string) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for block := range strings.SplitSeq(strings.TrimSpace(string(text)), "\n\n") {
		if line, _, _ := strings.Cut(block, "\n"); !strings.HasPrefix(line, "#") {
			lines = append(lines, strings.TrimPrefix(line, "App: "))
		}
	}
	return lines
}
