package portfolio_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/mcp-adapters/mcp-adapters/apiclient"
	"github.com/mcp-adapters/mcp-adapters/internal/testing/apitest"
	"github.com/mcp-adapters/mcp-adapters/internal/testing/mcptest"
	"github.com/mcp-adapters/mcp-adapters/mcp"
	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
	"github.com/mcp-adapters/mcp-adapters/mcp/schema"
	"github.com/mcp-adapters/mcp-adapters/portfolio"
)

// failing answers every request with a failure in the API's form.
func failing(status int, code string, details any) func(*original) {
	return func(o *original) {
		o.fail = func(w http.ResponseWriter, _ *http.Request) bool {
			o.refuse(w, status, code, "The API's sentence.", details)
			return true
		}
	}
}

// The table of failures, for a read, a change and the three writes that are sent once.
func TestFailures(t *testing.T) {
	t.Parallel()
	id := idOf(1)
	calls := []struct{ tool, arguments string }{
		{"get_project_status", `{"project_id":"` + id + `"}`},
		{"update_project_meta", `{"project_id":"` + id + `","title":"x"}`},
		{"create_project_draft", `{}`},
		{"publish_project", `{"project_id":"` + id + `"}`},
		{"unpublish_project", `{"project_id":"` + id + `"}`},
	}
	const unknown = "unknown_outcome"
	for name, row := range map[string]struct {
		status  int
		code    string
		details any
		kinds   [5]string // by call
		says    string
		tries   [5]int // how often the request itself is sent
	}{
		"VALIDATION_ERROR":    {400, "VALIDATION_ERROR", obj{"errors": obj{"title": []string{"too long"}, "city": []string{"odd"}}}, all("invalid_params"), "city: odd; title: too long", once()},
		"PARSE_ERROR":         {400, "PARSE_ERROR", nil, all("invalid_params"), "The API's sentence.", once()},
		"odd details":         {400, "VALIDATION_ERROR", []int{1}, all("invalid_params"), "The API's sentence.", once()},
		"UNAUTHORIZED":        {401, "UNAUTHORIZED", nil, all("unauthorized"), "check API_TOKEN", once()},
		"FORBIDDEN":           {403, "FORBIDDEN", nil, all("forbidden"), "The API's sentence.", once()},
		"RLS_VIOLATION":       {403, "RLS_VIOLATION", nil, all("forbidden"), "The API's sentence.", once()},
		"413":                 {413, "VALIDATION_ERROR", nil, all("invalid_params"), "The API's sentence.", once()},
		"RATE_LIMITED":        {429, "RATE_LIMITED", nil, all("unavailable"), "is busy", [5]int{3, 3, 1, 1, 3}},
		"QUOTA_EXCEEDED":      {429, "QUOTA_EXCEEDED", nil, all("unavailable"), "is busy", [5]int{3, 3, 1, 1, 3}},
		"SERVICE_UNAVAILABLE": {503, "SERVICE_UNAVAILABLE", nil, all("unavailable"), "is unavailable", [5]int{3, 3, 1, 1, 3}},
		"INTERNAL_ERROR":      {500, "INTERNAL_ERROR", nil, [5]string{"internal", unknown, unknown, unknown, unknown}, "", [5]int{1, 1, 1, 1, 1}},
		"STORAGE_ERROR":       {502, "STORAGE_ERROR", nil, [5]string{"unavailable", unknown, unknown, unknown, unknown}, "", [5]int{3, 1, 1, 1, 1}},
		"TIMEOUT":             {504, "TIMEOUT", nil, [5]string{"unavailable", unknown, unknown, unknown, unknown}, "", [5]int{3, 1, 1, 1, 1}},
	} {
		for i, call := range calls {
			t.Run(name+" "+call.tool, func(t *testing.T) {
				t.Parallel()
				api := newOriginal(t, failing(row.status, row.code, row.details))
				synctest.Test(t, func(t *testing.T) {
					s := serve(t, api, inProcess(api))
					r, kind := s.refused(call.tool, `%s`, call.arguments)
					if kind != row.kinds[i] || !strings.Contains(r.text, row.says) {
						t.Errorf("%s: %s", kind, r.text)
					}
					sent := api.taken()
					n := 0
					for _, c := range sent {
						if c == sent[0] {
							n++
						}
					}
					if n != row.tries[i] {
						t.Errorf("it was sent %d times, want %d: %v", n, row.tries[i], sent)
					}
					if id := parsed[obj](t, call.arguments)["project_id"]; r.meta["project_id"] != id {
						t.Errorf("_meta names the project %v", r.meta["project_id"])
					}
					discreet(t, s, r)
				})
			})
		}
	}
}

