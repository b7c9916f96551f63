package kitchen

import (
	"math/big"
	"strings"
)

// The algorithm of shown amounts is held by testdata/scale.json, which other programs
// that show amounts can be tested with.

// shown is an amount that a cook can measure.
type shown struct {
	text  string
	value *big.Rat // what the text says, in the unit that was given
	unit  spelling // the text's, the first if there are two
	size  *big.Rat // of that unit, in the one that was given
	finer bool     // than there are measures: of spoons any decimals, of ounces hundredths
}

// roundedFrom reports whether it is another amount than exact.
func (s shown) roundedFrom(exact *big.Rat) bool { return !within(s.value, exact, 5) }

// right reports whether it is so near to exact that a dish is the same.
func (s shown) right(exact *big.Rat) bool { return within(s.value, exact, mostOff) }

// mostOff is how far what is measured may be shown from what it is, in thousandths. What
// is counted may be further off, and amounts that say so beside them.
const mostOff = 50

// exactly says what exact is, in the unit of the text.
func (s shown) exactly(exact *big.Rat) string {
	n := over(exact, s.size)
	text := fractionText(n)
	switch unit := s.unit.unit; {
	case unit.system == metric && !less(unit.size, 1000, 1):
		text = decimalText(n, 3)
	case unit.system == metric:
		text = decimalText(n, 2)
	}
	return strings.TrimSpace("exactly " + text + " " + s.unit.named(n))
}

// Parts of a whole that there are measures of, or that can be judged by eye.
var (
	eighths  = []*big.Rat{ratio(0, 1), ratio(1, 8), ratio(1, 4), ratio(1, 3), ratio(1, 2), ratio(2, 3), ratio(3, 4), ratio(1, 1)}
	quarters = []*big.Rat{ratio(0, 1), ratio(1, 4), ratio(1, 3), ratio(1, 2), ratio(2, 3), ratio(3, 4), ratio(1, 1)}
	halves   = []*big.Rat{ratio(0, 1), ratio(1, 2), ratio(1, 1)}
	wholes   = []*big.Rat{ratio(0, 1), ratio(1, 1)}
)

// show returns how much q of a unit is for a cook. It may be in another unit of the
// ladder. whole says that there are no parts of it.
func show(q *big.Rat, u spelling, whole bool) shown {
	switch {
	case u.unit.ladder == spoons || u.unit.ladder == loeffel:
		return showSpoons(q, u)
	case u.unit.ladder == pounds:
		return showPounds(q, u)
	case u.unit.system == metric:
		return showMetric(q, u)
	case u.unit.dimension == volume:
		return near(closest(q, quarters), q, u)
	}
	return showCounted(q, u, whole)
}

// in returns n of a unit.
func in(n *big.Rat, u spelling) shown {
	return shown{strings.TrimSpace(fractionText(n) + " " + u.named(n)), n, u, ratio(1, 1), false}
}

// inDecimals is in for units that scales and jugs have.
func inDecimals(n *big.Rat, digits int, u spelling) shown {
	return shown{strings.TrimSpace(decimalText(n, digits) + " " + u.named(n)), n, u, ratio(1, 1), false}
}

// near returns n of a unit if that is right for q, and else q in as many decimals as it
// takes: too little to be measured by eye must not become what can be.
func near(n, q *big.Rat, u spelling) shown {
	if within(n, q, mostOff) {
		return in(n, u)
	}
	s := inDecimals(fine(n, q), 2, u)
	s.finer = u.unit.dimension == volume || !times(s.value, ratio(10, 1)).IsInt()
	return s
}

// fine returns n if that is right for q, and else q to a decimal place where it is.
func fine(n, q *big.Rat) *big.Rat {
	for step := ratio(1, 10); !within(n, q, mostOff); step = over(step, ratio(10, 1)) {
		n = nearest(q, step)
	}
	return n
}

