package oauth

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"
)

// ExchangeOptions say where tokens are exchanged, and for which.
type ExchangeOptions struct {
	// URL is the token endpoint of an authorization server that exchanges tokens (RFC 8693).
	URL string
	// ClientID and Secret are this server's own credentials there.
	ClientID, Secret string
	// Audience names the other API; it may be "".
	Audience string
	// Now is the clock, [time.Now] if nil.
	Now func() time.Time
}

// Exchange changes the tokens of those who call a server for tokens of another API, which
// are theirs too. It is safe for concurrent use.
type Exchange struct {
	opts   ExchangeOptions
	client *http.Client
	known  *lru.Cache[[sha256.Size]byte, kept[string]] // tokens of the other API
}

const (
	// maxExchanged bounds the tokens that are kept.
	maxExchanged = 1000
	// exchangeFor is how long one is kept at most: the person may have been signed out.
	exchangeFor = 5 * time.Minute
	// exchangeSlack is how long before its end a token is used no more.
	exchangeSlack = 30 * time.Second
	maxTokenBody  = 64 << 10
)

// NewExchange checks the options; it asks for nothing yet.
func NewExchange(o ExchangeOptions) (*Exchange, error) {
	if _, err := ParseAddress(o.URL); err != nil {
		return nil, err
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	return &Exchange{opts: o, client: restrained(nil), known: newCache[string](maxExchanged)}, nil
}

// Token returns a token of the other API for the person whose token that is. Its error is
// [ErrInvalidToken] if the person is refused, and else wraps [ErrUnavailable].
func (e *Exchange) Token(ctx context.Context, subject string) (string, error) {
	if !wellFormed(subject) {
		return "", invalid("there is none to exchange")
	}
	key, now := sha256.Sum256([]byte(subject)), e.opts.Now()
	if had, ok := e.known.Get(key); ok && now.Before(had.until) {
		return had.what, nil
	}
	got, err := e.ask(ctx, subject)
	if err != nil {
		return "", err
	}
	e.known.Add(key, got)
	return got.what, nil
}

// ask makes the request of RFC 8693, section 2.1, and reads the answer.
func (e *Exchange) ask(ctx context.Context, subject string) (kept[string], error) {
	const access = "urn:ietf:params:oauth:token-type:access_token"
	form := url.Values{
		"grant_type":    {"urn:ietf:params:oauth:grant-type:token-exchange"},
		"subject_token": {subject}, "subject_token_type": {access}, "requested_token_type": {access},
	}
	if e.opts.Audience != "" {
		form.Set("audience", e.opts.Audience)
	}
	if e.opts.Secret == "" && e.opts.ClientID != "" {
		form.Set("client_id", e.opts.ClientID)
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, e.opts.URL, strings.NewReader(form.Encode()))
	if err != nil {
		return kept[string]{}, err
	}
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	req.Header.Set("Accept", "application/json")
	if e.opts.Secret != "" {
		req.SetBasicAuth(url.QueryEscape(e.opts.ClientID), url.QueryEscape(e.opts.Secret)) // RFC 6749, section 2.3.1
	}
	res, err := e.client.Do(req)
	if err != nil {
		return kept[string]{}, fmt.Errorf("%w: exchange a token: %w", ErrUnavailable, err)
	}
	defer func() { _ = res.Body.Close() }()
	text, err := io.ReadAll(io.LimitReader(res.Body, maxTokenBody))
	if err != nil {
		return kept[string]{}, fmt.Errorf("%w: exchange a token: %w", ErrUnavailable, err)
	}
	var a struct {
		Token   string `json:"access_token"`
		Type    string `json:"token_type"`
		Expires int64  `json:"expires_in"`
		Error   string `json:"error"`
	}
	err = json.Unmarshal(text, &a)
	// Of a failure only the codes of RFC 6749 are read: the rest may hold parts of a token.
	switch status := res.StatusCode; {
	case status == http.StatusBadRequest && (a.Error == "invalid_request" || a.Error == "invalid_grant" || a.Error == "invalid_token"):
		return kept[string]{}, invalid("it was not exchanged")
	case status != http.StatusOK:
		return kept[string]{}, fmt.Errorf("%w: the exchange of a token was answered with %d", ErrUnavailable, status)
	case err != nil || !wellFormed(a.Token):
		return kept[string]{}, fmt.Errorf("%w: the exchange of a token was answered without one", ErrUnavailable)
	case !strings.EqualFold(a.Type, "Bearer"):
		return kept[string]{}, fmt.Errorf("%w: the exchanged token is not a bearer token", ErrUnavailable)
	}
	lasts := exchangeFor
	if a.Expires > 0 {
		lasts = min(lasts, time.Duration(min(a.Expires, int64(time.Hour/time.Second)))*time.Second-exchangeSlack)
	}
	return kept[string]{a.Token, e.opts.Now().Add(lasts)}, nil
}
