package jsonrpc

import (
	"bytes"
	"errors"
	"io"
	"strconv"
	"sync"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

// decoder turns texts into messages in one pass. Names are matched by exact case, so that a second
// reader can't see another method.
type decoder struct {
	maxBatch int
	dec      jsontext.Decoder
	buf      bytes.Buffer
	messages []message
	method   string // the last method, which is likely to come again
}

// decoders are shared, so that a Conn for one message costs little.
var decoders = sync.Pool{New: func() any { return new(decoder) }}

var decodeOptions = []jsontext.Options{
	// The handler judges whether params may repeat a name or hold half a surrogate pair.
	jsontext.AllowDuplicateNames(true),
	jsontext.AllowInvalidUTF8(true),
}

// decode returns the messages of a text, which are valid until the next call. A text that is
// refused as a whole is one faulty message.
func (d *decoder) decode(text []byte, maxBatch int) (messages []message, batch bool) {
	d.maxBatch = maxBatch
	d.buf = *bytes.NewBuffer(text)
	d.dec.Reset(&d.buf, decodeOptions...)
	d.messages = d.messages[:0]
	batch, fault := d.read(text)
	if fault != nil {
		return append(d.messages[:0], message{kind: KindFaulty, fault: fault}), false
	}
	return d.messages, batch
}

func (d *decoder) read(text []byte) (batch bool, fault *Error) {
	if !utf8.Valid(text) {
		return false, utf8Fault(text)
	}
	count := 1
	var err error
	if batch = d.dec.PeekKind() == '['; batch {
		count, err = d.readBatch()
	} else {
		err = d.readMessage()
	}
	if err == nil {
		end := d.dec.InputOffset()
		if _, err = d.dec.ReadToken(); err == nil {
			return false, syntaxFault(end)
		}
	}
	switch {
	case !errors.Is(err, io.EOF):
		return false, decodeFault(err, len(text))
	case count == 0:
		return false, invalidRequest("the batch is empty; send at least one message in it")
	case count > d.maxBatch:
		return false, invalidRequest("the batch holds " + strconv.Itoa(count) +
			" messages, and none was run; send at most " + strconv.Itoa(d.maxBatch) + " at once")
	}
	return batch, nil
}

// readBatch returns how many messages there are. Messages beyond the bound are only counted.
func (d *decoder) readBatch() (count int, err error) {
	if _, err := d.dec.ReadToken(); err != nil {
		return 0, err
	}
	for ; d.dec.PeekKind() != ']'; count++ {
		if count < d.maxBatch {
			err = d.readMessage()
		} else {
			err = d.dec.SkipValue()
		}
		if err != nil {
			return 0, notEOF(err)
		}
	}
	_, err = d.dec.ReadToken()
	return count, err
}

func (d *decoder) readMessage() error {
	var env envelope
	start := d.dec.InputOffset()
	kind := d.dec.PeekKind()
	if kind != '{' {
		if err := d.dec.SkipValue(); err != nil {
			return notEOF(err)
		}
		env.fault = "a message must be a JSON object"
	} else if err := d.readEnvelope(&env); err != nil {
		return notEOF(err)
	}
	m := env.message(d)
	m.size = int(d.dec.InputOffset() - start)
	d.messages = append(d.messages, m)
	return nil
}

// readEnvelope collects the members that JSON-RPC knows, by their exact names.
func (d *decoder) readEnvelope(env *envelope) error {
	if _, err := d.dec.ReadToken(); err != nil {
		return err
	}
	for d.dec.PeekKind() != '}' {
		name, err := d.dec.ReadValue()
		if err != nil {
			return err
		}
		member := env.member(name)
		value, err := d.dec.ReadValue()
		if err != nil {
			return err
		}
		if member == nil {
			continue
		}
		if *member != nil && env.repeated == "" {
			env.repeated = string(unquote(name))
		}
		*member = value
	}
	_, err := d.dec.ReadToken()
	return err
}

// name returns the method as a string, the same one for a method repeated.
func (d *decoder) name(quoted []byte) string {
	if name := unquote(quoted); d.method != string(name) {
		d.method = string(name)
	}
	return d.method
}

// unquote returns what a JSON string holds. Half a surrogate pair becomes
// U+FFFD, which is in no name that is compared with it.
func unquote(quoted []byte) []byte {
	if plain := quoted[1 : len(quoted)-1]; bytes.IndexByte(plain, '\\') < 0 {
		return plain
	}
	b, _ := jsontext.AppendUnquote(nil, quoted)
	return b
}

// notEOF keeps [io.EOF] for the end of a text after a whole value.
func notEOF(err error) error {
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}

func utf8Fault(text []byte) *Error {
	at := 0
	for r, n := utf8.DecodeRune(text); r != utf8.RuneError || n > 1; r, n = utf8.DecodeRune(text[at:]) {
		at += n
	}
	return newError(CodeParse, kindParse, "the message is not UTF-8: see byte "+strconv.Itoa(at))
}

func decodeFault(err error, length int) *Error {
	var syntax *jsontext.SyntacticError
	if errors.Is(err, io.ErrUnexpectedEOF) || !errors.As(err, &syntax) {
		return newError(CodeParse, kindParse, "the message is not valid JSON: it ends within a value, at byte "+strconv.Itoa(length))
	}
	return syntaxFault(syntax.ByteOffset)
}

func syntaxFault(offset int64) *Error {
	return newError(CodeParse, kindParse,
		"the message is not valid JSON, or is nested more than 10,000 deep: see byte "+strconv.FormatInt(offset, 10))
}
