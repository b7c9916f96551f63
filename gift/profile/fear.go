package profile

// fears reads what is feared after the n tokens at token i that say so, one thing or several. Those count
// that gifts are known to have. It returns where the last one ends.
func (r *reader) fears(i, n int, kind string) int {
	begin := i
	i += n
	end := i
	for {
		it, ok := r.itemAt(i)
		if !ok {
			return end
		}
		found := false
		switch {
		case pronouns[r.t[it.from].word]:
			found = r.unwantedBefore(begin, it.from, kind)
		case r.harmful(it.from, it.to):
			r.unwanted(it.from, it.to, kind)
			found = true
		}
		if found {
			r.use(end, it.to, true)
			end = it.to
		}
		i = it.to
		if i >= len(r.t) || r.t[i].before == stop || !joint(r.t[i].word) && r.t[i].before != comma {
			return end
		}
	}
}

// harmful reports whether the tokens from and up to to name what gifts are known to have.
func (r *reader) harmful(from, to int) bool {
	for i := from; i < to; i++ {
		if r.Dislikes.Contains[r.t[i].word] != nil {
			return true
		}
	}
	return false
}

// overcome reports whether the fear at token i is no more, or the giver's or a pet's.
func (r *reader) overcome(i int) bool {
	for j := i - 1; j >= max(0, i-4) && !r.t[j+1].apart() && !breaks[r.t[j].word]; j-- {
		switch r.t[j].word {
		case "overcame", "overcome", "conquered", "beat", "lost", "faced", "used", "im":
			return j == 0 || r.t[j-1].word != "to" // "wants to overcome"
		}
		if r.thing(j) && r.t[j+1].word == "is" {
			return true
		}
	}
	return i > 1 && r.t[i-1].word == "am" && r.t[i-2].word == "i"
}
