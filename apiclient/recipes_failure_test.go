package apiclient_test

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"mcp-adapters/apiclient"
	"mcp-adapters/fault"
)

const locked = `{"error":"database is locked","code":"DATABASE_ERROR"}`

const page = "<!DOCTYPE html><html><body>alice@example.com, log in</body></html>"

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
		{"400 as page", 400, asHTML, page, fault.Unavailable, []string{"status 400", "API_BASE_URL"}},
		{"400 from TLS", 400, "", "Client sent an HTTP request to an HTTPS server.\n", fault.Unavailable, []string{"status 400", "API_BASE_URL"}},
		{"422 as page", 422, asHTML, page, fault.Unavailable, []string{"status 422", "API_BASE_URL"}},
		{"400 as page in JSON", 400, asJSON, `{"error":"<html>no</html>"}`, fault.InvalidParams, []string{"status 400"}},
		{"400 with secrets", 400, asJSON, `{"error":"` + key + ` of ` + email + ` is odd\u0007"}`, fault.InvalidParams, []string{"[redacted] of [redacted] is odd"}},
		{"no key", 401, asJSON, `{"error":"Authentication required."}`, fault.Unauthorized, []string{"API_KEY"}},
		{"401 as page", 401, asHTML, page, fault.Unauthorized, []string{"API_KEY", "proxy"}},
		{"unknown address", 403, asJSON, `{"error":"Your email is not configured for access."}`, fault.Forbidden, []string{"USER_EMAIL is not configured for access"}},
		{"404 as page", 404, asHTML, page, fault.Unavailable, []string{"API_BASE_URL"}},
		{"404 with nothing", 404, "", "", fault.Unavailable, []string{"API_BASE_URL"}},
		{"404 of another server", 404, asJSON, `{"timestamp":"2026","status":404,"error":"Not Found","path":"/api"}`, fault.Unavailable, []string{"API_BASE_URL"}},
		{"409 as page", 409, asHTML, page, fault.Unavailable, []string{"API_BASE_URL"}},
		{"404 in other JSON", 404, asJSON, `{"message":"no route"}`, fault.Unavailable, []string{"API_BASE_URL"}},
		{"405", 405, asText, "method not allowed", fault.Unavailable, []string{"405", "API_BASE_URL"}},
		{"413", 413, asText, "length limit exceeded", fault.InvalidParams, []string{"length limit exceeded"}},
		{"413 as page", 413, asHTML, page, fault.InvalidParams, []string{"larger than the server accepts"}},
		{"418 in JSON", 418, asJSON, `{"error":"teapot"}`, fault.Internal, []string{"418"}},
		{"422", 422, asText, "Failed to deserialize:\n servings: invalid type", fault.InvalidParams, []string{"Failed to deserialize:  servings: invalid type"}},
		{"422 in bad UTF-8", 422, asText, "Failed \xff", fault.InvalidParams, []string{"status 422"}},
		{"429", 429, asHTML, page, fault.Unavailable, []string{"busy"}},
		{"database error", 500, asJSON, `{"error":"disk I/O error","code":"DATABASE_ERROR"}`, fault.Unavailable, []string{"database", "unavailable"}},
		{"internal error", 500, asJSON, `{"error":"oops","code":"INTERNAL_ERROR"}`, fault.Unavailable, []string{"server", "unavailable", "500"}},
		{"500 as page", 500, asHTML, page, fault.Unavailable, []string{"500"}},
		{"501", 501, asText, "no", fault.Unavailable, []string{"501"}},
		{"503 as page", 503, asHTML, page, fault.Unavailable, []string{"unavailable", "503"}},
	}
}

