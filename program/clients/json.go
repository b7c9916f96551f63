package clients

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/tailscale/hujson"
)

// jsonCodec is JSON, with comments and trailing commas where the client
// allows them.
type jsonCodec struct {
	comments bool
}

// jsonDoc is a parsed file. It is edited by changing its tree, which keeps
// every byte that is not changed.
type jsonDoc struct {
	text  []byte // what the offsets in root point into
	root  hujson.Value
	isNew bool // the file holds no value: the root is an object still to come
}

// maxDepth is how deep a file may nest: hujson recurses without a limit, and
// a stack that overflows cannot be recovered. It is jsontext's own limit.
const maxDepth = 10_000

func (c jsonCodec) parse(text []byte) (document, error) {
	if err := checkUTF8(text); err != nil {
		return nil, err
	}
	if at := tooDeep(text); at >= 0 {
		return nil, faultAt(KindSyntax, text, at, "the file nests too deeply", nil)
	}
	if c.comments && parts(text, jsonSigns) > maxParts && parts(prose().ReplaceAll(text, nil), jsonSigns) > maxParts {
		return nil, tooMany()
	}
	if !c.comments && !blank(text) {
		if err := checkJSON(text); err != nil {
			return nil, err
		}
	}
	d, err := newJSONDoc(text)
	if err == nil {
		return d, nil
	}
	// A file without a value is one with an empty object still to come. Only
	// blanks and comments can stand before one.
	object := "{}"
	switch {
	case blank(text):
		text, object = nil, object+eol(text)
	case bytes.HasSuffix(text, []byte("\n")):
		object += eol(text)
	default:
		object = eol(text) + object
	}
	if d, other := newJSONDoc(slices.Concat(text, []byte(object))); other == nil {
		d.isNew = true
		return d, nil
	}
	return nil, hujsonFault(text, err)
}

func newJSONDoc(text []byte) (*jsonDoc, error) {
	// hujson wants a line break after a comment; the end of the file will do.
	root, err := hujson.Parse(append(slices.Clip(text), '\n'))
	return &jsonDoc{text: text, root: root}, err
}

// pack writes the tree without the line break that it was parsed with.
func (d *jsonDoc) pack() []byte { return bytes.TrimSuffix(d.root.Pack(), []byte("\n")) }

// checkJSON faults what RFC 8259 does not allow, and too many values. A name
// given twice is allowed there, and is judged where it matters.
func checkJSON(text []byte) error {
	d := jsontext.NewDecoder(bytes.NewReader(text), jsontext.AllowDuplicateNames(true))
	for n := 0; n <= maxParts; {
		token, err := d.ReadToken()
		var syntax *jsontext.SyntacticError
		switch {
		case errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF):
			return nil
		case errors.As(err, &syntax):
			return faultAt(KindSyntax, text, int(syntax.ByteOffset), notJSON+": "+syntax.Err.Error(), err)
		case err != nil:
			return faultAt(KindSyntax, text, len(text), notJSON, err)
		case token.Kind() != '}' && token.Kind() != ']':
			n++
		}
	}
	return tooMany()
}

const notJSON = "the file is not valid JSON"

// tooDeep gives the offset of a bracket that nests too deeply, or -1. It
// counts brackets in strings too: a real file has no thousands of those.
func tooDeep(text []byte) int {
	depth := 0
	for i, c := range text {
		switch c {
		case '{', '[':
			if depth++; depth > maxDepth {
				return i
			}
		case '}', ']':
			depth = max(depth-1, 0)
		}
	}
	return -1
}

// hujsonFault gives hujson's error its place. The library tells the place
// only in its text; the tests hold it to that form.
func hujsonFault(text []byte, err error) *Error {
	var line, column int
	msg := err.Error()
	if _, scan := fmt.Sscanf(msg, "hujson: line %d, column %d:", &line, &column); scan != nil {
		return &Error{Kind: KindSyntax, Message: notJSON, Err: err}
	}
	why := notJSON
	if cause := errors.Unwrap(err); cause != nil {
		// The literal itself is left out: it may be a secret.
		before, _, _ := strings.Cut(cause.Error(), "invalid literal:")
		if before == "" {
			before = "invalid string or number"
		}
		why += ": " + before
	}
	return faultAt(KindSyntax, text, offsetOf(text, line, column), why, err)
}

