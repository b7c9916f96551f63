package portfolio

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	jsonv2 "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/mcp-adapters/mcp-adapters/apiclient"
	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
)

// fields are members of a request's body.
type fields map[string]any

// encodeBody sets the body of a request.
func encodeBody(r *apiclient.Request, v any) error {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return fmt.Errorf("encode a request: %w", err)
	}
	r.Body = bytes.TrimRight(b.Bytes(), "\n")
	return nil
}

// shaped is an answer of the API that can say whether it is what was asked for.
type shaped interface {
	fits(r *apiclient.Request) error
}

// do sends a request and decodes its answer.
func do[T shaped](ctx context.Context, c *Client, r apiclient.Request) (T, error) {
	var none T
	var a T
	checked := false // not if a look at what a write did has found the answer
	r.Raw = true     // decode sees what isn't JSON
	r.Check = func(r *apiclient.Request, body []byte) (_ []byte, err error) {
		checked = false
		if a, err = decode[T](body); err == nil {
			err = a.fits(r)
		}
		checked = err == nil
		return body, err
	}
	got, err := c.send(ctx, r)
	if err != nil {
		return none, err
	}
	if checked {
		return a, nil
	}
	a, err = decode[T](got.Body)
	if err != nil {
		return none, &fault.Error{Kind: fault.Internal, Message: "The answer could not be read.", Err: err}
	}
	return a, nil
}

// check is an [apiclient.Request]'s Check of answers that are a T.
func check[T shaped](r *apiclient.Request, body []byte) ([]byte, error) {
	a, err := decode[T](body)
	if err == nil {
		err = a.fits(r)
	}
	return body, err
}

// decode reads a body. Its error is one that an [apiclient.Request]'s Check may return.
func decode[T any](body []byte) (a T, err error) {
	err = jsonv2.Unmarshal(body, &a, jsontext.AllowDuplicateNames(true))
	if broken := (*jsontext.SyntacticError)(nil); errors.As(err, &broken) {
		return a, apiclient.ErrNotJSON
	}
	if err != nil {
		return a, apiclient.ErrShape
	}
	return a, nil
}

func (p page) fits(*apiclient.Request) error {
	if p.Projects == nil {
		return apiclient.ErrShape
	}
	for i := range p.Projects {
		if !p.Projects[i].whole() {
			return apiclient.ErrShape
		}
	}
	return nil
}

func (a answer) fits(r *apiclient.Request) error {
	switch {
	case a.Project == nil || !a.Project.whole():
		return apiclient.ErrShape
	case r.ID != "" && !sameID(a.Project.ID, r.ID):
		return apiclient.ErrOther
	}
	return nil
}

// changed is an answer to a change of images. It says what was done; without that it is
// another's.
type changed struct {
	Reordered *bool `json:"reordered"`
	Labelled  *bool `json:"labelsUpdated"`
	Deleted   *bool `json:"deleted"`
}

func (c changed) fits(*apiclient.Request) error {
	if c.Reordered == nil && c.Labelled == nil && c.Deleted == nil {
		return apiclient.ErrShape
	}
	return nil
}

// sameID reports whether two UUIDs are the same; case makes no difference.
func sameID(a, b string) bool { return strings.EqualFold(a, b) }
