package interchange

const (
	maxReferences = 16     // followed one behind the other
	maxExpanded   = 50_000 // values of one recipe with all that it points to
)

// references are the nodes of a JSON-LD document by their "@id".
type references map[string]object

// collect adds the nodes below v. Of several with one id the fullest counts.
// Depth is bounded by decodeJSON.
func (refs references) collect(v any) {
	switch v := v.(type) {
	case []any:
		for _, w := range v {
			refs.collect(w)
		}
	case map[string]any:
		if id, ok := v["@id"].(string); ok && len(v) > len(refs[id]) && !isReference(v) {
			refs[id] = v
		}
		for _, w := range v {
			refs.collect(w)
		}
	}
}

// isReference reports whether o says no more than which node is meant.
func isReference(o object) bool {
	if _, ok := o["@id"].(string); !ok {
		return false
	}
	for k := range o {
		if k != "@id" && k != "@type" {
			return false
		}
	}
	return true
}

// expansion puts nodes in the place of references to them.
type expansion struct {
	refs    references
	left    int  // values that may still be copied
	missing bool // a reference led nowhere, or too far
}

// value returns a copy of v with what it points to. depth is how many
// references led here; a circle ends at the bound.
func (e *expansion) value(v any, depth int) any {
	if e.left--; e.left < 0 {
		e.missing = true
		return nil
	}
	switch v := v.(type) {
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
	for _, wrapper := range []string{"@list", "@set"} {
		if o.has(wrapper) {
			return e.value(o[wrapper], depth)
		}
	}
	out := make(map[string]any, len(o))
	for k, w := range o {
		out[k] = e.value(w, depth)
	}
	id, ok := o["@id"].(string)
	target, known := e.refs[id]
	switch {
	case !ok, len(target) == len(o) && known:
		return out
	case (!known || depth >= maxReferences) && isReference(o):
		e.missing = true
		return nil
	case !known || depth >= maxReferences:
		return out
	}
	for k, w := range target {
		if _, has := out[k]; !has {
			out[k] = e.value(w, depth+1)
		}
	}
	return out
}
