package doctor

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/mcp-adapters/mcp-adapters/internal/program/cli"
)

const (
	documentLimit = 5 * time.Second
	maxIssuers    = 3   // that are looked at
	maxAddress    = 512 // bytes of an address from elsewhere
)

// bearerChallenge matches a challenge of the scheme Bearer, which may follow another,
// and parameter one of what is in it, quoted or not.
var (
	bearerChallenge = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?i)(?:^|,)\s*Bearer(?:\s+(.*))?$`)
	})
	parameter = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`([A-Za-z_]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,"]+))`)
	})
)

// bearer returns the parameters of the challenge of the scheme Bearer, and whether
// there is one.
func bearer(h http.Header) (params map[string]string, found bool) {
	for _, challenges := range h.Values("WWW-Authenticate") {
		challenge := bearerChallenge().FindStringSubmatch(challenges)
		if challenge == nil {
			continue
		}
		params = map[string]string{}
		for _, match := range parameter().FindAllStringSubmatch(challenge[1], -1) {
			params[strings.ToLower(match[1])] = match[2] + match[3]
		}
		return params, true
	}
	return nil, false
}

// metadata reads what the endpoint says of itself (RFC 9728).
func (v *visit) metadata(ctx context.Context, r *Report) string {
	if v.open {
		r.Skip("no one has to sign in", "metadata")
		return ""
	}
	const place = "/.well-known/oauth-protected-resource"
	root := v.base.Scheme + "://" + v.base.Host
	places := []string{root + place + strings.TrimRight(v.base.EscapedPath(), "/"), root + place}
	if v.found != "" {
		places = []string{v.found}
	}
	var document struct {
		Resource string   `json:"resource"`
		Servers  []string `json:"authorization_servers"`
	}
	switch failed := v.fetch(ctx, places, &document); {
	case failed == "":
	case v.found == "" && strings.HasSuffix(failed, "404"):
		r.Note("metadata", "The server does not say where to sign in: it takes a fixed token.", "")
		return ""
	default:
		r.Fault(noMetadata, v.host(), failed)
		return "the metadata cannot be read"
	}
	if strings.TrimRight(document.Resource, "/") != strings.TrimRight(v.url, "/") {
		r.Fault(otherResource, v.host(), shown(document.Resource))
		return "the metadata is for another address"
	}
	v.servers = document.Servers
	r.OK("metadata", "The protected resource metadata is for this address.")
	return ""
}

// issuers examines the authorization servers where people sign in.
func (v *visit) issuers(ctx context.Context, r *Report) string {
	switch {
	case v.open:
		r.Skip("no one has to sign in", "issuer")
	case len(v.servers) == 0:
		r.Note("issuer", "There is no authorization server: clients need a token.", "")
	}
	for _, server := range v.servers[:min(len(v.servers), maxIssuers)] {
		v.issuer(ctx, r, server)
	}
	return ""
}

func (v *visit) issuer(ctx context.Context, r *Report, server string) {
	u, err := url.Parse(server)
	if err != nil || u.Host == "" || len(server) > maxAddress || !cli.Confidential(u) {
		r.Fault(issuerDown, shown(server), "it is not an https address")
		return
	}
	const own, openid = "/.well-known/oauth-authorization-server", "/.well-known/openid-configuration"
	root, path := u.Scheme+"://"+u.Host, strings.TrimRight(u.EscapedPath(), "/")
	places := slices.Compact([]string{root + own + path, root + openid + path, root + path + openid})
	var document struct {
		Issuer    string   `json:"issuer"`
		Authorize string   `json:"authorization_endpoint"`
		Token     string   `json:"token_endpoint"`
		Methods   []string `json:"code_challenge_methods_supported"`
		Register  string   `json:"registration_endpoint"`
		Documents bool     `json:"client_id_metadata_document_supported"`
	}
	switch failed := v.fetch(ctx, places, &document); {
	case failed != "":
		r.Fault(issuerDown, u.Host, failed)
	case document.Issuer != server:
		r.Fault(issuerOther, u.Host)
	case document.Authorize == "":
		r.Fault(noPKCE, u.Host, "authorization_endpoint")
	case document.Token == "":
		r.Fault(noPKCE, u.Host, "token_endpoint")
	case !slices.Contains(document.Methods, "S256"):
		r.Fault(noPKCE, u.Host, "S256 in code_challenge_methods_supported")
	case document.Register == "" && !document.Documents:
		r.Note("issuer", "The authorization server "+u.Host+" has its metadata, and clients cannot register there by themselves.", "Register each assistant there by hand, or allow dynamic client registration.")
	default:
		r.OK("issuer", "People sign in at %s, whose metadata has all that clients need.", u.Host)
	}
}

// fetch reads the JSON document at the first place that has one. It returns "", or why
// there is none.
func (v *visit) fetch(ctx context.Context, places []string, document any) (failed string) {
	for _, place := range places {
		u, err := url.Parse(place)
		if err != nil || u.Host == "" || !cli.Confidential(u) && u.Host != v.base.Host {
			failed = "its place is not an https address"
			continue
		}
		answer, err := v.get(ctx, place)
		switch {
		case err != nil:
			failed = reason(err)
		case answer.status != http.StatusOK:
			failed = fmt.Sprintf("status %d", answer.status)
		case json.Unmarshal(answer.body, document) != nil:
			failed = "it is not JSON of that kind"
		default:
			return ""
		}
	}
	return failed
}

// shown is an address from elsewhere with as much of its path as can hardly be secret.
func shown(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" || len(address) > maxAddress {
		return "one that is not an address"
	}
	path := u.EscapedPath()
	if !shortWords().MatchString(path) {
		path = "/…"
	}
	return u.Scheme + "://" + u.Host + path
}

var shortWords = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^(/[a-z]{1,16}[0-9]{0,2})*/?$`) })
