package clients

import (
	"bytes"
	"cmp"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/tailscale/hujson"
)

// jsonEditor changes a tree in the style that the file is written in.
type jsonEditor struct {
	text    []byte // the file, for the indentation of what was in it
	eol     string
	unit    string // one level of indentation
	space   string // after a colon, and after a comma on the same line
	oneLine bool   // the whole file is
}

// editor learns from the file, or takes the way most clients write.
func (d *jsonDoc) editor() jsonEditor {
	ed := jsonEditor{text: d.text, eol: eol(d.text), unit: "  ", space: " "}
	ed.oneLine = !bytes.Contains(d.text[d.root.StartOffset:d.root.EndOffset], []byte("\n"))
	if root := d.root.Value.(*hujson.Object); len(root.Members) > 0 {
		if len(root.Members[0].Value.BeforeExtra) == 0 {
			ed.space = ""
		}
		indent, _ := lineOf(root.Members[0])
		ed.unit = cmp.Or(strings.TrimPrefix(indent, indentAt(d.text, d.root.StartOffset)), ed.unit)
	}
	return ed
}

// place is an object with how to add to it when it is empty.
type place struct {
	*hujson.Object
	indent string // of the line that it begins on
	inline bool   // it stays on that line
}

// set changes or adds the members of the entry, one by one. A "type" other than
// stdio is corrected, since the command would not be started with it.
func (d *jsonDoc) set(c Client, e Entry) ([]byte, error) {
	if _, _, err := d.find(c.member, e.Name); err != nil {
		return nil, err
	}
	ed := d.editor()
	root := place{d.root.Value.(*hujson.Object), indentAt(d.text, d.root.StartOffset), false}
	entry := ed.object(ed.object(root, c.member), e.Name)
	cutMembers(entry.Object, e.foreign())
	if e.URL != "" {
		ed.setRemote(entry, c.remote, e)
		return d.pack(), nil
	}
	if c.typ != "" || memberOf(entry.Object, "type") != nil {
		ed.put(entry, "type", hujson.String("stdio"))
	}
	ed.put(entry, "command", hujson.String(e.Command))
	ed.put(entry, "args", ed.list(e.Args)) // some clients insist on it
	if len(e.Env) > 0 || memberOf(entry.Object, "env") != nil {
		env := ed.object(entry, "env")
		tidy(env.Object, e)
		for _, name := range e.keys() {
			ed.put(env, name, hujson.String(e.Env[name]))
		}
	}
	return d.pack(), nil
}

// setRemote sets the members of an address.
func (ed jsonEditor) setRemote(entry place, r remote, e Entry) {
	if r.typ != "" || memberOf(entry.Object, "type") != nil {
		ed.put(entry, "type", hujson.String(cmp.Or(r.typ, "http")))
	}
	ed.put(entry, r.url, hujson.String(e.URL))
	if len(e.Headers) > 0 {
		headers := ed.object(entry, r.headers)
		for _, name := range slices.Sorted(maps.Keys(e.Headers)) {
			ed.put(headers, name, hujson.String(e.Headers[name]))
		}
	}
}

// cutMembers takes out those of the members that are there.
func cutMembers(obj *hujson.Object, names []string) {
	for i, m := range slices.Backward(obj.Members) {
		if slices.Contains(names, nameOf(m)) {
			cut(obj, i)
		}
	}
}

// tidy takes out the variables that the entry unsets and those that cannot be
// texts, and makes texts of the others that the user has.
func tidy(env *hujson.Object, e Entry) {
	for i, m := range slices.Backward(env.Members) {
		name := nameOf(m)
		if _, set := e.Env[name]; set {
			continue
		}
		switch lit, ok := m.Value.Value.(hujson.Literal); {
		case !ok || lit.Kind() == 'n' || slices.Contains(e.Unset, name):
			cut(env, i)
		case lit.Kind() != '"':
			env.Members[i].Value.Value = hujson.String(lit.String())
		}
	}
}

func (ed jsonEditor) list(texts []string) *hujson.Array {
	list := &hujson.Array{}
	for i, text := range texts {
		v := hujson.Value{Value: hujson.String(text)}
		if i > 0 {
			v.BeforeExtra = hujson.Extra(ed.space)
		}
		list.Elements = append(list.Elements, v)
	}
	return list
}

// object gives the object of that name in another one. What else has the name
// is replaced.
func (ed jsonEditor) object(in place, name string) place {
	v := memberOf(in.Object, name)
	if v == nil {
		obj := &hujson.Object{}
		indent, inline := ed.add(in, name, obj)
		return place{obj, indent, inline}
	}
	obj, ok := v.Value.(*hujson.Object)
	if !ok {
		obj = &hujson.Object{}
		v.Value = obj
	}
	return place{obj, indentAt(ed.text, v.StartOffset), ed.oneLine}
}

// put sets a member, unless it means the same already.
func (ed jsonEditor) put(in place, name string, want hujson.ValueTrimmed) {
	switch v := memberOf(in.Object, name); {
	case v == nil:
		ed.add(in, name, want)
	case !reflect.DeepEqual(plain(v.Value), plain(want)):
		v.Value = want
	}
}

// add puts a member at the end of an object, in the way its last one is
// written: on lines of its own, or on the same line.
func (ed jsonEditor) add(in place, name string, v hujson.ValueTrimmed) (indent string, inline bool) {
	m := hujson.ObjectMember{
		Name:  hujson.Value{Value: hujson.String(name)},
		Value: hujson.Value{BeforeExtra: hujson.Extra(ed.space), Value: v},
	}
	// Comments at the end belong to the members before them.
	comments := bytes.TrimRight(in.AfterExtra, whitespace)
	closing := string(in.AfterExtra[len(comments):])
	indent, lead := in.indent+ed.unit, ed.space
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
		closing = ed.eol + in.indent
	}
	if !inline {
		lead = ed.eol + indent
	}
	m.Name.BeforeExtra = append(slices.Clip(comments), lead...)
	in.Members, in.AfterExtra = append(in.Members, m), hujson.Extra(closing)
	return indent, inline
}

// lineOf gives the indentation of a member that begins a line.
func lineOf(m hujson.ObjectMember) (indent string, begins bool) {
	i := bytes.LastIndexByte(m.Name.BeforeExtra, '\n')
	if i < 0 {
		return "", false
	}
	line := m.Name.BeforeExtra[i+1:]
	return string(line[:len(line)-len(bytes.TrimLeft(line, whitespace))]), true
}

// remove cuts the entry with its comma. Comments around it stay.
func (d *jsonDoc) remove(member, name string) ([]byte, error) {
	servers, entry, err := d.find(member, name)
	if err != nil || entry == nil {
		return d.text, err
	}
	cut(servers, slices.IndexFunc(servers.Members, func(m hujson.ObjectMember) bool { return nameOf(m) == name }))
	return d.pack(), nil
}

// cut takes out a member, and the blanks that its line began with.
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
