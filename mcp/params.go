package mcp

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/mark3labs/mcp-go/mcp"

	"github.com/mcp-adapters/mcp-adapters/mcp/schema"
)

// object lists the members that MCP defines of an object. encoding/json matches names in any
// case and lets the last one win, but a transport compares some members with headers. So every
// name counts by its exact case and occurs once, and a name that differs only in case is refused.
type object struct {
	path    string // its name in errors
	members []member
}

type member struct {
	name  string
	value *object // nil: not looked into; without members: no name may occur twice
}

// plain returns members whose values are not looked into.
func plain(names ...string) []member {
	list := make([]member, len(names))
	for i, name := range names {
		list[i].name = name
	}
	return list
}

// params returns the params of a method that have these members beside _meta.
func params(members ...member) *object {
	return &object{"params", append([]member{{metaMember, meta}}, members...)}
}

// again returns the params of a method that may be sent again with an answer to input_required.
func again(members ...member) *object {
	return params(append(plain("inputResponses", "requestState"), members...)...)
}

const metaMember = "_meta"

var (
	implementation = &object{"clientInfo", plain("name", "version", "title", "description", "websiteUrl", "icons")}
	capabilities   = &object{"capabilities", []member{
		{"extensions", &object{path: "extensions"}}, {"experimental", &object{path: "experimental"}}, {"tasks", nil},
		{"roots", &object{"roots", plain("listChanged")}},
		{"sampling", &object{"sampling", plain("context", "tools")}},
		{"elicitation", &object{"elicitation", plain("form", "url")}},
	}}
	meta = &object{metaMember, []member{
		{"progressToken", nil},
		{mcp.MetaKeyProtocolVersion, nil},
		{mcp.MetaKeyClientInfo, implementation},
		{mcp.MetaKeyClientCapabilities, capabilities},
		{mcp.MetaKeyLogLevel, nil},
	}}

	onlyMeta   = params()
	listParams = params(plain("cursor")...)
	uriParams  = params(plain("uri")...)
)

// errNotObject is returned for a value that is not an object.
var errNotObject = errors.New("not an object")

// visit is called with a member of an object, whose name is valid until it returns.
type visit func(in *object, name []byte, value json.RawMessage)

// read checks the names in raw, and in the values that o looks into, and visits every member.
// It doesn't judge the types of values.
func (o *object) read(raw json.RawMessage, visit visit) error {
	if len(o.members) == 0 {
		return o.distinct(raw)
	}
	var seen uint64
	return eachMember(raw, func(name []byte, value json.RawMessage) error {
		i := slices.IndexFunc(o.members, func(m member) bool { return m.name == string(name) })
		switch {
		case i < 0:
			if err := o.folded(name); err != nil {
				return err
			}
		case seen&(1<<i) != 0:
			return o.twice(name)
		default:
			seen |= 1 << i
			if inner := o.members[i].value; inner != nil {
				if err := inner.read(value, visit); err != nil && !errors.Is(err, errNotObject) {
					return err
				}
			}
		}
		visit(o, name, value)
		return nil
	})
}

// distinct checks that no name occurs twice.
func (o *object) distinct(raw json.RawMessage) error {
	seen := map[string]bool{}
	return eachMember(raw, func(name []byte, _ json.RawMessage) error {
		if seen[string(name)] {
			return o.twice(name)
		}
		seen[string(name)] = true
		return nil
	})
}

func (o *object) twice(name []byte) error {
	return invalid(o.path, fmt.Sprintf("%s must not hold %q twice", o.path, schema.Shorten(string(name))))
}

// folded returns an error when name differs from a member's name only in case.
func (o *object) folded(name []byte) error {
	for _, m := range o.members {
		if strings.EqualFold(m.name, string(name)) {
			return invalid(o.path, fmt.Sprintf("%s must not hold %q; the member's name is %q", o.path, schema.Shorten(string(name)), m.name))
		}
	}
	return nil
}

// reader is a tokenizer for a text in memory.
type reader struct {
	jsontext.Decoder
	text bytes.Buffer // the decoder works in its bytes, without a copy
}

