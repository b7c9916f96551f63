package schema

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
)

// maxRepairs bounds how many repairs a call names.
const maxRepairs = 20

// repairer reads decoded arguments as their sender meant them, where only one meaning is possible: a
// number in text, a list as JSON in text. It changes them in place; check judges them later.
type repairer struct {
	notes   []string
	more    int // how many notes were left out
	absent  []string
	ignored []string // notes on ignored members, one for all entries of a list
}

// absent replaces a member that counts as not sent.
type absent struct{}

func (r *repairer) note(path, what string) {
	if len(r.notes) < maxRepairs {
		r.notes = append(r.notes, path+" "+what)
		return
	}
	r.more++
}

// said returns the notes, each a short sentence without a full stop.
func (r *repairer) said() []string {
	if r.more > 0 {
		r.notes[maxRepairs-1] = fmt.Sprintf("%d more values were repaired in such ways", r.more+1)
	}
	return r.notes
}

// value returns the meaning of a value at path, which for an optional member may be absent.
func (r *repairer) value(path string, n *node, value any, optional bool) any {
	if n == nil || n.fits(value) {
		return value
	}
	switch v := value.(type) {
	case string:
		return r.text(path, n, v, optional)
	case []any:
		if n.takes("array") {
			for i := range v {
				v[i] = r.value(path+"["+strconv.Itoa(i)+"]", n.elements, v[i], false)
			}
		}
	case map[string]any:
		if n.takes("object") {
			r.object(path, n, v)
			return v
		}
	}
	return r.alone(path, n, value)
}

func (r *repairer) object(path string, n *node, object map[string]any) {
	prefix := path
	if path != "" {
		prefix += "."
	}
	for _, name := range n.PropertyOrder {
		value, ok := object[name]
		if !ok {
			continue
		}
		object[name] = r.value(prefix+name, n.properties[name], value, !slices.Contains(n.Required, name))
		if object[name] == (any)(absent{}) {
			delete(object, name)
		}
	}
	var ignored []string
	for _, name := range n.reading.ignored {
		switch object[name].(type) {
		case string, float64: // no result has a list or an object there
			if n.properties[name] == nil {
				delete(object, name)
				ignored = append(ignored, name)
			}
		}
	}
	if ignored == nil {
		return
	}
	list, _, _ := strings.Cut(cmp.Or(path, "arguments"), "[")
	if note := list + " were read without " + strings.Join(ignored, ", "); !slices.Contains(r.ignored, note) {
		r.ignored = append(r.ignored, note) // once for all entries of the list
		r.note(note, "(not to be set)")
	}
}

// alone makes a list of a single entry that was sent instead of a list. Free text is never such an
// entry, because it may hold several.
func (r *repairer) alone(path string, n *node, value any) any {
	if n.types == nil || !n.takes("array") || n.elements == nil {
		return value
	}
	_, isObject := value.(map[string]any)
	if !isObject && !n.elements.isToken() {
		return value
	}
	before, more := len(r.notes), r.more
	r.note(path, "was a single entry and was read as a list with it")
	list := []any{r.value(path+"[0]", n.elements, value, false)}
	if !n.fits(list) {
		r.notes, r.more = r.notes[:before], more
		return value
	}
	return list
}

// isToken reports whether a text is for programs, such as an id or a choice, so that white space around
// it means nothing.
func (n *node) isToken() bool {
	return n.takes("string") && (n.Enum != nil || n.Pattern != "" && n.Pattern != notBlankPattern)
}

// text returns the meaning of text.
func (r *repairer) text(path string, n *node, text string, optional bool) any {
	if n.types == nil || n.fits(text) {
		return text
	}
	trimmed := strings.TrimSpace(text)
	if !n.takes("string") || n.Enum != nil {
		if optional && (trimmed == "" || strings.EqualFold(trimmed, "null")) && !n.takes("array") && !n.takes("object") {
			what := "was " + strconv.Quote(trimmed) + " and was taken as not given"
			r.note(path, what)
			r.absent = append(r.absent, path+" "+what)
			return absent{}
		}
	}
	if n.takes("string") {
		return r.token(path, n, text, trimmed)
	}
	if n.takes("number") || n.takes("integer") {
		if number, ok := n.number(trimmed); ok {
			r.note(path, "was text and was read as the number "+decimal(number))
			return number
		}
	}
	if n.takes("boolean") && (strings.EqualFold(trimmed, "true") || strings.EqualFold(trimmed, "false")) {
		r.note(path, "was text and was read as "+strings.ToLower(trimmed))
		return strings.EqualFold(trimmed, "true")
	}
	if value := r.json(path, n, trimmed); value != nil {
		return value
	}
	return r.alone(path, n, text)
}

// token returns the id or the choice that text means.
func (r *repairer) token(path string, n *node, text, trimmed string) any {
	if !n.isToken() {
		return text
	}
	if n.fits(trimmed) {
		r.note(path, "was read without the white space around it")
		return trimmed
	}
	meant, ok := n.reading.aliases[strings.ToLower(trimmed)]
	if id, is := strings.CutPrefix(trimmed, n.reading.before); is && n.reading.before != "" {
		meant, ok = strings.TrimSuffix(id, n.reading.after), true
	}
	for _, value := range n.Enum {
		if choice, is := value.(string); is && strings.EqualFold(choice, trimmed) {
			meant, ok = choice, true
		}
	}
	if !ok || !n.fits(meant) {
		return text
	}
	r.note(path, "was "+quoted(trimmed)+" and was read as "+meant)
	return meant
}

// json returns the list or the object in text, nil for none.
func (r *repairer) json(path string, n *node, text string) any {
	inner, what := n, "list"
	switch {
	case strings.HasPrefix(text, "[") && n.takes("array"):
	case strings.HasPrefix(text, "{") && n.takes("object"):
		what = "object"
	case strings.HasPrefix(text, "{") && n.takes("array"):
		inner, what = n.elements, "object"
	default:
		return nil
	}
	d := newDecoder([]byte(text))
	value, err := d.value(inner)
	if err != nil {
		return nil
	}
	if _, err := d.ReadToken(); err != io.EOF { //nolint:errorlint // jsontext returns it as it is
		return nil
	}
	r.note(path, "was text and was read as the "+what+" in it")
	return r.value(path, n, value, false)
}

// quoted returns at most 40 characters of a value, for a sentence that repeats it.
func quoted(text string) string {
	const most = 40
	if runes := []rune(text); len(runes) > most {
		text = string(runes[:most]) + "…"
	}
	return strconv.Quote(text)
}

// nulls notes that nulls change nothing.
func (r *repairer) nulls(n *node, names []string) {
	for _, name := range names {
		if n.properties[name].reading.unkept {
			r.note(name, "was null and was taken as not given")
			continue
		}
		how := ""
		if member := n.properties[name]; member.fits("") {
			how = `, or send "" to clear it`
		} else if member.fits([]any{}) {
			how = ", or send [] to clear it"
		}
		r.note(name, "was null, which clears nothing: leave it out to keep it"+how)
	}
}
