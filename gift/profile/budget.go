package profile

import (
	"math"
	"strings"

	"github.com/mcp-adapters/mcp-adapters/gift/catalog"
)

// nearly is how far "around" reaches.
const nearly = 0.25

// lower are the lower bounds of the brackets; a bound belongs to the upper one.
var lower = [...]float64{0, 25, 75, 200, math.Inf(1)}

// findBudget reads amounts, and if there is none, words such as "cheap".
func (r *reader) findBudget() {
	low, high, said := 0.0, math.Inf(1), ""
	for i := 0; i < len(r.t); i++ {
		a, ok := r.amount(i)
		if !ok {
			continue
		}
		r.use(a.from, a.to, true)
		r.bar(a.from, a.to)
		i = a.to - 1
		if a.foreign {
			r.p.Unconverted = a.said
			continue
		}
		if said == "" || a.low > 0 != (low > 0) || !math.IsInf(a.high, 1) != !math.IsInf(high, 1) {
			low, high = max(low, a.low), min(high, a.high)
			said = strings.TrimSpace(said + " " + a.said)
		}
	}
	if said != "" {
		r.p.Budget = said
		for i, price := range catalog.Prices {
			if overlaps(low, high, lower[i], lower[i+1]) {
				r.p.Prices = append(r.p.Prices, price)
			}
		}
		if len(r.p.Prices) == 0 { // under 10 and over 50
			r.p.Prices, r.p.Budget = nil, ""
		}
		r.priceWords(false)
		return
	}
	r.priceWords(true)
}

// overlaps reports whether a gift of the bracket from (included) to (excluded) may cost
// from low to high; high itself is excluded, unless it is low.
func overlaps(low, high, from, to float64) bool {
	return low == high && low >= from && low < to || low != high && from < high && to > low
}
