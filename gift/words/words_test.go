package words_test

import (
	"strings"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/gift/words"
)

func TestAll(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"My dad's old-fashioned café, 65!": "my dad old fashioned café 65",
		"don't, DON’T; the dogs' beds":     "dont dont the dogs beds",
		"«»—…":                             "",
		"e\u0301clair and 'quoted' words":  "e\u0301clair and quoted words",
		"rock'n'roll":                      "rocknroll",
		"dad’s":                            "dad",
	} {
		if got := strings.Join(words.All(text), " "); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}

// TestStem has the forms of a word share a stem, and different words not.
func TestStem(t *testing.T) {
	t.Parallel()
	for _, forms := range []string{
		"garden gardens gardening gardener gardeners gardened", "bake bakes baking baker bakers baked",
		"run runs running runner runners", "puzzle puzzles", "hobby hobbies", "watch watches", "box boxes", "knit knits knitting knitted knitter",
		"berry berries", "ride rides riding rider", "sew sews sewing", "eat eats eating", "act acting", "ski skis skiing", "skate skating skater", "glass glasses", "dress dresses dressing",
	} {
		list := strings.Fields(forms)
		for _, w := range list {
			if words.Stem(w) != words.Stem(list[0]) {
				t.Errorf("%s is %s, %s is %s", w, words.Stem(w), list[0], words.Stem(list[0]))
			}
		}
	}
	for _, pair := range []string{"tea team", "card car", "care car", "caring car", "wine win", "mate mat", "miles mil", "hoping hop", "hammer ham", "brother broth", "training train", "shower show", "spring sprint", "king kin", "tennis ten", "bus bu", "ring rin"} {
		a, b, _ := strings.Cut(pair, " ")
		if words.Stem(a) == words.Stem(b) {
			t.Errorf("%s and %s share a stem", a, b)
		}
	}
}

func TestContent(t *testing.T) {
	t.Parallel()
	const want = "friend garden kitchen"
	if got := strings.Join(words.Content("A gift for my friend, who loves gardening and her kitchens"), " "); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
