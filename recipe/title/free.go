package title

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// mostBytes is what every server takes: the original counts the 200 characters of
// a title in bytes.
const mostBytes = 200

// Free returns s with the first number that makes it a title which is not taken,
// shortened where it would become too long.
func Free(s string, taken func(string) bool) string {
	s = Clean(s)
	for n := 2; ; n++ {
		number := fmt.Sprintf(" (%d)", n)
		if free := cut(s, mostBytes-len(number)) + number; !taken(free) {
			return free
		}
	}
}

// cut returns at most n bytes of s, whole characters.
func cut(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for !utf8.RuneStart(s[n]) {
		n--
	}
	return strings.TrimSpace(s[:n])
}
