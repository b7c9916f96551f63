package streamhttp

import (
	"encoding/base64"
	"net/http"
	"strings"

	"github.com/mcp-adapters/mcp-adapters/mcp"
)

// checkHeaders compares the headers that repeat parts of a request for proxies with
// the request. They are due in the modern era; in the other they don't exist, but
// where a client sends them all the same, they are no less true.
func checkHeaders(h http.Header, modern bool, method string, p *mcp.Routing) *Refusal {
	if refusal := checkHeader(h[methodHeader], "Mcp-Method", modern, method); refusal != nil {
		return refusal
	}
	if p.NameMember == "" {
		return nil
	}
	values := h[nameHeader]
	if !p.Named {
		if len(values) > 0 {
			return mismatch("the header Mcp-Name names what the params do not")
		}
		return nil // who answers the call says what is missing
	}
	if len(values) == 1 {
		decoded, ok := decodeValue(values[0])
		if !ok {
			return mismatch("the header Mcp-Name is not valid Base64 between =?base64? and ?=")
		}
		values = []string{decoded}
	}
	return checkHeader(values, "Mcp-Name", modern, p.Name)
}

func checkHeader(values []string, name string, due bool, want string) *Refusal {
	switch {
	case len(values) == 0 && due:
		return mismatch("the header " + name + " is missing")
	case len(values) > 1:
		return mismatch("the header " + name + " may occur only once")
	case len(values) == 1 && values[0] != want:
		return mismatch("the header " + name + " is not what the message says")
	}
	return nil
}

// decodeValue undoes the encoding of values that a header can't hold.
func decodeValue(value string) (string, bool) {
	encoded, wrapped := strings.CutPrefix(value, "=?base64?")
	if wrapped {
		encoded, wrapped = strings.CutSuffix(encoded, "?=")
	}
	if !wrapped {
		return value, true
	}
	decoded, err := base64.StdEncoding.DecodeString(encoded)
	return string(decoded), err == nil
}
