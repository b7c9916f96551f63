package clients

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"
)

// tomlCodec is TOML.
type tomlCodec struct{}

// tomlDoc is a parsed file: what it means, and on which lines it says so.
type tomlDoc struct {
	text  []byte // ends with a line break
	added string // the line break that it got for that
	tree  map[string]any
	lines []tomlLine
}

// tomlLine is a table's header or a "key = value", which may span lines.
type tomlLine struct {
	table      []string // the one it is in; a header is in its own
	path       []string // from the root of the file
	start, end int      // of whole lines, the last newline included
}

func (tomlCodec) parse(text []byte) (document, error) {
	if err := checkUTF8(text); err != nil {
		return nil, err
	}
	if parts(text, ",=[{.") > maxParts {
		return nil, tooMany()
	}
	d := &tomlDoc{text: text}
	// The decoder finds what the parser does not: a key or a table twice.
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
			path, end = join(table, path...), int(n.Raw.Offset+n.Raw.Length)
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

// tomlFault gives an error its place.
func tomlFault(text []byte, err error) *Error {
	const invalid = "the file is not valid TOML"
	var de *toml.DecodeError
	if !errors.As(err, &de) {
		return &Error{Kind: KindSyntax, Message: invalid, Err: err}
	}
	line, column := de.Position()
	return faultAt(KindSyntax, text, offsetOf(text, line, column), invalid+": "+strings.TrimPrefix(de.Error(), "toml: "), err)
}

// tomlKey gives the parts of a key, and where it begins and ends.
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

func (d *tomlDoc) lookup(member, name string) (Entry, bool, error) {
	entry, err := d.find(member, name)
	if entry == nil || err != nil {
		return Entry{}, false, err
	}
	return readEntry(name, entry), true, nil
}

func (d *tomlDoc) meaning() any { return d.tree }

// find gives the table of the entry, nil when there is none.
func (d *tomlDoc) find(path ...string) (map[string]any, error) {
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

// shape is an error at the first line that says something about path.
func (d *tomlDoc) shape(msg string, path []string) *Error {
	i := slices.IndexFunc(d.lines, func(l tomlLine) bool { return under(l.path, path) })
	return faultAt(KindShape, d.text, d.lines[max(i, 0)].start, msg, nil)
}

// set writes the entry's table anew, with all else that the user has in it, at
// its place or at the end of the file.
func (d *tomlDoc) set(c Client, e Entry) ([]byte, error) {
	member := c.member
	have, there, err := d.lookup(member, e.Name)
	if err != nil || there && e.within(have) && len(have.Misfits) == 0 {
		return d.finish(d.text), err
	}
	own, err := d.own(member, e.Name)
	if err != nil {
		return nil, err
	}
	old, err := d.find(member, e.Name)
	if err != nil {
		return nil, err
	}
	entry := map[string]any{}
	maps.Copy(entry, old)
	for _, name := range e.foreign() {
		delete(entry, name)
	}
	if e.URL != "" {
		entry[c.remote.url] = e.URL
		if len(e.Headers) > 0 {
			entry[c.remote.headers] = e.Headers
		}
		return d.finish(d.with(d.replaced(own, member, e.Name, entry), whole)), nil
	}
	entry["command"] = e.Command
	if _, has := old["args"]; has || len(e.Args) > 0 {
		entry["args"] = append([]string{}, e.Args...)
	}
	delete(entry, "env")
	if env := tomlEnv(old["env"], e); len(env) > 0 {
		entry["env"] = env
	}
	return d.finish(d.with(d.replaced(own, member, e.Name, entry), whole)), nil
}

// tomlEnv gives the variables of an entry that may have had some, as texts.
func tomlEnv(old any, e Entry) map[string]string {
	env := map[string]string{}
	variables, _ := old.(map[string]any)
	for name, v := range variables {
		switch v.(type) {
		case []any, map[string]any: // cannot be a text
		default:
			env[name] = fmt.Sprint(v)
		}
	}
	for _, name := range e.Unset {
		delete(env, name)
	}
	maps.Copy(env, e.Env)
	return env
}

// remove cuts the entry's tables. What is between them stays.
func (d *tomlDoc) remove(member, name string) ([]byte, error) {
	own, err := d.own(member, name)
	return d.finish(d.with(own, whole)), err
}

// finish takes off the line break that the file was parsed with.
func (d *tomlDoc) finish(text []byte) []byte { return bytes.TrimSuffix(text, []byte(d.added)) }

// block replaces text[start:end].
type block struct {
	start, end int
	text       string
}

// own gives the blocks of the entry's tables, each with the empty line above
// it. An entry in any other form is an error, and so is an inline table of
// servers.
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

// replaced puts an entry where the first of its tables is, or at the end of the
// file, which ends every other table.
func (d *tomlDoc) replaced(own []block, member, name string, entry map[string]any) []block {
	if len(own) == 0 {
		own = []block{{len(d.text), len(d.text), ""}}
	}
	b, err := toml.Marshal(map[string]any{member: map[string]any{name: entry}})
	if err != nil {
		return own // not for what was read from TOML
	}
	text := strings.TrimPrefix(string(b), "["+member+"]\n") // nothing is in that table itself
	if own[0].start > 0 {
		text = "\n" + text
	}
	own[0].text = strings.ReplaceAll(text, "\n", eol(d.text))
	return own
}

// with gives the text with its blocks replaced, and each line between them as
// other has it.
func (d *tomlDoc) with(blocks []block, other func(line []byte) []byte) []byte {
	var out bytes.Buffer
	at := 0
	for _, b := range append(blocks, block{len(d.text), len(d.text), ""}) {
		for line := range bytes.Lines(d.text[at:b.start]) {
			out.Write(other(line))
		}
		out.WriteString(b.text)
		at = b.end
	}
	return out.Bytes()
}

func whole(line []byte) []byte { return line }

// masked shows nothing of other lines but that they are there.
func (d *tomlDoc) masked(member, name string, show func(path []string, value string) string) []byte {
	own, _ := d.own(member, name) // an entry in another form is not shown either
	if entry, _ := d.find(member, name); len(own) > 0 && entry != nil {
		own = d.replaced(own, member, name, maskTOML(nil, entry, show).(map[string]any))
	}
	return d.with(own, func(line []byte) []byte {
		if blank(line) {
			return line
		}
		return []byte(hidden + "\n")
	})
}

func maskTOML(path []string, v any, show func(path []string, value string) string) any {
	switch v := v.(type) {
	case string:
		return show(path, v)
	case []any:
		list := make([]any, len(v))
		for i := range v {
			list[i] = maskTOML(path, v[i], show)
		}
		return list
	case map[string]any:
		table := make(map[string]any, len(v))
		for key := range v {
			table[key] = maskTOML(join(path, key), v[key], show)
		}
		return table
	}
	return v
}

// under reports whether path is at or below parent.
func under(path, parent []string) bool {
	return len(path) >= len(parent) && slices.Equal(path[:len(parent)], parent)
}

// join gives a path of its own, so that siblings do not share memory.
func join(path []string, more ...string) []string {
	return append(path[:len(path):len(path)], more...)
}
