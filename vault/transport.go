package vault

import (
	"net/http"
	"net/http/httptest"
)

// Transport returns a [http.RoundTripper] that hands requests to the vault's
// handler in process: no port, no network. The URL's scheme and host are not
// looked at.
func (v *Vault) Transport() http.RoundTripper { return transport{v.handler} }

type transport struct{ handler http.Handler }

func (t transport) RoundTrip(req *http.Request) (*http.Response, error) {
	rec := httptest.NewRecorder()
	t.handler.ServeHTTP(rec, req)
	return rec.Result(), nil
}
