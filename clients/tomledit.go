package clients

import (
	"bytes"
	"maps"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2/unstable"
)

// set appends a new entry as a table of its own, and changes one that is
// there pair by pair, whichever of TOML's ways it is written in.
func (d *tomlDoc) set(member, typ string, e Entry) ([]byte, error) {
	servers, entry, err := d.find(member, e.Name)
	if err != nil {
		return nil, err
	}
	path := []string{member, e.Name}
	if entry == nil {
		if host := d.inline(path[:1]); host != nil && servers != nil {
			return d.put(*host, tomlText(e.Name)+" = "+tomlInline(e))
		}
		return d.appendTable(path, e), nil
	}
	if out := d.cannotStay(path, entry, e); out != nil {
		less, err := reparse(d.cut(out))
		if err != nil {
			return nil, err
		}
		return less.set(member, typ, e)
	}
	wants := []pathValue{{join(path, "command"), e.Command}}
	if _, has := entry["args"]; has || len(e.Args) > 0 {
		wants = append(wants, pathValue{join(path, "args"), e.Args})
	}
	if _, isTable := entry["env"].(map[string]any); isTable {
		for _, k := range e.keys() {
			wants = append(wants, pathValue{join(path, "env", k), e.Env[k]})
		}
		wants = append(wants, d.asTexts(join(path, "env"), e)...)
	} else if len(e.Env) > 0 {
		wants = append(wants, pathValue{join(path, "env"), e.Env})
	}
	// One at a time, on a fresh tree: an insertion moves what follows it.
	for _, w := range wants {
		text, err := d.assign(w.path, w.value)
		if err != nil {
			return nil, err
		}
		if d, err = reparse(text); err != nil {
			return nil, err
		}
	}
	return d.text, nil
}

// pathValue is a value and where it belongs.
type pathValue struct {
	path  []string
	value any
}

// cannotStay gives the path of something in the entry that is to be taken out:
// a variable that the entry unsets, and what has no value that could become a
// text.
func (d *tomlDoc) cannotStay(path []string, entry map[string]any, e Entry) []string {
	for _, member := range []string{"command", "args", "env"} {
		v, there := entry[member]
		_, table := v.(map[string]any)
		if !there || member == "env" && table {
			continue
		}
		if at := join(path, member); d.pairAt(at) == nil || member == "env" && len(e.Env) == 0 {
			return at
		}
	}
	env, _ := entry["env"].(map[string]any)
	for _, name := range slices.Sorted(maps.Keys(env)) {
		at := join(path, "env", name)
		_, set := e.Env[name]
		if slices.Contains(e.Unset, name) || d.pairAt(at) == nil || !set && !d.single(at) {
			return at
		}
	}
	return nil
}

// single reports whether the value at path is neither a list nor a table.
func (d *tomlDoc) single(path []string) bool {
	switch d.at(path).(type) {
	case []any, map[string]any:
		return false
	}
	return true
}

// asTexts gives the user's variables that hold a number or the like, as texts.
func (d *tomlDoc) asTexts(env []string, e Entry) []pathValue {
	var texts []pathValue
	for name, v := range d.at(env).(map[string]any) {
		_, text := v.(string)
		if _, set := e.Env[name]; !set && !text {
			p := d.pairAt(join(env, name))
			texts = append(texts, pathValue{p.path, string(d.text[p.value:p.end])})
		}
	}
	return texts
}

func reparse(text []byte) (*tomlDoc, error) {
	doc, err := tomlCodec{}.parse(text)
	if err != nil {
		return nil, err
	}
	return doc.(*tomlDoc), nil
}

// assign sets the value at path. Something at or above the parent of path is
// in the file.
func (d *tomlDoc) assign(path []string, value any) ([]byte, error) {
	if p := d.pairAt(path); p != nil {
		if sameTOML(d.at(path), value) {
			return d.text, nil
		}
		return splice(d.text, []edit{{p.value, p.end, tomlValue(value)}}), nil
	}
	parent := path[:len(path)-1]
	if p := d.inline(parent); p != nil {
		return d.put(*p, tomlText(path[len(path)-1])+" = "+tomlValue(value))
	}
	// A line below what the file says of the parent: in its own table, or
	// among dotted keys of a table above.
	for _, own := range []bool{true, false} {
		for _, t := range slices.Backward(d.tables) {
			at := -1
			if own && t.start >= 0 && slices.Equal(t.path, parent) {
				at = t.end - 1
			}
			if own != slices.Equal(t.path, parent) || !under(parent, t.path) {
				continue
			}
			for _, p := range t.pairs {
				if own || under(p.path, parent) && len(p.path) > len(parent) {
					at = p.end - 1
				}
			}
			if at >= 0 {
				return d.line(at, tomlDotted(path[len(t.path):])+" = "+tomlValue(value)), nil
			}
		}
	}
	// Only tables below the parent are there.
	return d.appendText("[" + tomlDotted(parent) + "]\n" + tomlDotted(path[len(parent):]) + " = " + tomlValue(value) + "\n"), nil
}

// line adds a line behind the one of offset at, indented alike.
func (d *tomlDoc) line(at int, text string) []byte {
	nl, end := eol(d.text), lineEnd(d.text, at)
	text = indentAt(d.text, at) + text
	if end > 0 && d.text[end-1] == '\n' {
		text += nl
	} else {
		text = nl + text
	}
	return splice(d.text, []edit{{end, end, text}})
}

