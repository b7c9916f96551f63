package clients

import (
	"bytes"
	"slices"
	"strings"

	"github.com/tailscale/hujson"
)

// set places edits around what is there; nothing is formatted anew.
func (d *jsonDoc) set(member, typ string, e Entry) ([]byte, error) {
	st := d.style()
	if d.root == nil {
		return d.first(st, st.value(fields{{member, fields{{e.Name, entryFields(typ, e)}}}}, "", false)), nil
	}
	servers, entry, err := d.find(member, e.Name)
	switch {
	case err != nil:
		return nil, err
	case servers == nil:
		return splice(d.text, d.insert(st, d.root, fields{{member, fields{{e.Name, entryFields(typ, e)}}}})), nil
	case entry == nil:
		return splice(d.text, d.insert(st, servers, fields{{e.Name, entryFields(typ, e)}})), nil
	}
	// One at a time, on a fresh tree: cutting moves what follows.
	if env := memberOf(entry, "env"); env != nil && env.Value.Value.Kind() == '{' {
		obj := env.Value.Value.(*hujson.Object)
		out := func(m hujson.ObjectMember) bool {
			_, set := e.Env[nameOf(m)]
			return slices.Contains(e.Unset, nameOf(m)) || !set && !scalar(m.Value)
		}
		if i := slices.IndexFunc(obj.Members, out); i >= 0 {
			less, err := jsonCodec{comments: true}.parse(splice(d.text, d.cut(&env.Value, obj, i)))
			if err != nil {
				return nil, err
			}
			return less.set(member, typ, e)
		}
	}
	return splice(d.text, d.update(st, entry, typ, e)), nil
}

// first gives a file without a value its first one, below the comments that
// it may have.
func (d *jsonDoc) first(st style, value string) []byte {
	switch {
	case blank(d.text):
		return []byte(value + st.eol)
	case bytes.HasSuffix(d.text, []byte("\n")):
		return slices.Concat(d.text, []byte(value+st.eol))
	}
	return slices.Concat(d.text, []byte(st.eol+value))
}

// entryFields are the members of a new entry.
func entryFields(typ string, e Entry) fields {
	var f fields
	if typ != "" {
		f = append(f, field{"type", typ})
	}
	f = append(f, field{"command", e.Command})
	if e.Args != nil {
		f = append(f, field{"args", e.Args})
	}
	if env := envFields(e); len(env) > 0 {
		f = append(f, field{"env", env})
	}
	return f
}

func envFields(e Entry) fields {
	var f fields
	for _, k := range e.keys() {
		f = append(f, field{k, e.Env[k]})
	}
	return f
}

// update sets the members of an entry that is there. A "type" other than
// stdio is corrected, since the command would not be started with it.
func (d *jsonDoc) update(st style, entry *hujson.Value, typ string, e Entry) []edit {
	var edits []edit
	var missing fields
	for _, f := range (fields{{"type", "stdio"}, {"command", e.Command}, {"args", e.Args}, {"env", envFields(e)}}) {
		m := memberOf(entry, f.name)
		if m == nil {
			args, env := f.name == "args" && len(e.Args) == 0, f.name == "env" && len(e.Env) == 0
			if !args && !env && (f.name != "type" || typ != "") {
				missing = append(missing, f)
			}
			continue
		}
		if _, ok := m.Value.Value.(*hujson.Object); ok && f.name == "env" {
			edits = append(edits, d.updateEnv(st, &m.Value, e)...)
			continue
		}
		edits = append(edits, d.replace(st, &m.Value, f.value)...)
	}
	if len(missing) > 0 {
		edits = append(edits, d.insert(st, entry, missing)...)
	}
	return edits
}

// updateEnv sets our variables and leaves the user's, but for what is a number
// where a text belongs.
func (d *jsonDoc) updateEnv(st style, env *hujson.Value, e Entry) []edit {
	var edits []edit
	var missing fields
	for _, f := range envFields(e) {
		if m := memberOf(env, f.name); m != nil {
			edits = append(edits, d.replace(st, &m.Value, f.value)...)
		} else {
			missing = append(missing, f)
		}
	}
	for _, m := range env.Value.(*hujson.Object).Members {
		if _, set := e.Env[nameOf(m)]; !set && !isText(m.Value) {
			edits = append(edits, d.replace(st, &m.Value, d.plain(m.Value))...)
		}
	}
	if len(missing) > 0 {
		edits = append(edits, d.insert(st, env, missing)...)
	}
	return edits
}

// scalar reports whether a value says something that can be a variable's text.
func scalar(v hujson.Value) bool {
	return !slices.Contains([]hujson.Kind{'{', '[', 'n'}, v.Value.Kind())
}

