package interchange

import "strings"

const (
	maxReferences = 16     // followed one after the other
	maxExpanded   = 50_000 // values of one recipe with all that it points to
)

// references are the nodes of a JSON-LD document by their "@id".
type references map[string]object

// collect adds the nodes below v. Of several with one id the fullest counts.
func (refs references) collect(v any) {
	walk(v, func(o object) bool {
		if id, ok := o["@id"].(string); ok && len(o) > len(refs[id]) && !isReference(o) {
			refs[id] = o
		}
		return true
	})
}

// walk visits the objects below v in a repeatable order, and what is below those for
// which visit returns true. decodeJSON has bounded the depth.
func walk(v any, visit func(object) bool) {
	switch v := v.(type) {
	case []any:
		for _, w := range v {
			walk(w, visit)
		}
	case map[string]any:
		if o := object(v); visit(o) {
			for _, k := range o.sortedKeys() {
				walk(o[k], visit)
			}
		}
	}
}

// isReference reports whether o says no more than which node is meant.
func isReference(o object) bool {
	_, ok := o["@id"].(string)
	for k := range o {
		ok = ok && (k == "@id" || k == "@type")
	}
	return ok
}

// expansion copies a recipe's node: what it points to is put in, texts lose their
// markup, and values their wrappers ("@list", "@value").
type expansion struct {
	refs    references
	asIs    bool // texts are what they are, and no HTML
	left    int  // values that may still be copied
	missing bool // a reference led nowhere, or too far
}

// recipe copies the members of o that are read. The warnings name those of which
// something is missing.
func (e *expansion) recipe(o object) (out object, warnings []string) {
	out = make(object, len(o))
	for _, k := range o.sortedKeys() {
		if !schemaMembers[k] {
			out[k] = o[k]
			continue
		}
		e.missing = false
		out[k] = e.value(o[k], 0)
		if e.missing {
			what := strings.ToLower(strings.TrimPrefix(k, "recipe"))
			if what == "ingredient" {
				what += "s"
			}
			warnings = append(warnings, "The file only points to a part of the "+what+", which is not in it; that part was left out.")
		}
	}
	return out, warnings
}

// value copies v. depth is how many references led here; a circle ends at the bound.
func (e *expansion) value(v any, depth int) any {
	if e.left--; e.left < 0 {
		e.missing = true
		return nil
	}
	switch v := v.(type) {
	case string:
		if e.asIs {
			return tidy(v)
		}
		return plain(v)
	case []any:
		out := make([]any, 0, len(v))
		for _, w := range v {
			out = append(out, e.value(w, depth))
		}
		return out
	case map[string]any:
		return e.node(v, depth)
	}
	return v
}

func (e *expansion) node(o object, depth int) any {
	if inner := o.get("@list", "@set", "@value"); inner != nil {
		return e.value(inner, depth)
	}
	id, _ := o["@id"].(string)
	target := e.refs[id]
	if depth >= maxReferences {
		target = nil
	}
	if target == nil && isReference(o) {
		e.missing = true
		return nil
	}
	out := make(map[string]any, len(o))
	for k, w := range o {
		out[k] = e.value(w, depth)
	}
	for k, w := range target {
		if _, has := out[k]; !has {
			out[k] = e.value(w, depth+1)
		}
	}
	return out
}
