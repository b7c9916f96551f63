package schema

import (
	"fmt"
	"regexp"
	"sync"

	"github.com/google/uuid"
)

// matcher returns the check of a published pattern; nil for none. A pattern is published in JSON
// Schema's dialect (ECMA-262). A pattern that Go's dialect may read differently is refused, except
// the patterns of this package.
func matcher(pattern string) (func(string) bool, error) {
	switch pattern {
	case "":
		return nil, nil
	case uuidPattern:
		return isUUID, nil
	case notBlankPattern:
		return func(v string) bool { return notBlankRegexp().MatchString(v) }, nil
	}
	if differs := unportable(pattern); differs != "" {
		return nil, fmt.Errorf("the pattern %s may mean different things in Go and in JSON Schema, because of %s", pattern, differs)
	}
	expression, err := regexp.Compile(pattern)
	if err != nil {
		return nil, fmt.Errorf("the pattern %s can't be checked: %w", pattern, err)
	}
	return expression.MatchString, nil
}

// portable matches the beginning of a pattern that both dialects read alike: literal characters,
// anchors, groups, repetitions, character classes, digits and words. It has neither "." nor \s,
// because the dialects differ in line ends and white space.
var portable = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(?:[^\\.*+?()\[\]{}]|\\[dDwW]|\\[^\w\s]|\((?:\?:)?|\)|[*+?]|\{[0-9]+(?:,[0-9]*)?\}|` +
		`\[\^?(?:[^\\\[\]]|\\[dDwW]|\\[^\w\s])+\])*`)
})

// unportable returns the beginning of the part that the dialects may read differently, "" for none.
func unportable(pattern string) string {
	rest := pattern[len(portable().FindString(pattern)):]
	return rest[:min(len(rest), 4)]
}

// notBlankRegexp is compiled at its first use, to keep the start fast.
var notBlankRegexp = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(goNotBlankPattern) })

// isUUID reports whether v matches uuidPattern: the other forms that a UUID can have are longer or
// shorter.
func isUUID(v string) bool { return len(v) == 36 && uuid.Validate(v) == nil }