// TestClient_failures goes through the table of statuses for each endpoint.
func TestClient_failures(t *testing.T) {
	t.Parallel()
	for _, e := range endpoints() {
		for _, f := range faults() {
			t.Run(e.name+"/"+f.name, func(t *testing.T) {
				t.Parallel()
				a := serve(t, func(w http.ResponseWriter, _ *http.Request) { reply(w, f.status, f.contentType, f.body) })
				_, err := e.call(t.Context(), dial(t, a.base()))
				if f.status == 500 && e.method != "GET" { // it may have been saved all the same
					checkError(t, err, fault.UnknownOutcome, f.status, append(f.message, "may or may not have been saved")...)
					checkRequests(t, a, e.method+" "+e.path, "GET "+e.path)
					return
				}
				checkError(t, err, f.want, f.status, f.message...)
				checkRequests(t, a, e.method+" "+e.path)
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
				a := serve(t, func(w http.ResponseWriter, _ *http.Request) { reply(w, status, "text/html", page) })
				_, err := e.call(t.Context(), dial(t, a.base()))
				if e.method == "GET" {
					checkError(t, err, fault.Unavailable, status, strconv.Itoa(status))
					return
				}
				checkError(t, err, fault.UnknownOutcome, status, "may or may not have been saved", strconv.Itoa(status))
			})
		}
	}
}

func TestClient_notFound(t *testing.T) {
	t.Parallel()
	for _, body := range []string{`{"error":"` + someID + `","code":"NOT_FOUND"}`, `{"code":"NOT_FOUND"}`, `{"error":"gone"}`} {
		a := serve(t, func(w http.ResponseWriter, _ *http.Request) { replyJSON(w, 404, body) })
		for _, e := range endpoints() {
			_, err := e.call(t.Context(), dial(t, a.base()))
			if strings.HasSuffix(e.path, someID) {
				checkError(t, err, fault.NotFound, 404, "No recipe with id "+someID+" was found.")
			} else {
				checkError(t, err, fault.Unavailable, 404, "API_BASE_URL")
			}
		}
	}
}

func TestClient_conflict(t *testing.T) {
	t.Parallel()
	a := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		replyJSON(w, 409, `{"error":"Soup","code":"CONFLICT"}`)
	})
	for _, e := range endpoints() {
		_, err := e.call(t.Context(), dial(t, a.base()))
		if e.method == "GET" {
			checkError(t, err, fault.Internal, 409)
		} else {
			checkError(t, err, fault.Conflict, 409, "with that title exists already")
		}
	}
}

func TestClient_fieldAndLengthOfARefusal(t *testing.T) {
	t.Parallel()
	a := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		replyJSON(w, 400, `{"field":"servings","error":"`+strings.Repeat("é", 600)+`"}`)
	})
	_, err := endpoints()[2].call(t.Context(), dial(t, a.base()))
	e := inspectError(t, err, fault.InvalidParams, 400, strings.Repeat("é", 500))
	if strings.Contains(e.Message, strings.Repeat("é", 501)) {
		t.Error("more than 500 characters are passed on")
	}
	if e.Field != "servings" {
		t.Errorf("field %q", e.Field)
	}
}

func TestClient_withoutKey(t *testing.T) {
	t.Parallel()
	a := serve(t, func(w http.ResponseWriter, _ *http.Request) { replyJSON(w, 401, `{"error":"no"}`) })
	c := dial(t, a.base(), func(o *apiclient.Options) { o.Key = "" })
	_, err := c.ListRecipes(t.Context())
	checkError(t, err, fault.Unauthorized, 401, "set API_KEY")
}

// TestClient_endlessErrorBody asserts that a failure is read within a bound.
func TestClient_endlessErrorBody(t *testing.T) {
	t.Parallel()
	a := serve(t, func(w http.ResponseWriter, r *http.Request) {
		w.WriteHeader(http.StatusInternalServerError)
		for r.Context().Err() == nil {
			if _, err := w.Write(make([]byte, 4096)); err != nil {
				return
			}
		}
	})
	_, err := dial(t, a.base(), limit(time.Minute)).ListRecipes(t.Context())
	checkError(t, err, fault.Unavailable, 500)
}

func TestClient_hugeHeader(t *testing.T) {
	t.Parallel()
	a := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("X-Noise", strings.Repeat("n", 1<<20))
		replyJSON(w, 200, "[]")
	})
	_, err := dial(t, a.base()).ListRecipes(t.Context())
	checkError(t, err, fault.Unavailable, 0, "connection")
}
