package mcp

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"
)

// checker checks arguments against a schema. The schema is compiled at its
// first use, so that start-up pays for none. Safe for concurrent use.
type checker struct {
	schema   *schema
	compiled func() (*jsonschema.Schema, error)
}

func newChecker(s *schema) *checker {
	return &checker{schema: s, compiled: sync.OnceValues(s.compile)}
}

func (s *schema) compile() (*jsonschema.Schema, error) {
	text, err := json.Marshal(s)
	if err != nil {
		return nil, err
	}
	document, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		return nil, err
	}
	c := jsonschema.NewCompiler()
	c.UseRegexpEngine(compilePattern)
	const name = "input.json"
	if err := c.AddResource(name, document); err != nil {
		return nil, err
	}
	return c.Compile(name)
}

// compilePattern gives \S the meaning that JSON Schema's dialect (ECMA-262)
// gives it: Go's knows ASCII white space only.
func compilePattern(pattern string) (jsonschema.Regexp, error) {
	if pattern == notBlankPattern {
		pattern = `[^\s\v\p{Z}\x{feff}]`
	}
	return regexp.Compile(pattern)
}

// maxFaults bounds how many faults one message tells.
const maxFaults = 10

// check gives an invalid_params error that tells the faults of args.
func (c *checker) check(args Arguments) error {
	compiled, err := c.compiled()
	if err != nil {
		return fmt.Errorf("compile an input schema: %w", err)
	}
	err = compiled.Validate(map[string]any(args))
	if err == nil {
		return nil
	}
	var fault *jsonschema.ValidationError
	if !errors.As(err, &fault) {
		return fmt.Errorf("check the arguments: %w", err)
	}
	faults := c.word(fault, nil)
	slices.SortFunc(faults, func(a, b wordedFault) int {
		return cmp.Or(cmp.Compare(a.field, b.field), cmp.Compare(a.clause, b.clause))
	})
	clauses := make([]string, 0, maxFaults+1)
	for i, f := range faults {
		if i == maxFaults {
			clauses = append(clauses, fmt.Sprintf("and %d more", len(faults)-maxFaults))
			break
		}
		clauses = append(clauses, f.clause)
	}
	return invalid(faults[0].field, strings.Join(clauses, "; "))
}

// wordedFault is one broken rule: the member and a clause for a person.
type wordedFault struct {
	field  string
	clause string
}

// word collects the leaves of the validator's tree.
func (c *checker) word(e *jsonschema.ValidationError, faults []wordedFault) []wordedFault {
	for _, cause := range e.Causes {
		faults = c.word(cause, faults)
	}
	if len(e.Causes) > 0 {
		return faults
	}
	path := memberPath(e.InstanceLocation)
	at := c.schema.at(e.InstanceLocation)
	one := func(rule string) []wordedFault {
		return append(faults, wordedFault{field: cmp.Or(path, "arguments"), clause: cmp.Or(path, "arguments") + " " + rule})
	}
	switch k := e.ErrorKind.(type) {
	case *kind.Required:
		for _, name := range k.Missing {
			field := memberPath(append(slices.Clone(e.InstanceLocation), name))
			faults = append(faults, wordedFault{field: field, clause: field + " is required"})
		}
		return faults
	case *kind.AdditionalProperties:
		slices.Sort(k.Properties)
		known := "known: " + strings.Join(at.Properties.names(), ", ")
		if len(at.Properties) == 0 {
			known = "this tool takes no arguments"
		}
		for _, name := range k.Properties {
			field := memberPath(append(slices.Clone(e.InstanceLocation), name))
			faults = append(faults, wordedFault{field: field, clause: "unknown argument " + field + "; " + known})
		}
		return faults
	case *kind.Type:
		return one("must be " + typeName(at.Type))
	case *kind.Enum:
		return one("must be " + strings.Join(at.Enum, " or "))
	case *kind.Minimum, *kind.Maximum:
		return one(at.rangeRule(e.ErrorKind))
	case *kind.MinLength, *kind.MaxLength:
		return one(at.lengthRule())
	case *kind.MinProperties:
		return one("must name at least one member to change: " + strings.Join(at.Properties.names()[1:], ", "))
	case *kind.Pattern:
		if k.Want == uuidPattern {
			return one("must be a UUID such as 123e4567-e89b-42d3-a456-426614174000")
		}
		return one("must not be blank")
	default:
		return one("does not fit its schema")
	}
}

// at is the part of the schema that describes the value at the path.
func (s *schema) at(path []string) *schema {
	for _, token := range path {
		next := s.Items
		if s.Type == "object" {
			next = s.Properties.lookup(token)
		}
		if next == nil {
			return s
		}
		s = next
	}
	return s
}

func (s *schema) rangeRule(broken jsonschema.ErrorKind) string {
	low, high := number(*s.Minimum), number(*s.Maximum)
	if *s.Maximum < maxInt32 {
		return "must be between " + low + " and " + high
	}
	if _, ok := broken.(*kind.Maximum); ok {
		return "must be at most " + high
	}
	return "must be " + low + " or more"
}

func (s *schema) lengthRule() string {
	switch {
	case s.MaxLength == nil:
		return "must not be empty"
	case s.MinLength == nil:
		return fmt.Sprintf("must be at most %d characters long", *s.MaxLength)
	default:
		return fmt.Sprintf("must be %d to %d characters long", *s.MinLength, *s.MaxLength)
	}
}

func number(f float64) string { return strconv.FormatFloat(f, 'f', -1, 64) }

func typeName(name string) string {
	switch name {
	case "integer":
		return "a whole number"
	case "number":
		return "a number"
	case "string":
		return "text"
	case "array":
		return "a list"
	default:
		return "an object"
	}
}
