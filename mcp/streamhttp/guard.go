package streamhttp

import (
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"strings"

	"github.com/mcp-adapters/mcp-adapters/config"
)

// guard decides by headers that a browser can't forge whether a request may use the endpoint. It
// stops web pages that use their visitor's browser against a server that the visitor can reach.
// Middleware identifies the caller.
type guard struct {
	hosts           map[string]bool
	origins         map[string]bool
	crossOrigin     *http.CrossOriginProtection
	loopbackOnly    bool
	loopbackOrigins bool
	anyOrigin       bool
	gets            bool   // GET is accepted for streams of events
	methods         string // the accepted methods
}

func newGuard(o Options) (guard, error) {
	g := guard{
		hosts:           make(map[string]bool),
		origins:         make(map[string]bool),
		crossOrigin:     http.NewCrossOriginProtection(),
		loopbackOnly:    o.LoopbackOnly,
		loopbackOrigins: o.LoopbackOrigins,
		anyOrigin:       o.AnyOrigin,
		gets:            o.Get != nil,
		methods:         http.MethodPost,
	}
	if g.gets {
		g.methods = "GET, POST"
	}
	if g.loopbackOnly && g.anyOrigin {
		return guard{}, errors.New("any origin: every web page in a browser of this computer could use an endpoint that is only for its own programs")
	}
	if !g.loopbackOnly {
		for _, host := range o.Hosts {
			g.hosts[hostname(host)] = true
		}
	}
	for _, origin := range o.AllowedOrigins {
		if err := g.crossOrigin.AddTrustedOrigin(origin); err != nil {
			return guard{}, fmt.Errorf("allowed origins: %w", err)
		}
		g.origins[origin] = true
	}
	return g, nil
}

// check refuses a request, or sets the headers that let a web page of an allowed origin read the
// answer.
func (g *guard) check(h http.Header, r *http.Request) *Refusal {
	if refusal := g.checkHost(r); refusal != nil {
		return refusal
	}
	if (len(g.origins) > 0 || g.loopbackOrigins) && !g.anyOrigin {
		h.Add("Vary", "Origin")
	}
	if refusal := g.checkOrigin(r); refusal != nil {
		return refusal
	}
	if origin := r.Header.Get("Origin"); origin != "" && g.anyOrigin || g.origins[origin] || g.fromThisComputer(r, origin) {
		if g.anyOrigin {
			origin = "*"
		}
		h.Set("Access-Control-Allow-Origin", origin)
		h.Set("Access-Control-Expose-Headers", "WWW-Authenticate")
		if r.Method == http.MethodOptions {
			h.Set("Access-Control-Allow-Methods", g.methods)
			h.Set("Access-Control-Allow-Headers", "Authorization, Content-Type, MCP-Protocol-Version, "+
				"Mcp-Method, Mcp-Name, Mcp-Session-Id, Last-Event-ID")
			h.Set("Access-Control-Max-Age", "600")
		}
	}
	switch {
	case r.Method == http.MethodPost, g.gets && r.Method == http.MethodGet && accepts(r.Header, "text/event-stream"):
		return nil
	case r.Method == http.MethodOptions:
		h.Set("Allow", g.methods+", OPTIONS")
		return nil
	}
	h.Set("Allow", g.methods+", OPTIONS")
	return refused(http.StatusMethodNotAllowed, "this endpoint accepts only POST: send each message in a request of its own")
}

// checkHost refuses names that the server doesn't have. A page whose own name was pointed at this
// server (DNS rebinding) has the same origin for a browser, but it can't choose the Host.
func (g *guard) checkHost(r *http.Request) *Refusal {
	host := hostname(r.Host)
	local := config.Loopback(host) && fromLoopback(r)
	if g.loopbackOnly {
		for name := range r.Header {
			if passedOn(name) {
				return refused(http.StatusForbidden, "this server has no authentication and answers only on its own computer; "+
					"the request came through a proxy or a tunnel, as its header "+name+" says")
			}
		}
	}
	switch {
	case local || g.hosts[host]:
		return nil
	case g.loopbackOnly:
		return refused(http.StatusForbidden, "this server has no authentication and answers only on its own computer; use an address such as 127.0.0.1")
	}
	return refused(http.StatusForbidden, "the server does not have the name in the header Host; use the address that it was configured with")
}

// passedOn reports whether proxies, tunnels and content delivery networks add the header to requests
// that they forward. name is in its canonical form.
func passedOn(name string) bool {
	return name == "Forwarded" || name == "Via" || name == "X-Real-Ip" ||
		strings.HasPrefix(name, "X-Forwarded") || strings.HasPrefix(name, "Cf-") || strings.HasSuffix(name, "-Client-Ip")
}

// checkOrigin checks every method as if it were POST, because safe methods always pass. A page of
// the server's own host is allowed, unless the server is reached by https and the page was loaded
// without: then anyone on the network may have written it.
func (g *guard) checkOrigin(r *http.Request) *Refusal {
	origin := r.Header.Get("Origin")
	if g.anyOrigin || g.fromThisComputer(r, origin) {
		return nil
	}
	asked := *r
	asked.Method = http.MethodPost
	host, plain := strings.CutPrefix(origin, "http://")
	if g.crossOrigin.Check(&asked) != nil || plain && g.origins["https://"+host] && !g.origins[origin] {
		return refused(http.StatusForbidden, "web pages of this origin may not use the server; its operator can allow the origin")
	}
	return nil
}

// fromThisComputer reports whether the page of a server on this computer may use the endpoint.
func (g *guard) fromThisComputer(r *http.Request, origin string) bool {
	if !g.loopbackOrigins || origin == "" || !fromLoopback(r) || !config.Loopback(hostname(r.Host)) {
		return false
	}
	u, err := url.Parse(origin)
	return err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.Scheme+"://"+u.Host == origin && config.Loopback(hostname(u.Host))
}

// hostname returns the name in a Host, without its port and in one spelling.
func hostname(host string) string {
	if port := strings.LastIndexByte(host, ':'); port > 0 && (host[port-1] == ']' || strings.IndexByte(host, ':') == port) {
		host = host[:port]
	}
	host = strings.TrimSuffix(strings.TrimPrefix(host, "["), "]")
	return strings.ToLower(strings.TrimSuffix(host, "."))
}

// fromLoopback reports whether the connection comes from this computer.
func fromLoopback(r *http.Request) bool {
	addr, _ := r.Context().Value(http.LocalAddrContextKey).(*net.TCPAddr)
	return addr != nil && addr.IP.IsLoopback()
}

// Hosts returns a handler that checks Host as the endpoint does, for the server's other paths. With
// loopbackOnly it answers only requests from this computer.
func Hosts(next http.Handler, loopbackOnly bool, hosts ...string) http.Handler {
	check := CheckHost(loopbackOnly, hosts...)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if err := check(r); err != nil {
			http.Error(w, err.Error(), http.StatusForbidden)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// CheckHost is [Hosts] for callers that write the refusal themselves. The error says why a request
// is refused with status 403.
func CheckHost(loopbackOnly bool, hosts ...string) func(*http.Request) error {
	g, _ := newGuard(Options{Hosts: hosts, LoopbackOnly: loopbackOnly}) // only an origin can be at fault
	return func(r *http.Request) error {
		if refusal := g.checkHost(r); refusal != nil {
			return refusal
		}
		return nil
	}
}
