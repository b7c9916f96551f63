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
	"strconv"
	"strings"
	"sync"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/tailscale/hujson"
)

// jsonCodec is JSON, with comments and trailing commas unless it is strict.
type jsonCodec struct {
	strict string // the name of a client that allows none
}

// jsonDoc is a parsed file. Its tree has every byte, so an edit keeps the others.
type jsonDoc struct {
	text []byte // for the offsets in root
	root hujson.Value
}

// maxDepth bounds nesting, as in jsontext: hujson recurses without a limit, and a stack
// overflow cannot be recovered.
const maxDepth = 10_000

const notJSON = "the file is not valid JSON"

func (c jsonCodec) parse(text []byte) (document, error) {
	if at := tooDeep(text); at >= 0 {
		return nil, faultAt(KindSyntax, text, at, "the file nests too deeply", nil)
	}
	if err := checkText(text, ",:{[", func(text []byte) []byte { return prose().ReplaceAll(text, nil) }); err != nil {
		return nil, err
	}
	if c.strict != "" && !blank(text) {
		if err := c.checkStrict(text); err != nil {
			return nil, err
		}
	}
	if blank(text) {
		text = []byte("{}" + eol(text))
	} else if empty().Match(text) { // nothing but comments
		before, ended := bytes.CutSuffix(text, []byte(eol(text)))
		if text = slices.Concat(before, []byte(eol(text)+"{}")); ended {
			text = append(text, eol(text)...)
		}
	}
	// hujson requires a line break after a comment.
	root, err := hujson.Parse(append(slices.Clip(text), '\n'))
	if err != nil {
		return nil, hujsonFault(text, err)
	}
	return &jsonDoc{text: text, root: root}, nil
}

// prose matches strings and comments. It is compiled on first use, since a server does not need it.
var prose = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`"(?:[^"\\]|\\.)*"|//[^\r\n]*|(?s:/\*.*?\*/)`)
})

// empty matches a file with only blanks and comments.
var empty = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(?:[ \t\r\n]|//[^\r\n]*|/\*[^*]*\*+(?:[^/*][^*]*\*+)*/)*$`)
})

// checkStrict refuses text that RFC 8259 does not allow. It allows a name twice, which
// matters only on the path to the entry.
func (c jsonCodec) checkStrict(text []byte) error {
	var err error
	for d := jsontext.NewDecoder(bytes.NewBuffer(text), jsontext.AllowDuplicateNames(true)); err == nil; {
		_, err = d.ReadToken()
	}
	syntax, ok := errors.AsType[*jsontext.SyntacticError](err)
	switch {
	case errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF):
		return nil
	case !ok:
		return faultAt(KindSyntax, text, len(text), notJSON, err)
	}
	why := notJSON + ": " + syntax.Err.Error()
	for _, comment := range []string{"//", "/*", "#"} {
		if bytes.HasPrefix(text[syntax.ByteOffset:], []byte(comment)) {
			why = "this is a comment, and " + c.strict + " allows none in the file; remove it"
		}
	}
	return faultAt(KindSyntax, text, int(syntax.ByteOffset), why, err)
}

// tooDeep returns the offset of a bracket that nests too deeply, or -1. It counts brackets
// in strings too; no real file has thousands of them.
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

// hujsonFault converts hujson's error, which has the position only in its text.
func hujsonFault(text []byte, err error) *Error {
	var line, column int
	if _, scan := fmt.Sscanf(err.Error(), "hujson: line %d, column %d:", &line, &column); scan != nil {
		return &Error{Kind: KindSyntax, Message: notJSON, Err: err}
	}
	why := notJSON
	if cause := errors.Unwrap(err); cause != nil {
		// The literal itself is left out: it may be a secret.
		before, _, _ := strings.Cut(cause.Error(), "invalid literal:")
		why += ": " + cmp.Or(before, "invalid string or number")
	}
	return faultAt(KindSyntax, text, offsetOf(text, line, column), why, err)
}

func (d *jsonDoc) meaning() any { return plain(d.root.Value) }

func (d *jsonDoc) entry(member, name string) (map[string]any, error) {
	obj, err := d.find(member, name)
	if obj == nil || err != nil {
		return nil, err
	}
	for _, name := range append([]string{"env"}, headerMembers...) {
		if texts := memberOf(obj, name); texts != nil && texts.Value.Kind() == '{' {
			if _, err := d.object(texts, strconv.Quote(name)); err != nil {
				return nil, err
			}
		}
	}
	return plain(obj).(map[string]any), nil
}

// find returns the object at a path, nil if there is none. Each value on the path must be
// an object with each name once.
func (d *jsonDoc) find(path ...string) (*hujson.Object, error) {
	obj, err := d.object(&d.root, "the file")
	for _, name := range path {
		if err != nil {
			break
		}
		v := memberOf(obj, name)
		if v == nil {
			return nil, nil
		}
		obj, err = d.object(v, strconv.Quote(name))
	}
	return obj, err
}

// object refuses a value that is not an object, or has a name twice.
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

// nameOf returns a member's name, unescaped.
func nameOf(m hujson.ObjectMember) string { return m.Name.Value.(hujson.Literal).String() }

// memberOf returns the value of an object's member, or nil.
func memberOf(obj *hujson.Object, name string) *hujson.Value {
	for i := range obj.Members {
		if nameOf(obj.Members[i]) == name {
			return &obj.Members[i].Value
		}
	}
	return nil
}

// plain returns a value as [json.Decoder] does.
func plain(v hujson.ValueTrimmed) (meaning any) {
	value := hujson.Value{Value: v}.Clone()
	value.Standardize()
	d := json.NewDecoder(bytes.NewReader(value.Pack()))
	d.UseNumber()
	_ = d.Decode(&meaning) // it was parsed
	return meaning
}
