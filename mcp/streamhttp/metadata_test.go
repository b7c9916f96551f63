package streamhttp_test

import (
	"encoding/base64"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/jsonrpc"
	"github.com/mcp-adapters/mcp-adapters/mcp/streamhttp"
)

const unsupported = `{"jsonrpc":"2.0","id":1,"error":{"code":-32022,` +
	`"message":"the server does not speak this version of the protocol; it speaks 2026-07-28, 2025-11-25, 2025-06-18, 2025-03-26, 2024-11-05",` +
	`"data":{"supported":["2026-07-28","2025-11-25","2025-06-18","2025-03-26","2024-11-05"],"requested":%q}}}`

func TestH12_VersionHeader(t *testing.T) {
	t.Parallel()
	versions := make(chan string, 10)
	e := serve(t, nil, func(o *streamhttp.Options) {
		inner := o.Handler
		o.Handler = func(r *http.Request, version string) (jsonrpc.Handler, error) {
			versions <- version
			return inner(r, version)
		}
	})
	served := func(header, want string) {
		t.Helper()
		check(t, e.ask(post(call(1, "ping"), "MCP-Protocol-Version: "+header)), http.StatusOK, result(1, `"pong"`))
		if got := <-versions; got != want {
			t.Errorf("%q: served as %s", header, got)
		}
	}
	served("", "2025-03-26")
	for _, v := range []string{"2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"} {
		served(v, v)
	}
	check(t, e.ask(modern(1, "ping", "")), http.StatusOK, result(1, `"pong"`))
	if got := <-versions; got != "2026-07-28" {
		t.Errorf("modern: served as %s", got)
	}
	for _, v := range []string{"2023-01-01", "2027-01-01", "2025-11-2", "latest", "1", "2026-07-28, 2026-07-28"} {
		check(t, e.ask(post(call(1, "ping"), "MCP-Protocol-Version: "+v)), http.StatusBadRequest, fmt.Sprintf(unsupported, v))
	}
	long := e.ask(post(call(1, "ping"), "MCP-Protocol-Version: "+strings.Repeat("x", 1000)))
	check(t, long, http.StatusBadRequest, fmt.Sprintf(unsupported, strings.Repeat("x", 64)))
	check(t, e.ask(post(`{"jsonrpc":"2.0","method":"x"}`, "MCP-Protocol-Version: 2027-01-01")), http.StatusBadRequest,
		strings.Replace(fmt.Sprintf(unsupported, "2027-01-01"), `"id":1,`, "", 1))
	twice := e.ask(post(call(1, "ping"), "MCP-Protocol-Version: 2025-11-25", "+MCP-Protocol-Version: 2025-06-18"))
	check(t, twice, http.StatusBadRequest, fault(1, -32020, "the header MCP-Protocol-Version may occur only once", "header_mismatch"))
	if len(versions) > 0 {
		t.Error("a refused message has reached the handler")
	}
}

