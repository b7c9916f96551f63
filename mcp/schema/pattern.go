package schema

import (
	"fmt"
	"regexp"
	"sync"
)

// patterns compiled once for all schemas that have them.
var patterns sync.Map // string to func(string) bool

// matcher returns the check of a published pattern; nil for none. A pattern is
// published in JSON Schema's dialect (ECMA-262). Where Go's reads the same text
// differently it is refused, but for the ones of this package.
func matcher(pattern string) (func(string) bool, error) {
	switch pattern {
	case "":
		return nil, nil
	case uuidPattern:
		return isUUID, nil
	case notBlankPattern:
		return func(v string) bool { return notBlankRegexp().MatchString(v) }, nil
	}
	if known, ok := patterns.Load(pattern); ok {
		return known.(func(string) bool), nil
	}
	if differs := unportable(pattern); differs != "" {
		return nil, fmt.Errorf("the pattern %s may mean different things in Go and in JSON Schema, because of %s", pattern, differs)
	}
	expression, err := regexp.Compile(pattern)
	if err != nil {
		return nil, fmt.Errorf("the pattern %s can't be checked: %w", pattern, err)
	}
	patterns.Store(pattern, expression.MatchString)
	return expression.MatchString, nil
}

// portable is the text at the beginning of which both dialects agree: characters that
// stand for themselves, anchors, groups, repetitions, classes of characters, digits and
// words. Neither "." nor \s is among them: the dialects differ in what ends a line and
// what is a blank.
var portable = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(?:[^\\.*+?()\[\]{}]|\\[dDwW]|\\[^\w\s]|\((?:\?:)?|\)|[*+?]|\{[0-9]+(?:,[0-9]*)?\}|` +
		`\[\^?(?:[^\\\[\]]|\\[dDwW]|\\[^\w\s])+\])*`)
})

// unportable returns the beginning of what the dialects may read differently, "" if
// there is nothing.
func unportable(pattern string) string {
	rest := pattern[len(portable().FindString(pattern)):]
	return rest[:min(len(rest), 4)]
}

// notBlankRegexp is compiled at its first use: start-up pays for none.
var notBlankRegexp = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(goNotBlankPattern) })

// isUUID is uuidPattern by hand.
func isUUID(v string) bool {
	if len(v) != 36 {
		return false
	}
	for i := range len(v) {
		c := v[i]
		switch i {
		case 8, 13, 18, 23:
			if c != '-' {
				return false
			}
		default:
			if (c < '0' || c > '9') && (c|0x20 < 'a' || c|0x20 > 'f') {
				return false
			}
		}
	}
	return true
}
