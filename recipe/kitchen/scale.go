package kitchen

import (
	"math/big"
	"regexp"
	"strconv"
	"strings"
	"sync"
)

// Scale returns an ingredient for factor times the recipe. A factor of 1 leaves
// everything as it is. An ingredient without a quantity whose name begins with an amount,
// as in "1-2 cloves garlic", is scaled if that is sure: the line has the rest as its name.
func Scale(in Ingredient, factor Quantity) Line {
	if in.Quantity.IsZero() {
		return scaleName(in, factor)
	}
	u := unitOf(in.Unit)
	line := Line{Ingredient: in, Mark: AsIs}
	if factor.Equal(Ratio(1, 1)) || u.unit.dimension == trace {
		line.Shown = asWritten(in.Quantity.rat, in.Unit)
		return line
	}
	line.Quantity = in.Quantity.Times(factor)
	read := in.Quantity.rat
	if u.unit.system != metric {
		read = unsnipped(read)
	}
	exact := times(read, factor.rat)
	s := show(exact, u, whole(in.Name, u))
	line.Shown, line.Mark = s.text, Scaled
	if s.roundedFrom(exact) {
		line.Mark = Rounded
		line.Remark = s.exactly(exact)
	}
	line.remarkNote(in, u)
	return line
}

// remarkNote says that an amount beside the one that was scaled is out of date, such as
// the 400 g of "2 breasts, about 400 g". The size of a can is not.
func (l *Line) remarkNote(in Ingredient, u spelling) {
	notes := remarksIn(in.Name) + " " + in.Notes
	if len(notes) > mostText {
		return
	}
	holds := u.unit.holds || u.unit.dimension == counted && strings.HasPrefix(in.Name, "(") // (14 oz) can
	if found := measures(notes); len(found) > 0 && !holds && !apiece().MatchString(notes) {
		l.Remark = strings.TrimPrefix(l.Remark+"; ", "; ") + "the " + found[0].text + " beside it is not scaled"
	}
}

