package clients

import (
	"bytes"
	"cmp"
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/tailscale/hujson"
)

// with changes the entry member by member, or cuts it with its comma. It keeps comments.
func (d *jsonDoc) with(member, name string, entry map[string]any) ([]byte, error) {
	servers, err := d.find(member)
	if err != nil {
		return nil, err
	}
	if entry == nil && servers != nil {
		cut(servers, slices.IndexFunc(servers.Members, func(m hujson.ObjectMember) bool { return nameOf(m) == name }))
	} else {
		st := d.style()
		root := place{d.root.Value.(*hujson.Object), indentAt(d.text, d.root.StartOffset), false}
		st.edit(st.object(st.object(root, member), name), entry)
	}
	return bytes.TrimSuffix(d.root.Pack(), []byte("\n")), nil // that it was parsed with
}

// style is the format of a file.
type style struct {
	text    []byte // the file before the edit
	eol     string
	unit    string // one level of indentation
	space   string // after a colon, and after a comma on the same line
	oneLine bool   // the whole file is
}

// style detects the format of the file. Its default is that of most clients.
func (d *jsonDoc) style() style {
	st := style{text: d.text, eol: eol(d.text), unit: "  ", space: " "}
	st.oneLine = !bytes.Contains(d.text[d.root.StartOffset:d.root.EndOffset], []byte("\n"))
	if root := d.root.Value.(*hujson.Object); len(root.Members) > 0 {
		if len(root.Members[0].Value.BeforeExtra) == 0 {
			st.space = ""
		}
		indent, _ := lineOf(root.Members[0])
		st.unit = cmp.Or(strings.TrimPrefix(indent, indentAt(d.text, d.root.StartOffset)), st.unit)
	}
	return st
}

// place is an object and the format of its first member.
type place struct {
	*hujson.Object
	indent string // of the line that it begins on
	inline bool   // it stays on that line
}

// written is the order of new members in an entry; others follow by name.
var written = slices.Concat([]string{"type", "command", "args", "env"}, addressMembers)

// edit gives an object the members in want. It keeps the text of values that are equal.
func (st style) edit(in place, want map[string]any) {
	for i, m := range slices.Backward(in.Members) {
		if _, stays := want[nameOf(m)]; !stays {
			cut(in.Object, i)
		}
	}
	names := slices.SortedFunc(maps.Keys(want), func(a, b string) int {
		rank := func(name string) uint { return uint(slices.Index(written, name)) } // others have the highest
		return cmp.Or(cmp.Compare(rank(a), rank(b)), cmp.Compare(a, b))
	})
	for _, name := range names {
		v := memberOf(in.Object, name)
		table, isTable := want[name].(map[string]any)
		switch {
		case v != nil && reflect.DeepEqual(plain(v.Value), want[name]):
		case isTable:
			st.edit(st.object(in, name), table)
		case v != nil:
			v.Value = st.value(want[name])
		default:
			st.add(in, name, st.value(want[name]))
		}
	}
}

// value formats a value on one line.
func (st style) value(v any) hujson.ValueTrimmed {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	_ = e.Encode(v) // it was decoded, or is made of strings
	text := jsontext.Value(b.Bytes())
	_ = text.Format(jsontext.SpaceAfterColon(st.space != ""), jsontext.SpaceAfterComma(st.space != ""))
	value, _ := hujson.Parse(text)
	return value.Value
}

// object returns the member of that name, after it replaces any value but an object.
func (st style) object(in place, name string) place {
	v := memberOf(in.Object, name)
	if v == nil {
		obj := &hujson.Object{}
		indent, inline := st.add(in, name, obj)
		return place{obj, indent, inline}
	}
	obj, ok := v.Value.(*hujson.Object)
	if !ok {
		obj = &hujson.Object{}
		v.Value = obj
	}
	return place{obj, indentAt(st.text, v.StartOffset), st.oneLine}
}

// add appends a member to an object in the format of its last member: on lines of its own,
// or on the same line.
func (st style) add(in place, name string, v hujson.ValueTrimmed) (indent string, inline bool) {
	m := hujson.ObjectMember{
		Name:  hujson.Value{Value: hujson.String(name)},
		Value: hujson.Value{BeforeExtra: hujson.Extra(st.space), Value: v},
	}
	// Comments at the end belong to the members before them.
	comments := bytes.TrimRight(in.AfterExtra, whitespace)
	closing := string(in.AfterExtra[len(comments):])
	indent, lead := in.indent+st.unit, st.space
	if len(in.Members) > 0 {
		last := in.Members[len(in.Members)-1]
		own, begins := lineOf(last)
		if begins {
			indent = own
		}
		inline = !begins && len(comments) == 0
		if last.Value.AfterExtra != nil { // hujson's sign of a trailing comma
			m.Value.AfterExtra = hujson.Extra{}
		}
	} else if inline = in.inline; inline {
		lead, closing = "", ""
	} else {
		closing = st.eol + in.indent
	}
	if !inline {
		lead = st.eol + indent
	}
	m.Name.BeforeExtra = append(slices.Clip(comments), lead...)
	in.Members, in.AfterExtra = append(in.Members, m), hujson.Extra(closing)
	return indent, inline
}

// lineOf returns the indentation of a member at the start of a line.
func lineOf(m hujson.ObjectMember) (indent string, begins bool) {
	i := bytes.LastIndexByte(m.Name.BeforeExtra, '\n')
	if i < 0 {
		return "", false
	}
	line := m.Name.BeforeExtra[i+1:]
	return string(line[:len(line)-len(bytes.TrimLeft(line, whitespace))]), true
}

// cut removes a member and the indentation of its line.
func cut(obj *hujson.Object, i int) {
	m := obj.Members[i]
	obj.Members = slices.Delete(obj.Members, i, i+1)
	after := &obj.AfterExtra
	if i < len(obj.Members) {
		after = &obj.Members[i].Name.BeforeExtra
	}
	together := append(slices.Clip(hujson.Extra(bytes.TrimRight(m.Name.BeforeExtra, whitespace))), *after...)
	switch {
	case !together.IsValid(): // a comment that needs its line break
		together = append(slices.Clip(m.Name.BeforeExtra), *after...)
	case i == 0 && blank(together): // the next one takes the place of the first
		together = m.Name.BeforeExtra
	}
	*after = together
	switch {
	case i < len(obj.Members):
	case i == 0 && blank(obj.AfterExtra):
		obj.AfterExtra = nil
	case i > 0:
		// The one before it is the last now, with a trailing comma or without.
		last := &obj.Members[i-1].Value
		if m.Value.AfterExtra != nil {
			last.AfterExtra = append(hujson.Extra{}, last.AfterExtra...)
		} else {
			obj.AfterExtra = append(slices.Clip(last.AfterExtra), obj.AfterExtra...)
			last.AfterExtra = nil
		}
	}
}
