package portfoliomcp

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/mcp-adapters/mcp-adapters/internal/oauth"
	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
	"github.com/mcp-adapters/mcp-adapters/portfolio/site"
	"github.com/mcp-adapters/mcp-adapters/portfolio/store"
)

// The first start adds a contractor with these if the settings name none.
const (
	unnamedEmail    = "owner@localhost"
	unnamedBusiness = "My business"
)

// acting sends requests to the site in process. If no one signs in, they act for the one
// contractor of the settings.
type acting struct {
	site   *site.Site
	next   http.RoundTripper // the site's own
	people *people
	alone  bool // no one signs in
}

// RoundTrip sends a request for the contractor that its context names.
func (a *acting) RoundTrip(req *http.Request) (*http.Response, error) {
	ctx := req.Context()
	if !a.alone || site.Acting(ctx) != "" {
		return a.next.RoundTrip(req)
	}
	id, err := a.people.own(ctx)
	if err != nil && ctx.Err() != nil {
		return nil, err
	}
	if err != nil {
		return a.site.Refusal(req, err), nil
	}
	resp, err := a.next.RoundTrip(req.WithContext(site.As(ctx, id)))
	if err == nil && resp.StatusCode == http.StatusUnauthorized {
		a.people.forget() // the contractor was removed
	}
	return resp, err
}

// people are the contractors, and the one among them that the settings mean.
type people struct {
	store *store.Store
	Contractor

	mu sync.Mutex
	id string // of the contractor that the settings mean, "" until it is known
}

// Why it is not clear for whom the program acts.
var (
	errWhich = &fault.Error{Kind: fault.Forbidden, Status: http.StatusForbidden, Message: "There are several contractors, and nothing says for which of them to act: set PORTFOLIO_EMAIL to the address of one. portfolio-mcp contractor list lists them."}
	errNone  = &fault.Error{Kind: fault.Forbidden, Status: http.StatusForbidden, Message: "No contractor has the address in PORTFOLIO_EMAIL: correct it, or add the contractor with portfolio-mcp contractor add."}
)

// own returns the id of the contractor that the settings mean, and adds the first contractor.
func (p *people) own(ctx context.Context) (string, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.id != "" {
		return p.id, nil
	}
	c, err := p.find(ctx)
	if errors.Is(err, store.ErrEmailTaken) { // another program was as fast
		c, err = p.find(ctx)
	}
	if err == nil {
		p.id = c.ID
	}
	return p.id, err
}

func (p *people) forget() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.id = ""
}

func (p *people) find(ctx context.Context) (store.Contractor, error) {
	c, err := p.meant(ctx)
	switch {
	case errors.Is(err, store.ErrNotFound):
		return p.store.AddContractor(ctx, p.first())
	case err == nil && c.Email == unnamedEmail:
		if change := p.introduction(c); change != (store.ContractorChange{}) {
			return p.store.EditContractor(ctx, c.ID, change)
		}
	}
	return c, err
}

// meant returns the contractor that the settings mean. Its error is [store.ErrNotFound] if there
// is no contractor at all.
func (p *people) meant(ctx context.Context) (store.Contractor, error) {
	if email := p.Email.Reveal(); email != "" {
		c, err := p.store.ContractorByEmail(ctx, email)
		if !errors.Is(err, store.ErrNotFound) {
			return c, err
		}
	}
	all, err := p.store.Contractors(ctx, "", 2)
	switch {
	case err != nil:
		return store.Contractor{}, err
	case len(all) == 0:
		return store.Contractor{}, store.ErrNotFound
	case len(all) == 1 && all[0].Email == unnamedEmail:
		return all[0], nil // to be introduced
	case p.Email.Secret != "":
		return store.Contractor{}, errNone
	case len(all) > 1:
		return store.Contractor{}, errWhich
	}
	return all[0], nil
}

// first is the contractor that the first start adds.
func (p *people) first() store.ContractorChange {
	email, business, plan := cmp.Or(p.Email.Reveal(), unnamedEmail), cmp.Or(p.BusinessName, unnamedBusiness), store.Pro
	return store.ContractorChange{Email: &email, BusinessName: &business, City: &p.City, State: &p.State, Plan: &plan}
}

// introduction is what the settings have come to say of the contractor without a name.
func (p *people) introduction(c store.Contractor) (change store.ContractorChange) {
	for _, f := range []struct {
		to        **string
		now, want string
	}{
		{&change.Email, c.Email, p.Email.Reveal()}, {&change.BusinessName, c.BusinessName, p.BusinessName},
		{&change.City, c.City, p.City}, {&change.State, c.State, p.State},
	} {
		if f.want != "" && f.want != f.now {
			*f.to = &f.want
		}
	}
	return change
}

// act returns a context in which calls act for the contractor who signed in: the account that
// the token names, or else the contractor with that address.
func (p *people) act(ctx context.Context, email string) (context.Context, error) {
	what, find, id := "the e-mail address that you have signed in with", p.store.ContractorByEmail, email
	if who, _ := oauth.FromContext(ctx); who.Account != "" {
		what, find, id = "the "+accountClaim+" of your sign-in", p.store.Contractor, who.Account
	}
	c, err := find(ctx, id)
	switch {
	case errors.Is(err, store.ErrNotFound):
		return nil, &fault.Error{Kind: fault.Forbidden, Status: http.StatusForbidden,
			Message: "No contractor here has " + what + ". Ask whoever runs this server to add you (portfolio-mcp contractor add), or sign in as someone else."}
	case err != nil:
		return nil, &fault.Error{Kind: fault.Unavailable, Status: http.StatusServiceUnavailable,
			Message: "The contractors can't be looked up at the moment; try again in a minute.", RetryAfter: time.Minute, Err: err}
	}
	return site.As(ctx, c.ID), nil
}

// maySignIn reports whether a contractor has that address. A failed lookup signs no one out,
// since [people.act] looks again.
func (p *people) maySignIn(ctx context.Context, email string) bool {
	_, err := p.store.ContractorByEmail(ctx, email)
	return !errors.Is(err, store.ErrNotFound)
}

// owner is the address of the one person who may use a remote API with the program's token.
type owner string

func (o owner) act(ctx context.Context, email string) (context.Context, error) {
	if !o.maySignIn(ctx, email) {
		return nil, &fault.Error{Kind: fault.Forbidden, Status: http.StatusForbidden,
			Message: "This server is another contractor's; sign in with that contractor's e-mail address, or ask whoever runs it to set PORTFOLIO_EMAIL to yours."}
	}
	return ctx, nil
}

func (o owner) maySignIn(_ context.Context, email string) bool {
	return strings.EqualFold(strings.TrimSpace(string(o)), email)
}
