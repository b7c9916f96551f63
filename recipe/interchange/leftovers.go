package interchange

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// How warnings say whose a member is.
const (
	ofIngredient = " of an ingredient"
	ofStep       = " of a step"
)

// leftovers are the members of a recipe that hold something that nothing here
// knows, as warnings name them. The names are a stranger's words, and only told
// when they look like names.
type leftovers []string

// look adds the members of o that are in none of the known sets. owner is "" for
// the recipe itself.
func (l *leftovers) look(owner string, o object, known ...map[string]bool) {
	for _, k := range o.sortedKeys() {
		if !strings.HasPrefix(k, "@") && !slices.ContainsFunc(known, func(set map[string]bool) bool { return set[k] }) {
			l.add(owner, k, o[k])
		}
	}
}

// add adds one member, unless there is nothing in it. A switch or a zero is
// what programs write by default.
func (l *leftovers) add(owner, name string, v any) {
	if v == false || v == true || v == 0.0 || isNothing(v) {
		return
	}
	if said := strconv.Quote(identifier(name)) + owner; !slices.Contains(*l, said) {
		*l = append(*l, said)
	}
}

func (l leftovers) warnings() []string {
	const most = 10
	if len(l) == 0 {
		return nil
	}
	if len(l) > most {
		l = append(slices.Clone(l[:most]), "and more")
	}
	return []string{"These parts of the recipe are not known here and were left out: " + strings.Join(l, ", ") + "."}
}

var plainIdentifier = regexp.MustCompile(`^[\w.:/-]{1,60}$`)

func identifier(name string) string {
	if plainIdentifier.MatchString(name) {
		return name
	}
	return "a member"
}

func isNothing(v any) bool {
	switch v := v.(type) {
	case string:
		return strings.TrimSpace(v) == ""
	case []any:
		return len(v) == 0
	case map[string]any:
		return len(v) == 0
	}
	return v == nil
}