// find gives the object of the servers and the one of the entry, nil where
// there is none. Everything on the way must be an object with each name once.
func (d *jsonDoc) find(member, name string) (servers, entry *hujson.Object, err error) {
	root, err := d.object(&d.root, "the file")
	if err != nil {
		return nil, nil, err
	}
	m := memberOf(root, member)
	if m == nil {
		return nil, nil, nil
	}
	if servers, err = d.object(m, fmt.Sprintf("%q", member)); err != nil {
		return nil, nil, err
	}
	if m = memberOf(servers, name); m == nil {
		return servers, nil, nil
	}
	if entry, err = d.object(m, fmt.Sprintf("the entry %q", name)); err != nil {
		return nil, nil, err
	}
	if env := memberOf(entry, "env"); env != nil && env.Value.Kind() == '{' {
		_, err = d.object(env, fmt.Sprintf("\"env\" of the entry %q", name))
	}
	return servers, entry, err
}

// object faults a value that is no object, or that has a name twice.
func (d *jsonDoc) object(v *hujson.Value, what string) (*hujson.Object, error) {
	obj, ok := v.Value.(*hujson.Object)
	if !ok {
		return nil, faultAt(KindShape, d.text, v.StartOffset, what+" is not a JSON object; correct it by hand", nil)
	}
	seen := make(map[string]bool, len(obj.Members))
	for _, m := range obj.Members {
		n := nameOf(m)
		if seen[n] {
			return nil, faultAt(KindShape, d.text, m.Name.StartOffset, what+" has the same name twice; remove one by hand", nil)
		}
		seen[n] = true
	}
	return obj, nil
}

// nameOf is a member's name, unescaped.
func nameOf(m hujson.ObjectMember) string { return m.Name.Value.(hujson.Literal).String() }

// memberOf gives the value of an object's member, or nil.
func memberOf(obj *hujson.Object, name string) *hujson.Value {
	for i := range obj.Members {
		if nameOf(obj.Members[i]) == name {
			return &obj.Members[i].Value
		}
	}
	return nil
}

func (d *jsonDoc) lookup(member, name string) (Entry, bool, error) {
	_, entry, err := d.find(member, name)
	if entry == nil || err != nil {
		return Entry{}, false, err
	}
	e := readEntry(name, plain(entry).(map[string]any))
	if e.Off != "" {
		off, value, _ := strings.Cut(e.Off, " = ")
		e.Off = fmt.Sprintf("%q: %s", off, value)
	}
	return e, true, nil
}

func (d *jsonDoc) meaning() any { return plain(d.root.Value) }

// plain gives what a value means, as [json.Decoder] has it.
func plain(v hujson.ValueTrimmed) (meaning any) {
	value := hujson.Value{Value: v}.Clone()
	value.Standardize()
	d := json.NewDecoder(bytes.NewReader(value.Pack()))
	d.UseNumber()
	_ = d.Decode(&meaning) // it was parsed
	return meaning
}

// jsonSigns are what stands before each name and value but the first.
const jsonSigns = ",:{["

// prose matches strings and comments. It is compiled on its first use: a server
// starts without it.
var prose = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`"(?:[^"\\]|\\.)*"|//[^\r\n]*|(?s:/\*.*?\*/)`)
})

func (d *jsonDoc) masked(member, name string, show func(path []string, value string) string) []byte {
	text := []byte(d.root.BeforeExtra)
	if !d.isNew {
		entry := []string{member, name}
		maskJSON(nil, &d.root, func(path []string, value string) string {
			if !under(path, entry) {
				return hidden
			}
			return show(path[len(entry):], value)
		})
		text = d.pack()
	}
	return prose().ReplaceAllFunc(text, func(found []byte) []byte {
		switch {
		case found[0] == '"':
			return found
		case found[1] == '/':
			return []byte("// " + hidden)
		}
		return []byte("/* " + hidden + cmp.Or(strings.Repeat("\n", bytes.Count(found, []byte("\n"))), " ") + "*/")
	})
}

func maskJSON(path []string, v *hujson.Value, show func(path []string, value string) string) {
	switch t := v.Value.(type) {
	case hujson.Literal:
		if t.Kind() == '"' {
			v.Value = hujson.String(show(path, t.String()))
		}
	case *hujson.Array:
		for i := range t.Elements {
			maskJSON(path, &t.Elements[i], show)
		}
	case *hujson.Object:
		for i := range t.Members {
			maskJSON(join(path, nameOf(t.Members[i])), &t.Members[i].Value, show)
		}
	}
}
