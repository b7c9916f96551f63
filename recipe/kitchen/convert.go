package kitchen

import (
	"math/big"
	"strings"
)

// System is a system of measures.
type System string

// The systems of measures.
const (
	Metric System = "metric"
	US     System = "us"
)

// Convert returns an ingredient in the measures of a system. What is in them already, what
// is counted, less than four spoons, measures without a sure size, and what is too little
// to be measured in the other system stay as they are; fat is weighed in metric even by the spoon. Amounts at the start of a name are
// converted if they are sure, and ranges stay ranges.
func Convert(in Ingredient, to System) Line {
	line := Line{Ingredient: in, Mark: AsIs}
	if in.Quantity.IsZero() {
		n, ok := amountInName(in)
		if !ok {
			return line
		}
		c, ok := to.conversion(n.unit.unit, n.name, n.last())
		if !ok {
			return line
		}
		if text, ok := c.show(n.amount); ok {
			line.Shown, line.Mark, line.Name = text, c.mark, n.name
		}
		return line
	}
	line.Shown = asWritten(in.Quantity.rat, in.Unit)
	if c, ok := to.conversion(unitOf(in.Unit).unit, known(in), in.Quantity.rat); ok {
		if text, ok := c.show(amount{from: in.Quantity.rat}); ok {
			line.Quantity, line.Unit = Quantity{times(in.Quantity.rat, c.factor)}, c.to.singular
			line.Shown, line.Mark = text, c.mark
		}
	} else if other := measures(in.Notes); len(other) == 1 && other[0].unit.unit.system != everyone {
		line.Notes = ConvertText(in.Notes, to)
		if line.Notes != in.Notes {
			line.Mark = Converted
		}
	}
	return line
}

// last returns the larger number of a range, or the only one.
func (a amount) last() *big.Rat {
	if a.to != nil {
		return a.to
	}
	return a.from
}

// conversion is how one unit becomes another.
type conversion struct {
	factor *big.Rat // of the new unit in one of the old
	to     spelling
	mark   Mark
}

// conversion returns how q of a unit of an ingredient is converted to s; ok is false if
// it is not.
func (s System) conversion(u *unit, name string, q *big.Rat) (c conversion, ok bool) {
	d, known := densityOf(name)
	if u.name == "stick" && known && d.form == firm { // a stick of butter is half a cup
		u = &unit{dimension: volume, system: us, size: times(cup, ratio(1, 2))}
	}
	if u.size == nil {
		return c, false
	}
	if u.name == "oz" && known && d.form == liquid { // what is poured in ounces is meant in fluid ounces
		u = spellings()["fl oz"].unit
	}
	if s == Metric {
		return metricFrom(u, d, known, q)
	}
	return usFrom(u, d, known)
}

func metricFrom(u *unit, d density, known bool, q *big.Rat) (c conversion, ok bool) {
	fat := known && d.form == firm && u.name == "tbsp"
	if u.system == metric || u.system == everyone && !fat && (u.ladder != spoons || less(times(q, teaspoons(u)), 12, 1)) {
		return c, false
	}
	switch {
	case u.dimension == weight:
		return conversion{u.size, unitOf("g"), Converted}, true
	case known && d.form != liquid:
		return conversion{times(u.size, d.gramsPerML), unitOf("g"), ByDensity}, true
	}
	return conversion{u.size, unitOf("ml"), Converted}, true
}

func usFrom(u *unit, d density, known bool) (c conversion, ok bool) {
	if u.system != metric {
		return c, false
	}
	switch {
	case u.dimension == volume:
		return conversion{over(u.size, cup), unitOf("cup"), Converted}, true
	case known && d.form == firm:
		return conversion{over(over(u.size, d.gramsPerML), times(teaspoon, aTbsp)), unitOf("tbsp"), ByDensity}, true
	case known && d.form != weighed:
		return conversion{over(over(u.size, d.gramsPerML), cup), unitOf("cup"), ByDensity}, true
	case less(u.size, 1000, 1):
		return conversion{over(u.size, ounce), unitOf("oz"), Converted}, true
	}
	return conversion{over(u.size, pound), unitOf("lb"), Converted}, true
}

// show returns an amount of the old unit in the new one; ok is false if that can't be
// measured.
func (c conversion) show(a amount) (text string, ok bool) {
	from := times(a.from, c.factor)
	first := converted(from, c.to)
	if a.to == nil {
		return first.text, first.measurable(from)
	}
	to := times(a.to, c.factor)
	if c.to.unit.system == metric {
		second := converted(to, c.to)
		return metricRange(first.text, a.sign, second.text), first.measurable(from) && second.measurable(to)
	}
	u, size := c.to, ratio(1, 1)
	if u.unit.ladder == spoons {
		tsp := times(to, teaspoons(u.unit))
		switch {
		case less(tsp, 3, 1):
			u, size = unitOf("tsp"), teaspoons(u.unit)
		case less(tsp, 12, 1):
			u, size = unitOf("tbsp"), over(teaspoons(u.unit), aTbsp)
		default:
			u, size = unitOf("cup"), over(teaspoons(u.unit), aCup)
		}
	}
	from, to = times(from, size), times(to, size)
	first, second := near(closest(from, quarters), from, u), near(closest(to, quarters), to, u)
	if first.value.Cmp(second.value) == 0 {
		return second.text, second.measurable(to)
	}
	number := strings.TrimSuffix(first.text, " "+u.named(first.value))
	return number + a.sign + second.text, first.measurable(from) && second.measurable(to)
}

// measurable reports whether it is right for exact, and there are measures of it.
func (s shown) measurable(exact *big.Rat) bool { return s.right(exact) && !s.finer }

// metricRange leaves out the first unit if both ends have the same, and the first end if
// both are.
func metricRange(from, sign, to string) string {
	number, unit, _ := strings.Cut(from, " ")
	switch _, other, _ := strings.Cut(to, " "); {
	case from == to:
		return from
	case unit == other:
		return number + sign + to
	}
	return from + " " + strings.TrimSpace(sign) + " " + to
}

// converted is [show] for an amount that was computed: rounder, since nobody chose it.
func converted(q *big.Rat, u spelling) shown {
	round := q
	switch u.unit.name {
	case "g":
		round = nearest(q, roundStep(q, ratio(1, 1), ratio(5, 1)))
	case "ml":
		round = nearest(q, roundStep(q, ratio(5, 1), ratio(10, 1)))
	case "oz":
		if !less(q, 16, 1) {
			return show(over(q, ratio(16, 1)), unitOf("lb"), false).times(ratio(16, 1))
		}
	case "cup", "tbsp":
		return roundedSpoons(q, u, mostOff)
	}
	if !within(round, q, mostOff) {
		round = q
	}
	return show(round, u, false)
}

// roundStep is fine up to 50, coarse up to 1000, and 50 beyond.
func roundStep(q, fine, coarse *big.Rat) *big.Rat {
	switch {
	case less(q, 15, 1):
		return ratio(1, 1)
	case less(q, 50, 1):
		return fine
	case less(q, 1000, 1):
		return coarse
	}
	return ratio(50, 1)
}
