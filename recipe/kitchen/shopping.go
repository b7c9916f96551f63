package kitchen

import (
	"cmp"
	"maps"
	"math/big"
	"slices"
	"strings"
)

// Wanted is a recipe to shop for, and how many times.
type Wanted struct {
	Recipe Recipe
	Factor Quantity
}

// List is a shopping list: the sections that have items, in the order of a walk through a shop.
type List []Section

// Section is a part of a shop.
type Section struct {
	Section string `json:"section"`
	Items   []Item `json:"items"`
}

// Item is one line of a shopping list.
type Item struct {
	Name    string   `json:"name"`
	Amount  string   `json:"amount,omitempty"` // "": no recipe says how much
	Notes   []string `json:"notes,omitempty"`
	Recipes []string `json:"recipes"` // titles
	// Totals are exact: in g, ml, or the unit that is counted.
	Totals  []Total `json:"-"`
	Entries []Entry `json:"-"` // all that the item stands for
}

// Total is how much of an item there is in one unit.
type Total struct {
	Quantity Quantity
	Unit     string
}

// Entry is an ingredient of a recipe, by their indexes.
type Entry struct{ Recipe, Ingredient int }

// Shop makes one list of what several recipes need. Each ingredient is in exactly one
// item. Ingredients are one item if their names are the same but for case, number,
// remarks and size; amounts are added within weight, within volume, within each unit
// that is counted. What is counted is bought
// whole, and of a range the larger end. Headings are not bought.
func Shop(wanted []Wanted) List {
	items := map[string]*item{}
	for i, w := range wanted {
		for j, in := range w.Recipe.Ingredients {
			if in.IsHeading() {
				continue
			}
			n := needOf(in, w.Factor)
			it := items[n.key]
			if it == nil {
				it = &item{key: n.key, counts: map[string]count{}, notes: map[string]bool{}}
				items[n.key] = it
			}
			it.add(n)
			it.entries = append(it.entries, Entry{i, j})
			if !slices.Contains(it.recipes, w.Recipe.Title) {
				it.recipes = append(it.recipes, w.Recipe.Title)
			}
		}
	}
	bySection := map[string][]Item{}
	for _, it := range items {
		section := sectionOf(it.key, it.counts)
		bySection[section] = append(bySection[section], it.line())
	}
	list := List{}
	for _, name := range sections {
		if line := bySection[name]; line != nil {
			slices.SortFunc(line, func(a, b Item) int {
				return cmp.Or(cmp.Compare(strings.ToLower(a.Name), strings.ToLower(b.Name)), cmp.Compare(a.Name, b.Name))
			})
			list = append(list, Section{name, line})
		}
	}
	return list
}

// need is what one entry of a recipe needs.
type need struct {
	key, name, notes string
	quantity         *big.Rat // nil: it doesn't say
	unit             spelling
}

func needOf(in Ingredient, factor Quantity) need {
	n := need{name: in.Name, notes: strings.TrimSpace(in.Notes), quantity: in.Quantity.rat, unit: unitOf(in.Unit)}
	if a, ok := amountInName(in); ok {
		n.name, n.quantity, n.unit = a.name, a.last(), a.unit
		if size := brackets().FindString(n.name); size != "" && strings.HasPrefix(n.name, size) { // (14 oz) can tomatoes
			if u, rest, ok := leadingUnit(strings.TrimSpace(n.name[len(size):])); ok && u.unit.holds && strings.HasPrefix(rest, " ") {
				n.name, n.unit = strings.TrimSpace(rest)+" "+size, u
			}
		}
	}
	n.notes = strings.Trim(remarksIn(n.name)+", "+n.notes, ", ")
	n.key = key(n.name)
	if what, isClove := strings.CutSuffix(n.key, " clove"); isClove && n.unit.unit.dimension == counted {
		n.key, n.unit = what, unitOf("cloves")
		n.name = what
	}
	if n.quantity != nil && n.unit.unit.dimension != trace {
		n.quantity = times(n.quantity, factor.rat)
	}
	return n
}

// item gathers what is needed of one ingredient.
type item struct {
	key            string
	entries        []Entry
	recipes        []string
	names          []string
	notes          map[string]bool
	weight, volume *big.Rat // nil: none
	weighed        []*unit  // units that the weight and the volume came in
	poured         []*unit
	counts         map[string]count // by the unit's name
	unmeasured     bool             // an entry doesn't say how much
}

type count struct {
	n    *big.Rat
	unit spelling
}

func (it *item) add(n need) {
	it.names = append(it.names, n.name)
	if n.notes != "" {
		it.notes[n.notes] = true
	}
	u := n.unit.unit
	switch {
	case n.quantity == nil:
		it.unmeasured = true
	case u.size != nil && u.dimension == weight:
		it.weight, it.weighed = addTo(it.weight, times(n.quantity, u.size)), append(it.weighed, u)
	case u.size != nil:
		it.volume, it.poured = addTo(it.volume, times(n.quantity, u.size)), append(it.poured, u)
	default:
		name := strings.ToLower(u.name)
		if name == "piece" || name == "large" || name == "medium" || name == "small" {
			name, n.unit = "", unitOf("")
		}
		c := it.counts[name]
		if c.n == nil || n.unit.singular < c.unit.singular {
			c.unit = n.unit // of several spellings always the same one
		}
		c.n = addTo(c.n, n.quantity)
		it.counts[name] = c
	}
}

func addTo(sum, n *big.Rat) *big.Rat {
	if sum == nil {
		return n
	}
	return plus(sum, n)
}

// line is the item as it stands on the list.
func (it *item) line() Item {
	line := Item{Notes: slices.Sorted(maps.Keys(it.notes)), Recipes: it.recipes, Entries: it.entries}
	var texts []string
	measured := it.weight != nil || it.volume != nil
	for _, name := range slices.Sorted(maps.Keys(it.counts)) {
		c := it.counts[name]
		if measured && c.unit.unit.dimension == trace {
			it.unmeasured = true
			line.Totals = append(line.Totals, Total{Quantity{c.n}, name})
			continue
		}
		whole := below(c.n, ratio(1, 1))
		if whole.Cmp(c.n) < 0 {
			whole = plus(whole, ratio(1, 1))
		}
		texts = append(texts, in(whole, c.unit).text)
		line.Totals = append(line.Totals, Total{Quantity{c.n}, name})
	}
	if it.weight != nil {
		texts = append(texts, weightText(it.weight, it.weighed))
		line.Totals = append(line.Totals, Total{Quantity{it.weight}, "g"})
	}
	if it.volume != nil {
		texts = append(texts, volumeText(it.volume, it.poured))
		line.Totals = append(line.Totals, Total{Quantity{it.volume}, "ml"})
	}
	if it.unmeasured && len(texts) > 0 {
		texts = append(texts, "some more")
	}
	line.Amount = strings.Join(texts, " + ")
	line.Name = it.name()
	return line
}
