package site

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

const (
	// maxEntries and maxEntry bound a list of texts, which the contract doesn't: a
	// hundred projects of a page must fit into an answer.
	maxEntries = 100
	maxEntry   = 500
	// maxBlocks is how long description_blocks may be, in bytes of JSON.
	maxBlocks = 32 << 10
)

// form is the JSON object of a body. Its methods return the members of those names, nil
// for one that isn't there or breaks a rule, which [form.err] has then. Other members
// are ignored.
type form struct {
	members map[string]jsontext.Value
	errors  map[string][]string
}

// parse reads a body. Without one the form is empty.
func parse(body []byte) (*form, error) {
	f := &form{}
	if len(body) == 0 {
		return f, nil
	}
	value := jsontext.Value(body)
	if kind := value.Kind(); kind != '{' && value.IsValid() {
		return nil, fail(validationError, "The body must be a JSON object. Nothing was changed.")
	}
	err := json.Unmarshal(body, &f.members)
	switch {
	case err == nil:
		return f, nil
	case errors.Is(err, jsontext.ErrDuplicateName):
		return nil, fail(validationError, "The body names a member twice. Nothing was changed.")
	case !utf8.Valid(body):
		return nil, fail(validationError, "The body is not UTF-8. Nothing was changed.")
	}
	return nil, fail(parseError, "The body is not JSON. Nothing was changed.")
}

// refuse notes that a field breaks a rule.
func (f *form) refuse(field, format string, args ...any) {
	if f.errors == nil {
		f.errors = map[string][]string{}
	}
	f.errors[field] = append(f.errors[field], fmt.Sprintf(format, args...))
}

// err returns what was found wrong.
func (f *form) err() error {
	if f.errors == nil {
		return nil
	}
	return invalidFields(f.errors)
}

func (f *form) has(name string) bool { _, ok := f.members[name]; return ok }

// member decodes the member of a name.
func member[T any](f *form, name, is string) *T {
	raw, ok := f.members[name]
	if !ok {
		return nil
	}
	var v *T
	if err := json.Unmarshal(raw, &v); err != nil || v == nil {
		f.refuse(name, "must be %s", is)
		return nil
	}
	return v
}

// isNull takes out a member that is null, for those that may be.
func (f *form) isNull(name string) bool {
	raw, ok := f.members[name]
	if !ok || raw.Kind() != 'n' {
		return false
	}
	delete(f.members, name)
	return true
}

// text returns a text of at most so many characters.
func (f *form) text(name string, most int) *string {
	v := member[string](f, name, "a text")
	if v != nil && !f.fits(name, *v, most) {
		return nil
	}
	return v
}

func (f *form) fits(name, text string, most int) bool {
	if n := utf8.RuneCountInString(text); n > most {
		f.refuse(name, "must have at most %d characters; it has %d", most, n)
		return false
	}
	return true
}

// list returns a list of texts.
func (f *form) list(name string) *[]string {
	v := member[[]*string](f, name, "a list of texts")
	if v == nil {
		return nil
	}
	if len(*v) > maxEntries {
		f.refuse(name, "must have at most %d entries; it has %d", maxEntries, len(*v))
		return nil
	}
	texts := make([]string, 0, len(*v))
	for i, entry := range *v {
		if entry == nil {
			f.refuse(name, "must be a list of texts; entry %d is null", i+1)
			return nil
		}
		if n := utf8.RuneCountInString(*entry); n > maxEntry {
			f.refuse(name, "must have entries of at most %d characters; entry %d has %d", maxEntry, i+1, n)
			return nil
		}
		texts = append(texts, *entry)
	}
	return &texts
}

// choice returns one of some texts.
func (f *form) choice(name string, values ...string) *string {
	is := "one of " + strings.Join(values, ", ")
	v := member[string](f, name, is)
	if v != nil && !slices.Contains(values, *v) {
		f.refuse(name, "must be %s", is)
		return nil
	}
	return v
}

// choiceOrNull is choice for a field that null clears.
func (f *form) choiceOrNull(name string, values ...string) *string {
	if f.isNull(name) {
		return new(string)
	}
	return f.choice(name, values...)
}

// whole returns an integer that is not less than a number.
func (f *form) whole(name string, least int) *int {
	const most = 1 << 31
	v := member[float64](f, name, "a whole number")
	switch {
	case v == nil:
		return nil
	case *v != float64(int64(*v)) || *v >= most || *v < -most:
		f.refuse(name, "must be a whole number")
		return nil
	case *v < float64(least):
		f.refuse(name, "must be at least %d", least)
		return nil
	}
	n := int(*v)
	return &n
}

func (f *form) flag(name string) *bool { return member[bool](f, name, "true or false") }

// id returns an id.
func (f *form) id(name string) *string {
	v := member[string](f, name, "a UUID")
	if v == nil {
		return nil
	}
	u := id(*v)
	if u == "" {
		f.refuse(name, "must be a UUID")
		return nil
	}
	return &u
}

// blocks returns any JSON, "" for null.
func (f *form) blocks(name string) *string {
	raw, ok := f.members[name]
	switch {
	case !ok:
		return nil
	case f.isNull(name):
		return new(string)
	case len(raw) > maxBlocks:
		f.refuse(name, "must be at most %d bytes of JSON", maxBlocks)
		return nil
	}
	text := string(raw)
	return &text
}

// forms returns the objects of a list of between one and so many.
func (f *form) forms(name string, most int) []*form {
	const is = "a list of objects"
	v := member[[]jsontext.Value](f, name, is)
	if v == nil {
		return nil
	}
	if n := len(*v); n < 1 || n > most {
		f.refuse(name, "must have between 1 and %d entries; it has %d", most, n)
		return nil
	}
	var list []*form
	for i, raw := range *v {
		one := &form{}
		if raw.Kind() != '{' || json.Unmarshal(raw, &one.members) != nil {
			f.refuse(name, "must be %s; entry %d is not one", is, i+1)
			return nil
		}
		list = append(list, one)
	}
	return list
}

// adopt takes over what was found wrong in an entry of one of its lists.
func (f *form) adopt(name string, entry int, of *form) {
	for field, texts := range of.errors {
		for _, text := range texts {
			f.refuse(fmt.Sprintf("%s.%d.%s", name, entry, field), "%s", text)
		}
	}
}

// value returns what v points to, the zero value for nil.
func value[T any](v *T) (zero T) {
	if v == nil {
		return zero
	}
	return *v
}
