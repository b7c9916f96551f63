package streamhttp

import "net/http"

// Hosts has next answer requests for one of the server's names alone, as the endpoint
// itself does: it is for what else the server has beside it. With loopbackOnly only this
// computer may ask, by a name of its own.
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

// CheckHost is [Hosts] for who answers in a form of their own: it returns what says why a
// request is refused, with status 403, or nil.
func CheckHost(loopbackOnly bool, hosts ...string) func(*http.Request) error {
	g, _ := newGuard(Options{Hosts: hosts, LoopbackOnly: loopbackOnly}) // only an origin can be at fault
	return func(r *http.Request) error {
		if refusal := g.checkHost(r); refusal != nil {
			return refusal
		}
		return nil
	}
}
