package clients_test

import (
	"strings"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/internal/program/clients"
)

// TestPlan_dense refuses a file of very many values before it takes up memory,
// and takes long texts and comments that only look so.
func TestPlan_dense(t *testing.T) {
	t.Parallel()
	const many = 400_000
	signs := strings.Repeat(`,:{}[]\"`, many)
	for _, r := range []struct {
		name, client, text string
		refused            bool
	}{
		{"lists", "claude-desktop", `{"a":[` + strings.Repeat(`{"b":[1]},`, many) + `1]}`, true},
		{"lists", "cursor", `{"a":[` + strings.Repeat(`{"b":[1]},`, many) + `1]}`, true},
		{"short texts", "cursor", `{"a":[` + strings.Repeat(`"",`, 3*many) + `1]}`, true},
		{"behind a comment", "cursor", "{/* , */\"a\":[ // ,\n" + strings.Repeat(`0,`, 3*many) + `1]}`, true},
		{"a long text", "claude-desktop", `{"a": "` + signs + `"}`, false},
		{"long comments", "cursor", "{/*" + signs + "*/ \"a\": 1 //" + signs + "\n}", false},
		{"a comment without an end", "cursor", `{"a":[` + strings.Repeat(`0,`, 3*many) + `1]} /*`, true},
		{"a list", "codex", "a = [" + strings.Repeat("1,", 3*many) + "]", true},
		{"many keys", "codex", strings.Repeat("[a]\nb=1\n", 2*many), true},
	} {
		t.Run(r.client+": "+r.name, func(t *testing.T) {
			t.Parallel()
			c := newConfig(t, r.client).write(r.text)
			_, err := clients.Plan(c.client, c.places, example())
			if !r.refused && err != nil {
				t.Fatalf("error = %v", err)
			}
			if !r.refused {
				return
			}
			wantKind(t, err, clients.KindTooLarge)
			if c.read() != r.text || len(c.files()) != 1 {
				t.Errorf("the file was touched: %v", c.files())
			}
		})
	}
}
