package guardedhttp

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/url"

	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
)

// Causes of errors that [Client.Get] returns.
var (
	ErrNotPublic = errors.New("the address is not a public one")
	ErrTooLarge  = errors.New("the body is too large")
)

// explain returns the error for a caller.
func (c *Client) explain(err error) error {
	var withAddress *url.Error // its text has the address
	if errors.As(err, &withAddress) {
		err = withAddress.Err
	}
	f := &fault.Error{Kind: fault.InvalidParams, Err: err}
	scheme := "https"
	if c.options.HTTP {
		scheme = "http or https"
	}
	var status statusError
	var dns *net.DNSError
	var network net.Error
	switch {
	case errors.Is(err, context.Canceled):
		f.Kind, f.Message = fault.Internal, "The fetch was cancelled."
	case errors.Is(err, errAddress):
		f.Message = fmt.Sprintf("This is not a plain %s address, or it redirects to one that isn't; give an %s address without a name or password.", scheme, scheme)
	case errors.Is(err, errRedirects):
		f.Message = "The address redirects too often; give the address of the file itself."
	case errors.Is(err, ErrNotPublic):
		f.Message = "The address leads to a private network; give one that anyone can reach."
	case errors.Is(err, ErrTooLarge):
		f.Message = fmt.Sprintf("The file is larger than %s; give a smaller one.", size(c.options.MaxBytes))
	case errors.As(err, &status):
		f.Kind, f.Status = fault.Unavailable, int(status)
		f.Message = fmt.Sprintf("The host answered with status %d instead of the file; check that the address opens without signing in.", status)
	case errors.As(err, &network) && network.Timeout(): // the deadline of the context, too
		f.Kind, f.Message, f.Err = fault.Timeout, "The host took too long; try again, or use another address.", context.DeadlineExceeded
	case errors.As(err, &dns) && dns.IsNotFound:
		f.Kind, f.Message, f.Err = fault.NotFound, "There is no host of that name; check the address.", errors.New(dns.Err)
	default:
		f.Kind, f.Message, f.Err = fault.Unavailable, "The host could not be reached; check the address, or try again later.", safe(err)
	}
	return f
}

// safe returns a cause without the address and without what the host sent.
func safe(err error) error {
	var op *net.OpError
	if errors.As(err, &op) {
		return fmt.Errorf("%s: %w", op.Op, op.Err)
	}
	return fmt.Errorf("the exchange failed: %T", err)
}

func size(n int) string {
	const ki, mi = 1 << 10, 1 << 20
	switch {
	case n >= mi && n%mi == 0:
		return fmt.Sprintf("%d MiB", n/mi)
	case n >= ki && n%ki == 0:
		return fmt.Sprintf("%d KiB", n/ki)
	}
	return fmt.Sprintf("%d bytes", n)
}
