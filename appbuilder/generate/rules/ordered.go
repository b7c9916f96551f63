package rules

import (
	"slices"
	"strings"

	"mcp-adapters/appbuilder/generate"
	"mcp-adapters/appbuilder/layout"
	regexp "mcp-adapters/internal/lazyregexp"
)

var (
	// inOrder is where a prompt says how the entries are to be sorted, and what else up to the end
	// of the sentence.
	inOrder = regexp.MustCompile(`(?i)\b(?:sort(?:ed)?|ordered|arranged|ranked) ((?:alphabetically|by) ?[^.;:!?()\n]*(?:\([^()\n]*\))?)|\b((?:newest|latest|oldest|cheapest|earliest|most expensive)(?: ones?)? (?:first|on top))\b`)
	// orderEnd is where that may be over.
	orderEnd = regexp.MustCompile(`(?i)\s*,\s*|\s+(?:and|with|in|for|on|using|so|but|please)\s+`)
)

// arrange sorts the samples as the prompt asks, and notes what it did or could not do.
func (d *draft) arrange(samples *layout.Rows) *layout.Rows {
	m := inOrder.FindStringSubmatch(d.prompt)
	if m == nil {
		return samples
	}
	wish := m[2]
	if wish == "" {
		wish = "sort " + m[1]
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
