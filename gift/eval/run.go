package eval

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"text/tabwriter"

	"github.com/mcp-adapters/mcp-adapters/gift/catalog"
	"github.com/mcp-adapters/mcp-adapters/gift/embed"
	"github.com/mcp-adapters/mcp-adapters/gift/embed/table"
	"github.com/mcp-adapters/mcp-adapters/gift/rank"
	"github.com/mcp-adapters/mcp-adapters/gift/store"
	"github.com/mcp-adapters/mcp-adapters/gift/store/memory"
)

// Options say what [Run] measures.
type Options struct {
	// Calibrate prints for each system the score that best separates descriptions from other
	// texts, by the half that may be used for it.
	Calibrate bool
}

// Run measures the ranking on the built-in catalog and prints the figures of both halves.
func Run(ctx context.Context, out io.Writer, o Options) error {
	labels, err := ReadLabels()
	if err != nil {
		return err
	}
	systems := Systems()
	for _, half := range []Half{Tune, Held} {
		columns := make([]*Figures, len(systems))
		for i, s := range systems {
			if columns[i], err = Measure(ctx, s, labels, half); err != nil {
				return err
			}
		}
		if err := print(out, labels, half, systems, columns); err != nil {
			return err
		}
		if o.Calibrate && half == Tune {
			for i, s := range systems {
				if s.ListsOnly {
					continue
				}
				at, accuracy := calibrate(columns[i].Bests, columns[i].OffBests)
				if _, err := fmt.Fprintf(out, "%s: the score %.2f best separates descriptions from other texts (balanced accuracy %.2f).\n\n", s.Name, at, accuracy); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// builtIn returns a store of the built-in catalog.
func builtIn(e embed.Embedder) *memory.Store {
	return memory.New(memory.Options{Embedder: e, Gifts: func() ([]catalog.Gift, error) {
		c, err := catalog.BuiltIn()
		if err != nil {
			return nil, err
		}
		return c.Gifts, nil
	}})
}

// embedded is the store that systems of the table share.
var embedded = sync.OnceValue(func() *memory.Store { return builtIn(table.Embedder{}) })

// Systems are those that [Run] compares: words alone, the vector alone, and everything
// together.
func Systems() []System {
	everything := rank.Scale{Low: -2, Middle: -1, High: 1}
	words, vector := rank.Weights{Words: 1}, rank.Weights{Text: 1}
	list := []System{
		system("words alone (BM25)", table.Embedder{}, embedded(), &words, &rank.Scale{Low: -1, Middle: 1e-9, High: 1}),
		system("vector alone", table.Embedder{}, embedded(), &vector, &everything),
		system("embedded", table.Embedder{}, embedded(), nil, nil),
	}
	list[0].ListsOnly, list[1].ListsOnly = true, true
	return list
}

func system(name string, e embed.Embedder, s *memory.Store, w *rank.Weights, scale *rank.Scale) System {
	if w != nil {
		d := rank.Defaults()
		w.Threshold, w.HalfWords, w.Saturation, w.Length, w.Lambda, w.Duplicate = d.Threshold, d.HalfWords, d.Saturation, d.Length, 1, 2
	}
	return System{Name: name, Store: s, Ranker: rank.New(rank.Options{
		Source: rank.Source{Embedder: e, Open: func(context.Context) (store.Store, error) { return s, nil }},
		Table:  table.Embedder{}, Weights: w, Scale: scale,
	})}
}

// row is one figure of all systems.
type row struct {
	name  string
	value func(*Figures) float64
	lists bool // it is measured of systems of lists alone too
}

// rows are the figures in the order of the table.
var rows = []row{
	{"NDCG@5", func(f *Figures) float64 { return f.NDCG }, true},
	{"precision@5", func(f *Figures) float64 { return f.Precision }, true},
	{"hit@5", func(f *Figures) float64 { return f.Hit }, true},
	{"distance in the list", func(f *Figures) float64 { return f.Distance }, true},
	{"on topic, nothing found", func(f *Figures) float64 { return f.OnTopic }, false},
	{"off topic, nothing found", func(f *Figures) float64 { return f.OffTopic }, false},
	{"repeats recognized", func(f *Figures) float64 { return f.Excluded }, false},
	{"repeats not in the list", func(f *Figures) float64 { return f.Absent }, false},
	{"related taken for repeats", func(f *Figures) float64 { return f.Wrong }, false},
	{"a star brings nearer", func(f *Figures) float64 { return f.Nearer }, false},
	{"two stars, both near", func(f *Figures) float64 { return f.Both }, false},
	{"price, age, dislike kept", func(f *Figures) float64 { return f.Rules }, false},
	{"labelled lines, NDCG@5", func(f *Figures) float64 { return f.Labelled }, false},
	{"safety cases kept", func(f *Figures) float64 { return f.Safety }, false},
	{"too brief, popular gifts", func(f *Figures) float64 { return f.Brief }, false},
}

func print(out io.Writer, l *Labels, half Half, systems []System, columns []*Figures) error {
	descriptions := 0
	for i := range l.Descriptions {
		if l.Descriptions[i].Half == half {
			descriptions++
		}
	}
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	names := []string{fmt.Sprintf("%s half, %d descriptions", half, descriptions)}
	for _, s := range systems {
		names = append(names, s.Name)
	}
	fmt.Fprintln(w, strings.Join(names, "\t")) //nolint:errcheck // Flush has the error
	for _, r := range rows {
		cells := []string{r.name}
		for i, f := range columns {
			cell := "-"
			if r.lists || !systems[i].ListsOnly {
				cell = fmt.Sprintf("%.3f", r.value(f))
			}
			cells = append(cells, cell)
		}
		fmt.Fprintln(w, strings.Join(cells, "\t")) //nolint:errcheck // as above
	}
	fmt.Fprintln(w) //nolint:errcheck // as above
	return w.Flush()
}

// calibrate returns the score with the best balanced accuracy between two sets of scores,
// the middle of the best ones if there are several.
func calibrate(on, off []float64) (at, accuracy float64) {
	var best []float64
	for step := range 100 {
		score := float64(step) / 100
		above := func(list []float64) float64 {
			n := 0
			for _, s := range list {
				if s >= score {
					n++
				}
			}
			return float64(n) / float64(max(len(list), 1))
		}
		switch balanced := (above(on) + 1 - above(off)) / 2; {
		case balanced > accuracy:
			accuracy, best = balanced, []float64{score}
		case balanced == accuracy:
			best = append(best, score)
		}
	}
	slices.Sort(best)
	return best[len(best)/2], accuracy
}
