package apiclient

import (
	"context"
	"net/http"
)

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