func TestH13_Era(t *testing.T) {
	t.Parallel()
	e := serve(t, nil, nil)
	const (
		noVersion      = "the params must have io.modelcontextprotocol/protocolVersion in _meta"
		noCapabilities = "the params must have io.modelcontextprotocol/clientCapabilities in _meta, an object that may be empty"
		noHeader       = "the header MCP-Protocol-Version is missing; it must be the version in _meta"
		differs        = "the header MCP-Protocol-Version is not the version in _meta"
		caps           = `"io.modelcontextprotocol/clientCapabilities":{}`
	)
	says := func(v string) string { return `"io.modelcontextprotocol/protocolVersion":` + v }
	tests := []struct {
		name, header, meta string
		code               int
		message            string
	}{
		{"neither", "", "", 0, ""},
		{"both", "2026-07-28", says(`"2026-07-28"`) + "," + caps, 0, ""},
		{"escaped", "2026-07-28", says(`"2026\u002d07-28"`) + "," + caps, 0, ""},
		{"header missing", "", says(`"2026-07-28"`) + "," + caps, -32020, noHeader},
		{"header missing, later version", "", says(`"2027-01-01"`) + "," + caps, -32020, noHeader},
		{"header of the other era", "2025-11-25", says(`"2026-07-28"`) + "," + caps, -32020, differs},
		{"_meta of the other era", "2026-07-28", says(`"2025-11-25"`) + "," + caps, -32020, differs},
		{"_meta of a later version", "2026-07-28", says(`"2027-01-01"`) + "," + caps, -32020, differs},
		{"_meta is no version", "2026-07-28", says(`"x"`) + "," + caps, -32020, differs},
		{"_meta without version", "2026-07-28", caps, -32602, noVersion},
		{"_meta with a number", "2026-07-28", says("1") + "," + caps, -32602, noVersion},
		{"_meta without capabilities", "2026-07-28", says(`"2026-07-28"`), -32602, noCapabilities},
		{"capabilities that are none", "2026-07-28", says(`"2026-07-28"`) + `,"io.modelcontextprotocol/clientCapabilities":[]`, -32602, noCapabilities},
		{"handshake version in _meta", "", says(`"2025-11-25"`), 0, ""},
		{"no version in _meta", "", says(`"latest"`), 0, ""},
		{"not quite a version in _meta", "", says(`"2026-07-2x"`), 0, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got := e.ask(post(`{"jsonrpc":"2.0","id":1,"method":"ping","params":{"_meta":{`+tt.meta+`}}}`,
				"MCP-Protocol-Version: "+tt.header, "Mcp-Method: ping"))
			switch tt.code {
			case 0:
				check(t, got, http.StatusOK, result(1, `"pong"`))
			case -32020:
				check(t, got, http.StatusBadRequest, fault(1, tt.code, tt.message, "header_mismatch"))
			default:
				check(t, got, http.StatusBadRequest, fault(1, tt.code, tt.message, "invalid_params"))
			}
		})
	}
	for _, params := range []string{"", `,"params":null`, `,"params":{}`, `,"params":[]`} {
		got := e.ask(post(`{"jsonrpc":"2.0","id":1,"method":"ping"`+params+`}`, version, "Mcp-Method: ping"))
		check(t, got, http.StatusBadRequest, fault(1, -32602, noVersion, "invalid_params"))
	}
	// Notifications needn't say it, but where they do, it is the same.
	note := `{"jsonrpc":"2.0","method":"x","params":{"_meta":{` + says(`"2026-07-28"`) + `}}}`
	check(t, e.ask(post(note, version)), http.StatusAccepted, "")
	check(t, e.ask(post(note)), http.StatusBadRequest, fault(nil, -32020, noHeader, "header_mismatch"))
}

func TestH14_StandardHeaders(t *testing.T) {
	t.Parallel()
	e := serve(t, nil, nil)
	encode := func(s string) string { return "=?base64?" + base64.StdEncoding.EncodeToString([]byte(s)) + "?=" }
	const (
		methodMissing = "the header Mcp-Method is missing"
		methodDiffers = "the header Mcp-Method is not what the message says"
		nameMissing   = "the header Mcp-Name is missing"
		nameDiffers   = "the header Mcp-Name is not what the message says"
		nameTwice     = "the header Mcp-Name may occur only once"
		notBase64     = "the header Mcp-Name is not valid Base64 between =?base64? and ?="
	)
	tests := []struct {
		name, method, members string
		headers               []string
		want                  string // empty: it is answered
	}{
		{"a tool", "tools/call", `"name":"a"`, []string{"Mcp-Name: a"}, ""},
		{"a prompt", "prompts/get", `"name":"a"`, []string{"Mcp-Name: a"}, ""},
		{"a resource", "resources/read", `"uri":"x://a"`, []string{"Mcp-Name: x://a"}, ""},
		{"no name needed", "ping", `"name":"a"`, nil, ""},
		{"a name not needed", "ping", `"name":"a"`, []string{"Mcp-Name: b"}, ""},
		{"no method", "ping", "", []string{"Mcp-Method:"}, methodMissing},
		{"another method", "tools/call", `"name":"a"`, []string{"Mcp-Method: ping", "Mcp-Name: a"}, methodDiffers},
		{"method in another case", "ping", "", []string{"Mcp-Method: PING"}, methodDiffers},
		{"method twice", "ping", "", []string{"+Mcp-Method: ping"}, "the header Mcp-Method may occur only once"},
		{"no name", "tools/call", `"name":"a"`, nil, nameMissing},
		{"another name", "tools/call", `"name":"a"`, []string{"Mcp-Name: b"}, nameDiffers},
		{"name in another case", "tools/call", `"name":"a"`, []string{"Mcp-Name: A"}, nameDiffers},
		{"name twice", "tools/call", `"name":"a"`, []string{"Mcp-Name: a", "+Mcp-Name: a"}, nameTwice},
		{"another resource", "resources/read", `"uri":"x://a"`, []string{"Mcp-Name: x://b"}, nameDiffers},
		{"Base64", "tools/call", `"name":"Kuchen für alle"`, []string{"Mcp-Name: " + encode("Kuchen für alle")}, ""},
		{"Base64 of a plain name", "tools/call", `"name":"a"`, []string{"Mcp-Name: " + encode("a")}, ""},
		{"Base64 of what looks like it", "tools/call", `"name":"=?base64?YQ==?="`, []string{"Mcp-Name: " + encode("=?base64?YQ==?=")}, ""},
		{"Base64 of blanks", "tools/call", `"name":" a\t"`, []string{"Mcp-Name: " + encode(" a\t")}, ""},
		{"Base64 of another", "tools/call", `"name":"a"`, []string{"Mcp-Name: " + encode("b")}, nameDiffers},
		{"broken Base64", "tools/call", `"name":"a"`, []string{"Mcp-Name: =?base64?YQ=?="}, notBase64},
		{"half a wrapper", "tools/call", `"name":"=?base64?YQ=="`, []string{"Mcp-Name: =?base64?YQ=="}, ""},
		{"an escaped name", "tools/call", `"name":"\u0061"`, []string{"Mcp-Name: a"}, ""},
		{"a name in the header alone", "tools/call", `"arguments":{"name":"a"}`, []string{"Mcp-Name: a"}, "the header Mcp-Name names what the params do not"},
		{"a name that is none", "tools/call", `"name":1`, []string{"Mcp-Name: 1"}, "the header Mcp-Name names what the params do not"},
		{"a name in neither", "tools/call", "", nil, ""}, // who answers says what is missing
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got := e.ask(modern(1, tt.method, tt.members, tt.headers...))
			if tt.want == "" {
				check(t, got, http.StatusOK, result(1, `"pong"`))
				return
			}
			check(t, got, http.StatusBadRequest, fault(1, -32020, tt.want, "header_mismatch"))
		})
	}
	check(t, e.ask(post(`{"jsonrpc":"2.0","method":"x"}`, version)), http.StatusAccepted, "")
	check(t, e.ask(post(`{"jsonrpc":"2.0","method":"x"}`, version, "Mcp-Method: y")), http.StatusAccepted, "")
}

