package doctor

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/mcp-adapters/mcp-adapters/apiclient"
)

// recorder is a transport that remembers the last exchange: a client keeps what came
// over the wire from everyone, and here it shows what to mend.
type recorder struct {
	next     http.RoundTripper
	err      error
	response *http.Response
	body     bytes.Buffer // as far as the client has read it
	at       time.Time
}

// RoundTrip passes a request on.
func (c *recorder) RoundTrip(req *http.Request) (*http.Response, error) {
	c.body.Reset()
	c.response, c.err = c.next.RoundTrip(req)
	c.at = time.Now()
	if c.err == nil {
		c.response.Body = struct {
			io.Reader
			io.Closer
		}{io.TeeReader(c.response.Body, &c.body), c.response.Body}
	}
	return c.response, c.err
}

// refusal is what a system reads in the answer.
func (c *recorder) refusal(s *apiclient.System) (apiclient.Refusal, bool) {
	if s.Refusal == nil {
		return apiclient.Refusal{}, false
	}
	return s.Refusal(apiclient.Answer{Request: &apiclient.Request{Method: http.MethodGet}, Status: c.response.StatusCode, Body: c.body.Bytes()})
}

// kind says what sort of thing answered.
func (c *recorder) kind() string {
	what := "something else"
	switch {
	case strings.HasPrefix(strings.ToLower(c.response.Header.Get("Content-Type")), "text/html"):
		what = "a web page"
	case json.Valid(c.body.Bytes()):
		what = "JSON of another kind"
	}
	return fmt.Sprintf("%s (status %d)", what, c.response.StatusCode)
}
