package profile

import (
	"slices"
	"strings"

	"github.com/mcp-adapters/mcp-adapters/gift/words"
)

// readExclusions reads what isn't wanted: what follows "no" or "avoid" to the end of its list, what stands
// before "is out", and the lines of what to avoid.
func (r *reader) readExclusions() {
	for i := 0; i < len(r.t); i++ {
		if r.t[i].gone {
			continue
		}
		if r.t[i].line == "avoid" {
			end := i
			for end < len(r.t) && r.t[end].line == "avoid" && (end == i || r.t[end].before != stop) {
				end++
			}
			_, n := r.avoid.at(r.t, i) // "Avoid: no alcohol"
			r.list(i, i+n, end, false, true)
			r.mark(i, end)
			i = end - 1
			continue
		}
		if _, n := r.avoided.at(r.t, i); n > 0 {
			r.before(i, n)
			i += n - 1
			continue
		}
		value, n := r.avoid.at(r.t, i)
		if n == 1 && r.t[i].word == "not" && !r.t[i].apart() { // "handy they are not"
			n = 0
		}
		if n == 0 || value == none || r.t[i].line == "has" || r.pastBudget(i+n) {
			i += max(n-1, 0)
			continue
		}
		if kind, _ := readSafety().kinds.at(r.t, i+n-1); n > 1 && kind != "" && i+n == len(r.t) { // "doesn't read"
			r.item(r.t[i+n-1:i+n], value == "allergic")
		}
		r.known = value == "fear" // what is feared counts if it is known
		end := r.list(i, i+n, len(r.t), value == "allergic", false)
		r.known = false
		if end > i+n {
			if value == "avoid" {
				r.mark(i, end)
			}
			i = end - 1
		} else {
			i += n - 1
		}
	}
}

// mark takes tokens out of what is liked.
func (r *reader) mark(from, to int) {
	for k := from; k < to; k++ {
		r.t[k].used, r.t[k].gone, r.t[k].barred = true, true, true
	}
}

// pastBudget reports whether an amount begins at token i: "no more than $50".
func (r *reader) pastBudget(i int) bool {
	return i < len(r.t) && (r.t[i].number || r.t[i].money) && !r.t[i].apart()
}

// list reads the items of a list from token i on, and returns where it ends. In a line nothing but the
// line's end ends it. cue is where the words before the list begin.
func (r *reader) list(cue, i, end int, allergy, line bool) int {
	from, joined, last := i, true, i
	flush := func(to int) {
		if r.item(r.t[from:to], allergy) {
			last = to
		}
	}
	for k := i; k < end; k++ {
		t := &r.t[k]
		and := t.word == "or" || t.word == "and" || t.word == "nor" || t.word == "plus"
		switch {
		case !line && k > i && (t.before == stop || t.line != r.t[cue].line), !line && t.number:
			flush(k)
			return last
		case t.before == comma && k > from, and:
			flush(k)
			from, joined = k, and
			if and {
				from = k + 1
			}
			if !line && from < end && (r.recipients.has(r.t, from) || r.avoid.has(r.t, from) || k > i && r.startsClause(from)) {
				return last
			}
		case !line && (r.avoidEnd[t.word] || k > from && r.avoid.has(r.t, k)):
			if joined || t.word == "please" { // "hates coffee, tea drinker" hates no tea
				flush(k)
			}
			return last
		case !line && k-from >= maxItem:
			if joined {
				flush(k)
			}
			return last
		}
	}
	flush(end)
	return last
}

// maxItem is how many words one thing that isn't wanted has at most.
const maxItem = 5

// startsClause reports whether token i begins something else than a further item.
func (r *reader) startsClause(i int) bool {
	return r.avoidEnd[r.t[i].word] || r.naming[r.t[i].word] || r.t[i].number
}

