package apiclient

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptrace"
	"time"

	"github.com/hashicorp/go-retryablehttp"

	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
)

// Do sends a request, again where the policy allows it, and returns its checked
// answer. When the outcome of a write is unknown it looks, and gives what the look
// found to be done. Errors are a [fault.Error].
func (c *Client) Do(ctx context.Context, r Request) (Response, error) {
	if r.As == nil {
		r.As = c.noOne
	}
	whole, limited, cancel := c.begin(ctx, r.write())
	defer cancel()
	a := newAttempts(limited, c, &r)
	for {
		answer, failed := c.send(limited, a)
		switch {
		case failed == nil:
			return answer, nil
		case !a.unknown:
			return Response{}, failed
		}
		again := a.next == lookFirst && r.Resend && a.pause(limited)
		seen := a.look(whole, failed)
		switch {
		case seen.Outcome == Done:
			c.warn(ctx, foundDone)
			return seen.Answer, nil
		case !again || seen.Outcome != NotDone || limited.Err() != nil:
			return Response{}, failed
		}
		c.warn(ctx, foundNotDone)
	}
}

// Limit bounds several requests that are one call to the caller: those made with
// the context end when the first alone would have had to.
func (c *Client) Limit(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(ctx, c.timeout)
}

// LimitFrom is [Client.Limit] for what follows a request that began then.
func (c *Client) LimitFrom(ctx context.Context, began time.Time) (context.Context, context.CancelFunc) {
	return context.WithDeadline(ctx, began.Add(c.timeout))
}

// begin bounds a request. The first context is that of everything it takes, the
// second that of its attempts: for a write two thirds of the time, so that some is
// left for looking.
func (c *Client) begin(ctx context.Context, write bool) (whole, limited context.Context, cancel func()) {
	whole, stop := c.Limit(ctx)
	if !write {
		return whole, whole, stop
	}
	end, _ := whole.Deadline()
	limited, stopLimited := context.WithTimeout(whole, time.Until(end)/3*2)
	return whole, limited, func() { stopLimited(); stop() }
}

// send makes attempts until one has a good answer or none may follow.
func (c *Client) send(ctx context.Context, a *attempts) (Response, *fault.Error) {
	r := a.request
	switch {
	case r.As.client != c:
		return Response{}, &fault.Error{Kind: fault.Internal, Message: "The request has the credentials of another client."}
	case !r.addressed():
		return Response{}, a.notFound(0)
	}
	transport := c.reads
	if r.write() {
		ctx = httptrace.WithClientTrace(ctx, a.trace())
		transport = c.writes
	}
	req := &retryablehttp.Request{Request: c.newRequest(ctx, r)}
	if r.Body != nil {
		// This sets GetBody too. It does not make net/http send a POST or PUT
		// again, except where it knows that no byte was written.
		if err := req.SetBody(r.Body); err != nil {
			return Response{}, &fault.Error{Kind: fault.Internal, Message: "The request could not be built.", Err: err}
		}
	}
	var answer Response
	req.SetResponseHandler(func(resp *http.Response) (err error) {
		if r.good(resp.StatusCode) {
			answer, err = r.receive(resp)
		}
		return err
	})
	resp, err := a.policy(transport).Do(req)
	if resp != nil {
		defer func() { _ = resp.Body.Close() }()
	}
	if err == nil && r.good(resp.StatusCode) {
		return answer, nil
	}
	return Response{}, a.classify(ctx, resp, err)
}

// receive reads the body of a good answer, checks it and closes it.
func (r *Request) receive(resp *http.Response) (Response, error) {
	var own lease
	l, held := leaseFor(resp.Request.Context(), &own)
	body, err := r.read(resp, l)
	if err != nil || !held {
		l.release()
	} else {
		l.keep(cap(body))
	}
	return Response{Status: resp.StatusCode, Body: body, Tag: resp.Header.Get("ETag"), Header: resp.Header, Date: resp.Header.Get("Date"), At: time.Now()}, err
}

func (r *Request) read(resp *http.Response, l *lease) ([]byte, error) {
	body, err := readBody(resp, r.As.client.budget, l)
	_ = resp.Body.Close()
	switch {
	case err != nil:
		return nil, err
	case resp.StatusCode == http.StatusNotModified:
		return nil, nil
	case resp.StatusCode == http.StatusNoContent && r.Check == nil:
		return nil, nil // there is nothing to say, as after a DELETE
	case !r.Raw && !valid(body):
		return nil, ErrNotJSON
	case r.Check != nil:
		return r.Check(r, body)
	}
	return body, nil
}

// look asks the system what became of a write, and ends the message of its failure
// with what was seen. A failure that the API judged in the end needs no more words:
// then it is known that the write was not done.
func (a *attempts) look(ctx context.Context, failed *fault.Error) Seen {
	say := func(what string) {
		if failed.Kind == fault.UnknownOutcome {
			failed.Message += " " + what
		}
	}
	if errors.Is(ctx.Err(), context.Canceled) {
		failed.Err = a.cause(ctx.Err())
		say(notLooked)
		return Seen{}
	}
	if a.request.Look == nil {
		say(notLooked)
		return Seen{}
	}
	seen, err := a.request.Look(ctx)
	switch {
	case err != nil:
		// The outcome stays unknown whatever answered: if it is a page, or JSON of
		// another shape, the API may have done the write and something on the way
		// replaced its answer.
		say(couldNotLook(a.request.Method, err))
		return Seen{}
	case seen.Outcome == Done:
		a.client.log.Info().Str("method", a.request.Method).Msg("outcome was unknown; found to be saved")
	case seen.Outcome == Clash && failed.Kind == fault.UnknownOutcome:
		failed.Kind, failed.Message = fault.Conflict, seen.Message
	default:
		say(seen.Message)
	}
	return seen
}

// What [Options].Warn is told of a write whose outcome was unknown.
const (
	foundDone    = "It was not known whether a write had been saved; a check found that it had."
	foundNotDone = "It was not known whether a write had been saved; a check found that it had not, and it is sent again."
)

// warn tells the caller of the call whose context ctx is.
func (c *Client) warn(ctx context.Context, sentence string) {
	if c.warned != nil {
		c.warned(ctx, sentence)
	}
}

// warnAgain tells the caller that a request is sent again, the first time that it is.
func (a *attempts) warnAgain(ctx context.Context, resp *http.Response) {
	if a.next != sendAgain || a.retries+a.locks != 1 {
		return
	}
	what := " did not answer"
	switch {
	case a.locked():
		what = "'s database is locked by other writes"
	case resp != nil && (resp.StatusCode == http.StatusTooManyRequests || resp.StatusCode == http.StatusServiceUnavailable):
		what = " is busy"
	}
	a.client.warn(ctx, a.client.system.Name+what+"; the request is sent again.")
}
