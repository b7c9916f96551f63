package doctor

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"mime"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/mcp-adapters/mcp-adapters/internal/program/cli"
)

const maxIssuers = 3 // authorization servers that are looked at

// visit is the check of a server over HTTP.
type visit struct {
	url     string
	headers map[string]string // that the client sends; they may hold a token
	inEntry bool              // the url is from a client's entry

	base      *url.URL
	transport http.RoundTripper // follows no redirect
	open      bool              // no one has to sign in
	metadata  string            // address of the protected resource metadata; "": not given
	servers   []string          // authorization servers
}

// endpointChecks are the checks of an endpoint: each hop, and what a client needs.
func (o *Options) endpointChecks(v *visit) []Check {
	v.base, _ = url.Parse(v.url) // the caller has parsed it
	return append(hops(v.base, ""),
		Check{"url", v.checkURL}, Check{"metadata", v.checkMetadata}, Check{"issuer", v.checkIssuers}, Check{"token", v.checkToken}, Check{"tools", v.checkTools})
}

// checkURL sends initialize as a client that has not signed in.
func (v *visit) checkURL(ctx context.Context, r *Report) {
	r.address = "the endpoint's address"
	v.transport = r.transport(v.base, "")
	status, header, body, err := v.post(ctx, r, nil, initialize, nil)
	if err != nil {
		r.Fault(endpointDown, v.base.Host, reason(err))
		return
	}
	switch challenge, known := bearer(header); {
	case status == http.StatusUnauthorized && !known:
		r.Fault(noChallenge, v.base.Host)
	case status == http.StatusUnauthorized:
		v.metadata = challenge
		r.OK("An endpoint answers at %s, and asks for sign-in.", v.base.Host)
	case status == http.StatusForbidden:
		r.Fault(hostRefused, v.base.Host)
	case status >= 300 && status < 400:
		r.Fault(endpointMoved, v.base.Host, shown(header.Get("Location")))
	case status == http.StatusTooManyRequests, status >= 500:
		r.Fault(endpointDown, v.base.Host, fmt.Sprintf("status %d", status))
	case status == http.StatusOK && v.greeted(r, header, body):
		v.open = true
	default:
		r.Fault(notEndpoint, v.base.Host, kind(status, header, body))
	}
}

// greeted reports whether an answer is one to initialize, and notes whose.
func (v *visit) greeted(r *Report, header http.Header, body []byte) bool {
	m := read(header, body)
	if m.Result.ProtocolVersion == "" {
		return false
	}
	if own := r.options.System.Program; m.Result.ServerInfo.Name == r.options.System.name() {
		r.OK("%s answers at %s.", own, v.base.Host)
	} else {
		r.Note("The MCP server that answers at "+v.base.Host+" is another one than "+own+".", "Is it the address that you mean?")
	}
	return true
}

// checkMetadata reads what the endpoint says of itself (RFC 9728).
func (v *visit) checkMetadata(ctx context.Context, r *Report) {
	if v.open {
		r.Note("Not checked, because no one has to sign in.", "")
		return
	}
	root := v.base.Scheme + "://" + v.base.Host + "/.well-known/oauth-protected-resource"
	places := []string{root + strings.TrimRight(v.base.EscapedPath(), "/"), root}
	if v.metadata != "" {
		places = []string{v.metadata}
	}
	var document struct {
		Resource string   `json:"resource"`
		Servers  []string `json:"authorization_servers"`
	}
	switch failed := v.fetch(ctx, r, places, &document); {
	case failed == "status 404" && v.metadata == "":
		r.Note("The server does not say where to sign in: it takes a fixed token.", "")
	case failed != "":
		r.Fault(noMetadata, v.base.Host, failed)
	case strings.TrimRight(document.Resource, "/") != strings.TrimRight(v.url, "/"):
		r.Fault(otherResource, v.base.Host, shown(document.Resource))
	default:
		v.servers = document.Servers
		r.OK("The protected resource metadata is for this address.")
	}
}

// checkIssuers reads the metadata of the authorization servers (RFC 8414).
func (v *visit) checkIssuers(ctx context.Context, r *Report) {
	switch {
	case v.open:
		r.Note("Not checked, because no one has to sign in.", "")
	case len(v.servers) == 0:
		r.Note("There is no authorization server: clients need a token.", "")
	}
	for _, server := range v.servers[:min(len(v.servers), maxIssuers)] {
		v.checkIssuer(ctx, r, server)
	}
}

