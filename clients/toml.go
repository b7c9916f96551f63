package clients

import (
	"bytes"
	"errors"
	"fmt"
	"slices"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"
)

// tomlCodec is TOML.
type tomlCodec struct{}

// tomlDoc is a parsed file: what it means, and where it says so.
type tomlDoc struct {
	text   []byte
	tree   map[string]any
	tables []tomlTable
}

// tomlTable is a header and what follows it. The first one is the root, with
// start -1 and no path.
type tomlTable struct {
	path       []string
	start, end int // of the header's line, its newline included
	pairs      []tomlPair
}

// tomlPair is one "key = value".
type tomlPair struct {
	path       []string // from the root of the file
	start, end int      // without comment and newline
	value      int      // offset of the value, which ends at end
	kind       unstable.Kind
	inner      []tomlPair // of an inline table
	tokens     []token    // its strings
}

func (tomlCodec) parse(text []byte) (document, error) {
	if err := checkUTF8(text); err != nil {
		return nil, err
	}
	if tomlParts(text) > maxParts {
		return nil, tooMany()
	}
	d := &tomlDoc{text: text, tables: []tomlTable{{start: -1}}}
	// The decoder finds what the parser does not: a key or a table twice.
	if err := toml.Unmarshal(text, &d.tree); err != nil {
		return nil, tomlFault(text, err)
	}
	var p unstable.Parser
	p.Reset(text)
	for p.NextExpression() {
		d.add(&p, p.Expression())
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
	msg := string(bytes.TrimPrefix([]byte(de.Error()), []byte("toml: ")))
	return faultAt(KindSyntax, text, offsetOf(text, line, column), invalid+": "+msg, err)
}

// add notes one expression. Nodes live only until the next one is parsed.
func (d *tomlDoc) add(p *unstable.Parser, n *unstable.Node) {
	current := &d.tables[len(d.tables)-1]
	switch n.Kind {
	case unstable.Table, unstable.ArrayTable:
		path, first, _ := tomlKey(n.Key())
		start := lineStart(d.text, first)
		d.tables = append(d.tables, tomlTable{path: path, start: start, end: lineEnd(d.text, first)})
	case unstable.KeyValue:
		current.pairs = append(current.pairs, d.pair(p, current.path, n))
	}
}

// pair reads a key and its value, and inline tables inside it.
func (d *tomlDoc) pair(p *unstable.Parser, prefix []string, n *unstable.Node) tomlPair {
	key, _, keyEnd := tomlKey(n.Key())
	v := n.Value()
	pair := tomlPair{
		path:  join(prefix, key...),
		start: int(n.Raw.Offset),
		end:   int(n.Raw.Offset + n.Raw.Length),
		kind:  v.Kind,
	}
	// Between the key and the value stand blanks and one "=".
	sign := keyEnd + bytes.IndexByte(d.text[keyEnd:], '=') + 1
	pair.value = sign + len(d.text[sign:]) - len(bytes.TrimLeft(d.text[sign:], " \t"))
	d.values(p, &pair, v)
	return pair
}

// values notes the strings of a value, and the pairs of inline tables.
func (d *tomlDoc) values(p *unstable.Parser, pair *tomlPair, v *unstable.Node) {
	switch v.Kind {
	case unstable.String:
		pair.tokens = append(pair.tokens, token{
			path:  pair.path,
			start: int(v.Raw.Offset),
			end:   int(v.Raw.Offset + v.Raw.Length),
			value: string(v.Data),
		})
	case unstable.Array:
		for it := v.Children(); it.Next(); {
			d.values(p, pair, it.Node())
		}
	case unstable.InlineTable:
		for it := v.Children(); it.Next(); {
			inner := d.pair(p, pair.path, it.Node())
			pair.inner = append(pair.inner, inner)
			pair.tokens = append(pair.tokens, inner.tokens...)
		}
	}
}

// tomlKey gives the parts of a key and where it begins and ends.
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

// find gives the table of the servers and the one of the entry, nil where
// there is none.
func (d *tomlDoc) find(member, name string) (servers, entry map[string]any, err error) {
	v, ok := d.tree[member]
	if !ok {
		return nil, nil, nil
	}
	if servers, ok = v.(map[string]any); !ok {
		return nil, nil, d.shape(fmt.Sprintf("%q is not a table; correct it by hand", member), member)
	}
	if v, ok = servers[name]; !ok {
		return servers, nil, nil
	}
	if entry, ok = v.(map[string]any); !ok {
		return nil, nil, d.shape(fmt.Sprintf("the entry %q is not a table; correct it by hand", name), member, name)
	}
	return servers, entry, nil
}

// shape is an error at the first place that says something about path.
func (d *tomlDoc) shape(msg string, path ...string) *Error {
	for _, t := range d.tables {
		if under(t.path, path) {
			return faultAt(KindShape, d.text, t.start, msg, nil)
		}
		for _, p := range t.pairs {
			if under(p.path, path) {
				return faultAt(KindShape, d.text, p.start, msg, nil)
			}
		}
	}
	return &Error{Kind: KindShape, Message: msg}
}

// lookup reads the entry as it stands.
func (d *tomlDoc) lookup(member, name string) (Entry, bool, error) {
	_, entry, err := d.find(member, name)
	if entry == nil || err != nil {
		return Entry{}, false, err
	}
	e, ok := Entry{Name: name}, false
	if on, ok := entry["enabled"].(bool); ok && !on {
		e.Off = "enabled = false"
	}
	if off, ok := entry["disabled"].(bool); ok && off {
		e.Off = "disabled = true"
	}
	for member, v := range entry {
		switch member {
		case "command":
			if e.Command, ok = v.(string); !ok {
				e.misfit(member, aText)
			}
		case "args":
			args, ok := v.([]any)
			for _, a := range args {
				_, text := a.(string)
				e.Args, ok = append(e.Args, fmt.Sprint(a)), ok && text
			}
			if !ok {
				e.misfit(member, texts)
			}
		case "env":
			env, ok := v.(map[string]any)
			if !ok {
				e.misfit(member, names)
				continue
			}
			e.Env = make(map[string]string, len(env))
			for k, v := range env {
				_, text := v.(string)
				e.variable(k, fmt.Sprint(v), text)
			}
		}
	}
	e.inOrder()
	return e, true, nil
}

func (d *tomlDoc) comments() []span { return tomlComments(d.text) }

// strings walks the whole file.
func (d *tomlDoc) strings() []token {
	var found []token
	for _, t := range d.tables {
		for _, p := range t.pairs {
			found = append(found, p.tokens...)
		}
	}
	return found
}

// under reports whether path is at or below parent.
func under(path, parent []string) bool {
	return len(path) >= len(parent) && slices.Equal(path[:len(parent)], parent)
}

// join gives a path of its own, so that siblings do not share memory.
func join(path []string, more ...string) []string {
	return append(path[:len(path):len(path)], more...)
}
