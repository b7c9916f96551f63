package clients

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"
)

// tomlCodec is TOML.
type tomlCodec struct{}

// tomlDoc is a parsed file with the lines of its tables and keys.
type tomlDoc struct {
	text  []byte // ends with a line break
	added string // the line break that parse added
	tree  map[string]any
	lines []tomlLine
}

// tomlLine is a table's header or a "key = value", which may span several lines.
type tomlLine struct {
	table      []string // that it is in; a header is in its own
	path       []string // from the root of the file
	start, end int      // of whole lines, the last newline included
}

func (tomlCodec) parse(text []byte) (document, error) {
	if err := checkText(text, ",=[{.", func(text []byte) []byte { return text }); err != nil {
		return nil, err
	}
	d := &tomlDoc{text: text}
	// The decoder refuses a key or a table given twice; the parser does not.
	if err := toml.Unmarshal(text, &d.tree); err != nil {
		return nil, tomlFault(text, err)
	}
	if len(text) > 0 && !bytes.HasSuffix(text, []byte("\n")) {
		d.added = eol(text)
		d.text = append(slices.Clip(text), d.added...)
	}
	var p unstable.Parser
	p.Reset(d.text)
	var table []string
	for p.NextExpression() {
		n := p.Expression()
		path, start, end := tomlKey(n.Key())
		if n.Kind == unstable.KeyValue {
			path, end = slices.Concat(table, path), int(n.Raw.Offset+n.Raw.Length)
		} else {
			table = path
		}
		d.lines = append(d.lines, tomlLine{table, path, lineStart(d.text, start), lineEnd(d.text, end-1)})
	}
	if err := p.Error(); err != nil {
		return nil, tomlFault(text, err)
	}
	return d, nil
}

// tomlFault converts an error of the library.
func tomlFault(text []byte, err error) *Error {
	const invalid = "the file is not valid TOML"
	var de *toml.DecodeError
	if !errors.As(err, &de) {
		return &Error{Kind: KindSyntax, Message: invalid, Err: err}
	}
	line, column := de.Position()
	return faultAt(KindSyntax, text, offsetOf(text, line, column), invalid+": "+strings.TrimPrefix(de.Error(), "toml: "), err)
}

// tomlKey returns the parts of a key and its offsets.
func tomlKey(it unstable.Iterator) (path []string, start, end int) {
	for it.Next() {
		n := it.Node()
		if len(path) == 0 {
			start = int(n.Raw.Offset)
		}
		path = append(path, string(n.Data))
		end = int(n.Raw.Offset + n.Raw.Length)
	}
	return path, start, end
}

func (d *tomlDoc) meaning() any { return d.tree }

func (d *tomlDoc) entry(member, name string) (map[string]any, error) {
	path := []string{member, name}
	table := d.tree
	for i, name := range path {
		v, ok := table[name]
		if !ok {
			return nil, nil
		}
		if table, ok = v.(map[string]any); !ok {
			return nil, d.shape(strings.Join(path[:i+1], ".")+" is not a table; correct it by hand", path[:i+1])
		}
	}
	return table, nil
}

// shape is an error at the first line about path.
func (d *tomlDoc) shape(msg string, path []string) *Error {
	i := slices.IndexFunc(d.lines, func(l tomlLine) bool { return under(l.path, path) })
	return faultAt(KindShape, d.text, d.lines[max(i, 0)].start, msg, nil)
}

// with replaces the entry's tables by one at the place of the first, or at the end of the
// file. It keeps the lines between them.
func (d *tomlDoc) with(member, name string, entry map[string]any) ([]byte, error) {
	own, err := d.own(member, name)
	if err != nil {
		return nil, err
	}
	if entry != nil {
		if len(own) == 0 {
			own = []block{{len(d.text), len(d.text), ""}} // which ends every other table
		}
		b, err := toml.Marshal(map[string]any{member: map[string]any{name: entry}})
		if err != nil {
			return nil, err
		}
		text := strings.TrimPrefix(string(b), "["+member+"]\n") // nothing is in that table itself
		if own[0].start > 0 {
			text = "\n" + text
		}
		own[0].text = strings.ReplaceAll(text, "\n", eol(d.text))
	}
	var out bytes.Buffer
	at := 0
	for _, b := range own {
		out.Write(d.text[at:b.start])
		out.WriteString(b.text)
		at = b.end
	}
	out.Write(d.text[at:])
	return bytes.TrimSuffix(out.Bytes(), []byte(d.added)), nil
}

// block replaces text[start:end].
type block struct {
	start, end int
	text       string
}

// own returns the blocks of the entry's tables, each with the empty line above it. Any
// other form of the entry, or an inline table of servers, is an error.
func (d *tomlDoc) own(member, name string) ([]block, error) {
	path := []string{member, name}
	var own []block
	for _, l := range d.lines {
		header := len(l.path) == len(l.table)
		switch {
		case header && under(l.path, path):
			start := lineStart(d.text, max(l.start-1, 0))
			if !blank(d.text[start:l.start]) {
				start = l.start
			}
			own = append(own, block{start, l.end, ""})
		case under(l.table, path):
			own[len(own)-1].end = l.end
		case !header && (under(l.path, path) || slices.Equal(l.path, path[:1])):
			return nil, d.shape(fmt.Sprintf("only a table [%s.%s] can be edited, and this is another form; change it by hand", member, name), l.path)
		}
	}
	return own, nil
}

// under reports whether path is at or below parent.
func under(path, parent []string) bool {
	return len(path) >= len(parent) && slices.Equal(path[:len(parent)], parent)
}
