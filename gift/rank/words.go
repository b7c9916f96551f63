package rank

import (
	"math"

	"github.com/mcp-adapters/mcp-adapters/gift/catalog"
	"github.com/mcp-adapters/mcp-adapters/gift/words"
)

// wordIndex finds gifts by words: what each posting adds to a score by BM25 is computed
// once.
type wordIndex struct {
	postings map[string][]posting // by stem
	gifts    int
}

type posting struct {
	gift   int32
	weight float32
}

func newWordIndex(w Weights, n int, stems func(int) []string) *wordIndex {
	x := &wordIndex{postings: map[string][]posting{}, gifts: n}
	lengths := make([]float64, n)
	total := 0.0
	for i := range n {
		counts := map[string]int{}
		length := 0
		for _, stem := range stems(i) {
			counts[stem]++
			length++
		}
		for stem, count := range counts {
			x.postings[stem] = append(x.postings[stem], posting{int32(i), float32(count)})
		}
		lengths[i] = float64(length)
		total += lengths[i]
	}
	average := max(total/float64(max(n, 1)), 1)
	for _, list := range x.postings {
		rare := math.Log(1 + (float64(n)-float64(len(list))+0.5)/(float64(len(list))+0.5))
		for k := range list {
			tf := float64(list[k].weight)
			norm := w.Saturation * (1 - w.Length + w.Length*lengths[list[k].gift]/average)
			list[k].weight = float32(rare * tf * (w.Saturation + 1) / (tf + norm))
		}
	}
	return x
}

// stems are those of the words that a gift is found by.
func stems(g *catalog.Gift) []string { return append(shownStems(g), words.Content(g.Full)...) }

// shownStems are those that are seen in a list.
func shownStems(g *catalog.Gift) []string {
	list := append(words.Content(g.Name), words.Content(g.Brief)...)
	for _, c := range g.Categories {
		list = append(list, words.Content(c)...)
	}
	return list
}

// scores returns what the words of a query add up to for each gift. Each stem is to be
// given once.
func (x *wordIndex) scores(query []string) []float32 {
	into := make([]float32, x.gifts)
	for _, stem := range query {
		for _, p := range x.postings[stem] {
			into[p.gift] += p.weight
		}
	}
	return into
}
