package kitchen

import "math/big"

// Steps of the ladder of spoons and cups, in teaspoons.
var (
	aTbsp   = ratio(3, 1)
	aCup    = ratio(48, 1)
	aPint   = ratio(96, 1)
	aQuart  = ratio(192, 1)
	aGallon = ratio(768, 1)
)

// teaspoons returns how many teaspoons a unit of a ladder of spoons has.
func teaspoons(u *unit) *big.Rat {
	switch u.name {
	case "tbsp", "EL":
		return aTbsp
	case "cup":
		return aCup
	case "pint":
		return aPint
	case "quart":
		return aQuart
	case "gallon":
		return aGallon
	}
	return ratio(1, 1)
}

// showSpoons shows a volume in the units of the ladder that a cook would take:
//
//	less than half a pint, quart or gallon    in cups
//	less than a quarter of a cup              in tablespoons
//	less than a tablespoon                    in teaspoons
//	3 teaspoons and more                      in tablespoons
//	a cup and more, and parts there are cups for   in cups
//
// and stays with the unit that was given otherwise.
func showSpoons(q *big.Rat, u spelling) shown { return roundedSpoons(q, u, 30) }

// roundedSpoons is showSpoons with tablespoons that may be so many thousandths off.
func roundedSpoons(q *big.Rat, u spelling, off int64) shown {
	size := teaspoons(u.unit)
	tsp := times(q, size)
	tablespoon := "tbsp"
	small := "tsp"
	if u.unit.ladder == loeffel {
		tablespoon, small = "EL", "TL"
	}
	var s shown
	switch inCups := over(tsp, aCup); {
	case tsp.Cmp(aTbsp) < 0:
		s = showTeaspoons(tsp, u.like(small))
	case u.unit.ladder == loeffel:
		s = showTablespoons(tsp, u.like(tablespoon), u.like(small), off)
	case size.Cmp(aCup) > 0 && !less(q, 1, 2):
		s = in(closest(q, quarters), u).times(size)
	case !less(inCups, 1, 4) && (size.Cmp(aCup) >= 0 || !less(inCups, 1, 1) || within(closest(inCups, quarters), inCups, 5)):
		if s = showCups(tsp, u.like("cup"), u.like(tablespoon)); !s.right(tsp) {
			s = showTablespoons(tsp, u.like(tablespoon), u.like(small), off)
		}
	default:
		s = showTablespoons(tsp, u.like(tablespoon), u.like(small), off)
	}
	return s.times(over(ratio(1, 1), size))
}

// showTeaspoons shows so many teaspoons in the parts that there are spoons for.
func showTeaspoons(tsp *big.Rat, u spelling) shown {
	if less(tsp, 1, 12) {
		return shown{"a pinch", ratio(1, 16), u, ratio(1, 1), false}
	}
	return in(closest(tsp, eighths), u)
}

// showTablespoons shows so many teaspoons in whole and half tablespoons, or in tablespoons
// and teaspoons where that is further off: whole teaspoons if they will do, else parts.
func showTablespoons(tsp *big.Rat, u, small spelling, off int64) shown {
	tbsp := over(tsp, aTbsp)
	if n := closest(tbsp, halves); within(n, tbsp, off) {
		return in(n, u).times(aTbsp)
	}
	whole := below(tbsp, ratio(1, 1))
	large := in(whole, u).times(aTbsp)
	rest := minus(tsp, large.value)
	for _, parts := range [][]*big.Rat{wholes, halves} {
		if s := sum(large, in(closest(rest, parts), small)); within(s.value, tsp, off) {
			return s
		}
	}
	return sum(large, in(closest(rest, quarters), small))
}

// showCups shows so many teaspoons in cups, or in cups and tablespoons where that is
// over 3 % off.
func showCups(tsp *big.Rat, u, small spelling) shown {
	cups := over(tsp, aCup)
	if n := closest(cups, quarters); within(n, cups, 30) {
		return in(n, u).times(aCup)
	}
	tbsp := nearest(over(tsp, aTbsp), ratio(1, 1))
	quarter := below(over(tbsp, ratio(16, 1)), ratio(1, 4))
	rest := minus(tbsp, times(quarter, ratio(16, 1)))
	return sum(in(quarter, u).times(aCup), in(rest, small).times(aTbsp))
}

// sum shows two amounts together, and the second alone where the first is none.
func sum(a, b shown) shown {
	switch {
	case a.value.Sign() == 0:
		return b
	case b.value.Sign() == 0:
		return a
	}
	return shown{a.text + " + " + b.text, plus(a.value, b.value), a.unit, a.size, a.finer || b.finer}
}
