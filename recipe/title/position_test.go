package title_test

import (
	"encoding/base64"
	"strings"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/recipe/title"
)

func TestPosition(t *testing.T) {
	t.Parallel()
	const id = "0b0e7a54-6b0e-4f0e-8a43-0f2f0d0e6d11"
	positions := []title.Position{
		title.PositionOf("", ""), title.PositionOf(" Soup", id), title.PositionOf("soup", "00"+id[2:]), title.PositionOf("Soup", id),
		title.PositionOf("soup", "9"), title.PositionOf("soup", strings.ToUpper(id[:8])+id[8:]+"x"),
		title.PositionOf("Ähre", id), title.PositionOf(strings.Repeat("語", 1000), id),
	}
	for i, p := range positions {
		if got, ok := title.ParseToken(p.Token()); !ok || got != p {
			t.Errorf("%+v becomes %q, which is %+v, %v", p, p.Token(), got, ok)
		}
		if i > 0 && i < 4 && positions[i-1].Compare(p) >= 0 {
			t.Errorf("%+v doesn't stand before %+v", positions[i-1], p)
		}
	}
	for _, bad := range []string{
		"", "x", "!", "AA", positions[1].Token()[:8],
		encoded("\x00no end"), encoded("\x00a\x00b\x00c"), encoded("\x01" + strings.Repeat("x", 16) + "\xff"), encoded("\x02x"), encoded("\x01short"), encoded("\x01" + strings.Repeat("x", 16) + strings.Repeat("k", 1201)),
	} {
		if p, ok := title.ParseToken(bad); ok {
			t.Errorf("%q is taken for %+v", bad, p)
		}
	}
}

func encoded(s string) string { return base64.RawURLEncoding.EncodeToString([]byte(s)) }
