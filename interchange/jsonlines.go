package interchange

import (
	"bytes"
	"fmt"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// maxLine bounds one line of JSON Lines; the API's body limit is the same.
const maxLine = 10 << 20

// decodeOwn reads a create body, or a recipe with its details as the API
// answers it: what can't be created (id, times of change, position) is left
// aside, and so are members of later servers.
func decodeOwn(data []byte) (Recipe, *Error) {
	if err := checkSize(data); err != nil {
		return Recipe{}, err
	}
	var r Recipe
	if err := json.Unmarshal(data, &r, jsontext.AllowInvalidUTF8(true)); err != nil {
		return Recipe{}, jsonError(data, err)
	}
	return r, nil
}

// readLines yields the recipe of every line that holds something.
func (rd *reader) readLines(data []byte) {
	line := 0
	for len(data) > 0 && !rd.stopped {
		line++
		text, rest, _ := bytes.Cut(data, []byte("\n"))
		data = rest
		if text = bytes.TrimSpace(text); len(text) == 0 {
			continue
		}
		where := fmt.Sprintf("line %d", line)
		if len(text) > maxLine {
			rd.fail(where, tooLarge("the line has %d bytes; at most %d are read.", len(text), maxLine))
			continue
		}
		r, err := decodeOwn(text)
		if err != nil {
			err.Line = line // a line is all there is; its column stands
			rd.fail("", err)
			continue
		}
		rd.emitOwn(where, r)
	}
}

// readOwnObject reads one of ours that stands in a list. The list was decoded
// as a whole, so the place of a fault is the list's entry, not a line.
func (rd *reader) readOwnObject(entry string, o object) {
	data, err := json.Marshal(o)
	if err != nil {
		rd.fail(entry, malformed(err, "the recipe can't be read."))
		return
	}
	r, failure := decodeOwn(data)
	if failure != nil {
		failure.Line, failure.Column = 0, 0
		rd.fail(entry, failure)
		return
	}
	rd.emitOwn(entry, r)
}