// showCounted rounds what is counted: to wholes if there are no parts of it or there
// are four or more, else to halves, and below one to quarters and thirds. It never
// rounds to none.
func showCounted(q *big.Rat, u spelling, whole bool) shown {
	switch {
	case whole || !less(q, 4, 1):
		return in(atLeast(closest(q, wholes), ratio(1, 1)), u)
	case !less(q, 1, 1):
		return in(closest(q, halves), u)
	}
	return in(atLeast(closest(q, quarters), ratio(1, 4)), u)
}

// showPounds shows ounces from a pound on in pounds if that is even, less than a quarter
// of a pound in ounces, and pounds with ounces where parts of a pound are over 3 % off.
func showPounds(q *big.Rat, u spelling) shown {
	sixteen := ratio(16, 1)
	switch {
	case u.unit.name == "oz" && !less(q, 16, 1) && over(q, ratio(8, 1)).IsInt():
		return showPounds(over(q, sixteen), u.like("lb")).times(sixteen)
	case u.unit.name == "oz":
		return near(closest(q, quarters), q, u)
	}
	if n := closest(q, quarters); !less(q, 1, 4) && within(n, q, 30) {
		return in(n, u)
	}
	whole := below(q, ratio(1, 1))
	ounces := times(minus(q, whole), sixteen)
	rest := in(closest(ounces, wholes), u.like("oz"))
	if whole.Sign() == 0 {
		rest = near(closest(ounces, quarters), ounces, u.like("oz"))
	}
	return sum(in(whole, u), rest.times(over(ratio(1, 1), sixteen)))
}

// times converts what is shown in one unit to one that is 1/n of it.
func (s shown) times(n *big.Rat) shown {
	s.value, s.size = times(s.value, n), times(s.size, n)
	return s
}

// showMetric shows grams and millilitres in steps that scales and jugs have, and from
// 1000 on kilograms and litres.
func showMetric(q *big.Rat, u spelling) shown {
	size := u.unit.size
	var small, large spelling
	switch u.unit.ladder {
	case grams:
		small, large = u.like("g"), u.like("kg")
	case millilitres:
		small, large = u.like("ml"), u.like("l")
		if u.unit.name == "dl" || u.unit.name == "cl" {
			if whole := closest(q, halves); whole.Cmp(q) == 0 && less(q, 10, 1) {
				return inDecimals(q, 1, u)
			}
		}
	default:
		return inDecimals(fine(nearest(q, metricStep(q, false)), q), 2, u)
	}
	base := times(q, size)
	if !base.IsInt() || less(base, 1, 1) || !less(base, 1000, 1) {
		base = fine(nearest(base, metricStep(base, u.unit.dimension == volume)), base)
	}
	thousands := over(base, ratio(1000, 1))
	if !less(base, 1000, 1) {
		return inDecimals(thousands, 2, large).times(over(ratio(1000, 1), size))
	}
	return inDecimals(base, 2, small).times(over(ratio(1, 1), size))
}

// metricStep is how fine grams and millilitres are measured. Whole numbers below 1000 are
// left as they are.
func metricStep(n *big.Rat, jug bool) *big.Rat {
	switch {
	case less(n, 1, 1):
		return ratio(1, 20)
	case less(n, 10, 1):
		return ratio(1, 10)
	case jug && !less(n, 1000, 1):
		return ratio(50, 1)
	case !less(n, 1000, 1):
		return ratio(10, 1)
	case jug && !less(n, 100, 1):
		return ratio(5, 1)
	}
	return ratio(1, 1)
}

// closest returns the nearest number with one of these parts, the larger of two.
func closest(q *big.Rat, parts []*big.Rat) *big.Rat {
	whole := below(q, ratio(1, 1))
	part := minus(q, whole)
	best := parts[0]
	for _, p := range parts[1:] {
		if distance(p, part).Cmp(distance(best, part)) <= 0 {
			best = p
		}
	}
	return plus(whole, best)
}

func atLeast(a, b *big.Rat) *big.Rat {
	if a.Cmp(b) < 0 {
		return b
	}
	return a
}
