package rules

import (
	"cmp"
	"slices"
	"strings"

	"github.com/mcp-adapters/mcp-adapters/appbuilder/generate"
	"github.com/mcp-adapters/mcp-adapters/appbuilder/layout"
	regexp "github.com/mcp-adapters/mcp-adapters/internal/lazyregexp"
)

var (
	// inOrder is where a prompt says how the entries are to be sorted, and what else up to the end
	// of the sentence.
	inOrder = regexp.MustCompile(`(?i)\b(?:sort(?:ed)?|ordered|arranged|ranked) ((?:alphabetically|by|a ?(?:to|-) ?z|z ?(?:to|-) ?a) ?[^.;:!?()\n]*(?:\([^()\n]*\))?)|\b((?:newest|latest|oldest|cheapest|earliest|most expensive)(?: ones?)? (?:first|on top))\b|\b((?:highest|lowest|largest|biggest|smallest|best|most) (\p{L}+) first)\b|[,;–-] ?(alphabetical(?:ly)?)(?: order)?(?:[.,;]|$)`)
	// directed is an order that says which end comes first.
	directed = regexp.MustCompile(`(?i)` + direction + `$`)
	// orderEnd is where that may be over.
	orderEnd = regexp.MustCompile(`(?i)\s*,\s*|\s+(?:and|with|in|for|on|using|so|but|please)\s+`)
)

// arrange sorts the samples as the prompt asks, and notes what it did or could not do.
func (d *draft) arrange(samples *layout.Rows) *layout.Rows {
	m := inOrder.FindStringSubmatch(d.prompt)
	if m == nil {
		return samples
	}
	wish := cmp.Or(m[2], "sort "+m[1])
	switch {
	case m[4] != "":
		wish = "sort by " + m[4] + ", " + strings.TrimSuffix(m[3], m[4]+" first") + "first"
	case m[5] != "":
		wish = "sort alphabetically"
	}
	r := request{content: d.content, topic: d.topic, today: d.today}
	r.content.Layout, r.content.Data = layout.Table, samples
	// The longest reading first: "by price, highest first, in blue".
	ends := []int{len(wish)}
	for _, at := range orderEnd.FindAllStringIndex(wish, 8) {
		ends = append(ends, at[0])
	}
	for _, end := range slices.Backward(slices.Sorted(slices.Values(ends))) {
		r.text = wish[:end]
		o, reply, ok := r.order()
		if !ok || reply != "" {
			continue
		}
		rows := r.entries()
		if best := find(d.said, []string{"top", "best"}); best >= 0 && o.kind == layout.Number && !directed.MatchString(wish[:end]) {
			o.down = true // the best come first
		}
		o.sort(rows)
		if content, _, faults := generate.Apply(r.content, r.with(rows)); len(faults) == 0 {
			d.order = "They are sorted " + o.said(rows) + ". "
			return content.Data.(*layout.Rows) //nolint:forcetypeassert // the layout is as it was
		}
	}
	// "Ordered by our customers" says who buys.
	if !strings.HasPrefix(strings.ToLower(m[0]), "ordered") {
		d.order = "Nothing is sorted: I don't know what " + quoted([]string{m[0]}) + " goes by. Say it in the chat, as in “sort by " + strings.ToLower(samples.Columns[0].Header) + "”. "
	}
	return samples
}