func (v *visit) checkIssuer(ctx context.Context, r *Report, server string) {
	u, err := url.Parse(server)
	if err != nil || u.Host == "" || !cli.Confidential(u) {
		r.Fault(issuerDown, shown(server), "it is not an https address")
		return
	}
	const own, openid = "/.well-known/oauth-authorization-server", "/.well-known/openid-configuration"
	root, path := u.Scheme+"://"+u.Host, strings.TrimRight(u.EscapedPath(), "/")
	var document struct {
		Issuer    string   `json:"issuer"`
		Authorize string   `json:"authorization_endpoint"`
		Token     string   `json:"token_endpoint"`
		Methods   []string `json:"code_challenge_methods_supported"`
		Register  string   `json:"registration_endpoint"`
		Documents bool     `json:"client_id_metadata_document_supported"`
	}
	switch failed := v.fetch(ctx, r, []string{root + own + path, root + openid + path, root + path + openid}, &document); {
	case failed != "":
		r.Fault(issuerDown, u.Host, failed)
	case document.Issuer != server:
		r.Fault(issuerOther, u.Host)
	case document.Authorize == "" || document.Token == "":
		r.Fault(issuerLacks, u.Host, "authorization_endpoint or token_endpoint")
	case !slices.Contains(document.Methods, "S256"):
		r.Fault(issuerLacks, u.Host, "S256 in code_challenge_methods_supported")
	case document.Register == "" && !document.Documents:
		r.Note("The authorization server "+u.Host+" has its metadata, and clients cannot register there by themselves.", "Register each assistant there by hand, or allow dynamic client registration.")
	default:
		r.OK("People sign in at %s, whose metadata has all that clients need.", u.Host)
	}
}

// checkToken sends initialize with the token, but not in the clear.
func (v *visit) checkToken(ctx context.Context, r *Report) {
	switch hidden := slices.ContainsFunc(slices.Collect(maps.Values(v.headers)), unexpanded().MatchString); {
	case v.open && cli.Confidential(v.base) && v.base.Scheme == "http":
		r.Note("Not checked, because no one has to sign in.", "")
	case v.open:
		r.Note("Whoever reaches "+v.base.Host+" can use it without signing in.", "Set AUTH=oauth or AUTH=token on the server, unless a proxy lets in only those who may.")
	case len(v.headers) == 0 && len(v.servers) == 0 && v.inEntry:
		r.Fault(tokenMissing, v.base.Host)
	case len(v.headers) == 0:
		r.Note("Not checked, because none is known here: clients get one when a person signs in, or have it in their config.", "To check further, run "+r.options.System.Program+" doctor --endpoint with this address and --token-stdin.")
	case hidden:
		v.headers = nil
		r.Note("Not checked, because only the client knows it.", "")
	case !cli.Confidential(v.base):
		r.Fault(tokenInClear, v.base.Host)
	default:
		status, header, body, err := v.post(ctx, r, v.headers, initialize, nil)
		switch {
		case err != nil:
			r.Fault(endpointDown, v.base.Host, reason(err))
		case status == http.StatusUnauthorized:
			r.Fault(tokenRefused, v.base.Host)
		case status == http.StatusForbidden:
			r.Fault(tokenForbidden, v.base.Host)
		case status != http.StatusOK || !v.greeted(r, header, body):
			r.Fault(endpointDown, v.base.Host, kind(status, header, body))
		default:
			r.OK("The endpoint takes the token.")
		}
	}
}

