package jsonrpc

import "github.com/go-json-experiment/json/jsontext"

// Kind says what a message is.
type Kind int

// The kinds of messages.
const (
	KindRequest Kind = iota
	KindNotification
	KindResponse // from the client, and ignored
	KindFaulty   // breaks a rule, and is answered with an error
)

// message is a decoded envelope. Its bytes are parts of the text that was decoded.
type message struct {
	kind   Kind
	id     []byte // for a faulty message nil when unusable
	method string
	params []byte
	size   int    // bytes of its text
	fault  *Error // of a faulty message
}

// owed reports whether the message is owed an answer.
func (m *message) owed() bool { return m.kind == KindRequest || m.kind == KindFaulty }

// request returns the message with its own bytes. It copies them unless the call owns the text.
func (m *message) request(owned bool) Request {
	if owned {
		return Request{ID: m.id, Method: m.method, Params: m.params}
	}
	n := len(m.id)
	own := make([]byte, n+len(m.params))
	copy(own, m.id)
	copy(own[n:], m.params)
	req := Request{Method: m.method}
	if m.id != nil {
		req.ID = own[:n:n]
	}
	if m.params != nil {
		req.Params = own[n:]
	}
	return req
}

// envelope holds the members of a message as they were sent, nil when absent.
type envelope struct {
	version, id, method, params, result, error jsontext.Value

	repeated string // the first name that came twice
	fault    string // what is wrong with the value as a whole
}

// member returns where the value of a member goes, nil for an unknown member.
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

// message judges the envelope. The rules are tried in a fixed order, so that the same text always
// gets the same answer.
func (e *envelope) message(d *decoder) message {
	if fault := e.check(); fault != "" {
		m := message{kind: KindFaulty, fault: invalidRequest(fault)}
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

// check returns what is wrong, or "".
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

const defaultMaxBatch = 1000

// Decoded is a decoded text, for a transport that looks at a message before it delivers it with
// [Conn.DeliverDecoded]. The text must not change until [Decoded.Free], and never if
// [Decoded.Own] was called.
type Decoded struct {
	decoder  *decoder
	messages []message
	batch    bool
	owned    bool
}

// Decode decodes a text as [Conn.Deliver] does. A text that is refused as a whole is one message
// of [KindFaulty]. A maxBatch of 0 means the default of [Options].
func Decode(text []byte, maxBatch int) Decoded {
	if maxBatch <= 0 {
		maxBatch = defaultMaxBatch
	}
	dec := decoders.Get().(*decoder)
	messages, batch := dec.decode(text, maxBatch)
	return Decoded{decoder: dec, messages: messages, batch: batch}
}

// Free gives back the memory of d; nothing of d is used after it.
func (d Decoded) Free() { decoders.Put(d.decoder) }

// Own gives the text to the calls in it, which then don't copy their parts.
func (d *Decoded) Own() { d.owned = true }

// Batch reports whether the text is a batch.
func (d Decoded) Batch() bool { return d.batch }

// Len is the number of messages.
func (d Decoded) Len() int { return len(d.messages) }

// Message returns a message. Its bytes are parts of the text. Only a request and a notification
// have a method and params, and a faulty message has an id only if that is usable.
func (d Decoded) Message(i int) (Kind, Request) {
	m := &d.messages[i]
	return m.kind, Request{ID: m.id, Method: m.method, Params: m.params}
}

// Fault returns why a message of [KindFaulty] is refused.
func (d Decoded) Fault(i int) *Error { return d.messages[i].fault }
