package gift

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/mcp-adapters/mcp-adapters/gift/rank"
	"github.com/mcp-adapters/mcp-adapters/mcp/schema"
)

// readRequest returns the request of a call, or what its sender has to change: lengths count characters after
// cleaning, so the published schema alone can't check them.
func readRequest(args schema.Arguments) (*rank.Request, string) {
	r := &rank.Request{Limit: defaultLimit, Description: cleanLines(args.Text("recipient_description"))}
	if n, ok := args["limit"].(float64); ok {
		r.Limit = int(n)
	}
	switch n := utf8.RuneCountInString(r.Description); {
	case n < leastDescription || !hasWord(r.Description):
		return nil, noDescription
	case n > maxDescription:
		return nil, tooLong("recipient_description", maxDescription)
	case r.Limit < minLimit || r.Limit > maxLimit:
		return nil, fmt.Sprintf("limit must be a whole number from %d to %d.", minLimit, maxLimit)
	}
	for _, name := range [...]string{"past_gifts", "starred_gift_ids"} {
		if sent, _ := args[name].([]any); len(sent) > maxItems {
			return nil, fmt.Sprintf("%s must have at most %d entries.", name, maxItems)
		}
	}
	past, _ := args["past_gifts"].([]any)
	for i, item := range past {
		text, _ := item.(string)
		if text = clean(text); utf8.RuneCountInString(text) > maxItem {
			return nil, tooLong(fmt.Sprintf("past_gifts[%d]", i), maxItem)
		}
		if text != "" && !slices.ContainsFunc(r.Past, func(p string) bool { return strings.EqualFold(p, text) }) {
			r.Past = append(r.Past, text)
		}
	}
	starred, _ := args["starred_gift_ids"].([]any)
	for _, item := range starred {
		text, _ := item.(string)
		if id, ok := giftID(text); ok && !slices.Contains(r.Starred, id) {
			r.Starred = append(r.Starred, id)
		}
	}
	return r, ""
}

func tooLong(member string, most int) string {
	return fmt.Sprintf("%s must have at most %d characters.", member, most)
}

var uuid = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$`)
})

// giftID returns an id as it is stored; false: it has another form.
func giftID(text string) (string, bool) {
	id := strings.ToLower(text)
	return id, uuid().MatchString(id)
}

// cleanLines is [clean] for each line of s; a model writes a line for each thing that it knows.
func cleanLines(s string) string {
	lines := strings.Split(s, "\n")
	for i := range lines {
		lines[i] = clean(lines[i])
	}
	return strings.Join(slices.DeleteFunc(lines, func(line string) bool { return line == "" }), "\n")
}

// clean brings text to NFC, with single spaces and without control characters.
func clean(s string) string {
	s = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case unicode.IsControl(r) || unicode.Is(unicode.Cf, r) && r != zeroWidthJoiner:
			return -1
		}
		return r
	}, norm.NFC.String(s))
	return strings.Join(strings.Fields(s), " ")
}

const zeroWidthJoiner = '\u200d' // within emoji

// hasWord reports whether two letters stand together. In scripts that write a word with one
// letter, one is enough.
func hasWord(s string) bool {
	letters := 0
	for _, r := range s {
		switch {
		case unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul):
			return true
		case unicode.IsLetter(r) || letters > 0 && unicode.Is(unicode.Mn, r):
			letters++
		default:
			letters = 0
		}
		if letters > 1 {
			return true
		}
	}
	return false
}

// cut returns at most n characters of s, up to the end of a word if there is one in the
// last quarter.
func cut(s string, n int) string {
	if len(s) <= n || utf8.RuneCountInString(s) <= n {
		return s
	}
	end := 0
	for i := range s {
		if n == 0 {
			end = i
			break
		}
		n--
	}
	short := s[:end]
	if at := strings.LastIndexByte(short, ' '); at > 3*len(short)/4 && s[end] != ' ' {
		short = short[:at]
	}
	return strings.TrimRight(short, " ,;:")
}
