package rules

import (
	regexp "github.com/mcp-adapters/mcp-adapters/internal/lazyregexp"
)

// exceptWish removes all but what it names. Any end of it is an answer, so that the part before
// "but" is never done alone.
var exceptWish = regexp.MustCompile(`(?i)^(?:` + removal + `|clear|wipe|empty)(?: out)? (?:all|every|each|everything|everyone|anything|the)(?: of)?(?: the| my| these| those)?(?: (\p{L}+))?,? (?:but|except|excepting|besides|other than|apart from|aside from|save)(?: for)? (?:(?:not|keep|leave) )?(.+)$`)

// exception begins what is to stay of all that is removed.
var exception = regexp.MustCompile(`(?i)^(?:keep|leave)\b`)

// removesAll ends where an exception may follow.
var removesAll = regexp.MustCompile(`(?i)\b(?:` + removal + `|clear|wipe|empty)\b.*\b(?:all|every|each|everything|data|table|list|content)\b`)

// except reads "remove all but row 1".
func (r request) except() (answer, bool) {
	m := exceptWish.FindStringSubmatch(r.text)
	if m == nil {
		return answer{}, false
	}
	kept := r
	kept.text = "remove " + m[2]
	numbers, _ := kept.selected()
	if len(numbers) == 0 || m[1] != "" && !r.isEntry(m[1]) || howMany.MatchString(kept.text) {
		return cannot("I can't tell what should stay. Say “only keep the first " + r.nouns(1) + "”, or “remove row 2”.")
	}
	if len(numbers) == r.content.Data.Len() {
		return cannot("There are no other " + r.nouns(2) + ".")
	}
	return r.removeOthers(numbers)
}

// selected are the numbers of the entries that a wish to remove some names, or why there are
// none, as far as it is understood.
func (r request) selected() (numbers []int, problem string) {
	a, ok := r.rows()
	if !ok || a.reply != "" || len(a.operations) != 1 {
		return nil, a.reply
	}
	return a.operations[0].Remove, ""
}
