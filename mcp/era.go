package mcp

import (
	"bytes"
	"encoding/json"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"
)

// reserved begins the members of _meta by which mcp-go tells an era.
var reserved = []byte("io.modelcontextprotocol/")

// shortMeta is the length above which _meta is left to mcp-go, with its limits.
const shortMeta = 4 << 10

// addsNothing reports whether mcp-go would let a call with this _meta pass and
// add nothing to its result: that is so in the era of initialize, whose clients
// send no more than a progress token and what other vendors define. A nil _meta
// is an absent one. False is always right, only slower.
func addsNothing(meta json.RawMessage) bool {
	if meta == nil {
		return true
	}
	if len(meta) > shortMeta {
		return false
	}
	dec := decoderOf(meta, jsontext.AllowInvalidUTF8(true), jsontext.AllowDuplicateNames(true))
	defer dec.release()
	if dec.PeekKind() != '{' {
		return false
	}
	if _, err := dec.ReadToken(); err != nil {
		return false
	}
	for dec.PeekKind() != '}' {
		// As a value, a name costs no memory.
		name, err := dec.ReadValue()
		if err != nil || isReserved(name) {
			return false
		}
		value, err := dec.ReadValue()
		if err != nil || !isReadable(value) {
			return false
		}
	}
	return true
}

// isReserved reports whether a quoted name may be one of MCP's own. An escape
// can hide it, and its case is not relied on.
func isReserved(quoted []byte) bool {
	name := quoted[1:]
	return bytes.IndexByte(name, '\\') >= 0 || len(name) >= len(reserved) && bytes.EqualFold(name[:len(reserved)], reserved)
}

// isReadable reports whether mcp-go can read a value of _meta. It reads all of
// them, whatever they are for, and refuses numbers that are no float64.
func isReadable(value jsontext.Value) bool {
	switch value.Kind() {
	case '0':
		_, err := strconv.ParseFloat(string(value), 64)
		return err == nil
	case '{', '[':
		var read any
		return json.Unmarshal(value, &read) == nil
	default:
		return true
	}
}
