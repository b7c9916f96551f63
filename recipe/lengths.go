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

	"mcp-adapters/apiclient"
	"mcp-adapters/fault"
)

// How long a recipe's title and description may be: in bytes of UTF-8 for the
// original server, whatever the contract says.
const (
	maxTitle       = 200
	maxDescription = 2000
)

// documentLimit keeps a server that doesn't answer the question for its document
// from taking all of a write's time.
const documentLimit = 5 * time.Second

// unit is what an API counts in a text's length; its zero value isn't known yet.
type unit int32

const (
	inBytes unit = iota + 1
	inCharacters
)

// lengths learns by what unit the API counts, at most once. It is safe for
// concurrent use.
type lengths struct{ unit atomic.Int32 }

// checkLengths refuses a recipe with texts that are too long in bytes for an API
// that counts bytes, so that whoever wrote them learns by how much. Only for a
// text of which it matters is the API asked.
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
		// What is too long in characters is so in bytes; the API says it.
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

// lengthUnit asks the API for its OpenAPI document, unless it is known what that
// says. One that has none counts bytes. A failure leaves it unknown: the API
// judges by itself then. It is an error only when ctx has ended.
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

// hasNone reports whether a failure says for good that there is no document.
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

// fitting counts the characters of text that fit into some bytes.
func fitting(text string, most int) int {
	for most > 0 && !utf8.RuneStart(text[most]) {
		most--
	}
	return utf8.RuneCountInString(text[:most])
}

// isASCII reports whether nothing in JSON stands for a character outside of ASCII.
func isASCII(b []byte) bool {
	for i, c := range b {
		if c >= utf8.RuneSelf || c == 'u' && i > 0 && b[i-1] == '\\' {
			return false
		}
	}
	return true
}
