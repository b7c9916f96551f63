package clients_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mcp-adapters/mcp-adapters/internal/program/clients"
)

// TestPlan_finalComment: a comment may end the file without a line break, and
// may be all there is of it.
func TestPlan_finalComment(t *testing.T) {
	t.Parallel()
	entry := clients.Entry{Name: "s", Command: "c"}
	const object = "{\n  \"servers\": {\n    \"s\": {\n      \"type\": \"stdio\",\n      \"command\": \"c\",\n      \"args\": []\n    }\n  }\n}"
	for _, tt := range []struct{ name, before, after string }{
		{"behind the object", `{}// x`, object + "// x"},
		{"below the object", "{}\n// x", object + "\n// x"},
		{"alone", "// x", "// x\n" + object},
		{"alone on its line", "// x\n", "// x\n" + object + "\n"},
		{"alone, of several lines", "/* x\r\n y */ // z\r\n", "/* x\r\n y */ // z\r\n" + strings.ReplaceAll(object+"\n", "\n", "\r\n")},
		{"a block of its own", "/* x */", "/* x */\n" + object},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			c := newConfig(t, "vscode").write(tt.before)
			if _, ok, err := clients.Lookup(c.client, c.places, "s"); ok || err != nil {
				t.Errorf("Lookup: %v %v", ok, err)
			}
			ch := c.plan(entry)
			if diff := cmp.Diff(tt.after, string(ch.New)); diff != "" {
				t.Errorf("after (-want +got):\n%s", diff)
			}
			c.apply(ch)
			if c.plan(entry).Changed() {
				t.Error("a second Plan changes the file")
			}
			if c.apply(c.remove("s")); c.read() != tt.before {
				t.Errorf("after removing: %q", c.read())
			}
		})
	}
	for _, text := range []string{"/", "/* x", "// x\n/", "// x\n}"} {
		c := newConfig(t, "vscode").write(text)
		_, err := clients.Plan(c.client, c.places, entry)
		wantKind(t, err, clients.KindSyntax)
	}
	// Where comments aren't allowed they stay a fault.
	c := newConfig(t, "claude-desktop").write("// x")
	_, err := clients.Plan(c.client, c.places, entry)
	if e := faultOf(t, err, clients.KindSyntax); !strings.Contains(e.Error(), "line 1, column 1") {
		t.Errorf("%v", e)
	}
}
