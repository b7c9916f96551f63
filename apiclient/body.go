package apiclient

import (
	"bytes"
	"errors"
	"io"
	"net/http"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

const (
	maxBody      = 32 << 20 // of an answer, after decompression
	maxErrorBody = 64 << 10
)

// What can be wrong with the body of a good answer. None of them holds any of it.
var (
	errTooLarge = errors.New("the answer is over 32 MiB")
	errNotJSON  = errors.New("the answer is no JSON in UTF-8")
	errShape    = errors.New("the answer is JSON of another shape")
	errOther    = errors.New("the answer has another id than what was asked for")
)

// cutError says that a body ended early or could not be read.
type cutError struct{ err error }

func (e *cutError) Error() string { return "answer cut: " + e.err.Error() }
func (e *cutError) Unwrap() error { return e.err }

// readBody reads the body of a good answer whole into the memory of into, from
// buf[gap:] on. The gap is an eighth of the body if room is wanted, so that
// members can be added in place, and else none.
func readBody(resp *http.Response, room bool, into *Buffer) (buf []byte, gap int, err error) {
	size := int(min(resp.ContentLength, maxBody+1))
	if size > maxBody {
		return nil, 0, errTooLarge
	}
	if size < 0 {
		size = 4 << 10
	}
	if room {
		gap = size/8 + 64
	}
	// One byte more than announced, so that the last read can see the end.
	buf = into.sized(gap, size+1)
	defer func() { into.b = buf[:0] }()
	for {
		n, err := resp.Body.Read(buf[len(buf):cap(buf)])
		buf = buf[:len(buf)+n]
		switch {
		case len(buf)-gap > maxBody:
			return buf, 0, errTooLarge
		case errors.Is(err, io.EOF):
			return buf, gap, nil
		case err != nil:
			return buf, 0, &cutError{err}
		case len(buf) == cap(buf):
			buf = append(buf, 0)[:len(buf)]
		}
	}
}

// readErrorBody reads what a failure has to say, up to a limit.
func readErrorBody(resp *http.Response) []byte {
	b, err := io.ReadAll(io.LimitReader(resp.Body, maxErrorBody))
	if err != nil {
		return nil // what was cut is not quoted
	}
	return b
}

// valid reports whether b is one JSON value in UTF-8 without lone surrogates.
// Names may repeat: keeping track of them doubles the time and nobody is misled,
// since each of them must have the right shape.
func valid(b []byte) bool {
	return jsontext.Value(b).IsValid(jsontext.AllowDuplicateNames(true))
}

// databaseLocked reports whether a refusal is that of a database which is locked
// by another write, and whether it says so; the body can be read again. SQLite's
// words for it count wherever they stand. The original server keeps those for its
// log: it answers each failure of its database with one sentence, and under load
// all but a few are locks.
func databaseLocked(resp *http.Response) (locked, named bool) {
	if resp.StatusCode != http.StatusInternalServerError {
		return false, false
	}
	body := readErrorBody(resp)
	resp.Body = &reread{Reader: bytes.NewReader(body), Closer: resp.Body}
	text := string(body)
	if api, ok := parseErrorBody(body); ok {
		if api.Code == codeDatabase && api.Error == "Database error occurred" {
			return true, false
		}
		text = api.Error
	} else if !isPlain(resp) {
		return false, false
	}
	text = strings.ToLower(text)
	named = strings.Contains(text, "database is locked") || strings.Contains(text, "database table is locked")
	return named, named
}

// reread is a body of which the beginning was read before.
type reread struct {
	io.Reader
	io.Closer
}

// codeDatabase is the API's code for a failure of its database.
const codeDatabase = "DATABASE_ERROR"

// errorBody is the API's own form of a failure.
type errorBody struct {
	Error string
	Code  string
	Field string
	// foreign is set when there are other members: then it is the form of
	// some other server.
	foreign bool
}

// parseErrorBody reads the three members by their exact names. ok is false if b
// is no JSON object that has a string as error or code.
func parseErrorBody(b []byte) (e errorBody, ok bool) {
	if !valid(b) {
		return e, false
	}
	s := newSqueezer(b, 0)
	if s.kind() != '{' {
		return e, false
	}
	s.skip()
	for s.more('}') {
		var member *string
		switch string(s.name()) {
		case "error":
			member = &e.Error
		case "code":
			member = &e.Code
		case "field":
			member = &e.Field
		default:
			e.foreign = true
		}
		if s.colon() != '"' || member == nil {
			s.value()
			continue
		}
		*member = s.text()
		ok = ok || member != &e.Field
	}
	return e, ok
}
