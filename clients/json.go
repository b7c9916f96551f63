package clients

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/tailscale/hujson"
)

// jsonCodec is JSON, with comments and trailing commas where the client
// allows them.
type jsonCodec struct {
	comments bool
}

// jsonDoc is a parsed file. The offsets in root point into text.
type jsonDoc struct {
	text []byte
	root *hujson.Value // nil when text holds no value
}

// maxDepth is how deep a file may nest: hujson recurses without a limit, and
// a stack that overflows cannot be recovered. It is jsontext's own limit.
const maxDepth = 10_000

func (c jsonCodec) parse(text []byte) (document, error) {
	if blank(text) {
		return &jsonDoc{text: text}, nil
	}
	if err := checkUTF8(text); err != nil {
		return nil, err
	}
	if at := tooDeep(text); at >= 0 {
		return nil, faultAt(KindSyntax, text, at, "the file nests too deeply", nil)
	}
	if jsonParts(text, c.comments) > maxParts {
		return nil, tooMany()
	}
	if !c.comments {
		if err := checkJSON(text); err != nil {
			return nil, err
		}
	}
	if c.comments && onlyComments(text) {
		return &jsonDoc{text: text}, nil
	}
	// hujson wants a line break behind a comment; the end of the file will do.
	root, err := hujson.Parse(append(slices.Clip(text), '\n'))
	if err != nil {
		return nil, hujsonFault(text, err)
	}
	return &jsonDoc{text: text, root: &root}, nil
}

// checkJSON faults what RFC 8259 does not allow. A name given twice is
// allowed there, and is judged where it matters.
func checkJSON(text []byte) error {
	d := jsontext.NewDecoder(bytes.NewReader(text), jsontext.AllowDuplicateNames(true))
	for {
		_, err := d.ReadToken()
		var syntax *jsontext.SyntacticError
		switch {
		case errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF):
			return nil
		case errors.As(err, &syntax):
			return faultAt(KindSyntax, text, int(syntax.ByteOffset), notJSON+": "+syntax.Err.Error(), err)
		case err != nil:
			return faultAt(KindSyntax, text, len(text), notJSON, err)
		}
	}
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

// lookup reads the entry as it stands. What is not a string is given as its
// text.
func (d *jsonDoc) lookup(member, name string) (Entry, bool, error) {
	_, entry, err := d.find(member, name)
	if entry == nil || err != nil {
		return Entry{}, false, err
	}
	e := Entry{Name: name}
	for _, m := range entry.Value.(*hujson.Object).Members {
		switch text := string(d.text[m.Value.StartOffset:m.Value.EndOffset]); nameOf(m) {
		case "disabled", "enabled":
			if text == strconv.FormatBool(nameOf(m) == "disabled") {
				e.Off = `"` + nameOf(m) + `": ` + text
			}
		case "command":
			if !isText(m.Value) {
				e.misfit("command", aText)
				continue
			}
			e.Command = d.plain(m.Value)
		case "args":
			d.args(&e, m.Value)
		case "env":
			d.env(&e, m.Value)
		}
	}
	e.inOrder()
	return e, true, nil
}

// args reads the arguments.
func (d *jsonDoc) args(e *Entry, v hujson.Value) {
	list, ok := v.Value.(*hujson.Array)
	if ok {
		for _, a := range list.Elements {
			e.Args = append(e.Args, d.plain(a))
			ok = ok && isText(a)
		}
	}
	if !ok {
		e.misfit("args", texts)
	}
}

// env reads the variables.
func (d *jsonDoc) env(e *Entry, v hujson.Value) {
	obj, ok := v.Value.(*hujson.Object)
	if !ok {
		e.misfit("env", names)
		return
	}
	e.Env = make(map[string]string, len(obj.Members))
	for _, m := range obj.Members {
		e.variable(nameOf(m), d.plain(m.Value), isText(m.Value))
	}
}

func isText(v hujson.Value) bool { return v.Value.Kind() == '"' }

// find gives the object of the servers and the one of the entry, nil where
// there is none. Everything on the way must be an object with each name once.
func (d *jsonDoc) find(member, name string) (servers, entry *hujson.Value, err error) {
	if d.root == nil {
		return nil, nil, nil
	}
	if err := d.checkObject(d.root, "the file"); err != nil {
		return nil, nil, err
	}
	m := memberOf(d.root, member)
	if m == nil {
		return nil, nil, nil
	}
	servers = &m.Value
	if err := d.checkObject(servers, fmt.Sprintf("%q", member)); err != nil {
		return nil, nil, err
	}
	m = memberOf(servers, name)
	if m == nil {
		return servers, nil, nil
	}
	entry = &m.Value
	if err := d.checkObject(entry, fmt.Sprintf("the entry %q", name)); err != nil {
		return nil, nil, err
	}
	if env := memberOf(entry, "env"); env != nil && env.Value.Value.Kind() == '{' {
		if err := d.checkObject(&env.Value, fmt.Sprintf("\"env\" of the entry %q", name)); err != nil {
			return nil, nil, err
		}
	}
	return servers, entry, nil
}

// checkObject faults a value that is no object, or that has a name twice.
func (d *jsonDoc) checkObject(v *hujson.Value, what string) error {
	obj, ok := v.Value.(*hujson.Object)
	if !ok {
		return faultAt(KindShape, d.text, v.StartOffset, what+" is not a JSON object; correct it by hand", nil)
	}
	seen := make(map[string]bool, len(obj.Members))
	for _, m := range obj.Members {
		n := nameOf(m)
		if seen[n] {
			return faultAt(KindShape, d.text, m.Name.StartOffset, what+" has the same name twice; remove one by hand", nil)
		}
		seen[n] = true
	}
	return nil
}

// plain is a string's value, or the text of anything else.
func (d *jsonDoc) plain(v hujson.Value) string {
	if lit, ok := v.Value.(hujson.Literal); ok {
		return lit.String()
	}
	return string(d.text[v.StartOffset:v.EndOffset])
}

// nameOf is a member's name, unescaped.
func nameOf(m hujson.ObjectMember) string { return m.Name.Value.(hujson.Literal).String() }

// memberOf gives the member of an object, or nil.
func memberOf(v *hujson.Value, name string) *hujson.ObjectMember {
	obj := v.Value.(*hujson.Object)
	for i := range obj.Members {
		if nameOf(obj.Members[i]) == name {
			return &obj.Members[i]
		}
	}
	return nil
}

func (d *jsonDoc) comments() []span { return jsonComments(d.text) }

// strings walks the whole file.
func (d *jsonDoc) strings() []token {
	if d.root == nil {
		return nil
	}
	return jsonStrings(nil, nil, d.root)
}

func jsonStrings(found []token, path []string, v *hujson.Value) []token {
	switch t := v.Value.(type) {
	case hujson.Literal:
		if t.Kind() == '"' {
			found = append(found, token{path: path, start: v.StartOffset, end: v.EndOffset, value: t.String()})
		}
	case *hujson.Array:
		for i := range t.Elements {
			found = jsonStrings(found, path, &t.Elements[i])
		}
	case *hujson.Object:
		for i := range t.Members {
			sub := append(path[:len(path):len(path)], nameOf(t.Members[i]))
			found = jsonStrings(found, sub, &t.Members[i].Value)
		}
	}
	return found
}
