package rank

import (
	"strings"

	"github.com/mcp-adapters/mcp-adapters/gift/words"
)

// form is in which way something is given that isn't a thing. A way has many words: a course is
// lessons, a ticket an evening at a place.
type form uint8

const (
	lesson form = 1 << iota
	ticket
	regular
	sitting
	several // a thing with others
)

// formWords are the words of each form, and those that go with more than one.
var formWords = map[form]string{
	lesson:          `class course lesson workshop training masterclass coaching tuition learn teacher tutor`,
	ticket:          `ticket pass admission entry membership season seat visit tour trip rental rented evening night day afternoon morning outing`,
	regular:         `subscription monthly month mail delivery delivered club weekly quarterly`,
	sitting:         `session shoot sitting portrait photographer photo picture headshot`,
	several:         `set kit box case pack bundle collection basket hamper`,
	lesson | ticket: `experience`,
}

// formOf are the forms by stem.
var formOf = func() map[string]form {
	m := map[string]form{}
	for f, list := range formWords {
		for w := range strings.FieldsSeq(list) {
			m[words.Stem(w)] |= f
		}
	}
	return m
}()

// formed is a text without the words of its forms.
type formed struct {
	form form
	rest []string // stems
}

func newFormed(text string) formed {
	var f formed
	for _, w := range words.All(plain.Replace(text)) {
		stem := words.Stem(w)
		if kind := formOf[stem]; kind != 0 {
			f.form |= kind
		} else if !words.Stop(w) {
			f.rest = append(f.rest, stem)
		}
	}
	return f
}

// plain takes the accents off that people leave out.
var plain = strings.NewReplacer("é", "e", "è", "e", "ê", "e", "á", "a", "à", "a", "â", "a", "ä", "a", "ö", "o", "ü", "u", "ñ", "n", "ç", "c", "î", "i", "ô", "o")

// again reports whether a gift is the past gift p in another word for its form: "opera tickets"
// and "An evening at the opera". One word alone must be in the name, and isn't enough of a thing:
// a tea set is no box of tea.
func (p formed) again(it *repeat) bool {
	switch both := p.form & it.formed.form; {
	case both == 0 || len(p.rest) == 0:
		return false
	case len(p.rest) > 1:
		return within(p.rest, it.formed.rest)
	default:
		return both != several && within(p.rest, it.inName)
	}
}
