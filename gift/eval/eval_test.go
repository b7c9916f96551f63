package eval_test

import (
	"testing"

	"github.com/mcp-adapters/mcp-adapters/gift/eval"
)

// TestGoals holds the embedded ranking to its goals, on the labels that nothing was chosen
// by. README.md has the figures, and says which goals of the first plan are out of reach.
func TestGoals(t *testing.T) {
	t.Parallel()
	systems := eval.Systems()
	var all []*eval.Figures
	for _, s := range systems {
		f, err := eval.Measure(t.Context(), s, labels(t), eval.Held)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, f)
	}
	words, vector, f := all[0], all[1], all[2]
	for _, goal := range []struct {
		name      string
		got, want float64
		most      bool // rather than least
	}{
		{"NDCG@5", f.NDCG, 0.735, false},
		{"NDCG@5 in labelled lines", f.Labelled, 0.78, false},
		{"safety cases kept", f.Safety, 1, false},
		{"NDCG@5 over words alone", f.NDCG - words.NDCG, 0.35, false},
		{"NDCG@5 over the vector alone", f.NDCG - vector.NDCG, 0.35, false},
		{"hit@5", f.Hit, 0.95, false},
		{"on topic, nothing found", f.OnTopic, 0.03, true},
		{"off topic, nothing found", f.OffTopic, 0.80, false},
		{"repeats recognized", f.Excluded, 0.95, false},
		{"repeats not in the list", f.Absent, 0.95, false},
		{"related taken for repeats", f.Wrong, 0.05, true},
		{"a star brings nearer", f.Nearer, 0.95, false},
		{"two stars, both near", f.Both, 0.95, false},
		{"distance in the list", f.Distance, 0.50, false},
		{"price, age, dislike kept", f.Rules, 1, false},
		{"too brief, popular gifts", f.Brief, 0.90, false},
	} {
		if goal.most && goal.got > goal.want || !goal.most && goal.got < goal.want {
			t.Errorf("%s: %.3f, want %.3f", goal.name, goal.got, goal.want)
		}
	}
}
