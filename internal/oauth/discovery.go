package oauth

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
)

// maxDocument bounds what an issuer publishes.
const maxDocument = 512 << 10

// discovery finds the keys of an issuer by its metadata.
type discovery struct {
	issuer string // to the letter
	at     *url.URL
	client *http.Client
}

// restrained follows no redirect: keys come from where the operator and the issuer
// say, and from nowhere else.
func restrained(client *http.Client) *http.Client {
	c := http.Client{Timeout: fetchLimit}
	if client != nil {
		c = *client
	}
	c.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return &c
}

// keys reads the metadata at the first place that has it, and then the key set.
func (d discovery) keys(ctx context.Context) ([]byte, error) {
	var failed []error
	for _, place := range d.places() {
		text, err := d.get(ctx, place)
		if err != nil {
			failed = append(failed, err)
			continue
		}
		var metadata struct {
			Issuer string `json:"issuer"`
			Keys   string `json:"jwks_uri"`
		}
		if err := json.Unmarshal(text, &metadata); err != nil {
			failed = append(failed, fmt.Errorf("%s: not JSON", place))
			continue
		}
		if metadata.Issuer != d.issuer {
			return nil, fmt.Errorf("%s names another issuer than OAUTH_ISSUER; they must be equal to the letter", place)
		}
		at, err := parseKeysAddress(metadata.Keys)
		if err != nil || at.Scheme == "http" && d.at.Scheme != "http" {
			return nil, fmt.Errorf("%s: jwks_uri is not an https address", place)
		}
		return d.get(ctx, metadata.Keys)
	}
	return nil, errors.Join(failed...)
}

// parseKeysAddress is [parseAddress] for one that may have a query.
func parseKeysAddress(text string) (*url.URL, error) {
	bare, _, _ := strings.Cut(text, "?")
	return parseAddress(bare)
}

// places are where an issuer's metadata may be, as MCP orders them: RFC 8414, then
// OpenID Connect with the path at the end of the address and at the end of the host.
func (d discovery) places() []string {
	const server, openid = "/.well-known/oauth-authorization-server", "/.well-known/openid-configuration"
	host, path := d.at.Scheme+"://"+d.at.Host, strings.TrimRight(d.at.EscapedPath(), "/")
	if path == "" {
		return []string{host + server, host + openid}
	}
	return []string{host + server + path, host + openid + path, host + path + openid}
}

func (d discovery) get(ctx context.Context, at string) ([]byte, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, at, nil)
	if err != nil {
		return nil, err
	}
	req.Header.Set("Accept", "application/json")
	res, err := d.client.Do(req)
	if err != nil {
		return nil, err
	}
	defer func() { _ = res.Body.Close() }()
	if res.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("%s answers %d", at, res.StatusCode)
	}
	text, err := io.ReadAll(io.LimitReader(res.Body, maxDocument+1))
	switch {
	case err != nil:
		return nil, fmt.Errorf("read %s: %w", at, err)
	case len(text) > maxDocument:
		return nil, fmt.Errorf("%s is longer than %d bytes", at, maxDocument)
	}
	return text, nil
}

// loopback reports whether a host is this computer by its name alone.
func loopback(host string) bool {
	if host == "localhost" {
		return true
	}
	ip, err := netip.ParseAddr(host)
	return err == nil && ip.Unmap().IsLoopback()
}
