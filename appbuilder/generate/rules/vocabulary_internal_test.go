package rules

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/mcp-adapters/mcp-adapters/appbuilder/layout"
)

// TestTopics holds that each topic is found by each of its words, and that its samples are
// an app in each layout.
func TestTopics(t *testing.T) {
	t.Parallel()
	v := known()
	if len(v.topics) < 50 {
		t.Errorf("%d topics", len(v.topics))
	}
	for _, topic := range v.topics {
		for _, phrase := range slices.Concat([]string{topic.Noun}, topic.Things, topic.Words, topic.Weak, topic.Goods) {
			if found, as := v.about(words(phrase)); found.Name != topic.Name {
				t.Errorf("%q of %s is read as %q of %s", phrase, topic.Name, as, found.Name)
			}
		}
		rows := topic.sample(v, wishes{}, time.Unix(0, 0))
		for i, row := range topic.Rows {
			if len(row) != len(topic.Columns) {
				t.Errorf("%s: row %d has %d values for %d columns", topic.Name, i+1, len(row), len(topic.Columns))
			}
		}
		for _, name := range layout.Names {
			data, _, err := layout.Convert(rows, name)
			if err != nil {
				t.Fatal(err)
			}
			if _, faults := layout.Parse(layout.Encode(data)); len(faults) > 0 || data.Len() < 4 {
				t.Errorf("%s as %s: %d, %v", topic.Name, name, data.Len(), faults)
			}
		}
	}
}

// TestMeanings holds that no word of a header means two things, and that values are of their
// type.
func TestMeanings(t *testing.T) {
	t.Parallel()
	v := known()
	meant := map[string]int{}
	for i, m := range v.meanings {
		for _, word := range m.Words {
			if other, ok := meant[normal(words(word))]; ok && other != i {
				t.Errorf("%q means two things", word)
			}
			meant[normal(words(word))] = i
		}
		c := column{m.Words[0], m.Type}
		for n := range m.Values {
			value := encoded(v.value(c, n, time.Unix(0, 0)))
			data := `{"type":"table","columns":[{"key":"a","header":"A","type":"` + m.Type + `"}],"rows":[{"a":` + string(value) + `}]}`
			if _, faults := layout.Parse([]byte(data)); len(faults) > 0 {
				t.Errorf("%s: %v", strings.Join(m.Words, ", "), faults)
			}
		}
	}
}

// TestReplies holds that no reply of the files is empty or said for nothing.
func TestReplies(t *testing.T) {
	t.Parallel()
	r := replies()
	if len(r.Talk) < 10 || len(r.Limits) < 10 {
		t.Errorf("%d, %d", len(r.Talk), len(r.Limits))
	}
	for _, l := range r.Limits {
		for _, phrase := range l.Words {
			if limit(words(phrase)) == "" || l.Reply == "" {
				t.Errorf("nothing is said to %q", phrase)
			}
		}
	}
}