var readers = sync.Pool{New: func() any { return new(reader) }}

// lax accepts repeated names and broken surrogate pairs: readers of a value judge those.
var lax = []jsontext.Options{jsontext.AllowInvalidUTF8(true), jsontext.AllowDuplicateNames(true)}

// release gives the reader back, without the text.
func (r *reader) release() {
	r.text = bytes.Buffer{}
	r.Reset(&r.text)
	readers.Put(r)
}

// eachMember calls visit with the members of the object raw. The values are parts of raw.
func eachMember(raw json.RawMessage, visit func(name []byte, value json.RawMessage) error) error {
	dec := readers.Get().(*reader)
	defer dec.release()
	dec.text = *bytes.NewBuffer(raw)
	dec.Reset(&dec.text, lax...)
	if dec.PeekKind() != '{' {
		return errNotObject
	}
	_, err := dec.ReadToken()
	for err == nil && dec.PeekKind() != '}' {
		var quoted, value jsontext.Value
		if quoted, err = dec.ReadValue(); err != nil {
			break
		}
		name := quoted[1 : len(quoted)-1]
		if bytes.IndexByte(name, '\\') >= 0 {
			// Half a surrogate pair becomes U+FFFD, which is in no name here.
			name, _ = jsontext.AppendUnquote(nil, quoted)
		}
		if value, err = dec.ReadValue(); err != nil {
			break
		}
		if err := visit(name, json.RawMessage(value)); err != nil {
			return err
		}
	}
	if err != nil {
		return fmt.Errorf("decode params: %w", err)
	}
	return nil
}

// text returns the value of a JSON string, "" for anything else. An error for text that is not
// valid Unicode comes with the part that can be read.
func text(raw json.RawMessage) (string, error) {
	if len(raw) == 0 || raw[0] != '"' {
		return "", nil
	}
	unquoted, err := jsontext.AppendUnquote(nil, raw)
	return string(unquoted), err
}

// Routing is the part of a message that Streamable HTTP repeats in headers, or logs.
type Routing struct {
	NameMember   string // the member of the params that the header Mcp-Name repeats; "": none
	Name         string // its value
	Named        bool   // it is there, and is text
	Version      string // of the protocol, in _meta; "" when absent or not text
	Capabilities bool   // _meta has an object with the client's capabilities
	TraceParent  string // in _meta, as W3C Trace Context has it; "" when absent or not text
}

// IsMethod reports whether MCP has a method, or a notification of clients, of that name.
func IsMethod(name string) bool {
	_, ok := methods[mcp.MCPMethod(name)]
	return ok
}

// routed are the params of a method whose header Mcp-Name repeats a member.
var routed = map[string]*object{"": routedParams(), "name": routedParams("name"), "uri": routedParams("uri")}

func routedParams(names ...string) *object {
	meta := &object{metaMember, plain(mcp.MetaKeyProtocolVersion, mcp.MetaKeyClientCapabilities)}
	return &object{"params", append([]member{{metaMember, meta}}, plain(names...)...)}
}

// ReadRouting reads the params of a message, nil when absent. Its error, a
// [fault.InvalidParams], names a member of these that occurs twice or in another case; other
// members are for [Session.Prepare] to judge.
func ReadRouting(method string, params json.RawMessage) (Routing, error) {
	m := methods[mcp.MCPMethod(method)]
	r := Routing{NameMember: m.named}
	err := routed[m.named].read(params, func(in *object, name []byte, value json.RawMessage) {
		switch {
		case in.path == metaMember:
			switch string(name) {
			case mcp.MetaKeyProtocolVersion:
				r.Version, _ = text(value)
			case mcp.MetaKeyClientCapabilities:
				r.Capabilities = value[0] == '{'
			case "traceparent":
				r.TraceParent, _ = text(value)
			}
		case m.named != "" && string(name) == m.named:
			r.Name, _ = text(value)
			r.Named = value[0] == '"'
		}
	})
	if errors.Is(err, errNotObject) {
		err = nil
	}
	return r, err
}