// inProcess returns an edit that calls an API without a connection, in the time of a
// test's bubble.
func inProcess(api *original) func(*settings) {
	return func(s *settings) { s.client.Transport = apitest.InProcess(api.ServeHTTP) }
}

func all(kind string) [5]string { return [5]string{kind, kind, kind, kind, kind} }

func once() [5]int { return [5]int{1, 1, 1, 1, 1} }

// discreet checks that nothing secret was said or logged.
func discreet(t *testing.T, s server, r reply) {
	t.Helper()
	for _, text := range []string{r.text, r.note, fmt.Sprint(r.meta), s.log.String()} {
		if strings.Contains(text, token) || strings.Contains(text, "<html") || strings.Contains(text, "secret") {
			t.Errorf("it says too much: %s", text)
		}
	}
}

func TestFailure_RequestID(t *testing.T) {
	t.Parallel()
	api := newOriginal(t, func(o *original) {
		o.fail = func(w http.ResponseWriter, _ *http.Request) bool {
			o.reply(w, 500, obj{"error": obj{"code": "INTERNAL_ERROR", "message": "secret", "requestId": "req-7"}})
			return true
		}
	})
	s := serve(t, api)
	r, kind := s.refused("list_projects", `{}`)
	if kind != "internal" || r.text != "The portfolio API failed inside (request id req-7); try again later, and tell whoever runs it if it happens again." {
		t.Errorf("%s: %s", kind, r.text)
	}
	discreet(t, s, r)
}

// A wait of more than two seconds is the caller's to make.
func TestFailure_RetryAfter(t *testing.T) {
	t.Parallel()
	for after, tries := range map[string]int{"1": 3, "3": 1} {
		api := newOriginal(t, func(o *original) {
			o.fail = func(w http.ResponseWriter, _ *http.Request) bool {
				w.Header().Set("Retry-After", after)
				o.refuse(w, 429, "RATE_LIMITED", "Slow down.", nil)
				return true
			}
		})
		synctest.Test(t, func(t *testing.T) {
			r, kind := serve(t, api, inProcess(api)).refused("list_projects", `{}`)
			if n := len(api.taken()); kind != "unavailable" || n != tries || fmt.Sprint(r.at("error", "data", "retry_after_seconds")) != after {
				t.Errorf("Retry-After %s: %s after %d requests: %s %v", after, kind, n, r.text, r.meta)
			}
		})
	}
}

func TestTheAPIRefusesTheToken(t *testing.T) {
	t.Parallel()
	api := newOriginal(t, nil)
	stdio := serve(t, api, func(s *settings) { s.client.Token = "another-token" })
	r, kind := stdio.refused("list_projects", `{}`)
	if kind != "unauthorized" || r.text != "The portfolio API did not accept the token; check API_TOKEN." || r.meta["mcp/www_authenticate"] != nil || strings.Contains(stdio.log.String(), "another-token") {
		t.Errorf("%s: %s %v", kind, r.text, r.meta)
	}
	const challenge = `Bearer resource_metadata="https://example.com/.well-known/oauth-protected-resource/mcp", error="invalid_token"`
	remote := serve(t, api, func(s *settings) {
		s.client.Token = "another-token"
		s.client.Remote = func(context.Context) bool { return true }
		s.tools.Challenge = func(context.Context) string { return challenge }
	})
	r, kind = remote.refused("list_projects", `{}`)
	if kind != "unauthorized" || r.text != "The portfolio API did not accept the sign-in; sign in again." {
		t.Errorf("%s: %s", kind, r.text)
	}
	mcptest.Same(t, "mcp/www_authenticate", r.at("mcp/www_authenticate"), `["Bearer resource_metadata=\"https://example.com/.well-known/oauth-protected-resource/mcp\", error=\"invalid_token\""]`)
}

