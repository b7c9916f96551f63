package main

import (
	"encoding/json"
	"fmt"
	"io"
	"math"
	"slices"

	"github.com/mcp-adapters/mcp-adapters/bench/figures"
)

// key names a series of values, one for each round. Times are in nanoseconds,
// memory in bytes.
type key struct{ cell, contestant, measure string }

// results are the series in the order in which they began.
type results struct {
	order  []key
	values map[key][]float64
}

func newResults() *results { return &results{values: make(map[key][]float64)} }

func (r *results) add(cell, contestant, measure string, value float64) {
	k := key{cell, contestant, measure}
	if _, known := r.values[k]; !known {
		r.order = append(r.order, k)
	}
	r.values[k] = append(r.values[k], value)
}

// median is over the rounds; NaN when nothing was measured.
func (r *results) median(cell, contestant, measure string) float64 {
	return figures.Median(r.values[key{cell, contestant, measure}])
}

// ratio is the median of the ratios to another contestant in the same round.
func (r *results) ratio(cell, contestant, measure, base string) float64 {
	return figures.Median(figures.Ratios(r.values[key{cell, contestant, measure}], r.values[key{cell, base, measure}]))
}

// contestants of a cell, in the given order and then in that of the results.
func (r *results) contestants(cell string, first []string) []string {
	var names []string
	for _, name := range first {
		if slices.ContainsFunc(r.order, func(k key) bool { return k.cell == cell && k.contestant == name }) {
			names = append(names, name)
		}
	}
	return names
}

// series is a line of the JSON output. A value that can't be told is null.
type series struct {
	Cell       string     `json:"cell"`
	Contestant string     `json:"contestant"`
	Measure    string     `json:"measure"`
	Rounds     []*float64 `json:"rounds"`
	Median     *float64   `json:"median"`
	ToFloor    *float64   `json:"ratio_to_floor"`
}

func (b *bench) writeJSON(w io.Writer) error {
	type goalLine struct {
		Goal  string   `json:"goal"`
		Value *float64 `json:"value"`
		Limit float64  `json:"limit"`
		Met   bool     `json:"met"`
	}
	var out struct {
		Goals  []goalLine `json:"goals"`
		Series []series   `json:"series"`
	}
	for _, g := range b.goals() {
		out.Goals = append(out.Goals, goalLine{g.text, number(g.value), g.limit, g.met()})
	}
	for _, k := range b.results.order {
		values := b.results.values[k]
		s := series{k.cell, k.contestant, k.measure, make([]*float64, len(values)),
			number(figures.Median(values)), number(b.results.ratio(k.cell, k.contestant, k.measure, floor))}
		for i, v := range values {
			s.Rounds[i] = number(v)
		}
		out.Series = append(out.Series, s)
	}
	encoder := json.NewEncoder(w)
	encoder.SetIndent("", " ")
	if err := encoder.Encode(out); err != nil {
		return fmt.Errorf("print the results: %w", err)
	}
	return nil
}

func number(v float64) *float64 {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return nil
	}
	return &v
}
