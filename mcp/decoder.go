package mcp

import (
	"bytes"
	"sync"

	"github.com/go-json-experiment/json/jsontext"
)

// decoder is a tokenizer that is used again: a new one costs as much memory as
// all else that a call needs here. Values that it reads lie in the text.
type decoder struct {
	jsontext.Decoder

	text bytes.Buffer
}

var decoders = sync.Pool{New: func() any { return new(decoder) }}

// decoderOf gives a decoder of text, to be released after use.
func decoderOf(text []byte, options ...jsontext.Options) *decoder {
	d := decoders.Get().(*decoder)
	d.text = *bytes.NewBuffer(text)
	d.Reset(&d.text, options...)
	return d
}

// release lets go of the text.
func (d *decoder) release() {
	d.text = bytes.Buffer{}
	d.Reset(&d.text)
	decoders.Put(d)
}
