package profile

// findHomonyms marks words that look like an interest, where they stand, and are none: "watches" of
// who watches the news, "free" of cancer, a knee that hurts. They bring no category to mind, and are no
// reason for a gift.
func (r *reader) findHomonyms() {
	for i := range r.t {
		t := &r.t[i]
		switch w := t.word; {
		case r.lookalikes[w], r.watches(i):
			t.homonym = true
		case w == "free":
			t.homonym = i+1 == len(r.t) || !ofFree[r.t[i+1].word]
		case r.bodily[w]:
			t.homonym = r.ails(i)
		}
	}
}

// ofFree are words of which "free" says the price.
var ofFree = setOf([]string{"gift", "gifts", "present", "presents", "stuff", "thing", "things", "idea", "ideas"})

// watches reports whether token i is what someone does: "who watches telenovelas", and not "collects
// watches".
func (r *reader) watches(i int) bool {
	switch r.t[i].word {
	case "watching":
		return true
	case "watches", "watch":
	default:
		return false
	}
	if i+1 >= len(r.t) || r.t[i+1].apart() || ofThings[r.t[i+1].word] {
		return false
	}
	return i == 0 || r.t[i].apart() || r.person[r.t[i-1].word] || r.isPerson(i-1) || adverbs[r.t[i-1].word]
}

var (
	ofThings = setOf([]string{"and", "or", "from", "of", "with", "are", "is", "for", "by", "but", "as"})
	adverbs  = setOf([]string{"that", "also", "always", "only", "just", "still", "mostly", "often", "never", "to", "sits", "and", "i", "we"})
)

// ails reports whether a part of the body at token i hurts, and marks what says so.
func (r *reader) ails(i int) bool {
	if i > 0 && !r.t[i].apart() && r.ailing[r.t[i-1].word] {
		return true
	}
	for j := i + 1; j < len(r.t) && j <= i+2 && !r.t[j].apart(); j++ {
		if r.ailing[r.t[j].word] {
			r.t[j].homonym = true
			return true
		}
	}
	return false
}