func TestSomethingElseAnswers(t *testing.T) {
	t.Parallel()
	const page = "<html><title>secret page</title></html>"
	for name, answer := range map[string]http.HandlerFunc{
		"HTML":     func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte(page)) },
		"HTML 404": func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(404); _, _ = w.Write([]byte(page)) },
		"429":      func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(429); _, _ = w.Write([]byte(page)) },
		"503":      func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(503); _, _ = w.Write([]byte(page)) },
		"redirect": func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "http://elsewhere.example.com/?secret", http.StatusFound)
		},
		"another shape": func(w http.ResponseWriter, _ *http.Request) {
			_, _ = w.Write([]byte(`{"project":{"id":7,"title":"secret"}}`))
		},
		"another project": func(w http.ResponseWriter, _ *http.Request) {
			_, _ = w.Write([]byte(`{"project":{"id":"` + idOf(9) + `","status":"draft","title":"secret"}}`))
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			api := newOriginal(t, func(o *original) {
				o.fail = func(w http.ResponseWriter, r *http.Request) bool { answer(w, r); return true }
			})
			s := serve(t, api)
			r, kind := s.refused("get_project_status", `{"project_id":"%s"}`, idOf(1))
			if kind != "unavailable" {
				t.Errorf("%s: %s", kind, r.text)
			}
			discreet(t, s, r)
		})
	}
}

// JSON that lacks what an answer is about is another's: a list without projects would
// else be an empty one, and a change would be taken for done.
func TestFailure_AnswerOfAnotherShape(t *testing.T) {
	t.Parallel()
	id, image := idOf(1), idOf(2)
	for _, call := range []struct{ tool, arguments, kind string }{
		{"list_projects", `{}`, "unavailable"},
		{"get_project_status", `{"project_id":"` + id + `"}`, "unavailable"},
		{"create_project_draft", `{}`, "unknown_outcome"},
		{"add_project_media", `{"project_id":"` + id + `","files":[{"file_id":"f","filename":"a.jpg",` + asJPEG + `}]}`, "unknown_outcome"},
		{"add_project_media", `{"project_id":"` + id + `","images":[{"url":"https://a.example.com/1"}]}`, "unknown_outcome"},
		{"reorder_project_media", `{"project_id":"` + id + `","image_ids":["` + image + `"]}`, "unknown_outcome"},
		{"set_project_media_labels", `{"project_id":"` + id + `","labels":[{"image_id":"` + image + `","image_type":"before"}]}`, "unknown_outcome"},
		{"set_project_media_labels", `{"project_id":"` + id + `","labels":[{"image_id":"` + image + `","remove":true}]}`, "unknown_outcome"},
	} {
		api := newOriginal(t, func(o *original) {
			o.fail = func(w http.ResponseWriter, _ *http.Request) bool {
				o.reply(w, 200, obj{"data": obj{"secret": 1}})
				return true
			}
		})
		s := serve(t, api)
		r, kind := s.refused(call.tool, `%s`, call.arguments)
		if kind != call.kind {
			t.Errorf("%s: %s: %s", call.tool, kind, r.text)
		}
		discreet(t, s, r)
	}
}

func TestFailure_NoAnswer(t *testing.T) {
	t.Parallel()
	api := newOriginal(t, func(o *original) {
		o.fail = func(_ http.ResponseWriter, r *http.Request) bool { <-r.Context().Done(); return true }
	})
	s := serve(t, api, func(s *settings) { s.client.Timeout = 300 * time.Millisecond })
	if r, kind := s.refused("list_projects", `{}`); kind != "timeout" {
		t.Errorf("%s: %s", kind, r.text)
	}
	api.Close()
	if r, kind := s.refused("list_projects", `{}`); kind != "unavailable" {
		t.Errorf("%s: %s", kind, r.text)
	}
	if r, kind := s.refused("create_project_draft", `{}`); kind != "unavailable" { // it was never sent
		t.Errorf("%s: %s", kind, r.text)
	}
}

// What became of a change that wasn't answered is said in the words of the change.
func TestFailure_LostChange(t *testing.T) {
	t.Parallel()
	api := newOriginal(t, func(o *original) {
		o.fail = func(w http.ResponseWriter, r *http.Request) bool { // and no one can look
			w.WriteHeader(http.StatusBadGateway)
			return true
		}
	})
	s := serve(t, api, func(s *settings) { s.client.MaxRetries = 0 })
	for tool, want := range map[string]string{
		"publish_project":     "The project was to be published at the portfolio API, but the last answer was 502: that may or may not have been done.",
		"unpublish_project":   "The project was to be taken back to draft at the portfolio API, but the last answer was 502: that may or may not have been done.",
		"update_project_meta": "The project was sent to the portfolio API, but the last answer was 502: it may or may not have been saved.",
	} {
		arguments := `{"project_id":"` + idOf(1) + `"}`
		if tool == "update_project_meta" {
			arguments = `{"project_id":"` + idOf(1) + `","title":"Roof"}`
		}
		if r, kind := s.refused(tool, `%s`, arguments); kind != "unknown_outcome" || !strings.HasPrefix(r.text, want) {
			t.Errorf("%s: %s: %q, want %q", tool, kind, r.text, want)
		}
	}
}

