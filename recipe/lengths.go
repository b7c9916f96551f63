package recipe

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"sync/atomic"
	"time"
	"unicode/utf8"

	"github.com/mcp-adapters/mcp-adapters/apiclient"
	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
)

// The longest title and description of a recipe, which the original server counts in
// bytes of UTF-8 although the contract says characters.
const (
	maxTitle       = 200
	maxDescription = 2000
)

// documentLimit keeps a server that does not answer the request for its document from
// using up the time of a write.
const documentLimit = 5 * time.Second

// unit is the unit in which an API counts the length of a text; 0 is unknown.
type unit int32

const (
	inBytes unit = iota + 1
	inCharacters
)

// lengths remembers in which unit the API counts. It is safe for concurrent use.
type lengths struct{ unit atomic.Int32 }

// checkLengths refuses a recipe with texts that have too many bytes for an API that
// counts bytes, and says by how much. The API is asked only if there is such a text.
func (c *Client) checkLengths(ctx context.Context, body json.RawMessage) error {
	if len(body) <= maxTitle || isASCII(body) {
		return nil
	}
	var texts struct{ Title, Description *string }
	if json.Unmarshal(body, &texts) != nil {
		return nil // the API says what is wrong with it
	}
	e := &fault.Error{Kind: fault.InvalidParams}
	for _, t := range []struct {
		name  string
		value *string
		most  int
	}{{"title", texts.Title, maxTitle}, {"description", texts.Description, maxDescription}} {
		// A text with too many characters is left to the API to refuse.
		if t.value == nil || len(*t.value) <= t.most || utf8.RuneCountInString(*t.value) > t.most {
			continue
		}
		counts, err := c.lengthUnit(ctx)
		if counts != inBytes {
			return err
		}
		if e.Field == "" {
			e.Field = t.name
		}
		e.Message += tooLong.With(t.name, len(*t.value), "the Recipe Vault", t.most, fitting(*t.value, t.most)) + " "
	}
	if e.Field == "" {
		return nil
	}
	e.Message = strings.TrimSuffix(e.Message, " ")
	return e
}

// lengthUnit returns the unit that the API's OpenAPI document names. It requests the
// document unless the unit is known. An API without one counts bytes. After a failure
// the unit stays unknown, and the API decides; it is an error only if ctx has ended.
func (c *Client) lengthUnit(ctx context.Context) (unit, error) {
	if known := unit(c.lengths.unit.Load()); known != 0 {
		return known, nil
	}
	asking, cancel := context.WithTimeout(ctx, documentLimit)
	defer cancel()
	found := inBytes
	_, err := c.api.Do(asking, apiclient.Request{
		Method: http.MethodGet,
		Path:   []string{"api", "openapi.json"},
		As:     c.acting(ctx),
		Noun:   "document",
		Check: func(_ *apiclient.Request, body []byte) ([]byte, error) {
			var document struct {
				Unit string `json:"x-length-unit"`
			}
			if json.Unmarshal(body, &document) == nil && document.Unit == "characters" {
				found = inCharacters
			}
			return body, nil
		},
	})
	switch {
	case err != nil && ctx.Err() != nil:
		return 0, err
	case err != nil && !hasNone(err):
		return 0, nil
	}
	c.lengths.unit.Store(int32(found))
	return found, nil
}

// hasNone reports whether a failure means that there is no document.
func hasNone(err error) bool {
	e, ok := errors.AsType[*fault.Error](err)
	if !ok {
		return false
	}
	switch e.Status {
	case http.StatusNotFound, http.StatusMethodNotAllowed, http.StatusGone:
		return true
	}
	return e.Status/100 == 3 || errors.Is(err, apiclient.ErrNotJSON)
}

// fitting returns how many characters of text fit into a number of bytes.
func fitting(text string, most int) int {
	for most > 0 && !utf8.RuneStart(text[most]) {
		most--
	}
	return utf8.RuneCountInString(text[:most])
}

// isASCII reports whether JSON has no character outside ASCII, escaped or not.
func isASCII(b []byte) bool {
	for i, c := range b {
		if c >= utf8.RuneSelf || c == 'u' && i > 0 && b[i-1] == '\\' {
			return false
		}
	}
	return true
}
