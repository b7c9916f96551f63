package rules

import (
	"slices"
)

// of is the topic with samples of one kind of goods: "Classic lamp", "Small lamp".
func (t topic) of(noun string) topic {
	t.Name, t.Noun = sentence(plural(noun)), noun
	rows := make([][]string, len(t.Rows))
	for i, row := range t.Rows {
		which := kindsOfGoods[i%len(kindsOfGoods)]
		rows[i] = []string{which.adjective + " " + noun, row[1], which.category, row[3], which.description}
	}
	t.Rows = rows
	return t
}

var kindsOfGoods = []struct{ adjective, category, description string }{
	{"Classic", "Standard", "The one that most people take"},
	{"Small", "Standard", "For where there is little room"},
	{"Large", "Standard", "When it may be a little more"},
	{"Light", "Travel", "Made to be carried along"},
	{"Deluxe", "Special", "With everything that can be had"},
	{"Handmade", "Special", "No two are the same"},
	{"Everyday", "Standard", "Sturdy and easy to clean"},
	{"Second-hand", "Bargain", "Checked, with a few traces of use"},
}

// goodsIn is the noun of what is sold: a lamp, or a bike in "bike shop".
func goodsIn(t topic, phrase string, said []string) string {
	if slices.Contains(t.Goods, phrase) {
		return phrase
	}
	for i := 1; i < len(said) && slices.Contains(t.Weak, phrase); i++ {
		if one := singular(said[i-1]); singular(said[i]) == phrase && slices.Contains(t.Goods, one) {
			return one
		}
	}
	return ""
}