var apiece = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)\b(?:each|apiece|per|je|chacune?|cada|ciascun[oa]?)\b`)
})

// asWritten writes a quantity in the cook's own unit, with the number as it is.
func asWritten(q *big.Rat, written string) string {
	u := unitOf(written)
	text := fractionText(q)
	if u.unit.system == metric {
		text = decimalText(q, 3)
	} else if r := unsnipped(q); r != q {
		text = fractionText(r)
	}
	return strings.TrimSpace(text + " " + strings.TrimSpace(written))
}

// scaleName scales the amount that a name begins with, or leaves it alone.
func scaleName(in Ingredient, factor Quantity) Line {
	line := Line{Ingredient: in, Mark: AsIs}
	n, ok := amountInName(in)
	if !ok || factor.Equal(Ratio(1, 1)) || n.unit.unit.dimension == trace {
		return line
	}
	line.Name, line.Mark = n.name, Scaled
	whole := whole(n.name, n.unit)
	if n.to == nil {
		exact := times(n.from, factor.rat)
		s := show(exact, n.unit, whole)
		if line.Shown = s.text; s.roundedFrom(exact) {
			line.Mark, line.Remark = Rounded, s.exactly(exact)
		}
		line.remarkNote(Ingredient{Name: n.name}, n.unit)
		return line
	}
	last := n.from
	text := n.with(func(r *big.Rat) string {
		exact := times(r, factor.rat)
		s := plain(exact, n.unit, whole)
		if last = s.value; s.roundedFrom(exact) {
			line.Mark = Rounded
		}
		return s.text
	})
	line.Shown = strings.TrimSpace(text + " " + n.unit.named(last))
	line.remarkNote(Ingredient{Name: n.name}, n.unit)
	return line
}

// plain is [show] for one end of a range: the number alone, in the unit that was given.
func plain(q *big.Rat, u spelling, whole bool) shown {
	bare := spelling{unit: &unit{}}
	switch {
	case u.unit.system == metric:
		n := q
		if !q.IsInt() {
			n = nearest(q, metricStep(q, u.unit.dimension == volume && u.unit.size.Cmp(ratio(1, 1)) == 0))
		}
		return inDecimals(fine(n, q), 2, bare)
	case u.unit.dimension == counted:
		return showCounted(q, bare, whole)
	case u.unit.ladder == spoons || u.unit.ladder == loeffel:
		return near(closest(q, eighths), q, bare)
	}
	return near(closest(q, quarters), q, bare)
}

// inName is an amount that stands in an ingredient's name.
type inName struct {
	amount
	unit spelling
	name string // what follows the amount
}

// amountInName reads it if it is sure.
func amountInName(in Ingredient) (n inName, ok bool) {
	if !in.Quantity.IsZero() || strings.TrimSpace(in.Unit) != "" || len(in.Name) > mostName {
		return n, false
	}
	var rest string
	if n.amount, rest, ok = leadingAmount(strings.TrimSpace(in.Name)); !ok {
		return n, false
	}
	glued := !strings.HasPrefix(rest, " ")
	rest = strings.TrimLeft(rest, " ")
	u, after, known := leadingUnit(rest)
	switch {
	case known && strings.HasPrefix(after, " "):
		n.unit, rest = u, linking().ReplaceAllString(strings.TrimSpace(after), "")
	case glued || known: // 7up, 5-spice, 1 cup/250 ml
		return n, false
	default:
		n.unit = unitOf("")
	}
	n.name = rest
	if next, _, ok := leadingUnit(rest); ok && next.unit.holds && n.unit.unit.size != nil || n.isSize() {
		return n, false // of a 12 oz bag, or a 3 pound chicken
	}
	return n, startsName().MatchString(rest) && !goesOn().MatchString(rest)
}

// isSize reports whether it says how large one thing is: a 3 pound chicken.
func (n inName) isSize() bool {
	u := n.unit
	return u.unit.dimension == weight && n.last().Cmp(ratio(1, 1)) > 0 && u.singular != u.plural && strings.EqualFold(u.written, u.singular)
}

var (
	linking = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^(?i:(?:of|de|von|di) |d['’])`) })
	// startsName is a word, or a remark in brackets as in "2 (14 oz) cans".
	startsName = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[\pL(]`) })
	// goesOn is a word by which an amount goes on.
	goesOn = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`^(?i:x|plus|and|to|or|bis|oder|und|et|more|inch|cm|up)(?:[^\pL]|$)`)
	})
	// wholeName is a name of what is not cut in parts: eggs, leaves, sausages.
	wholeName = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?i)(?:^|[^\pL])(?:eggs?|yolks?|egg whites?|whites?|Ei|Eier|Eigelbe?|Eiweiße?|œufs?|oeufs?|jaunes?|huevos?|yemas?|claras?|uov[ao]|tuorl[oi]|album[ei]|` +
			`cloves?|(?:Knoblauch)?zehen?|lea(?:f|ves)|sprigs?|sausages?|tortillas?|buns?|rolls?|anchov(?:y|ies)|prawns?|shrimps?|cherry tomatoes|dates?|figs?)(?:$|[,;( ])`)
	})
	notWhole = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?i)noodle|pasta|spinach|roll dough|wine|wash`) })
)

// whole reports whether something that is counted stays whole.
func whole(name string, u spelling) bool {
	if u.unit.dimension != counted || len(name) > mostName {
		return false
	}
	switch u.unit.name {
	case "clove", "sprig", "leaf", "sheet", "slice":
		return true
	}
	return wholeName().MatchString(name) && !notWhole().MatchString(name)
}

// ScaleRemarks says what Scale does not do to a recipe.
func ScaleRemarks(r Recipe, factor Quantity) []string {
	if factor.Equal(Ratio(1, 1)) || len(r.Steps) == 0 {
		return nil
	}
	remarks := []string{"Times, temperatures and pan sizes are not scaled."}
	var numbers []string
	for i, step := range r.Steps {
		if len(measures(step.Instruction)) > 0 {
			numbers = append(numbers, strconv.Itoa(i+1))
		}
	}
	switch len(numbers) {
	case 0:
	case 1:
		remarks = append(remarks, "Step "+numbers[0]+" names an amount of the original recipe.")
	default:
		last := len(numbers) - 1
		remarks = append(remarks, "Steps "+strings.Join(numbers[:last], ", ")+" and "+numbers[last]+" name amounts of the original recipe.")
	}
	return remarks
}
