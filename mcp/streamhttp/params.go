package streamhttp

import (
	"bytes"
	"sync"

	"github.com/go-json-experiment/json/jsontext"
)

// params are the parts of a message's params that the endpoint compares with the
// headers.
type params struct {
	version      string // in _meta, empty when absent or no string
	capabilities bool   // in _meta there is an object with the client's
	name         string // params.name or params.uri, as the method has it
	hasName      bool   // it is there, and a string
	trace        string // the id of the trace in _meta, empty when absent
}

// nameMember returns the member of a method's params that the header Mcp-Name
// repeats, empty for none.
func nameMember(method string) string {
	switch method {
	case "tools/call", "prompts/get":
		return "name"
	case "resources/read":
		return "uri"
	}
	return ""
}

// readParams reads raw, which is valid JSON or nil. A member that it reads may
// occur only once and in no other case: who answers the call might take another
// for it than the one that was compared.
func readParams(raw []byte, method string) (p params, refusal *Refusal) {
	if len(raw) == 0 || raw[0] != '{' {
		return p, nil
	}
	var meta, name jsontext.Value
	refusal = members(raw, "params", []member{{name: "_meta", value: &meta}, {name: nameMember(method), value: &name}})
	if refusal != nil {
		return p, refusal
	}
	p.name, p.hasName = text(name)
	if len(meta) == 0 || meta[0] != '{' {
		return p, nil
	}
	var version, capabilities, trace jsontext.Value
	refusal = members(meta, "_meta", []member{
		{name: versionKey, value: &version}, {name: capabilitiesKey, value: &capabilities},
		{name: traceKey, value: &trace, free: true},
	})
	if refusal != nil {
		return p, refusal
	}
	p.version, _ = text(version)
	p.capabilities = capabilities.Kind() == '{'
	if parent, ok := text(trace); ok {
		p.trace = TraceID(parent)
	}
	return p, nil
}

// member is one that is looked for, and where its value goes; an empty name is
// never found.
type member struct {
	name  string
	value *jsontext.Value
	free  bool // nothing is compared with it: it counts by its exact case, and the last one does
}

type tokenizer struct {
	buffer  bytes.Buffer
	decoder jsontext.Decoder
}

var tokenizers = sync.Pool{New: func() any { return new(tokenizer) }}

// members finds the values of an object's members. They lie in raw.
func members(raw []byte, object string, wanted []member) *Refusal {
	t := tokenizers.Get().(*tokenizer)
	defer tokenizers.Put(t)
	t.buffer = *bytes.NewBuffer(raw)
	dec := &t.decoder
	dec.Reset(&t.buffer, jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	_, err := dec.ReadToken()
	for err == nil && dec.PeekKind() != '}' {
		var quoted, value jsontext.Value
		if quoted, err = dec.ReadValue(); err != nil {
			break
		}
		target, refusal := find(quoted, object, wanted)
		if refusal != nil {
			return refusal
		}
		if target == nil {
			err = dec.SkipValue()
			continue
		}
		if value, err = dec.ReadValue(); err == nil {
			*target = value
		}
	}
	if err != nil { // it was valid a moment ago
		return badParams("the params are not valid JSON")
	}
	return nil
}

// find returns where the value of the member goes, nil when it is not wanted.
func find(quoted jsontext.Value, object string, wanted []member) (*jsontext.Value, *Refusal) {
	name := quoted[1 : len(quoted)-1]
	if bytes.IndexByte(name, '\\') >= 0 {
		name, _ = jsontext.AppendUnquote(nil, quoted) // half a surrogate pair is in no name here
	}
	for _, w := range wanted {
		switch {
		case w.free:
			if string(name) == w.name {
				return w.value, nil
			}
		case w.name == "" || !bytes.EqualFold(name, []byte(w.name)):
		case string(name) != w.name:
			return nil, badParams("a member of " + object + " is spelled like " + w.name + " in another case")
		case *w.value != nil:
			return nil, badParams("the member " + w.name + " occurs twice in " + object)
		default:
			return w.value, nil
		}
	}
	return nil, nil
}

// text returns what a JSON string holds.
func text(value jsontext.Value) (string, bool) {
	if value.Kind() != '"' {
		return "", false
	}
	plain := value[1 : len(value)-1]
	if bytes.IndexByte(plain, '\\') >= 0 {
		plain, _ = jsontext.AppendUnquote(nil, value)
	}
	return string(plain), true
}
