package recipe

import (
	"slices"
	"strings"

	"github.com/mcp-adapters/mcp-adapters/recipe/title"
	"github.com/mcp-adapters/mcp-adapters/recipe/words"
)

const (
	mostNearest = 3
	mostTyped   = 60 // characters of what is compared
)

// nearest returns the rows that may be meant by what stands where an id should, three at
// most, the likeliest first: a title that is the same, one that holds all of the words,
// one with a few other letters, or an id of which a part is wrong or missing.
func nearest(rows []row, wanted string) []row {
	text := bounded(words.Plain(wanted))
	if strings.TrimSpace(text) == "" {
		return nil
	}
	each, key := strings.Fields(text), title.Key(wanted)
	id := strings.ToLower(strings.TrimSpace(wanted))
	type match struct {
		row
		rank int
	}
	var found []match
	for _, r := range rows {
		name := bounded(words.Plain(r.Title))
		rank := -1
		switch d := distance(text, name); {
		case title.Key(r.Title) == key:
			rank = 0
		case name == text:
			rank = 1
		case beginWords(name, each), likeID(r.ID, id):
			rank = 2
		case d <= len([]rune(text))/4:
			rank = 2 + d
		case len([]rune(name)) >= 4 && strings.Contains(text, name): // "my soup recipe"
			rank = mostTyped
		}
		if rank >= 0 {
			found = append(found, match{r, rank})
		}
	}
	slices.SortStableFunc(found, func(a, b match) int { return a.rank - b.rank })
	var likely []row
	for _, m := range found[:min(len(found), mostNearest)] {
		likely = append(likely, m.row)
	}
	return likely
}

// likeID reports whether an id was copied badly: a part of it is missing or invented.
func likeID(id, wanted string) bool {
	const sure = 8 // hexadecimal digits, the first group of a UUID
	if len(wanted) < sure || len(id) < sure {
		return false
	}
	return strings.HasPrefix(strings.ToLower(id), wanted[:sure]) || len(wanted) <= len(id)+4 && distance(strings.ToLower(id), wanted) <= 4
}

func bounded(text string) string {
	if runes := []rune(text); len(runes) > mostTyped {
		return string(runes[:mostTyped])
	}
	return text
}

// distance returns how many letters must be added, removed or replaced to make one text
// the other.
func distance(a, b string) int {
	x, y := []rune(a), []rune(b)
	row := make([]int, len(y)+1)
	for j := range row {
		row[j] = j
	}
	for i, r := range x {
		before := row[0]
		row[0] = i + 1
		for j, s := range y {
			replaced := before
			if r != s {
				replaced++
			}
			before = row[j+1]
			row[j+1] = min(replaced, row[j+1]+1, row[j]+1)
		}
	}
	return row[len(y)]
}
