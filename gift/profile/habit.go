package profile

import (
	"slices"
	"strings"
)

// findHabits reads what someone gave up or tries to: "quit smoking", "he gambled for years and just
// stopped". Nothing of it is given.
func (r *reader) findHabits() {
	for i := 0; i < len(r.t); i++ {
		habit, n := r.habits.at(r.t, i)
		if n == 0 || r.cured(i, i+n) {
			continue
		}
		at, near := r.givenUp(i, i+n)
		if at < 0 {
			continue
		}
		r.use(i, i+n, near)
		r.use(at, at+1, near)
		if near || habit == "gambling" { // "recovering" is from this and from no illness, and a gambler plays no poker
			r.bar(i, i+n)
			r.bar(at, at+1)
		}
		r.quit = habit
		for j := range r.t {
			switch w := r.t[j].word; {
			case r.quits[w]:
				r.use(j, j+1, false)
			case habit == "gambling" && slices.Contains(r.Dislikes.Contains[habit], w): // nor is "poker" an interest
				r.use(j, j+1, true)
				r.bar(j, j+1)
			}
		}
		if !slices.ContainsFunc(r.p.Dislikes, func(d Dislike) bool { return d.Text == habit }) {
			r.p.Dislikes = append(r.p.Dislikes, Dislike{Text: habit, Categories: r.meant(habit), Contains: r.contained(habit), Diet: true})
		}
		i += n - 1
	}
}

// cured reports whether the tokens from i up to end say how food was made: "smoked salmon".
func (r *reader) cured(i, end int) bool {
	w := r.t[i].word
	return strings.HasPrefix(w, "smok") && w != "smoker" && end < len(r.t) && !r.t[end].apart() && !r.t[end].number && !r.atQuitting[r.t[end].word]
}

// givenUp finds which word says that the habit at the tokens from i up to end is given up: near it,
// "addict", or elsewhere in the sentence, "quit". It is -1 if none does.
func (r *reader) givenUp(i, end int) (at int, near bool) {
	from, to := r.sentence(i, farFromHabit), end
	for to < len(r.t) && to < end+farFromHabit && r.t[to].before != stop {
		to++
	}
	for j := max(from, i-nearHabit); j < min(to, end+nearHabit); j++ {
		if r.recovers[r.t[j].word] && !r.parted(j, i) || j == i-1 && formerly[r.t[j].word] && strings.HasSuffix(r.t[i].word, "er") {
			return j, true
		}
	}
	for j := from; j < to; j++ {
		if r.quits[r.t[j].word] && (j+1 >= i && j < end || j+1 == len(r.t) || r.t[j+1].apart() || !r.other(j+1)) {
			return j, false
		}
	}
	return -1, false
}

// parted reports whether there is a comma between two tokens.
func (r *reader) parted(a, b int) bool {
	return slices.ContainsFunc(r.t[min(a, b)+1:max(a, b)+1], func(t token) bool { return t.apart() })
}

// other reports whether what is quit at token i is something else: "quit his job", "stopped drinking".
func (r *reader) other(i int) bool {
	w := r.t[i].word
	return owns[w] || visits[w] || strings.HasSuffix(w, "ing") && !r.habits.has(r.t, i)
}

// formerly are words before what someone was: "ex smoker".
var formerly = setOf([]string{"ex", "former", "reformed"})

// visits are words after "stopped" of who drops in.
var visits = setOf([]string{"by", "at", "off", "over", "to"})

// How many words stand between a habit and what says that it is given up.
const (
	nearHabit    = 3
	farFromHabit = 8
)

// sentence returns the first token of the sentence of token i, or that which is most before it.
func (r *reader) sentence(i, most int) int {
	from := i
	for from > 0 && i-from < most && r.t[from].before != stop {
		from--
	}
	return from
}
