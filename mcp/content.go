package mcp

import (
	"bytes"
	"encoding/json"
)

// Content is a block of a tool's result or of a prompt's message. The functions below make it; the
// zero value is not valid.
type Content struct{ block any }

// TextContent is text for the model.
func TextContent(text string) Content {
	return Content{struct {
		Type string `json:"type"`
		Text string `json:"text"`
	}{"text", text}}
}

// ImageContent is a picture.
func ImageContent(mime string, data []byte) Content { return media("image", mime, data) }

// AudioContent is a sound.
func AudioContent(mime string, data []byte) Content { return media("audio", mime, data) }

func media(kind, mime string, data []byte) Content {
	return Content{struct {
		Type string `json:"type"`
		Data []byte `json:"data"`
		MIME string `json:"mimeType"`
	}{kind, data, mime}}
}

// ResourceContent is a resource with its contents, whose URI must be set.
func ResourceContent(c Contents) Content {
	return Content{struct {
		Type     string `json:"type"`
		Resource any    `json:"resource"`
	}{"resource", c.wire()}}
}

// LinkContent links a resource that the client may read.
func LinkContent(uri, name, mime string) Content {
	return Content{struct {
		Type string `json:"type"`
		URI  string `json:"uri"`
		Name string `json:"name"`
		MIME string `json:"mimeType,omitempty"`
	}{"resource_link", uri, name, mime}}
}

// MarshalJSON encodes the block.
func (c Content) MarshalJSON() ([]byte, error) { return encode(c.block) }

// Contents are the contents of a resource, or a part of them: text or bytes. An empty URI is the
// request's, and an empty MIME or Meta is the resource's.
type Contents struct {
	URI  string
	MIME string
	Text string // when Blob is nil
	Blob []byte
	Meta map[string]any
}

// wire returns c as it is sent.
func (c Contents) wire() any {
	type head struct {
		Meta map[string]any `json:"_meta,omitempty"`
		URI  string         `json:"uri"`
		MIME string         `json:"mimeType,omitempty"`
	}
	h := head{c.Meta, c.URI, c.MIME}
	if c.Blob != nil {
		return struct {
			head
			Blob []byte `json:"blob"`
		}{h, c.Blob}
	}
	return struct {
		head
		Text string `json:"text"`
	}{h, c.Text}
}

// encode returns v as JSON, with <, > and & as they are.
func encode(v any) (json.RawMessage, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimRight(b.Bytes(), "\n"), nil
}
