package doctor

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"

	"github.com/mcp-adapters/mcp-adapters/apiclient"
	"github.com/mcp-adapters/mcp-adapters/internal/program/cli"
	"github.com/mcp-adapters/mcp-adapters/internal/program/clients"
)

// endpointChecks are the checks of an endpoint, in their order.
var endpointChecks = []string{"proxy", "dns", "tcp", "tls", "url", "clock", "metadata", "issuer", "token", "tools"}

// address plans the checks of an entry that is the address of a server.
func (x *examination) address(r *Report, i installation) {
	if i.entry.HoldsToken() && clients.Exposed(i.Path) {
		r.Note("entry", "Other users of this computer can read "+i.Path+", where the token is kept.", "Run chmod 600 on that file.")
	}
	later := x.report(i.Client.ID)
	if u, err := url.Parse(i.entry.URL); unexpanded().MatchString(i.entry.URL) || err != nil || u.Host == "" {
		later.Skip("only "+i.Client.Name+" knows the address that is meant", endpointChecks...)
		return
	}
	id := fmt.Sprintf("endpoint %q %q", i.entry.URL, i.entry.Headers)
	if first := x.reached[id]; first != "" {
		later.Note("url", "This entry leads to the same place as that of "+first+"; see there.", "")
		return
	}
	x.reached[id] = i.Client.Name
	later.wait = x.visit(later, &visit{url: i.entry.URL, headers: i.entry.Headers, entry: true})
}

// endpoint plans the checks of a server that the command line names.
func (x *examination) endpoint(r *Report, e cli.Endpoint) {
	v := &visit{url: e.URL}
	if e.Token != "" {
		v.headers = map[string]string{"Authorization": "Bearer " + e.Token.Reveal()}
	}
	r.wait = x.visit(r, v)
}

// visit makes the checks of an endpoint.
func (x *examination) visit(r *Report, v *visit) func(context.Context) {
	r.endpoint = true
	return func(ctx context.Context) {
		base, err := url.Parse(v.url)
		if err != nil {
			return // the caller has parsed it
		}
		v.route = route{options: &x.options, subject: Subject{Getenv: x.options.Getenv}, base: base, api: &API{BaseURL: v.url, Ask: v.knock}}
		v.others = v.transport()
		steps := []func(context.Context, *Report) string{
			v.send, v.resolve, v.connect, v.secure, v.meet, v.compareClocks, v.metadata, v.issuers, v.enter, v.tools,
		}
		for i, step := range steps {
			if failed := step(ctx, r); failed != "" {
				r.Skip(failed, endpointChecks[i+1:]...)
				return
			}
		}
	}
}

// visit is the way to an endpoint, and through it.
type visit struct {
	route
	url     string
	headers map[string]string // that let the client in
	entry   bool              // a client has them in its file, and no others
	others  http.RoundTripper // of all requests but the first

	open    bool     // no one has to sign in
	found   string   // where the challenge says that the metadata is, "" if it does not
	servers []string // the authorization servers
}

// knock sends initialize as a client that has not signed in. The answer is left to w.seen.
func (v *visit) knock(ctx context.Context, o apiclient.Options) (json.RawMessage, error) {
	ctx, cancel := context.WithTimeout(ctx, o.Timeout)
	defer cancel()
	_, err := v.post(ctx, o.Transport, nil, older.initialize())
	return nil, err
}

// meet says what answered.
func (v *visit) meet(ctx context.Context, r *Report) string {
	const failed = "no MCP endpoint answers"
	if v.err != nil {
		switch {
		case v.proxy != nil && v.base.Scheme == "https" && v.tlsFault(r, v.err):
		case v.base.Scheme == "http" && v.speaksTLS(ctx):
			r.Fault(needsTLS, v.host())
		default:
			r.Fault(cut, v.host(), reason(v.err))
		}
		return failed
	}
	answer := v.seen.response
	challenge, known := bearer(answer.Header)
	switch status := answer.StatusCode; {
	case status == http.StatusUnauthorized && !known:
		r.Fault(noChallenge, v.host())
	case status == http.StatusUnauthorized:
		v.found = challenge["resource_metadata"]
		r.OK("url", "An endpoint answers at %s, and asks for sign-in.", v.host())
		return ""
	case status == http.StatusForbidden:
		r.Fault(hostRefused, v.host())
	case status >= 300 && status < 400:
		r.Fault(endpointMoved, v.host(), redirectTarget(answer.Header.Get("Location")))
	case status == http.StatusTooManyRequests, status >= 500:
		r.Fault(endpointFailing, v.host(), fmt.Sprintf("%d", status))
	case status == http.StatusBadRequest && v.base.Scheme == "http" && v.speaksTLS(ctx):
		r.Fault(needsTLS, v.host())
	case status == http.StatusOK && v.greeted(r, "url", reply(answer.Header, v.seen.body.Bytes())):
		v.open = true
		return ""
	case status == http.StatusNotFound && v.options.System.AbsentCode != 0 && refusedWith(v.seen.body.Bytes()) == v.options.System.AbsentCode:
		r.Fault(v.options.System.Absent, v.host())
	default:
		r.Fault(notEndpoint, v.host(), v.seen.kind())
	}
	return failed
}

// greeted reports whether a reply is one to initialize, and notes by the check whose.
func (v *visit) greeted(r *Report, check string, a rpcReply) bool {
	var result struct {
		ProtocolVersion string   `json:"protocolVersion"`
		ServerInfo      identity `json:"serverInfo"`
	}
	if json.Unmarshal(a.Result, &result) != nil || result.ProtocolVersion == "" {
		return false
	}
	own := v.options.System.Program
	if result.ServerInfo.Name == cmp.Or(v.options.System.Server, own) {
		r.OK(check, "%s answers at %s.", own, v.host())
	} else {
		r.Note(check, "The MCP server that answers at "+v.host()+" is another one than "+own+".", "Is it the address that you mean?")
	}
	return true
}
