package jsonrpc

// Kind says what a message is.
type Kind int

// The kinds of messages.
const (
	KindRequest Kind = iota
	KindNotification
	KindResponse // from the client: taken in silence
	KindFaulty   // breaks a rule, and is answered with an error
)

// message is a decoded envelope. Its bytes are those of the text that was decoded.
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

// request copies what m points to, unless it may keep it.
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
