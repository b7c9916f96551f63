package profile

// livesOnTheirOwn reports whether the description shows that a relative of no certain age is
// grown up: "my son bought a house", but not "my niece, her dad bought a house", nor "my niece
// wants her own apartment".
func (r *reader) livesOnTheirOwn() bool {
	for i := range r.t {
		if _, n := r.grown.at(r.t, i); n > 0 && !r.ofElder(i) && !r.wished(i) {
			return true
		}
	}
	return false
}

// ofElder reports whether the last person who is named before token i is no relative of no certain
// age, and so whoever is spoken of there.
func (r *reader) ofElder(i int) bool {
	for j := i - 1; j >= 0; j-- {
		if kind, n := r.recipients.at(r.t, j); n > 0 && kind != not && j+n <= i {
			return !Young(kind) && kind != "student" && kind != "sibling"
		}
	}
	return false
}

// wished reports whether what token i begins is only wished for.
func (r *reader) wished(i int) bool {
	for j := i - 1; j >= max(0, i-5) && !r.t[j+1].apart(); j-- {
		if wishes[r.t[j].word] {
			return true
		}
	}
	return false
}

var wishes = setOf([]string{"want", "wants", "dream", "dreams", "dreaming", "hopes", "hoping", "wishes", "plans", "someday", "play", "plays", "pretends", "pretend"})

// atHeart reports whether someone is called a child who is none: "a big kid".
func (r *reader) atHeart() bool {
	for i := range r.t {
		if _, n := r.childish.at(r.t, i); n > 0 && r.closes(i+n) {
			return true
		}
	}
	return false
}
