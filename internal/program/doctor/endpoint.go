package doctor

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/url"
	"os"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/mcp-adapters/mcp-adapters/apiclient"
	"github.com/mcp-adapters/mcp-adapters/internal/program/cli"
)

const (
	initialize  = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"doctor","version":"1.0.0"}}}`
	initialized = `{"jsonrpc":"2.0","method":"notifications/initialized"}`
	listTools   = `{"jsonrpc":"2.0","id":2,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{},"io.modelcontextprotocol/clientInfo":{"name":"doctor","version":"1.0.0"}}}}`
	listBefore  = `{"jsonrpc":"2.0","id":2,"method":"tools/list","params":{}}` // in the older protocol era

	requestLimit = 5 * time.Second
)

// reply is what doctor reads of an answer to initialize or tools/list.
type reply struct {
	ID     int `json:"id"`
	Result struct {
		ProtocolVersion string                `json:"protocolVersion"`
		ServerInfo      struct{ Name string } `json:"serverInfo"`
		Tools           []struct{}            `json:"tools"`
	} `json:"result"`
	Error *struct{ Message string } `json:"error"`
}

// visit is the check of a server over HTTP.
type visit struct {
	url      *url.URL
	headers  map[string]string // that the client sends; they may hold a token
	inEntry  bool              // the url is from a client's entry
	open     bool              // no one has to sign in
	metadata string            // address of the protected resource metadata; "": not given
}

func (v *visit) checks() []Check {
	return []Check{{"url", v.checkURL}, {"sign-in", v.checkSignIn}, {"tools", v.checkTools}}
}

// checkURL sends initialize as a client that has not signed in.
func (v *visit) checkURL(ctx context.Context, r *Report) {
	a := send(ctx, r, v.url, initialize, nil)
	challenge := strings.Join(a.header.Values("WWW-Authenticate"), ", ")
	if m := resourceMetadata().FindStringSubmatch(challenge); m != nil {
		v.metadata = m[1]
	}
	own, host, result := &r.options.System, v.url.Host, a.reply(1).Result
	switch v.open = result.ProtocolVersion != ""; {
	case a.status == http.StatusUnauthorized && strings.Contains(strings.ToLower(challenge), "bearer"):
		r.OK("%s answers, and asks for sign-in.", host)
	case a.status == http.StatusUnauthorized:
		r.Fault(noChallenge, host)
	case a.status == http.StatusForbidden:
		r.Fault(hostRefused, host)
	case !v.open:
		r.Fault(notEndpoint, host, a.text)
	case result.ServerInfo.Name != own.name():
		r.Fault(notEndpoint, host, "it is another MCP server than "+own.Program)
	default:
		r.OK("%s answers at %s.", own.Program, host)
	}
	if v.open && (v.url.Scheme == "https" || !cli.Confidential(v.url)) {
		r.Note("Everyone who reaches "+host+" can use it without signing in.", "Set AUTH=oauth or AUTH=token on the server, unless a proxy restricts access.")
	}
}

// checkSignIn reads what the endpoint says of itself (RFC 9728), and the metadata of its
// authorization servers.
func (v *visit) checkSignIn(ctx context.Context, r *Report) {
	if v.open {
		v.headers = nil // which are not sent without need
		return
	}
	host, root := v.url.Host, v.url.Scheme+"://"+v.url.Host+"/.well-known/oauth-protected-resource"
	places := []string{root + strings.TrimRight(v.url.EscapedPath(), "/"), root}
	if v.metadata != "" {
		places = []string{v.metadata}
	}
	var document struct {
		Resource string   `json:"resource"`
		Servers  []string `json:"authorization_servers"`
	}
	switch a := fetch(ctx, r, host, places, &document); {
	case a.status == http.StatusNotFound && v.metadata == "":
		r.OK("%s does not say where to sign in: it takes a fixed token.", host)
	case a.text != "":
		r.Fault(noMetadata, host, "the protected resource metadata cannot be read, because "+a.text)
	case strings.TrimRight(document.Resource, "/") != strings.TrimRight(v.url.String(), "/"):
		r.Fault(noMetadata, host, "the protected resource metadata is for another address, "+shown(document.Resource))
	case len(document.Servers) > 0:
		checkIssuer(ctx, r, host, document.Servers[0])
	}
	switch hidden := slices.ContainsFunc(slices.Collect(maps.Values(v.headers)), unexpanded().MatchString); {
	case r.faulty():
	case len(v.headers) == 0 && len(document.Servers) == 0 && v.inEntry:
		r.Fault(tokenMissing, host)
	case len(v.headers) > 0 && !hidden && !cli.Confidential(v.url):
		r.Fault(tokenInClear, host)
	case len(v.headers) == 0 || hidden:
		v.headers = nil
		r.Note("The tools were not listed: only the client has the token.", "To list them, run {program} doctor --endpoint with this address and --token-stdin.")
	}
}

// checkIssuer reads the metadata of an authorization server (RFC 8414).
func checkIssuer(ctx context.Context, r *Report, host, issuer string) {
	const own, openid = "/.well-known/oauth-authorization-server", "/.well-known/openid-configuration"
	u, err := url.Parse(issuer)
	if err != nil {
		r.Fault(badIssuer, shown(issuer), "it is no address")
		return
	}
	root, path := u.Scheme+"://"+u.Host, strings.TrimRight(u.EscapedPath(), "/")
	var document struct {
		Issuer    string   `json:"issuer"`
		Authorize string   `json:"authorization_endpoint"`
		Token     string   `json:"token_endpoint"`
		Methods   []string `json:"code_challenge_methods_supported"`
		Register  string   `json:"registration_endpoint"`
		Documents bool     `json:"client_id_metadata_document_supported"`
	}
	switch a := fetch(ctx, r, host, []string{root + own + path, root + openid + path, root + path + openid}, &document); {
	case a.text != "":
		r.Fault(badIssuer, shown(issuer), "its metadata cannot be read, because "+a.text)
	case document.Issuer != issuer:
		r.Fault(badIssuer, u.Host, "it calls itself by another address in its metadata")
	case document.Authorize == "" || document.Token == "" || !slices.Contains(document.Methods, "S256"):
		r.Fault(badIssuer, u.Host, "its metadata lacks authorization_endpoint, token_endpoint or S256 in code_challenge_methods_supported")
	case document.Register == "" && !document.Documents:
		r.Note("Clients cannot register by themselves at the authorization server "+u.Host+".", "Register each assistant there by hand, or allow dynamic client registration.")
	default:
		r.OK("People sign in at %s, whose metadata has all that clients need.", u.Host)
	}
}

// checkTools lists the tools as clients of both protocol eras do.
func (v *visit) checkTools(ctx context.Context, r *Report) {
	if !v.open && v.headers == nil {
		return
	}
	var tools []struct{}
	for _, era := range [][]string{{listBefore, "2025-11-25"}, {listTools, "2026-07-28"}} {
		headers := map[string]string{"Mcp-Protocol-Version": era[1], "Mcp-Method": "tools/list"}
		maps.Copy(headers, v.headers)
		a := send(ctx, r, v.url, era[0], headers)
		switch tools = a.reply(2).Result.Tools; {
		case !v.open && (a.status == http.StatusUnauthorized || a.status == http.StatusForbidden):
			r.Fault(tokenRefused, v.url.Host, a.status)
		case tools == nil:
			r.Fault(noTools, v.url.Host, era[1], a.text)
		default:
			continue
		}
		return
	}
	r.OK("The server has %d tools, for clients of both protocol eras.", len(tools))
}

// answer is what came back for a request.
type answer struct {
	status int // 0: there is no answer
	header http.Header
	body   []byte
	text   string // what sort of answer it is, or why there is none
}

// reply returns the response with that id in the body.
func (a answer) reply(id int) reply {
	got, _ := replies(a.body)
	if a.status != http.StatusOK {
		return reply{}
	}
	return got[id]
}

// replies finds the responses in a text by their ids: JSON, lines of JSON, or a stream of
// events. It reports whether each line is JSON.
func replies(text []byte) (found map[int]reply, lines bool) {
	found, lines = map[int]reply{}, true
	for line := range bytes.Lines(append(text, '\n')) {
		var m reply
		if json.Unmarshal(bytes.TrimPrefix(line, []byte("data:")), &m) == nil {
			found[m.ID] = m
		} else {
			lines = lines && len(bytes.TrimSpace(line)) == 0
		}
	}
	var whole reply
	if json.Unmarshal(text, &whole) == nil {
		found[whole.ID] = whole
	}
	return found, lines
}

var resourceMetadata = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?i)resource_metadata\s*=\s*"?([^\s",]+)`) })

