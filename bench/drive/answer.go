package drive

import (
	"bytes"
	"encoding/json"
	"errors"
	"strconv"
)

var (
	head = []byte(`{"jsonrpc":"2.0","id":`)
	foot = []byte(`,"jsonrpc":"2.0","id":`)
)

// ID returns the id of an answer. Where it stands in the usual places, the
// answer is not decoded: the driver must cost less than what it drives.
func ID(line []byte) (id int, ok bool) {
	line = bytes.TrimRight(line, "\r\n")
	if rest, found := bytes.CutPrefix(line, head); found {
		if end := bytes.IndexByte(rest, ','); end > 0 {
			if id, err := strconv.Atoi(string(rest[:end])); err == nil {
				return id, true
			}
		}
	}
	last := line[max(0, len(line)-len(foot)-20):]
	if at := bytes.LastIndex(last, foot); at >= 0 && bytes.HasSuffix(last, []byte("}")) {
		if id, err := strconv.Atoi(string(last[at+len(foot) : len(last)-1])); err == nil {
			return id, true
		}
	}
	var answer struct{ ID *int }
	if json.Unmarshal(line, &answer) != nil || answer.ID == nil {
		return 0, false
	}
	return *answer.ID, true
}

// check decodes an answer and tells whether it is a tool's result with text and
// structured content. prose says that the text is for people, and no JSON.
func check(line []byte, prose bool) error {
	var answer struct {
		Error  json.RawMessage
		Result struct {
			IsError           bool
			StructuredContent json.RawMessage
			Content           []struct{ Type, Text string }
		}
	}
	if err := json.Unmarshal(line, &answer); err != nil {
		return errors.New("an answer is not JSON")
	}
	result := answer.Result
	switch {
	case answer.Error != nil || result.IsError:
		return errors.New("a call failed: " + string(line[:min(len(line), 300)]))
	case len(result.StructuredContent) == 0:
		return errors.New("a result has no structured content")
	case len(result.Content) == 0 || result.Content[0].Type != "text" || !prose && !json.Valid([]byte(result.Content[0].Text)):
		return errors.New("a result has no text that is JSON")
	}
	return nil
}
