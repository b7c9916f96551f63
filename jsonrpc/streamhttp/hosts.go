package streamhttp

import "net/http"

// Hosts has next answer requests for one of the server's names alone, as the endpoint
// itself does: it is for what else the server has beside it. With loopbackOnly only this
// computer may ask, by a name of its own.
func Hosts(next http.Handler, loopbackOnly bool, hosts ...string) http.Handler {
	g, _ := newGuard(Options{Hosts: hosts, LoopbackOnly: loopbackOnly}) // only an origin can be at fault
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if refusal := g.checkHost(r); refusal != nil {
			http.Error(w, refusal.Error(), refusal.Status)
			return
		}
		next.ServeHTTP(w, r)
	})
}