// Naming an old version gets no one past a check: whatever is refused in the modern
// era for what it is, is refused in the others too.
func TestH17_EraGivesNoRights(t *testing.T) {
	t.Parallel()
	e := serve(t, nil, func(o *streamhttp.Options) {
		o.MaxMessageBytes = 1000
		o.Middleware = func(next http.Handler) http.Handler {
			return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if r.Header.Get("Authorization") != "Bearer good" {
					w.WriteHeader(http.StatusUnauthorized)
					return
				}
				next.ServeHTTP(w, r)
			})
		}
		o.Handler = func(_ *http.Request, version string) (jsonrpc.Handler, error) {
			return nil, &streamhttp.Refusal{Status: http.StatusNotFound, Err: &jsonrpc.Error{Code: -32600, Message: "no such server"}}
		}
	})
	tests := []struct {
		name    string
		body    string
		headers []string
		status  int
	}{
		{"a foreign Host", "", []string{"Host: evil.example"}, 403},
		{"a foreign Origin", "", []string{"Origin: http://evil.example"}, 403},
		{"no token", "", []string{"Authorization:"}, 401},
		{"another type", "", []string{"Content-Type: text/plain"}, 415},
		{"too long", strings.Repeat(" ", 1001), nil, 413},
		{"a wrong method in the header", "", []string{"Mcp-Method: other"}, 400},
		{"a wrong name in the header", "", []string{"Mcp-Name: other"}, 400},
		{"two names in the headers", "", []string{"Mcp-Name: a", "+Mcp-Name: b"}, 400},
		{"a name twice", `"name":"a",`, nil, 400},
		{"a server that isn't there", "", nil, 404},
	}
	for _, tt := range tests {
		for _, v := range []string{"", "2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28"} {
			t.Run(tt.name+" "+v, func(t *testing.T) {
				t.Parallel()
				m, headers := "", []string{"Authorization: Bearer good", "MCP-Protocol-Version: " + v}
				if v == "2026-07-28" {
					m, headers = meta+",", append(headers, "Mcp-Method: tools/call", "Mcp-Name: a")
				}
				body, pad := tt.body, ""
				if tt.status == 413 {
					body, pad = "", tt.body
				}
				got := e.ask(post(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{`+m+body+`"name":"a"}}`+pad, append(headers, tt.headers...)...))
				if got.status != tt.status {
					t.Errorf("status %d, want %d: %s", got.status, tt.status, got.body)
				}
			})
		}
	}
}