// before reads what stands before the n words "is out" at token i.
func (r *reader) before(i, n int) {
	from := i
	for from > 0 && !r.t[from-1].gone && !r.avoidEnd[r.t[from-1].word] && !r.naming[r.t[from-1].word] && r.t[from-1].word != "a" && r.t[from-1].word != "an" && i-from < 2*maxItem {
		from--
		if r.t[from].before == stop || r.t[from].before == comma && from+1 < len(r.t) && !slices.ContainsFunc(r.t[from:i], func(t token) bool { return t.word == "and" || t.word == "or" }) {
			break
		}
	}
	allergy := false
	if from < i {
		allergy = slices.Contains([]string{"allergy", "allergies", "allergie", "intolerance"}, r.t[i].word)
		r.list(from, from, i, allergy, true)
	}
	said := r.text[r.t[i].start:r.t[i+n-1].end]
	if dear := strings.Contains(said, "too") || strings.Contains(said, "afford"); !dear && !allergy { // whoever wants a telescope likes the stars
		r.mark(from, i+n)
	}
}

// item notes one thing that isn't wanted, and reports whether there is one.
func (r *reader) item(t []token, allergy bool) bool {
	for len(t) > 0 && r.skip[t[0].word] {
		t = t[1:]
	}
	for len(t) > 0 && (r.skip[t[len(t)-1].word] || r.avoidEnd[t[len(t)-1].word]) {
		t = t[:len(t)-1]
	}
	if len(t) == 1 && (t[0].word == "them" || t[0].word == "it") { // "loves cats but is allergic to them"
		for i := range r.t {
			if _, n := readSafety().kinds.at(r.t, i); n > 0 && r.t[i].start < t[0].start {
				t = r.t[i : i+n]
			}
		}
	}
	if len(t) == 0 || t[0].word == "them" || t[0].word == "it" {
		return false
	}
	said := r.text[t[0].start:t[len(t)-1].end]
	known := false
	for i := range t { // the kind that its last word is of: "red wine" is wine, "wine glasses" are not
		if kind, n := readSafety().kinds.at(t, i); n > 0 && (i+n == len(t) || i == 0 && n < len(t) && words.Stop(t[n].word)) {
			r.exclude(kind, strings.ToLower(said), false, allergy)
			known = true
			break
		}
	}
	stems := words.Content(said)
	if known && allergy {
		r.p.Exclusions[len(r.p.Exclusions)-1].Stems = stems
	}
	if !known {
		if len(stems) == 0 || r.known {
			return known
		}
		r.p.Exclusions = append(r.p.Exclusions, Exclusion{Text: strings.ToLower(said), Stems: stems, Allergy: allergy})
	}
	return true
}

// readOwned reads what someone has already, or was given.
func (r *reader) readOwned() {
	for i := 0; i < len(r.t); i++ {
		t := &r.t[i]
		if t.line == "has" {
			end := i
			for end < len(r.t) && r.t[end].line == "has" && (end == i || r.t[end].before != stop) {
				end++
			}
			r.own(i, end)
			i = end - 1
			continue
		}
		if t.word == "already" { // "has a telescope already"
			for k := i - 1; k >= max(0, i-maxItem) && !r.t[k+1].apart(); k-- {
				if slices.Contains([]string{"has", "have", "got", "owns"}, r.t[k].word) {
					r.own(k+1, i)
					break
				}
			}
		}
		if _, n := r.owned.at(r.t, i); n > 0 && !t.gone {
			end := i + n
			for end < len(r.t) && r.t[end].before != stop && !r.avoidEnd[r.t[end].word] && !slices.Contains([]string{"last", "already", "so", "this", "enough"}, r.t[end].word) && !r.recipients.has(r.t, end) {
				end++
			}
			r.own(i+n, end)
			i = end - 1
		}
	}
}

// own notes the things that tokens name.
func (r *reader) own(from, to int) {
	for i := from; i <= to; i++ {
		if i < to && (r.t[i].before != comma || i <= from) && r.t[i].word != "and" && r.t[i].word != "or" {
			continue
		}
		item := r.t[from:i]
		for len(item) > 0 && r.skip[item[0].word] {
			item = item[1:]
		}
		if len(item) > 0 && len(item) <= maxItem+1 {
			r.p.Owned = append(r.p.Owned, r.text[item[0].start:item[len(item)-1].end])
		}
		if from = i; i < to && r.t[i].before != comma {
			from = i + 1
		}
	}
}
