package gift

import (
	"fmt"
	"regexp"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/mcp-adapters/mcp-adapters/gift/rank"
	"github.com/mcp-adapters/mcp-adapters/mcp/schema"
)

// request is what a call asks for, made to fit, and what had to be changed for that.
type request struct {
	rank.Request

	notes []string
}

func (r *request) note(format string, args ...any) {
	r.notes = append(r.notes, fmt.Sprintf(format, args...))
}

// readRequest returns the request of a call; false: it describes no one.
func readRequest(args schema.Arguments) (*request, bool) {
	r := &request{}
	description := clean(args.Text("recipient_description"))
	if utf8.RuneCountInString(description) < leastDescription || !hasWord(description) {
		return nil, false
	}
	r.Description = cut(description, maxDescription)
	if r.Description != description {
		r.note("Only the first %d characters of the description were read.", maxDescription)
	}
	r.Past = r.pastGifts(args)
	r.Starred = r.starred(args)
	r.Limit = defaultLimit
	if n, ok := args["limit"].(float64); ok {
		r.Limit = int(min(max(n, minLimit), maxLimit))
		if float64(r.Limit) != n {
			r.note("limit must be from %d to %d; %d was used.", minLimit, maxLimit, r.Limit)
		}
	}
	return r, true
}

func (r *request) pastGifts(args schema.Arguments) []string {
	var list []string
	seen := map[string]bool{}
	shortened := false
	sent, _ := args["past_gifts"].([]any)
	for i, item := range sent {
		if i == maxItems {
			r.note("Only the first %d past gifts were read.", maxItems)
			break
		}
		text, _ := item.(string)
		text = clean(text)
		short := cut(text, maxItem)
		shortened = shortened || short != text
		if key := strings.ToLower(short); short != "" && !seen[key] {
			seen[key] = true
			list = append(list, short)
		}
	}
	if shortened {
		r.note("Only the first %d characters of each past gift were read.", maxItem)
	}
	return list
}

func (r *request) starred(args schema.Arguments) []string {
	var list []string
	seen := map[string]bool{}
	sent, _ := args["starred_gift_ids"].([]any)
	for i, item := range sent {
		if i == maxItems {
			r.note("Only the first %d starred gifts were read.", maxItems)
			break
		}
		text, _ := item.(string)
		if id, ok := giftID(text); ok && !seen[id] {
			seen[id] = true
			list = append(list, id)
		}
	}
	return list
}

var uuid = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$`)
})

// giftID returns an id as it is stored; false: it has another form.
func giftID(text string) (string, bool) {
	id := strings.ToLower(text)
	return id, uuid().MatchString(id)
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
