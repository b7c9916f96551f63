package clients

import (
	"bytes"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/tailscale/hujson"
)

// fields are the members of an object in the order to write them. A value is
// a string, a []string or fields.
type fields []field

type field struct {
	name  string
	value any
}

// style is how a file is written.
type style struct {
	eol        string
	unit       string // one level of indentation
	colonSpace string // between a colon and its value
	commaSpace string // between a comma and what follows on the line
}

// style learns from the file, or takes the way most clients write.
func (d *jsonDoc) style() style {
	st := style{eol: eol(d.text), unit: "  ", colonSpace: " ", commaSpace: " "}
	if d.root == nil {
		return st
	}
	obj, ok := d.root.Value.(*hujson.Object)
	if !ok || len(obj.Members) == 0 {
		return st
	}
	if len(obj.Members[0].Value.BeforeExtra) == 0 {
		st.colonSpace = ""
	}
	if !bytes.Contains(d.text[d.root.StartOffset:d.root.EndOffset], []byte("\n")) {
		st.commaSpace = st.colonSpace
	}
	for i, m := range obj.Members {
		if nl := bytes.LastIndexByte(m.Name.BeforeExtra, '\n'); nl >= 0 {
			unit := leading(m.Name.BeforeExtra[nl+1:])
			own := indentAt(d.text, d.root.StartOffset)
			if unit = strings.TrimPrefix(unit, own); unit != "" {
				st.unit = unit
				break
			}
		}
		if i > 16 {
			break // the file has no indentation
		}
	}
	return st
}

// value renders a value whose first line is indented by indent.
func (st style) value(v any, indent string, inline bool) string {
	switch v := v.(type) {
	case string:
		return quoteJSON(v)
	case []string:
		items := make([]string, len(v))
		for i, s := range v {
			items[i] = quoteJSON(s)
		}
		return "[" + strings.Join(items, ","+st.commaSpace) + "]"
	case fields:
		switch {
		case len(v) == 0:
			return "{}"
		case inline:
			return "{" + st.inline(v) + "}"
		}
		return "{" + st.lines(v, indent+st.unit) + st.eol + indent + "}"
	}
	return "null"
}

// inline renders members for one line.
func (st style) inline(f fields) string {
	items := make([]string, len(f))
	for i, m := range f {
		items[i] = quoteJSON(m.name) + ":" + st.colonSpace + st.value(m.value, "", true)
	}
	return strings.Join(items, ","+st.commaSpace)
}

// lines renders members, each on lines of its own, each begun by a newline.
func (st style) lines(f fields, indent string) string {
	items := make([]string, len(f))
	for i, m := range f {
		items[i] = st.eol + indent + quoteJSON(m.name) + ":" + st.colonSpace + st.value(m.value, indent, false)
	}
	return strings.Join(items, ",")
}

// quoteJSON writes a string without the escapes that only HTML needs. Entry
// and name were checked to be UTF-8, which leaves no error.
func quoteJSON(s string) string {
	b, err := jsontext.AppendQuote(nil, s)
	if err != nil {
		return `""`
	}
	return string(b)
}

// onlyComments reports whether JSON holds nothing but comments.
func onlyComments(text []byte) bool {
	for {
		text = bytes.TrimLeft(text, whitespace)
		var ok bool
		switch {
		case len(text) == 0:
			return true
		case bytes.HasPrefix(text, []byte("//")):
			_, text, _ = bytes.Cut(text, []byte("\n"))
		case bytes.HasPrefix(text, []byte("/*")):
			if _, text, ok = bytes.Cut(text[2:], []byte("*/")); !ok {
				return false
			}
		default:
			return false
		}
	}
}
