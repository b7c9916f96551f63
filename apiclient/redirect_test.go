package apiclient_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/apitest"
	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
)

// TestClient_leavesNoOrigin sends redirects to another host: it must see nothing.
func TestClient_leavesNoOrigin(t *testing.T) {
	t.Parallel()
	for _, e := range endpoints() {
		for _, status := range []int{301, 302, 303, 307, 308} {
			other := apitest.Serve(t, func(http.ResponseWriter, *http.Request) {})
			host := strings.TrimPrefix(other.URL, "http://")
			a := apitest.Serve(t, func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Location", "http://bob:hunter2@"+host+"/login?next=hunter2")
				w.WriteHeader(status)
			})
			_, err := e.call(t.Context(), dial(t, a.Base(), retries(3)))
			got := apitest.InspectError(t, err, fault.Unavailable, status, "redirect to another address ("+host+")", "API_BASE_URL")
			if strings.Contains(got.Message, "login") || strings.Contains(got.Message, "bob") {
				t.Errorf("the message tells too much: %s", got.Message)
			}
			a.CheckRequests(t, e.method+" "+e.path)
			other.CheckRequests(t)
		}
	}
}

func TestClient_namesTheSchemeOfARedirect(t *testing.T) {
	t.Parallel()
	a := apitest.Serve(t, func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, "https://"+r.Host+r.URL.Path, http.StatusMovedPermanently)
	})
	_, err := dial(t, a.Base()).list(t.Context())
	apitest.CheckError(t, err, fault.Unavailable, 301, "(https://127.0.0.1:")
}

func TestClient_followsWithinTheOrigin(t *testing.T) {
	t.Parallel()
	for _, e := range endpoints() {
		a := apitest.Serve(t, func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path != "/moved" {
				http.Redirect(w, r, strings.ReplaceAll(apitest.Prefix, " ", "%20")+"/moved", http.StatusTemporaryRedirect)
				return
			}
			if r.Header.Get("X-Api-Key") != apitest.Key || r.Header.Get("X-User-Email") != apitest.Email {
				t.Error("the headers are lost on the way")
			}
			apitest.ReplyJSON(w, 200, e.good())
		})
		_, err := e.call(t.Context(), dial(t, a.Base()))
		if e.method == "GET" {
			if err != nil {
				t.Error(err)
			}
			a.CheckRequests(t, "GET "+e.path, "GET /moved")
			continue
		}
		apitest.CheckError(t, err, fault.Unavailable, 307, "redirect", "API_BASE_URL")
		a.CheckRequests(t, e.method+" "+e.path)
	}
}

func TestClient_endsACircle(t *testing.T) {
	t.Parallel()
	a := apitest.Serve(t, func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, r.RequestURI, http.StatusFound)
	})
	_, err := dial(t, a.Base()).list(t.Context())
	apitest.CheckError(t, err, fault.Unavailable, 302, "redirect", "API_BASE_URL")
	if n := len(a.Requests()); n != 6 {
		t.Errorf("%d requests, want the first and five more", n)
	}
}
