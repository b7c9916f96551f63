package jsonrpc

const defaultMaxBatch = 1000

// Decoded is a text that has been decoded, for a transport that has to look at it
// before it delivers it with [Conn.DeliverDecoded]. It is part of the text, which must
// not change until [Decoded.Free]; see also [Decoded.Own].
type Decoded struct {
	decoder  *decoder
	messages []message
	batch    bool
	owned    bool // by its calls
}

// Decode decodes a text as [Conn.Deliver] does. A text that is refused as a whole
// is one message of [KindFaulty]. For maxBatch see [Options]; zero means its default.
func Decode(text []byte, maxBatch int) Decoded {
	if maxBatch <= 0 {
		maxBatch = defaultMaxBatch
	}
	dec := decoders.Get().(*decoder)
	messages, batch := dec.decode(text, maxBatch)
	return Decoded{decoder: dec, messages: messages, batch: batch}
}

// Free gives back what d holds; nothing of d is used after it.
func (d Decoded) Free() { decoders.Put(d.decoder) }

// Own gives the text to the calls in it: what they have of it is not a copy, so it must
// never change.
func (d *Decoded) Own() { d.owned = true }

// Batch reports whether the text is a batch.
func (d Decoded) Batch() bool { return d.batch }

// Len is the number of messages.
func (d Decoded) Len() int { return len(d.messages) }

// Message returns a message. Its bytes are those of the text. One that is neither a
// request nor a notification has no method and no params, and a faulty one has an
// id only if that can be used.
func (d Decoded) Message(i int) (Kind, Request) {
	m := &d.messages[i]
	return m.kind, Request{ID: m.id, Method: m.method, Params: m.params}
}

// Fault returns why a message of [KindFaulty] is refused.
func (d Decoded) Fault(i int) *Error { return d.messages[i].fault }
