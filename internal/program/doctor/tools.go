package doctor

import (
	"context"
	"crypto/tls"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"

	"github.com/mcp-adapters/mcp-adapters/apiclient"
	"github.com/mcp-adapters/mcp-adapters/internal/program/cli"
)

// transport makes the requests after the first one, to the endpoint and to where people
// sign in.
func (v *visit) transport() *http.Transport {
	return &http.Transport{
		Proxy: func(req *http.Request) (*url.URL, error) {
			if p := apiclient.ProxyFor(req.URL, "", v.subject.Getenv); !p.Bad && !p.Ignored {
				return p.URL, nil
			}
			return nil, nil
		},
		DialContext:            v.dialer().DialContext,
		TLSClientConfig:        &tls.Config{RootCAs: v.options.Roots, MinVersion: tls.VersionTLS12},
		TLSHandshakeTimeout:    tlsLimit,
		DisableKeepAlives:      true,
		MaxResponseHeaderBytes: 64 << 10,
	}
}

// enter shows the token.
func (v *visit) enter(ctx context.Context, r *Report) string {
	switch {
	case v.open:
		if !cli.Confidential(v.base) || v.base.Scheme == "https" {
			r.Note("token", "Whoever reaches "+v.host()+" can use it without signing in.", "Set AUTH=oauth or AUTH=token on the server, unless a proxy lets in only those who may.")
		} else {
			r.Skip("no one has to sign in", "token")
		}
		return ""
	case len(v.headers) == 0 && len(v.servers) == 0 && v.entry:
		r.Fault(tokenMissing, v.host())
		return "there is no token"
	case len(v.headers) == 0:
		r.Note("token", "Not checked, because none is known here: clients get one when a person signs in, or have it in their config.", "To check further, run "+v.options.System.Program+" doctor --endpoint with this address and --token-stdin.")
		return "there is no token"
	case slices.ContainsFunc(slices.Collect(maps.Values(v.headers)), unexpanded().MatchString):
		r.Note("token", "Not checked, because only the client knows it.", "")
		return "there is no token"
	case !cli.Confidential(v.base):
		r.Fault(tokenInClear, v.host())
		return "the token was not sent"
	}
	ctx, cancel := context.WithTimeout(ctx, documentLimit)
	defer cancel()
	answer, err := v.post(ctx, v.others, v.headers, older.initialize())
	switch {
	case err != nil:
		r.Fault(tokenUnanswered, v.host(), reason(err))
	case answer.status == http.StatusUnauthorized:
		r.Fault(tokenRefused, v.host())
	case answer.status == http.StatusForbidden:
		r.Fault(tokenForbidden, v.host())
	case answer.status != http.StatusOK:
		r.Fault(tokenUnanswered, v.host(), fmt.Sprintf("status %d", answer.status))
	case !v.greeted(r, "token", reply(answer.header, answer.body)):
		r.Fault(tokenUnanswered, v.host(), "it is not an answer to initialize")
	default:
		r.OK("token", "The endpoint takes the token.")
		return ""
	}
	return "the token does not fit"
}

// tools lists the tools as clients of both eras do.
func (v *visit) tools(ctx context.Context, r *Report) string {
	var counts []int
	var failed, missing string
	for _, e := range []era{older, newer} {
		n, why := v.list(ctx, e)
		if why == "" {
			counts = append(counts, n)
		} else {
			failed, missing = why, e.version
		}
	}
	switch {
	case len(counts) == 0:
		r.Fault(noTools, v.host(), failed)
	case len(counts) == 1:
		r.Note("tools", fmt.Sprintf("The server has %s, and does not list them for clients of the protocol version %s: %s.", plural(counts[0], "tool"), missing, failed), "Install the newest release of the server.")
	case counts[0] == 0:
		r.Note("tools", "The server has no tools.", "")
	default:
		r.OK("tools", "The server has %s, for clients of both protocol eras.", plural(counts[0], "tool"))
	}
	return ""
}

// list returns how many tools there are, or why that is not known.
func (v *visit) list(ctx context.Context, e era) (n int, failed string) {
	ctx, cancel := context.WithTimeout(ctx, documentLimit)
	defer cancel()
	headers := v.headers
	if v.open { // they are not needed, and may be in the clear
		headers = nil
	}
	answer, err := v.post(ctx, v.others, headers, e.listTools())
	if err != nil {
		return 0, reason(err)
	}
	var result struct {
		Tools []struct{} `json:"tools"`
	}
	switch text := reply(answer.header, answer.body).Result; {
	case answer.status != http.StatusOK:
		return 0, fmt.Sprintf("status %d", answer.status)
	case json.Unmarshal(text, &result) != nil || result.Tools == nil:
		return 0, "it answers with something else"
	}
	return len(result.Tools), ""
}
