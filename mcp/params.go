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

// object holds the members that MCP defines of an object. encoding/json takes their
// names in any case and lets the last one win, and a transport compares some of them
// with what a header says. So that all read the same, each name counts by its exact case
// and comes once, and what differs from one in case alone is refused.
type object struct {
	path    string // how errors call it
	members []member
}

type member struct {
	name  string
	value *object // nil: not looked into; without members: none may come twice
}

// plain returns members whose values are not looked into.
func plain(names ...string) []member {
	list := make([]member, len(names))
	for i, name := range names {
		list[i].name = name
	}
	return list
}

// with returns o with further members.
func (o object) with(members ...member) *object {
	return &object{o.path, slices.Concat(o.members, members)}
}

var (
	implementation = &object{"clientInfo", plain("name", "version", "title", "description", "websiteUrl", "icons")}
	capabilities   = &object{"capabilities", []member{
		{"extensions", &object{path: "extensions"}}, {"experimental", &object{path: "experimental"}}, {"tasks", nil},
		{"roots", &object{"roots", plain("listChanged")}},
		{"sampling", &object{"sampling", plain("context", "tools")}},
		{"elicitation", &object{"elicitation", plain("form", "url")}},
	}}
	meta = &object{"_meta", []member{
		{"progressToken", nil},
		{mcp.MetaKeyProtocolVersion, nil},
		{mcp.MetaKeyClientInfo, implementation},
		{mcp.MetaKeyClientCapabilities, capabilities},
		{mcp.MetaKeyLogLevel, nil},
	}}

	anyParams  = &object{"params", []member{{"_meta", meta}}}
	listParams = anyParams.with(plain("cursor")...)
	uriParams  = anyParams.with(plain("uri")...)
	// again is what a request carries that answers an input_required.
	again = anyParams.with(plain("inputResponses", "requestState")...)
	// defined has the params of each method that takes more than a _meta.
	defined = map[mcp.MCPMethod]*object{
		mcp.MethodInitialize:             anyParams.with(member{"protocolVersion", nil}, member{"capabilities", capabilities}, member{"clientInfo", implementation}),
		mcp.MethodSetLogLevel:            anyParams.with(plain("level")...),
		mcp.MethodToolsList:              listParams,
		mcp.MethodResourcesList:          listParams,
		mcp.MethodResourcesTemplatesList: listParams,
		mcp.MethodPromptsList:            listParams,
		mcp.MethodResourcesSubscribe:     uriParams,
		mcp.MethodResourcesUnsubscribe:   uriParams,
		mcp.MethodToolsCall:              again.with(plain("name", "arguments", "task")...),
		mcp.MethodPromptsGet:             again.with(member{"name", nil}, member{"arguments", &object{path: "arguments"}}),
		mcp.MethodResourcesRead:          again.with(plain("uri")...),
		mcp.MethodCompletionComplete: anyParams.with(
			member{"ref", &object{"ref", plain("type", "name", "uri", "title")}},
			member{"argument", &object{"argument", plain("name", "value")}},
			member{"context", &object{"context", []member{{"arguments", &object{path: "context.arguments"}}}}}),
		mcp.MethodSubscriptionsListen: anyParams.with(member{"notifications", &object{"notifications",
			plain("toolsListChanged", "promptsListChanged", "resourcesListChanged", "resourceSubscriptions")}}),
	}
)

// paramsOf returns what MCP defines of a method's params.
func paramsOf(method string) *object {
	if o := defined[mcp.MCPMethod(method)]; o != nil {
		return o
	}
	return anyParams
}

// errNotObject is returned for a value that is not an object.
var errNotObject = errors.New("not an object")

// read calls visit, unless it is nil, with the members of raw that o defines, and
// checks all names. What is inside a value that is not looked into is not judged,
// and neither is the type of a value.
func (o *object) read(raw json.RawMessage, visit func(name string, value json.RawMessage) error) error {
	if len(o.members) == 0 {
		return o.distinct(raw)
	}
	var seen uint64
	return eachMember(raw, func(name []byte, value json.RawMessage) error {
		i := slices.IndexFunc(o.members, func(m member) bool { return m.name == string(name) })
		if i < 0 {
			return o.folded(name)
		}
		if seen&(1<<i) != 0 {
			return o.twice()
		}
		seen |= 1 << i
		if inner := o.members[i].value; inner != nil {
			if err := inner.read(value, nil); err != nil && !errors.Is(err, errNotObject) {
				return err
			}
		}
		if visit == nil {
			return nil
		}
		return visit(o.members[i].name, value)
	})
}

// distinct checks that no name comes twice.
func (o *object) distinct(raw json.RawMessage) error {
	seen := map[string]bool{}
	return eachMember(raw, func(name []byte, _ json.RawMessage) error {
		if seen[string(name)] {
			return o.twice()
		}
		seen[string(name)] = true
		return nil
	})
}

func (o *object) twice() error { return invalid(o.path, o.path+" must not hold a member twice") }

// folded returns an error when name is that of a member but for its case.
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

// lax leaves judgement of names and text to who reads them.
var lax = []jsontext.Options{jsontext.AllowInvalidUTF8(true), jsontext.AllowDuplicateNames(true)}

// release gives the reader back, without the text.
func (r *reader) release() {
	r.text = bytes.Buffer{}
	r.Reset(&r.text)
	readers.Put(r)
}

// eachMember calls visit with the members of the object raw, whose values lie in
// raw. What is inside the values is not judged.
func eachMember(raw json.RawMessage, visit func(name []byte, value json.RawMessage) error) error {
	dec := readers.Get().(*reader)
	defer dec.release()
	dec.text = *bytes.NewBuffer(raw)
	dec.Reset(&dec.text, lax...)
	if dec.PeekKind() != '{' {
		return errNotObject
	}
	if _, err := dec.ReadToken(); err != nil {
		return fmt.Errorf("decode params: %w", err)
	}
	for dec.PeekKind() != '}' {
		quoted, err := dec.ReadValue()
		if err != nil {
			return fmt.Errorf("decode params: %w", err)
		}
		name := quoted[1 : len(quoted)-1]
		if bytes.IndexByte(name, '\\') >= 0 {
			// Half a surrogate pair becomes U+FFFD, which is in no name here.
			name, _ = jsontext.AppendUnquote(nil, quoted)
		}
		value, err := dec.ReadValue()
		if err != nil {
			return fmt.Errorf("decode params: %w", err)
		}
		if err := visit(name, json.RawMessage(value)); err != nil {
			return err
		}
	}
	return nil
}
