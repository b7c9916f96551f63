package vault

import (
	"net/http"

	"github.com/mcp-adapters/mcp-adapters/internal/httpserver"
)

// Transport returns a [http.RoundTripper] that hands requests to the vault's handler in
// process; see [httpserver.Transport]. Responses carry a Date. A long body has room that
// is given back when it is closed.
func (v *Vault) Transport() http.RoundTripper { return httpserver.Transport(v.handler) }
