package endpoint

import (
	"crypto/subtle"
	"net/http"
	"strings"

	"github.com/mcp-adapters/mcp-adapters/appbuilder/store"
	"github.com/mcp-adapters/mcp-adapters/jsonrpc"
)

// unauthorized is answered to who calls an app without its token, where it has one.
var unauthorized = &jsonrpc.Error{
	Code:    jsonrpc.CodeInvalidRequest,
	Message: "This app needs a token. Ask the person who gave you its address, and send the token as Authorization: Bearer.",
	Data:    map[string]string{"code": "UNAUTHORIZED"},
}

// challenge returns "" if the request may see the app, or what WWW-Authenticate is to say. There
// is no authorization server: the app's owner hands the token out.
func (s *served) challenge(r *http.Request) string {
	if s.live.Token == "" {
		return ""
	}
	scheme, token, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	switch {
	case !strings.EqualFold(scheme, "Bearer"):
		return `Bearer realm="app-builder"`
	case subtle.ConstantTimeCompare([]byte(store.HashToken(strings.TrimSpace(token))), []byte(s.live.Token)) != 1:
		return `Bearer realm="app-builder", error="invalid_token"`
	}
	return ""
}
