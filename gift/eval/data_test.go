package eval_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/gift/catalog"
	"github.com/mcp-adapters/mcp-adapters/gift/eval"
)

// names has the gifts of the built-in catalog by name.
func names(t *testing.T) map[string]*catalog.Gift {
	t.Helper()
	c, err := catalog.BuiltIn()
	if err != nil {
		t.Fatal(err)
	}
	byName := make(map[string]*catalog.Gift, len(c.Gifts))
	for i := range c.Gifts {
		byName[c.Gifts[i].Name] = &c.Gifts[i]
	}
	return byName
}

func labels(t *testing.T) *eval.Labels {
	t.Helper()
	l, err := eval.ReadLabels()
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// sheet holds the entries of one file to what all files promise: enough of them, none twice, and
// about half of them held out.
type sheet struct {
	*testing.T
	seen map[string]bool
	held int
}

func newSheet(t *testing.T) *sheet { return &sheet{T: t, seen: map[string]bool{}} }

func (s *sheet) add(key string, half eval.Half) {
	s.Helper()
	if folded := catalog.Fold(key); s.seen[folded] {
		s.Errorf("%q is there twice", key)
	} else {
		s.seen[folded] = true
	}
	switch half {
	case eval.Held:
		s.held++
	case eval.Tune:
	default:
		s.Errorf("%q: half must be tune or held, not %q", key, half)
	}
}

func (s *sheet) close(least int) {
	s.Helper()
	if len(s.seen) < least {
		s.Errorf("%d entries, want at least %d", len(s.seen), least)
	}
	if s.held*5 < len(s.seen)*2 || s.held*5 > len(s.seen)*3 {
		s.Errorf("%d of %d entries are held out, want about half", s.held, len(s.seen))
	}
}

// text holds a text to the bounds of recipient_description.
func (s *sheet) text(text string) {
	s.Helper()
	if n := len([]rune(text)); n < 3 || n > 2000 || text != strings.TrimSpace(text) {
		s.Errorf("%q must have 3 to 2000 characters and no space around it", text)
	}
}

func TestDescriptions(t *testing.T) {
	t.Parallel()
	gifts, s, texts := names(t), newSheet(t), map[string]bool{}
	for _, d := range labels(t).Descriptions {
		s.add(d.ID, d.Half)
		s.text(d.Text)
		if texts[d.Text] {
			t.Errorf("%s: its text is there twice", d.ID)
		}
		texts[d.Text] = true
		if len(d.Apt) == 0 || len(d.Apt)+len(d.Fine) < 5 {
			t.Errorf("%s: %d apt and %d fine gifts; a list of five can't be judged by them", d.ID, len(d.Apt), len(d.Fine))
		}
		seen := map[string]bool{}
		for _, name := range slices.Concat(d.Apt, d.Fine) {
			if gifts[name] == nil {
				t.Errorf("%s: no gift is named %q", d.ID, name)
			}
			if seen[name] {
				t.Errorf("%s: %q is there twice", d.ID, name)
			}
			seen[name] = true
		}
	}
	s.close(240)
}

// Each description in labelled lines is one of the others, and no two are the same.
func TestLabelled(t *testing.T) {
	t.Parallel()
	halves, s := map[string]eval.Half{}, newSheet(t)
	for _, d := range labels(t).Descriptions {
		halves[d.ID] = d.Half
	}
	for _, l := range labels(t).Labelled {
		s.add(l.ID, halves[l.ID])
		s.text(l.Text)
	}
	s.close(60)
}

// Each safety case names kinds that some gift of the catalog is of.
func TestSafety(t *testing.T) {
	t.Parallel()
	gifts, safety := names(t), labels(t).Safety
	for name, kind := range safety.Kinds {
		n := 0
		for _, g := range gifts {
			if kind.Has(g) {
				n++
			}
		}
		if n == 0 && name != "gift cards" { // which a catalog of products has
			t.Errorf("no gift is of the kind %s", name)
		}
	}
	texts := map[string]bool{}
	for _, c := range safety.Cases {
		texts[c.Text] = true
		for _, name := range c.Not {
			if _, ok := safety.Kinds[name]; !ok {
				t.Errorf("%q: %q is not a kind", c.Text, name)
			}
		}
	}
	if len(texts) < 60 {
		t.Errorf("%d cases, want at least 60", len(texts))
	}
}

func TestOffTopic(t *testing.T) {
	t.Parallel()
	s := newSheet(t)
	for _, o := range labels(t).OffTopic {
		s.add(o.Text, o.Half)
		s.text(o.Text)
	}
	s.close(50)
}

func TestPast(t *testing.T) {
	t.Parallel()
	gifts, s, must := names(t), newSheet(t), map[string]int{}
	for _, p := range labels(t).Past {
		s.add(p.Past+" / "+p.Gift, p.Half)
		if n := len([]rune(p.Past)); n == 0 || n > 200 {
			t.Errorf("%q must have 1 to 200 characters", p.Past)
		}
		if gifts[p.Gift] == nil {
			t.Errorf("%s: no gift is named %q", p.Past, p.Gift)
		}
		must[p.Must]++
	}
	s.close(100)
	if must["go"] < 30 || must["stay"] < 30 || len(must) != 2 {
		t.Errorf("pairs by what must become of them: %v, want 30 or more of go and stay, and no others", must)
	}
}

func TestRules(t *testing.T) {
	t.Parallel()
	c, err := catalog.BuiltIn()
	if err != nil {
		t.Fatal(err)
	}
	s := newSheet(t)
	for _, r := range labels(t).Rules {
		s.add(r.Text, r.Half)
		s.text(r.Text)
		m := r.Must
		if len(m.Prices) == 0 && !m.NotAdult && m.NotCategory == "" && len(m.OnlyRecipients) == 0 && !m.NotOnlyChildren {
			t.Errorf("%q asks for nothing", r.Text)
		}
		for _, p := range m.Prices {
			if p.Label() == "" {
				t.Errorf("%q: %q is not a price range", r.Text, p)
			}
		}
		if m.NotCategory != "" && !slices.Contains(c.Vocabulary.Categories, m.NotCategory) {
			t.Errorf("%q: %q is not a category", r.Text, m.NotCategory)
		}
		for _, tag := range m.OnlyRecipients {
			if !slices.Contains(c.Vocabulary.Recipients, tag) {
				t.Errorf("%q: %q is not a recipient type", r.Text, tag)
			}
		}
	}
	s.close(40)
}

func TestBrief(t *testing.T) {
	t.Parallel()
	c, err := catalog.BuiltIn()
	if err != nil {
		t.Fatal(err)
	}
	s := newSheet(t)
	for _, b := range labels(t).Brief {
		s.add(b.Text, b.Half)
		s.text(b.Text)
		if b.Recipient != "" && !slices.Contains(c.Vocabulary.Recipients, b.Recipient) {
			t.Errorf("%q: %q is not a recipient type", b.Text, b.Recipient)
		}
		if b.Occasion != "" && !slices.Contains(c.Vocabulary.Occasions, b.Occasion) {
			t.Errorf("%q: %q is not an occasion", b.Text, b.Occasion)
		}
	}
	s.close(20)
}
