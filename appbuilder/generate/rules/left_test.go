package rules_test

import (
	"fmt"
	"strings"
	"testing"
)

// TestGenerate_Left holds what comes of descriptions that say what isn't wanted, how much is, or
// what can't be made: layout, name, columns, how many entries, and the reply.
func TestGenerate_Left(t *testing.T) {
	t.Parallel()
	table(t, "testdata/left.txt", func(prompt string) string {
		r := generated(t, prompt)
		c := r.Content
		reply, _, _ := strings.Cut(r.Reply, "It was made by built-in rules")
		columns := headers(c)
		if columns == "" && c.Data.Len() > 0 {
			columns = c.Data.Line(0)
		}
		return fmt.Sprintf("%s “%s” %d\n%s\n%s", c.Layout, c.Name, c.Data.Len(), columns, reply)
	})
}