// fetch reads the JSON document at the first place that has one. The text of its answer
// is empty, or says why no place has one. Only host may be asked without https.
func fetch(ctx context.Context, r *Report, host string, places []string, document any) (a answer) {
	for _, place := range places {
		u, err := url.Parse(place)
		if err != nil || u.Host == "" || !cli.Confidential(u) && u.Host != host {
			a.text = "its address does not begin with https"
			continue
		}
		if a = send(ctx, r, u, "", nil); a.status == http.StatusOK && json.Unmarshal(a.body, document) == nil {
			a.text = ""
			return a
		}
	}
	return a
}

// send makes one request, with a body by POST, and follows no redirect.
func send(ctx context.Context, r *Report, place *url.URL, body string, headers map[string]string) answer {
	ctx, cancel := context.WithTimeout(ctx, requestLimit)
	defer cancel()
	method := http.MethodGet
	if body != "" {
		method = http.MethodPost
	}
	req, err := http.NewRequestWithContext(ctx, method, place.String(), strings.NewReader(body))
	proxy := apiclient.ProxyFor(place, "", os.Getenv)
	if err != nil || proxy.Bad {
		return answer{text: "its address or the proxy's in " + proxy.Variable + " cannot be used"}
	}
	req.Header = http.Header{"Content-Type": {"application/json"}, "Accept": {"application/json, text/event-stream"}, "User-Agent": {r.agent()}}
	for name, value := range headers {
		req.Header.Set(name, value)
	}
	transport := &http.Transport{Proxy: http.ProxyURL(proxy.URL), DisableKeepAlives: true, MaxResponseHeaderBytes: 64 << 10}
	var text []byte
	res, err := transport.RoundTrip(req)
	if err == nil {
		defer func() { _ = res.Body.Close() }()
		text, err = io.ReadAll(io.LimitReader(res.Body, maxAnswer))
	}
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		return answer{text: "no answer came in time"}
	case err != nil:
		return answer{text: apiclient.Reason(err, "the address")}
	}
	what := "something else"
	switch location := res.Header.Get("Location"); {
	case location != "":
		what = "a redirect to " + shown(location) + ", which clients do not follow"
	case strings.HasPrefix(strings.ToLower(res.Header.Get("Content-Type")), "text/html"):
		what = "a web page"
	}
	return answer{res.StatusCode, res.Header, text, fmt.Sprintf("the answer is %s (status %d)", what, res.StatusCode)}
}

// shown is an address from elsewhere without its path, which may hold a secret.
func shown(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" {
		return "one without a host"
	}
	return u.Scheme + "://" + u.Host
}