// checkTools lists the tools as clients of both protocol eras do.
func (v *visit) checkTools(ctx context.Context, r *Report) {
	headers := v.headers
	switch {
	case v.open: // which must not be sent in the clear without need
		headers = nil
	case len(headers) == 0:
		r.Note("Not checked, because no token is known here.", "")
		return
	}
	const modern = `{"jsonrpc":"2.0","id":2,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{},"io.modelcontextprotocol/clientInfo":{"name":"doctor","version":"1.0.0"}}}}`
	count := 0
	for _, era := range []struct {
		body   string
		header map[string]string
	}{
		{listTools, map[string]string{"Mcp-Protocol-Version": "2025-11-25"}},
		{modern, map[string]string{"Mcp-Protocol-Version": "2026-07-28", "Mcp-Method": "tools/list"}},
	} {
		status, header, body, err := v.post(ctx, r, headers, era.body, era.header)
		m := read(header, body)
		switch {
		case err != nil:
			r.Fault(noTools, v.base.Host, reason(err))
		case status != http.StatusOK || m.Result.Tools == nil:
			r.Fault(noTools, v.base.Host, kind(status, header, body)+" to a client of "+era.header["Mcp-Protocol-Version"])
		default:
			count = len(m.Result.Tools)
			continue
		}
		return
	}
	r.OK("The server has %d tools, for clients of both protocol eras.", count)
}

// post sends a message to the endpoint.
func (v *visit) post(ctx context.Context, r *Report, headers map[string]string, body string, more map[string]string) (int, http.Header, []byte, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, v.url, strings.NewReader(body))
	if err != nil {
		return 0, nil, nil, err
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Accept", "application/json, text/event-stream")
	for _, set := range []map[string]string{headers, more} {
		for name, value := range set {
			req.Header.Set(name, value)
		}
	}
	return v.send(r, req)
}

func (v *visit) send(r *Report, req *http.Request) (int, http.Header, []byte, error) {
	ctx, cancel := context.WithTimeout(req.Context(), hopLimit)
	defer cancel()
	req.Header.Set("User-Agent", r.options.System.Program+"/"+r.options.Version+" doctor")
	res, err := v.transport.RoundTrip(req.WithContext(ctx))
	if err != nil {
		return 0, nil, nil, err
	}
	defer func() { _ = res.Body.Close() }()
	body, err := io.ReadAll(io.LimitReader(res.Body, maxAnswer))
	return res.StatusCode, res.Header, body, err
}

// fetch reads the JSON document at the first place that has one. It returns "", or why no
// place has one.
func (v *visit) fetch(ctx context.Context, r *Report, places []string, document any) (failed string) {
	for _, place := range places {
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, place, nil)
		if err != nil || req.URL.Host == "" || !cli.Confidential(req.URL) && req.URL.Host != v.base.Host {
			failed = "its place is not an https address"
			continue
		}
		req.Header.Set("Accept", "application/json")
		status, _, body, err := v.send(r, req)
		switch {
		case err != nil:
			failed = reason(err)
		case status != http.StatusOK:
			failed = fmt.Sprintf("status %d", status)
		case json.Unmarshal(body, document) != nil:
			failed = "it is not JSON of that kind"
		default:
			return ""
		}
	}
	return failed
}

// read finds the response in a body: JSON, or a stream of events.
func read(h http.Header, body []byte) (m reply) {
	texts := [][]byte{body}
	if kind, _, _ := mime.ParseMediaType(h.Get("Content-Type")); kind == "text/event-stream" {
		texts = slices.Collect(bytes.Lines(body))
	}
	for _, text := range texts {
		var one reply
		if json.Unmarshal(bytes.TrimPrefix(text, []byte("data:")), &one) == nil && one.ID != 0 {
			m = one
		}
	}
	return m
}

var bearerChallenge = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)(?:^|,)\s*Bearer(?:$|\s(?:.*\bresource_metadata\s*=\s*"?([^\s",]+))?)`)
})

// bearer reports whether there is a challenge of the scheme Bearer, and the address of the
// metadata in it, if any.
func bearer(h http.Header) (metadata string, found bool) {
	for _, challenges := range h.Values("WWW-Authenticate") {
		if m := bearerChallenge().FindStringSubmatch(challenges); m != nil {
			return m[1], true
		}
	}
	return "", false
}

// kind says what sort of thing answered.
func kind(status int, h http.Header, body []byte) string {
	what := "something else"
	switch {
	case strings.HasPrefix(strings.ToLower(h.Get("Content-Type")), "text/html"):
		what = "a web page"
	case json.Valid(body):
		what = "JSON of another kind"
	}
	return fmt.Sprintf("%s (status %d)", what, status)
}

// shown is an address from elsewhere without its path, which may hold a secret.
func shown(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" {
		return "one without a host"
	}
	return u.Scheme + "://" + u.Host
}
