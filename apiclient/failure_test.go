package apiclient_test

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/apitest"
	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
)

// failure is a failed answer and what an endpoint makes of it. Kinds that differ
// by endpoint are told apart in want.
type failure struct {
	name        string
	status      int
	contentType string
	body        string
	want        fault.Kind
	message     []string
}

func faults() []failure {
	const asJSON, asText, asHTML = "application/json", "text/plain; charset=utf-8", "text/html"
	return []failure{
		{"validation error", 400, asJSON, `{"error":"servings must be 1 or more","code":"VALIDATION_ERROR"}`, fault.InvalidParams, []string{"servings must be 1 or more"}},
		{"400 as page", 400, asHTML, apitest.Page, fault.Unavailable, []string{"status 400", "API_BASE_URL"}},
		{"400 from TLS", 400, "", "Client sent an HTTP request to an HTTPS server.\n", fault.Unavailable, []string{"status 400", "API_BASE_URL"}},
		{"422 as page", 422, asHTML, apitest.Page, fault.Unavailable, []string{"status 422", "API_BASE_URL"}},
		{"400 as page in JSON", 400, asJSON, `{"error":"<html>no</html>"}`, fault.InvalidParams, []string{"status 400"}},
		{"400 with secrets", 400, asJSON, `{"error":"` + apitest.Key + ` of ` + apitest.Email + ` is odd\u0007"}`, fault.InvalidParams, []string{"[redacted] of [redacted] is odd"}},
		{"no key", 401, asJSON, `{"error":"Authentication required."}`, fault.Unauthorized, []string{"API_KEY"}},
		{"401 as page", 401, asHTML, apitest.Page, fault.Unauthorized, []string{"API_KEY", "proxy"}},
		{"unknown address", 403, asJSON, `{"error":"Your email is not configured for access."}`, fault.Forbidden, []string{"Your email is not configured for access."}},
		{"404 as page", 404, asHTML, apitest.Page, fault.Unavailable, []string{"API_BASE_URL"}},
		{"404 with nothing", 404, "", "", fault.Unavailable, []string{"API_BASE_URL"}},
		{"404 of another server", 404, asJSON, `{"timestamp":"2026","status":404,"error":"Not Found","path":"/api"}`, fault.Unavailable, []string{"API_BASE_URL"}},
		{"409 as page", 409, asHTML, apitest.Page, fault.Unavailable, []string{"API_BASE_URL"}},
		{"404 in other JSON", 404, asJSON, `{"message":"no route"}`, fault.Unavailable, []string{"API_BASE_URL"}},
		{"405", 405, asText, "method not allowed", fault.Unavailable, []string{"405", "API_BASE_URL"}},
		{"413", 413, asText, "length limit exceeded", fault.InvalidParams, []string{"length limit exceeded"}},
		{"413 as page", 413, asHTML, apitest.Page, fault.InvalidParams, []string{"larger than the server accepts"}},
		{"418 in JSON", 418, asJSON, `{"error":"teapot"}`, fault.Internal, []string{"418"}},
		{"422", 422, asText, "Failed to deserialize:\n servings: invalid type", fault.InvalidParams, []string{"Failed to deserialize:  servings: invalid type"}},
		{"422 in bad UTF-8", 422, asText, "Failed \xff", fault.InvalidParams, []string{"status 422"}},
		{"429", 429, asHTML, apitest.Page, fault.Unavailable, []string{"busy"}},
		{"database error", 500, asJSON, `{"error":"disk I/O error","code":"DATABASE_ERROR"}`, fault.Unavailable, []string{"database", "unavailable"}},
		{"internal error", 500, asJSON, `{"error":"oops","code":"INTERNAL_ERROR"}`, fault.Unavailable, []string{"server", "unavailable", "500"}},
		{"500 as page", 500, asHTML, apitest.Page, fault.Unavailable, []string{"500"}},
		{"501", 501, asText, "no", fault.Unavailable, []string{"501"}},
		{"503 as page", 503, asHTML, apitest.Page, fault.Unavailable, []string{"unavailable", "503"}},
	}
}

// TestClient_failures goes through the table of statuses for each endpoint.
func TestClient_failures(t *testing.T) {
	t.Parallel()
	for _, e := range endpoints() {
		for _, f := range faults() {
			t.Run(e.name+"/"+f.name, func(t *testing.T) {
				t.Parallel()
				a := apitest.Serve(t, func(w http.ResponseWriter, _ *http.Request) { apitest.Reply(w, f.status, f.contentType, f.body) })
				_, err := e.call(t.Context(), dial(t, a.Base()))
				if f.status == 500 && e.method != "GET" { // it may have been saved all the same
					apitest.CheckError(t, err, fault.UnknownOutcome, f.status, append(f.message, "may or may not have been saved")...)
					a.CheckRequests(t, e.method+" "+e.path, "GET "+e.path)
					return
				}
				apitest.CheckError(t, err, f.want, f.status, f.message...)
				a.CheckRequests(t, e.method+" "+e.path)
			})
		}
	}
}

