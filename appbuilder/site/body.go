package site

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"os"
	"strings"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/mcp-adapters/mcp-adapters/appbuilder"
	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
)

const (
	// mostBody is the longest body, and mostEdit that of an edit, which may have data. A prompt
	// may have its characters written as two escapes of six bytes each.
	mostBody   = 64 << 10
	mostPrompt = 12*appbuilder.MaxPrompt + 8<<10
	mostEdit   = 320 << 10
	// bodyTime is how long a body may take to arrive.
	bodyTime = 15 * time.Second
)

// readBody reads a body of JSON to its end. No body is "".
func (s *Site) readBody(w http.ResponseWriter, r *http.Request, most int64) ([]byte, error) {
	if r.Body == nil || r.Body == http.NoBody {
		return nil, nil
	}
	tooLong := fail(tooLarge, fmt.Sprintf("The body must have at most %d KiB. Nothing was changed.", most>>10))
	if r.ContentLength > most {
		return nil, tooLong
	}
	control := http.NewResponseController(w)
	_ = control.SetReadDeadline(time.Now().Add(s.opts.BodyTime)) // where there is a connection
	text, err := io.ReadAll(http.MaxBytesReader(w, r.Body, most))
	if err != nil {
		if _, ok := errors.AsType[*http.MaxBytesError](err); ok {
			return nil, tooLong
		}
		if errors.Is(err, os.ErrDeadlineExceeded) {
			return nil, fail(tooSlow, "The body did not arrive in time. Nothing was changed.")
		}
		return nil, &fault.Error{Kind: fault.InvalidParams, Message: "The body could not be read to its end. Nothing was changed.", Err: err}
	}
	// Nor is the client watched under a deadline: its end would look like that of the client.
	_ = control.SetReadDeadline(time.Time{})
	if kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); len(text) > 0 && (err != nil || kind != "application/json") {
		return nil, fail(mediaType, "The body must be JSON, with Content-Type: application/json. Nothing was changed.")
	}
	return text, nil
}

// decode reads the body into v, a pointer to a struct. Members that v doesn't have are refused,
// so that a slip of the pen isn't taken for a wish to leave things as they are. Without a body
// v stays as it is.
func (c *call) decode(v any) error {
	if len(c.text) == 0 {
		return nil
	}
	if string(bytes.TrimSpace(c.text)) == "null" { // which would leave v as it is
		return &fault.Error{Kind: fault.InvalidParams, Message: "The body must be an object."}
	}
	err := json.Unmarshal(c.text, v, json.RejectUnknownMembers(true))
	if err == nil {
		return nil
	}
	if f, ok := errors.AsType[*json.SemanticError](err); ok {
		field := path(f.JSONPointer)
		switch {
		case errors.Is(err, json.ErrUnknownName):
			return invalid(field, "unknown", "There is no such member.")
		case field != "":
			return invalid(field, "type", "This member is of the wrong type.")
		}
		return &fault.Error{Kind: fault.InvalidParams, Message: "The body must be an object."}
	}
	// What the parser says can quote the body.
	return &fault.Error{Kind: fault.InvalidParams, Message: "The body is not valid JSON, or a member occurs twice. Nothing was changed."}
}

// path is a pointer as fields are named: mockData.rows.
func path(p jsontext.Pointer) string {
	var tokens []string
	for token := range p.Tokens() {
		tokens = append(tokens, token)
	}
	return strings.Join(tokens, ".")
}
