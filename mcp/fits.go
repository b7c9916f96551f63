package mcp

import (
	"math"
	"regexp"
	"slices"
	"sync"
	"unicode/utf8"

	"github.com/google/jsonschema-go/jsonschema"
)

// fits reports whether a decoded value fits a schema made of the forms in
// schema.go. It is on the path of every call, where the library's validator
// takes a quarter of the time that a call may cost; a fuzz test holds it to the
// library's verdict, and a test holds every tool to the keywords known here.
func fits(s *jsonschema.Schema, value any) bool {
	switch v := value.(type) {
	case string:
		return s.Type == "string" && fitsText(s, v)
	case float64:
		return fitsNumber(s, v)
	case map[string]any:
		return s.Type == "object" && fitsObject(s, v)
	case []any:
		return s.Type == "array" && !slices.ContainsFunc(v, func(item any) bool { return !fits(s.Items, item) })
	default:
		return false // true, false and null: no schema has them
	}
}

func fitsText(s *jsonschema.Schema, v string) bool {
	if s.MinLength != nil || s.MaxLength != nil {
		length := utf8.RuneCountInString(v)
		if s.MinLength != nil && length < *s.MinLength || s.MaxLength != nil && length > *s.MaxLength {
			return false
		}
	}
	if s.Enum != nil && !slices.Contains(s.Enum, any(v)) {
		return false
	}
	switch s.Pattern {
	case "":
		return true
	case uuidPattern:
		return isUUID(v)
	default: // notBlankPattern
		return notBlankRegexp().MatchString(v)
	}
}

func fitsNumber(s *jsonschema.Schema, v float64) bool {
	switch {
	case s.Type != "number" && (s.Type != "integer" || v != math.Trunc(v)):
		return false
	case s.Minimum != nil && v < *s.Minimum, s.Maximum != nil && v > *s.Maximum:
		return false
	}
	return true
}

func fitsObject(s *jsonschema.Schema, object map[string]any) bool {
	for _, name := range s.Required {
		if _, ok := object[name]; !ok {
			return false
		}
	}
	for name, value := range object {
		member := s.Properties[name]
		if member == nil && s.AdditionalProperties != nil || member != nil && !fits(member, value) {
			return false
		}
	}
	return s.MinProperties == nil || len(object) >= *s.MinProperties
}

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

// notBlankRegexp is compiled at its first use: start-up pays for none.
var notBlankRegexp = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(goNotBlankPattern) })
