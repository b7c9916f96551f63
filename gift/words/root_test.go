package words_test

import (
	"strings"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/gift/words"
)

// TestRoot has words that stand for each other share a root, and others not.
func TestRoot(t *testing.T) {
	t.Parallel()
	for _, forms := range []string{
		"give gave given", "his her the", "my our", "mum moms", "colour color colors", "favourite favorite", "neighbour neighbors", "telly tv", "garden gardening", "doesnt dont",
	} {
		list := strings.Fields(forms)
		for _, w := range list {
			if words.Root(w) != words.Root(list[0]) {
				t.Errorf("%s is %s, %s is %s", w, words.Root(w), list[0], words.Root(list[0]))
			}
		}
	}
	for _, pair := range []string{"my her", "four for", "hour her", "tour tor", "is isnt", "gave grave"} {
		a, b, _ := strings.Cut(pair, " ")
		if words.Root(a) == words.Root(b) {
			t.Errorf("%s and %s share a root", a, b)
		}
	}
}
