package rules

import "slices"

// denials are the words that refuse what comes after them.
var denials = append(slices.Clone(negations), "than", "stop", "avoid")

// denying is whether what is being read was refused: "don't switch to cards", "rather than a table".
// A verb before what is refused belongs to the refusal; one after it begins what is wanted.
type denying struct {
	on     bool
	verb   bool // a verb is refused, and a comma may come before it: "don't, please, use cards"
	named  bool // what is refused was said
	onward bool // it is what something else was to become: "don't turn the table into cards"
}

// read goes on to said[i], in which a comma is "zzcomma".
func (d *denying) read(said []string, i int) {
	word := func(j int) string {
		if j < 0 || j >= len(said) {
			return ""
		}
		return said[j]
	}
	joins := slices.Contains([]string{"or", "nor", "and", "a", "an", "the", "as", "to", "in", "into", "of", "with"}, said[i])
	switch w := said[i]; {
	case w == "no" && slices.Contains([]string{"use", "make", "show", "switch", "change", "keep", "zzcomma"}, word(i+1)): // "no, use cards"
	case w == "instead" && word(i+1) != "of", w == "not" && slices.Contains(notRefused, word(i+1)):
	case slices.Contains(denials, w):
		*d = denying{on: true, verb: w == "never" || w == "don't" || w == "dont" || w == "not" && slices.Contains([]string{"do", "you", "would", "should"}, word(i-1))}
	case w == "but", w == "zzcomma" && (d.named || !d.verb), d.named && layoutOf(w) == "" && !joins:
		d.on = false
	case d.named && layoutOf(w) != "":
		link := connected(said[:i])
		d.onward = d.verb && slices.Contains([]string{"to", "into", "with"}, link)
		d.on = d.onward || slices.Contains([]string{"or", "nor", "and"}, link)
	}
	d.named = d.on && (d.named || layoutOf(said[i]) != "")
}

// connected is the last word of said but for those that may come before a noun.
func connected(said []string) string {
	for _, w := range slices.Backward(said) {
		if !slices.Contains([]string{"a", "an", "the", "as", "in"}, w) {
			return w
		}
	}
	return ""
}
