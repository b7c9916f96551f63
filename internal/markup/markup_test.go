package markup_test

import (
	"fmt"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"github.com/mcp-adapters/mcp-adapters/internal/markup"
)

func ExampleDocument() {
	page, err := markup.Document{
		Title: "Tom & Jerry",
		Style: "p > a { color: red }",
		Body:  []any{markup.Element("p", []string{"class", `"quoted"`}, "<script>", (*html.Node)(nil), []any{" and ", "so on"})},
	}.Render()
	fmt.Println(string(page), err)
	// Output:
	// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"/><meta name="viewport" content="width=device-width, initial-scale=1"/><title>Tom &amp; Jerry</title><style>p > a { color: red }</style></head><body><p class="&#34;quoted&#34;">&lt;script&gt; and so on</p></body></html> <nil>
}

func TestHash(t *testing.T) {
	t.Parallel()
	if got := markup.Hash(""); got != "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='" {
		t.Error(got)
	}
}

func TestElement_NotANode(t *testing.T) {
	t.Parallel()
	defer func() {
		if recover() == nil {
			t.Error("a number is in the page")
		}
	}()
	markup.Element("p", nil, 1)
}

// A policy that allows files alone counts an empty style sheet as one in the page.
func TestDocument_NoStyle(t *testing.T) {
	t.Parallel()
	page, err := markup.Document{Title: "Plain"}.Render()
	if err != nil || strings.Contains(string(page), "<style") {
		t.Errorf("%v: %s", err, page)
	}
}
