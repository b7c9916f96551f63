package jsonrpc

import "github.com/go-json-experiment/json/jsontext"

// envelope holds the members of a message as they were sent, nil when absent.
type envelope struct {
	version, id, method, params, result, error jsontext.Value

	repeated string // the first name that came twice
	fault    string // what is wrong with the value as a whole
}

// member returns where the value of a member goes, nil for an unknown one.
func (e *envelope) member(quoted []byte) *jsontext.Value {
	switch string(unquote(quoted)) {
	case "jsonrpc":
		return &e.version
	case "id":
		return &e.id
	case "method":
		return &e.method
	case "params":
		return &e.params
	case "result":
		return &e.result
	case "error":
		return &e.error
	}
	return nil
}

// message judges the envelope. The rules are tried in a fixed order, so that
// the same text always gets the same answer.
func (e *envelope) message(d *decoder) message {
	if fault := e.check(); fault != "" {
		m := message{kind: KindFaulty, fault: newError(CodeInvalidRequest, kindInvalid, fault)}
		if e.repeated != "id" && usableID(e.id) {
			m.id = e.id
		}
		return m
	}
	switch {
	case e.method == nil:
		return message{kind: KindResponse}
	case e.id == nil:
		return message{kind: KindNotification, method: d.name(e.method), params: e.params}
	}
	return message{kind: KindRequest, id: e.id, method: d.name(e.method), params: e.params}
}

// check returns what is wrong in a sentence, or "".
func (e *envelope) check() string {
	switch {
	case e.fault != "":
		return e.fault
	case e.method == nil && (e.result != nil || e.error != nil):
		return "" // a response is never answered, whatever else it holds
	case e.repeated != "":
		return "the member " + e.repeated + " occurs twice in the message"
	case e.version == nil:
		return `the member jsonrpc is missing; it must be "2.0"`
	case e.version.Kind() != '"' || string(unquote(e.version)) != "2.0":
		return `the member jsonrpc must be "2.0"`
	case e.id != nil && !usableID(e.id):
		return "the id must be a string or a number"
	case e.method == nil:
		return "the member method is missing"
	case e.method.Kind() != '"':
		return "the method must be a string"
	}
	return ""
}

func usableID(id jsontext.Value) bool {
	return id != nil && (id.Kind() == '"' || id.Kind() == '0')
}