func TestUnknownTool(t *testing.T) {
	t.Parallel()
	s := serve(t, newOriginal(t, nil))
	if got := mcptest.Call(t, s.session, "finalize_project", `{}`, mcptest.Legacy); got.Error == nil || got.Error.Code != -32602 {
		t.Errorf("got %+v", got)
	}
}

func TestNewClient(t *testing.T) {
	t.Parallel()
	for _, o := range []portfolio.Options{
		{}, {Options: apiclient.Options{BaseURL: "ftp://example.com"}},
		{Options: apiclient.Options{BaseURL: "http://example.com"}, Token: "to\nken"},
	} {
		if _, err := portfolio.NewClient(o); err == nil || strings.Contains(err.Error(), "to\nken") {
			t.Errorf("%+v: %v", o, err)
		}
	}
}

type personKey struct{}

// Calls of several people go out with the token of each, and never with another's.
func TestClient_Bearer(t *testing.T) {
	t.Parallel()
	api := newOriginal(t, nil)
	s := serve(t, api, func(s *settings) {
		s.client.Token = "the-program's-own"
		s.client.Bearer = func(ctx context.Context) (string, error) {
			who, _ := ctx.Value(personKey{}).(string)
			if who == "nobody" {
				return "", &fault.Error{Kind: fault.Unavailable, Message: "The sign-in service is away."}
			}
			return who, nil
		}
	})
	for _, row := range []struct{ who, kind, text string }{
		{token, "", ""},
		{"another-token", "unauthorized", "The portfolio API did not accept the token; check API_TOKEN."},
		{"", "unauthorized", "The portfolio API did not accept the token; check API_TOKEN."},
		{"line\nbreak", "unauthorized", "The portfolio API did not accept the token; check API_TOKEN."},
		{"nobody", "unavailable", "The sign-in service is away."},
	} {
		var list mcp.Tool
		for _, tool := range s.tools {
			if tool.Name == "list_projects" {
				list = tool
			}
		}
		_, err := list.Call(context.WithValue(t.Context(), personKey{}, row.who), &mcp.Request{}, schema.Arguments{})
		failed, _ := errors.AsType[*fault.Error](err)
		if row.kind == "" && err != nil || row.kind != "" && (failed == nil || string(failed.Kind) != row.kind || failed.Message != row.text) {
			t.Errorf("%q: %v", row.who, err)
		}
	}
	if strings.Contains(s.log.String(), "another-token") {
		t.Errorf("a token is in the log: %s", s.log)
	}
}

// A caller's own token goes to the API alone: no redirect is followed with it, even to
// another path there.
func TestClient_NoRedirect(t *testing.T) {
	t.Parallel()
	api := newOriginal(t, func(o *original) {
		o.fail = func(w http.ResponseWriter, r *http.Request) bool {
			http.Redirect(w, r, "/elsewhere", http.StatusTemporaryRedirect)
			return true
		}
	})
	for _, follow := range []bool{true, false} {
		before := len(api.taken())
		s := serve(t, api, func(s *settings) { s.client.NoRedirect, s.client.MaxRetries = !follow, 0 })
		if _, kind := s.refused("list_projects", `{}`); kind != "unavailable" {
			t.Errorf("kind %s", kind)
		}
		if n := len(api.taken()) - before; (n > 1) != follow {
			t.Errorf("%d requests", n)
		}
	}
}

// TestNoRoom says what is wrong where our own API has no room left, and that nothing is unknown.
func TestNoRoom(t *testing.T) {
	t.Parallel()
	api := newOriginal(t, failing(503, "SERVICE_UNAVAILABLE", obj{"full": true}))
	r, kind := serve(t, api).refused("create_project_draft", `{"title":"Chimney"}`)
	if kind != "unavailable" || !strings.HasPrefix(r.text, "There is no room left on the disk") || !strings.HasSuffix(r.text, "Nothing was changed.") {
		t.Errorf("%s: %s", kind, r.text)
	}
}
