package apiclient

import (
	"context"
	"net/http"
	"net/http/httptrace"
	"time"

	"github.com/hashicorp/go-retryablehttp"

	"mcp-adapters/fault"
)

// call is one request of an endpoint, and the words that messages need for it.
type call struct {
	method string
	path   string  // below the base URL, needing no escapes
	id     string  // of the one thing addressed; empty: the path as it is
	body   []byte  // JSON; nil: none
	noun   string  // what the API holds, in the singular
	unique string  // the member by which things must differ
	room   bool    // shape adds members
	into   *Buffer // takes the answer
	// shape checks valid JSON in buf[at:] and returns it without white space.
	// It may overwrite buf.
	shape func(q *call, buf []byte, at int) ([]byte, error)
}

func (q *call) write() bool { return q.method != http.MethodGet }

// answer is a good answer.
type answer struct {
	body []byte
	date string    // the API's Date header
	at   time.Time // when the body was read, with a monotonic reading
}

// begin bounds a call. The first context is that of the whole call, the second
// that of its request: for a write two thirds of the time, so that some is left
// for looking.
func (c *Client) begin(ctx context.Context, write bool) (whole, request context.Context, cancel func()) {
	start := time.Now()
	limit := c.timeout
	if end, ok := ctx.Deadline(); ok {
		limit = min(limit, end.Sub(start))
	}
	whole, stop := context.WithTimeout(ctx, limit)
	if !write {
		return whole, whole, stop
	}
	request, stopRequest := context.WithTimeout(whole, limit/3*2)
	return whole, request, func() { stopRequest(); stop() }
}

// do sends q, again where the policy allows it, and returns its checked answer.
func (c *Client) do(ctx context.Context, q *call) (answer, *fault.Error) {
	return c.send(ctx, newFlight(ctx, q))
}

// send is do for a caller that looks what became of a write, and may then go on
// with the same flight.
func (c *Client) send(ctx context.Context, f *flight) (answer, *fault.Error) {
	q := f.call
	if q.id == "." || q.id == ".." {
		// A path with such a segment means another resource.
		return answer{}, c.notFound(q, 0)
	}
	ctx = context.WithValue(ctx, flightKey{}, f)
	client := c.reader
	if q.write() {
		ctx = httptrace.WithClientTrace(ctx, f.trace())
		client = c.writer
	}
	var a answer
	req := &retryablehttp.Request{Request: c.newRequest(ctx, q)}
	if q.body != nil {
		// This sets GetBody too. It does not make net/http send a POST or PUT
		// again, except where it knows that no byte was written.
		if err := req.SetBody(q.body); err != nil {
			return a, &fault.Error{Kind: fault.Internal, Message: "The request could not be built.", Err: err}
		}
	}
	req.SetResponseHandler(func(resp *http.Response) error {
		if resp.StatusCode/100 != 2 {
			return nil
		}
		body, err := q.receive(resp)
		a = answer{body: body, date: resp.Header.Get("Date"), at: time.Now()}
		return err
	})
	resp, err := client.Do(req)
	if resp != nil {
		defer func() { _ = resp.Body.Close() }()
	}
	if err == nil && resp.StatusCode/100 == 2 {
		return a, nil
	}
	return answer{}, c.classify(ctx, f, resp, err)
}

// receive reads the body of a good answer, checks it and closes it.
func (q *call) receive(resp *http.Response) ([]byte, error) {
	defer func() { _ = resp.Body.Close() }()
	buf, gap, err := readBody(resp, q.room, q.into)
	if err != nil {
		return nil, err
	}
	if !valid(buf[gap:]) {
		return nil, errNotJSON
	}
	return q.shape(q, buf, gap)
}