// replace sets a value, unless it means the same already.
func (d *jsonDoc) replace(st style, v *hujson.Value, want any) []edit {
	switch have := v.Value.(type) {
	case hujson.Literal:
		if s, ok := want.(string); ok && have.Kind() == '"' && have.String() == s {
			return nil
		}
	case *hujson.Array:
		args, ok := want.([]string)
		same := slices.EqualFunc(have.Elements, args, func(a hujson.Value, s string) bool {
			lit, isLit := a.Value.(hujson.Literal)
			return isLit && lit.Kind() == '"' && lit.String() == s
		})
		if ok && same {
			return nil
		}
	}
	inline := !bytes.Contains(d.text, []byte("\n"))
	return []edit{{v.StartOffset, v.EndOffset, st.value(want, indentAt(d.text, v.StartOffset), inline)}}
}

// insert adds members at the end of an object, in the way its last one is
// written: a line each, or all on one line.
func (d *jsonDoc) insert(st style, v *hujson.Value, add fields) []edit {
	obj := v.Value.(*hujson.Object)
	open, end := v.StartOffset+1, v.EndOffset-1
	indent := indentAt(d.text, open) + st.unit
	if len(obj.Members) == 0 {
		// Comments in the empty object stay in front.
		extra := d.text[open:end]
		at := open + len(bytes.TrimRight(extra, whitespace))
		if v != d.root && !bytes.Contains(d.text[d.root.StartOffset:d.root.EndOffset], []byte("\n")) {
			return []edit{{at, end, st.inline(add)}}
		}
		closing := st.eol + strings.TrimSuffix(indent, st.unit)
		return []edit{{at, end, st.lines(add, indent) + closing}}
	}

	last := obj.Members[len(obj.Members)-1]
	comma := last.Value.AfterExtra != nil // hujson's sign of a trailing comma
	after := last.Value.EndOffset
	if comma {
		after = end - len(obj.AfterExtra)
	}
	// A comment behind the last member belongs to that member.
	rest := bytes.TrimRight(d.text[after:end], whitespace)
	at := after + len(rest)

	text := ""
	if i := bytes.LastIndexByte(last.Name.BeforeExtra, '\n'); i >= 0 {
		text = st.lines(add, leading(last.Name.BeforeExtra[i+1:]))
	} else if len(rest) > 0 {
		// The comment may reach to the end of its line.
		text = st.lines(add, indent)
	} else {
		text = st.commaSpace + st.inline(add)
	}
	if comma {
		return []edit{{at, at, text + ","}}
	}
	return []edit{{last.Value.EndOffset, last.Value.EndOffset, ","}, {at, at, text}}
}

// leading is the whitespace at the start of s.
func leading(s []byte) string { return string(s[:len(s)-len(bytes.TrimLeft(s, whitespace))]) }

// remove cuts the entry with its comma. Comments around it stay.
func (d *jsonDoc) remove(member, name string) ([]byte, error) {
	servers, entry, err := d.find(member, name)
	if err != nil || entry == nil {
		return d.text, err
	}
	obj := servers.Value.(*hujson.Object)
	i := slices.IndexFunc(obj.Members, func(m hujson.ObjectMember) bool { return nameOf(m) == name })
	return splice(d.text, d.cut(servers, obj, i)), nil
}

func (d *jsonDoc) cut(v *hujson.Value, obj *hujson.Object, i int) []edit {
	m, end := obj.Members[i], v.EndOffset-1
	nameAt := m.Name.StartOffset
	before := nameAt - len(m.Name.BeforeExtra)
	from := before + len(bytes.TrimRight(m.Name.BeforeExtra, whitespace))
	to := m.Value.EndOffset
	last := i == len(obj.Members)-1
	if !last || m.Value.AfterExtra != nil {
		to += len(m.Value.AfterExtra) + len(",")
	}

	var edits []edit
	switch {
	case len(obj.Members) == 1 && from == before && blank(d.text[to:end]):
		return []edit{{before, end, ""}}
	case i == 0 && !last && !bytes.Contains(m.Name.BeforeExtra, []byte("\n")):
		// {"a": 1, "b": 2} keeps the space that stood before "a".
		if next := obj.Members[1].Name; blank(next.BeforeExtra) {
			return []edit{{nameAt, next.StartOffset, ""}}
		}
	case last && i > 0 && m.Value.AfterExtra == nil:
		prev := obj.Members[i-1].Value
		comma := prev.EndOffset + len(prev.AfterExtra)
		edits = append(edits, edit{comma, comma + 1, ""})
	}
	if lineComment(m.Name.BeforeExtra) && !bytes.HasPrefix(bytes.TrimLeft(d.text[to:], " \t\r"), []byte("\n")) {
		from = nameAt // such a comment needs its newline
	}
	return append(edits, edit{from, to, ""})
}

// lineComment reports whether the last comment is one to the end of its line.
func lineComment(extra hujson.Extra) bool {
	is := false
	for rest := []byte(extra); ; {
		rest = bytes.TrimLeft(rest, whitespace)
		var closing string
		switch {
		case bytes.HasPrefix(rest, []byte("//")):
			is, closing = true, "\n"
		case bytes.HasPrefix(rest, []byte("/*")):
			is, closing = false, "*/"
		default:
			return is
		}
		_, rest, _ = bytes.Cut(rest[len("//"):], []byte(closing))
	}
}
