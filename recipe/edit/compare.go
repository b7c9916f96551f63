package edit

// change is one difference of two lists. Positions count from 0; none is where there is
// no entry.
type change struct {
	from, to int
	moved    bool
}

const none = -1

// mostCells bounds the table of [common].
const mostCells = 1 << 20

// compare returns how one list became another, in the order of the entries. It reports
// false if they are too long and too different to say.
func compare(l List, before, after []Entry) (changes []change, ok bool) {
	a, b := lines(l, before), lines(l, after)
	start := 0
	for start < min(len(a), len(b)) && a[start] == b[start] {
		start++
	}
	endA, endB := len(a), len(b)
	for endA > start && endB > start && a[endA-1] == b[endB-1] {
		endA, endB = endA-1, endB-1
	}
	if (endA-start)*(endB-start) > mostCells {
		return nil, false
	}
	keptA, keptB := common(a[start:endA], b[start:endB])
	moves := moved(a[start:endA], b[start:endB], keptA, keptB)
	var removed, added []int // of the gap between two entries that stayed
	flush := func() {
		for len(removed) > 0 || len(added) > 0 {
			c := change{from: none, to: none}
			if len(removed) > 0 {
				c.from, removed = removed[0], removed[1:]
			}
			if len(added) > 0 {
				c.to, added = added[0], added[1:]
			}
			changes = append(changes, c)
		}
	}
	for i, j := start, start; i < endA || j < endB; {
		switch {
		case i < endA && !keptA[i-start]:
			if to, ok := moves[i-start]; ok {
				changes = append(changes, change{i, start + to, true})
			} else {
				removed = append(removed, i)
			}
			i++
		case j < endB && !keptB[j-start]:
			if !moves.has(j - start) {
				added = append(added, j)
			}
			j++
		default:
			flush()
			i, j = i+1, j+1
		}
	}
	flush()
	return changes, true
}

func lines(l List, entries []Entry) []string {
	text := make([]string, len(entries))
	for i, e := range entries {
		text[i] = line(l, e)
	}
	return text
}

// common reports which elements belong to the longest common subsequence.
func common(a, b []string) (keptA, keptB []bool) {
	keptA, keptB = make([]bool, len(a)), make([]bool, len(b))
	width := len(b) + 1
	longest := make([]int32, (len(a)+1)*width) // of the rest from i and j on
	for i := len(a) - 1; i >= 0; i-- {
		for j := len(b) - 1; j >= 0; j-- {
			best := max(longest[(i+1)*width+j], longest[i*width+j+1])
			if a[i] == b[j] {
				best = longest[(i+1)*width+j+1] + 1
			}
			longest[i*width+j] = best
		}
	}
	for i, j := 0, 0; i < len(a) && j < len(b); {
		switch {
		case a[i] == b[j]:
			keptA[i], keptB[j] = true, true
			i, j = i+1, j+1
		case longest[(i+1)*width+j] >= longest[i*width+j+1]:
			i++
		default:
			j++
		}
	}
	return keptA, keptB
}

// moves are where entries went, by where they were.
type moves map[int]int

func (m moves) has(to int) bool {
	for _, t := range m {
		if t == to {
			return true
		}
	}
	return false
}

// moved finds entries that are gone in one place and new in another.
func moved(a, b []string, keptA, keptB []bool) moves {
	gone := map[string][]int{}
	for i, text := range a {
		if !keptA[i] {
			gone[text] = append(gone[text], i)
		}
	}
	m := moves{}
	for j, text := range b {
		if was := gone[text]; !keptB[j] && len(was) > 0 {
			m[was[0]] = j
			gone[text] = was[1:]
		}
	}
	return m
}
