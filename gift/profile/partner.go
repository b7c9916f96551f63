package profile

import "github.com/mcp-adapters/mcp-adapters/gift/words"

// partnerOf reports whether the partner who is named by the tokens from and up to to is another's, "my
// boss's wife", or no longer one, "my ex-husband". They are grown up, unless they may be as young as
// the one whose they are.
func (r *reader) partnerOf(from, to int) bool {
	i := from
	for i > max(0, from-2) && !r.t[i].apart() && !r.t[i-1].possessive && r.t[i-1].word != "ex" && (qualifies[r.t[i-1].word] || !words.Stop(r.t[i-1].word) && !r.isPerson(i-1)) {
		i-- // "my boss's lovely wife"
	}
	if i == 0 || r.t[i].apart() {
		return r.partnerAfter(to)
	}
	last := &r.t[i-1]
	switch {
	case last.word == "ex" || last.word == "former":
		r.adult = true
		return true
	case last.possessive && last.about == AnAge, r.isYoungPerson(i - 1), r.toldYoung(i): // "my 15 year old's girlfriend"
		r.together(from, true)
		return true
	case r.isPerson(i - 1):
		r.together(from, false)
		return true
	}
	return r.partnerAfter(to)
}

// partnerAfter is partnerOf where the other is named after them: "the wife of my boss".
func (r *reader) partnerAfter(i int) bool {
	if i+1 >= len(r.t) || r.t[i].apart() || r.t[i].word != "of" {
		return false
	}
	at := r.personAfter(i + 1)
	if at == 0 {
		return false
	}
	kind, n := r.recipients.at(r.t, at)
	r.together(i-1, Young(kind))
	for k := at; k < at+n; k++ {
		r.t[k].another = true
	}
	return true
}

// together notes what is known of the partner whom token i names of someone who may be young: whoever
// is married is grown up.
func (r *reader) together(i int, young bool) {
	if young && !married[r.t[i].word] {
		r.minor = true
		return
	}
	r.adult = true
}

var married = setOf([]string{"wife", "husband", "spouse", "fiance", "fiancee", "fiancé", "fiancée", "hubby", "wifey"})