// put adds a pair to an inline table.
func (d *tomlDoc) put(p tomlPair, pair string) ([]byte, error) {
	inside := d.text[p.value+1 : p.end-1]
	if bytes.ContainsAny(inside, "\n#") && bytes.Contains(inside, []byte("\n")) {
		return nil, faultAt(KindShape, d.text, p.start, "this inline table spans lines; write it as a [table], then try again", nil)
	}
	at := p.value + 1 + len(bytes.TrimRight(inside, whitespace))
	if len(p.inner) == 0 {
		return splice(d.text, []edit{{p.value, p.end, "{ " + pair + " }"}}), nil
	}
	return splice(d.text, []edit{{at, at, strings.TrimPrefix(", ", trailingComma(d.text[:at])) + pair}}), nil
}

// trailingComma is "," if that is how text ends.
func trailingComma(text []byte) string {
	if bytes.HasSuffix(text, []byte(",")) {
		return ","
	}
	return ""
}

// appendTable adds the entry at the end of the file, which ends every other
// table. A sub-table for the variables is how "codex mcp add" writes them.
func (d *tomlDoc) appendTable(path []string, e Entry) []byte {
	var b strings.Builder
	b.WriteString("[" + tomlDotted(path) + "]\ncommand = " + tomlValue(e.Command) + "\n")
	if len(e.Args) > 0 {
		b.WriteString("args = " + tomlValue(e.Args) + "\n")
	}
	if len(e.Env) > 0 {
		b.WriteString("\n[" + tomlDotted(join(path, "env")) + "]\n")
		for _, k := range e.keys() {
			b.WriteString(tomlText(k) + " = " + tomlValue(e.Env[k]) + "\n")
		}
	}
	return d.appendText(b.String())
}

// appendText adds lines behind an empty one. A file without a final newline
// stays so.
func (d *tomlDoc) appendText(text string) []byte {
	nl := eol(d.text)
	if len(d.text) > 0 {
		text = "\n" + text
		if !bytes.HasSuffix(d.text, []byte("\n")) {
			text = "\n" + strings.TrimSuffix(text, "\n")
		}
	}
	return append(slices.Clone(d.text), strings.ReplaceAll(text, "\n", nl)...)
}

// remove cuts the entry's tables with the empty line above each, its dotted
// keys, and its place in inline tables. Other comments stay.
func (d *tomlDoc) remove(member, name string) ([]byte, error) {
	_, entry, err := d.find(member, name)
	if err != nil || entry == nil {
		return d.text, err
	}
	return d.cut([]string{member, name}), nil
}

// cut takes out all that the file says at or below path.
func (d *tomlDoc) cut(path []string) []byte {
	var edits []edit // in the order of the file
	for _, t := range d.tables {
		if t.start >= 0 && under(t.path, path) {
			edits = append(edits, d.cutTable(t))
			continue
		}
		for _, p := range t.pairs {
			if under(p.path, path) {
				edits = append(edits, edit{lineStart(d.text, p.start), lineEnd(d.text, p.end-1), ""})
			} else {
				edits = append(edits, d.cutInner(p, path)...)
			}
		}
	}
	out := splice(d.text, edits)
	if len(edits) == 0 {
		return out
	}
	if last := edits[len(edits)-1]; last.end == len(d.text) && !bytes.HasSuffix(d.text, []byte("\n")) {
		// The file had no final newline, and its last line is gone.
		out = bytes.TrimSuffix(bytes.TrimSuffix(out, []byte("\n")), []byte("\r"))
	}
	return out
}

func (d *tomlDoc) cutTable(t tomlTable) edit {
	start, end := t.start, t.end
	if n := len(t.pairs); n > 0 {
		end = lineEnd(d.text, t.pairs[n-1].end-1)
	}
	if start > 0 {
		if above := lineStart(d.text, start-1); blank(d.text[above:start]) {
			start = above
		}
	}
	return edit{start, end, ""}
}

// cutInner cuts from an inline table, with one comma.
func (d *tomlDoc) cutInner(p tomlPair, path []string) []edit {
	var edits []edit
	for i, in := range p.inner {
		switch {
		case !under(in.path, path):
			edits = append(edits, d.cutInner(in, path)...)
		case i > 0:
			edits = append(edits, edit{p.inner[i-1].end, in.end, ""})
		case len(p.inner) > 1:
			edits = append(edits, edit{in.start, p.inner[1].start, ""})
		default:
			edits = append(edits, edit{p.value, p.end, "{}"})
		}
	}
	return edits
}

// pairAt finds the pair with that path, also in inline tables.
func (d *tomlDoc) pairAt(path []string) *tomlPair {
	for _, t := range d.tables {
		if p := pairIn(t.pairs, path); p != nil {
			return p
		}
	}
	return nil
}

func pairIn(pairs []tomlPair, path []string) *tomlPair {
	for i := range pairs {
		if slices.Equal(pairs[i].path, path) {
			return &pairs[i]
		}
		if p := pairIn(pairs[i].inner, path); p != nil {
			return p
		}
	}
	return nil
}

// inline finds the pair at path whose value is an inline table.
func (d *tomlDoc) inline(path []string) *tomlPair {
	if p := d.pairAt(path); p != nil && p.kind == unstable.InlineTable {
		return p
	}
	return nil
}

// at gives the value at path.
func (d *tomlDoc) at(path []string) any {
	var v any = d.tree
	for _, name := range path {
		m, ok := v.(map[string]any)
		if !ok {
			return nil
		}
		v = m[name]
	}
	return v
}

// sameTOML reports whether a value of the file means what we want.
func sameTOML(have, want any) bool {
	switch w := want.(type) {
	case string:
		return have == any(w)
	case []string:
		list, ok := have.([]any)
		return ok && slices.EqualFunc(list, w, func(a any, s string) bool { return a == any(s) })
	}
	return false
}
