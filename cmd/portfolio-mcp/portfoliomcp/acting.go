package portfoliomcp

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strings"
	"sync"

	"github.com/mcp-adapters/mcp-adapters/portfolio/site"
	"github.com/mcp-adapters/mcp-adapters/portfolio/store"
)

// unnamed is who the first start adds when nothing says who it is.
const (
	unnamedEmail    = "owner@localhost"
	unnamedBusiness = "My business"
)

// acting hands requests to the site in process. Where no one signs in they are those of
// the one contractor that the program acts for.
type acting struct {
	site   *site.Site
	next   http.RoundTripper // its own
	people *people
	alone  bool // no one signs in
}

// RoundTrip sends a request on, as the contractor's whom its context names.
func (a *acting) RoundTrip(req *http.Request) (*http.Response, error) {
	ctx := req.Context()
	if !a.alone || named(ctx) {
		return a.next.RoundTrip(req)
	}
	id, err := a.people.own(ctx)
	if said := (*whoError)(nil); errors.As(err, &said) {
		return forbidden(req, said.Error())
	}
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

// forbidden answers as the site does.
func forbidden(req *http.Request, message string) (*http.Response, error) {
	if req.Body != nil {
		_ = req.Body.Close()
	}
	text, err := json.Marshal(map[string]any{"error": map[string]string{"code": "FORBIDDEN", "message": message}})
	if err != nil {
		return nil, err
	}
	return &http.Response{
		StatusCode: http.StatusForbidden, Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1, Request: req,
		Header: http.Header{"Content-Type": {"application/json"}}, ContentLength: int64(len(text)),
		Body: io.NopCloser(strings.NewReader(string(text))),
	}, nil
}

type actsKey struct{}

// as returns a context in which calls are a contractor's.
func as(ctx context.Context, id string) context.Context {
	return context.WithValue(site.As(ctx, id), actsKey{}, true)
}

func named(ctx context.Context) bool { return ctx.Value(actsKey{}) != nil }

// people are the contractors, and the one among them that the settings mean.
type people struct {
	store *store.Store
	Contractor

	mu sync.Mutex
	id string // of that one, "" until it is known
}

// whoError says why it is not clear for whom the program acts.
type whoError struct{ message string }

func (e *whoError) Error() string { return e.message }

var (
	errWhich = &whoError{"There are several contractors, and nothing says for which of them to act: set PORTFOLIO_EMAIL to the address of one. portfolio-mcp contractor list lists them."}
	errNone  = &whoError{"No contractor has the address in PORTFOLIO_EMAIL: correct it, or add the contractor with portfolio-mcp contractor add."}
)

// own returns the id of the contractor that the settings mean. The first one of all is
// added here.
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
	if err != nil {
		return "", err
	}
	p.id = c.ID
	return p.id, nil
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
		return p.introduce(ctx, c)
	}
	return c, err
}

// meant returns the contractor that the settings mean as it is now. Its error is
// [store.ErrNotFound] if there is no contractor at all.
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
	email, business, plan := p.Email.Reveal(), p.BusinessName, store.Pro
	if email == "" {
		email = unnamedEmail
	}
	if business == "" {
		business = unnamedBusiness
	}
	return store.ContractorChange{Email: &email, BusinessName: &business, City: &p.City, State: &p.State, Plan: &plan}
}

// introduce gives the contractor that was added without a name what the settings have come
// to say.
func (p *people) introduce(ctx context.Context, c store.Contractor) (store.Contractor, error) {
	var change store.ContractorChange
	changed := false
	for _, f := range []struct {
		to   **string
		now  string
		want string
	}{
		{&change.Email, c.Email, p.Email.Reveal()}, {&change.BusinessName, c.BusinessName, p.BusinessName},
		{&change.City, c.City, p.City}, {&change.State, c.State, p.State},
	} {
		if f.want != "" && f.want != f.now {
			*f.to, changed = &f.want, true
		}
	}
	if !changed {
		return c, nil
	}
	return p.store.EditContractor(ctx, c.ID, change)
}
