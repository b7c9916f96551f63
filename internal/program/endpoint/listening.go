package endpoint

import (
	"context"
	"sync"
	"time"

	"github.com/mcp-adapters/mcp-adapters/internal/oauth"
	"github.com/mcp-adapters/mcp-adapters/jsonrpc"
)

// lookAgain is how often a subscription asks whether its sign-in still lasts.
const lookAgain = time.Minute

// listening is a session whose subscriptions end with their token, or soon after the
// sign-in that it came from. Any other request is over before that matters, and the next
// one is refused; a subscription would go on for as long as its connection.
type listening struct {
	jsonrpc.Handler

	// lasts reports whether a sign-in has not ended; nil where only the issuer knows.
	lasts func(ctx context.Context, session string) (bool, error)
}

// Prepare prepares a request.
func (l listening) Prepare(req *jsonrpc.Request) jsonrpc.Call {
	call := l.Handler.Prepare(req)
	if req.Method == "subscriptions/listen" {
		run := call.Run
		call.Run = func(ctx context.Context, client jsonrpc.Client) (jsonrpc.Result, error) {
			ctx, stop := l.signedIn(ctx)
			defer stop()
			return run(ctx, client)
		}
	}
	return call
}

// signedIn returns a context that ends when whoever sent the request is no longer signed
// in, and what ends the watch over that.
func (l listening) signedIn(ctx context.Context) (lasting context.Context, stop func()) {
	p, ok := oauth.FromContext(ctx)
	if !ok {
		return ctx, func() {}
	}
	var cancel context.CancelFunc
	if p.Expiry.IsZero() {
		ctx, cancel = context.WithCancel(ctx)
	} else {
		ctx, cancel = context.WithDeadline(ctx, p.Expiry)
	}
	var watching sync.WaitGroup
	if l.lasts != nil {
		watching.Go(func() {
			l.watch(ctx, p.Session)
			cancel()
		})
	}
	return ctx, func() {
		cancel()
		watching.Wait()
	}
}

// watch returns when ctx ends, or when a look finds that the sign-in has ended. A look
// that fails finds nothing out.
func (l listening) watch(ctx context.Context, session string) {
	every := time.NewTicker(lookAgain)
	defer every.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-every.C:
		}
		if lasts, err := l.lasts(ctx, session); err == nil && !lasts {
			return
		}
	}
}
