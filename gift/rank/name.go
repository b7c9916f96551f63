package rank

import (
	"slices"
	"strings"

	"github.com/mcp-adapters/mcp-adapters/gift/words"
)

// name is what a gift is called, as names are compared: a gift is the same thing again if
// its head is, "mat" in "yoga mat", and not if that only says what for, as in "mat spray".
type name struct {
	stems []string // of all content words
	front []string // of those before "for", "with" and the like
	head  string   // the last of front
}

// after are words that end the front of a name.
var after = wordSet(`for with without that which who whose in on at by from and or to under over into against near around while when a an the your their his her as i we she he they it us last this my our got bought`)

// containers are words before "of" that say how much of a thing there is.
var containers = wordSet(`pair set box tin jar bottle tray beginning case pack bag basket bunch piece bar cup glass stack collection selection year month season evening day weekend
subscription kit bundle trio duo quartet half crate carton sampler flight book hour hours afternoon morning dozen couple wedge skein roll`)

// at are words between a spell of time and what it is spent at: "hour at a cat café".
var at = wordSet(`at in with on`)

// spells are how long something lasts that isn't a thing.
var spells = wordSet(`hour day night evening afternoon morning weekend week month visit trip`)

// actions are last words of past gifts that the thing doesn't need.
var actions = wordSet(`kit set voucher gift card ride lessons lesson class course ticket tickets experience workshop subscription session`)

// tickets are last words of gifts that only say in what form a thing is given: "concert tickets".
var tickets = wordSet(`ticket voucher pass flight sampler selection assortment`)

func wordSet(list string) map[string]bool {
	m := map[string]bool{}
	for w := range strings.FieldsSeq(list) {
		m[w] = true
	}
	return m
}

func newName(text string) name {
	text = plain.Replace(text)
	n := name{stems: words.Content(text)}
	front, _, _ := strings.Cut(text, ",")
	front, _, _ = strings.Cut(front, ":")
	list := words.All(front)
	for len(list) > 0 && (after[list[0]] || isNumber(list[0])) {
		list = list[1:]
	}
	for i, w := range list {
		if i > 0 && (w == "of" && containers[singularOf(list[i-1])] || at[w] && spells[singularOf(list[i-1])]) {
			return n.cut(list[i+1:])
		}
		if after[w] || w == "of" {
			break
		}
	}
	return n.cut(list)
}

// cut takes the front up to the first word that ends it.
func (n name) cut(list []string) name {
	for i, w := range list {
		if i > 0 && (after[w] || w == "of" || participle(w) && i+1 < len(list) && (after[list[i+1]] || list[i+1] == "of")) {
			break
		}
		if !words.Stop(w) || spells[singularOf(w)] {
			n.front = append(n.front, words.Stem(w))
		}
	}
	if len(n.front) > 0 {
		n.head = n.front[len(n.front)-1]
	}
	return n
}

// participle reports whether w may be one, as in "filled with buckwheat".
func participle(w string) bool {
	return len(w) > 4 && (strings.HasSuffix(w, "ed") || strings.HasSuffix(w, "en") || strings.HasSuffix(w, "wn")) || w == "made" || w == "set"
}

func isNumber(w string) bool { return w[0] >= '0' && w[0] <= '9' }

func singularOf(w string) string { return strings.TrimSuffix(w, "s") }

// again reports whether a gift of the name it is the past gift n.
func (n name) again(it name) bool {
	if n.head == "" || it.head == "" {
		return false
	}
	if (it.head == n.head || it.beside(n.head, ticketStems) && !spells[n.head]) && within(n.front, it.stems) {
		return true
	}
	return slices.Contains(n.stems, it.head) && within(it.front, n.stems) && (n.head == it.head || len(it.front) > 1 || n.beside(it.head, actionStems))
}

// is reports whether the past gift n is called so, whatever else is said of it: "the big red
// bike bell" is a bike bell. One that says less is another: a ring isn't a teething ring.
func (n name) is(called name) bool {
	return n.head != "" && n.head == called.head && within(called.front, n.front)
}

// beside reports whether the last word of n is one of some that only say in what form head is given:
// "balloon ride".
func (n name) beside(head string, forms map[string]bool) bool {
	return len(n.front) > 1 && n.front[len(n.front)-2] == head && forms[n.head]
}

var actionStems, ticketStems = stemsOf(actions), stemsOf(tickets)

func stemsOf(set map[string]bool) map[string]bool {
	m := map[string]bool{}
	for w := range set {
		m[words.Stem(w)] = true
	}
	return m
}

// plain takes the accents off that people leave out.
var plain = strings.NewReplacer("é", "e", "è", "e", "ê", "e", "á", "a", "à", "a", "â", "a", "ä", "a", "ö", "o", "ü", "u", "ñ", "n", "ç", "c", "î", "i", "ô", "o")