func TestClient_gatewayFailures(t *testing.T) {
	t.Parallel()
	for _, e := range endpoints() {
		for _, status := range []int{502, 504, 522} {
			t.Run(fmt.Sprint(e.name, status), func(t *testing.T) {
				t.Parallel()
				a := apitest.Serve(t, func(w http.ResponseWriter, _ *http.Request) { apitest.Reply(w, status, "text/html", apitest.Page) })
				_, err := e.call(t.Context(), dial(t, a.Base()))
				if e.method == "GET" {
					apitest.CheckError(t, err, fault.Unavailable, status, strconv.Itoa(status))
					return
				}
				apitest.CheckError(t, err, fault.UnknownOutcome, status, "may or may not have been saved", strconv.Itoa(status))
			})
		}
	}
}

func TestClient_notFound(t *testing.T) {
	t.Parallel()
	for _, body := range []string{`{"error":"` + someID + `","code":"NOT_FOUND"}`, `{"code":"NOT_FOUND"}`, `{"error":"gone"}`} {
		a := apitest.Serve(t, func(w http.ResponseWriter, _ *http.Request) { apitest.ReplyJSON(w, 404, body) })
		for _, e := range endpoints() {
			_, err := e.call(t.Context(), dial(t, a.Base()))
			if strings.HasSuffix(e.path, someID) {
				apitest.CheckError(t, err, fault.NotFound, 404, "No book with id "+someID+" was found.")
			} else {
				apitest.CheckError(t, err, fault.Unavailable, 404, "API_BASE_URL")
			}
		}
	}
}

func TestClient_conflict(t *testing.T) {
	t.Parallel()
	a := apitest.Serve(t, func(w http.ResponseWriter, _ *http.Request) {
		apitest.ReplyJSON(w, 409, `{"error":"Emma","code":"CONFLICT"}`)
	})
	for _, e := range endpoints() {
		_, err := e.call(t.Context(), dial(t, a.Base()))
		if e.method == "GET" {
			apitest.CheckError(t, err, fault.Internal, 409)
		} else {
			apitest.CheckError(t, err, fault.Conflict, 409, "refused the request: Emma")
		}
	}
}

func TestClient_fieldAndLengthOfARefusal(t *testing.T) {
	t.Parallel()
	a := apitest.Serve(t, func(w http.ResponseWriter, _ *http.Request) {
		apitest.ReplyJSON(w, 400, `{"field":"servings","error":"`+strings.Repeat("é", 600)+`"}`)
	})
	_, err := endpoints()[2].call(t.Context(), dial(t, a.Base()))
	e := apitest.InspectError(t, err, fault.InvalidParams, 400, strings.Repeat("é", 500))
	if strings.Contains(e.Message, strings.Repeat("é", 501)) {
		t.Error("more than 500 characters are passed on")
	}
	if e.Field != "servings" {
		t.Errorf("field %q", e.Field)
	}
}

func TestClient_withoutKey(t *testing.T) {
	t.Parallel()
	a := apitest.Serve(t, func(w http.ResponseWriter, _ *http.Request) { apitest.ReplyJSON(w, 401, `{"error":"no"}`) })
	c := dial(t, a.Base(), func(s *settings) { s.key = "" })
	_, err := c.list(t.Context())
	apitest.CheckError(t, err, fault.Unauthorized, 401, "set API_KEY")
}

// TestClient_endlessErrorBody asserts that a failure is read within a bound.
func TestClient_endlessErrorBody(t *testing.T) {
	t.Parallel()
	a := apitest.Serve(t, func(w http.ResponseWriter, r *http.Request) {
		w.WriteHeader(http.StatusInternalServerError)
		for r.Context().Err() == nil {
			if _, err := w.Write(make([]byte, 4096)); err != nil {
				return
			}
		}
	})
	_, err := dial(t, a.Base(), limit(time.Minute)).list(t.Context())
	apitest.CheckError(t, err, fault.Unavailable, 500)
}

func TestClient_hugeHeader(t *testing.T) {
	t.Parallel()
	a := apitest.Serve(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("X-Noise", strings.Repeat("n", 1<<20))
		apitest.ReplyJSON(w, 200, "[]")
	})
	_, err := dial(t, a.Base()).list(t.Context())
	apitest.CheckError(t, err, fault.Unavailable, 0, "connection")
}
