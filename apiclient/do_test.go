package apiclient_test

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/mcp-adapters/mcp-adapters/apiclient"
	"github.com/mcp-adapters/mcp-adapters/internal/testing/apitest"
	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
)

// TestDo_look goes through what a look can find after a write of unknown outcome.
func TestDo_look(t *testing.T) {
	t.Parallel()
	const lost, lock = 504, 500
	see := func(o apiclient.Outcome, message string) func(context.Context) (apiclient.Seen, error) {
		return func(context.Context) (apiclient.Seen, error) {
			return apiclient.Seen{Outcome: o, Message: message, Answer: apiclient.Response{Body: []byte("seen")}}, nil
		}
	}
	for name, tt := range map[string]struct {
		method string
		status int // of the first answer
		look   func(context.Context) (apiclient.Seen, error)
		final  bool // it may not be sent again
		writes int
		want   string // what the message ends with; "": the answer is good
	}{
		"done":                  {"PUT", lost, see(apiclient.Done, ""), false, 1, ""},
		"done, POST":            {"POST", lost, see(apiclient.Done, ""), false, 1, ""},
		"not done":              {"PUT", lost, see(apiclient.NotDone, ""), false, 2, ""},
		"not done, DELETE":      {"DELETE", lost, see(apiclient.NotDone, ""), false, 2, ""},
		"not done, POST":        {"POST", lost, see(apiclient.NotDone, "Not there."), false, 1, "Not there."},
		"not done, locked POST": {"POST", lock, see(apiclient.NotDone, ""), false, 2, ""},
		"locked PUT":            {"PUT", lock, see(apiclient.Unclear, "Who knows."), false, 2, ""},
		"not to be sent again":  {"PUT", lost, see(apiclient.NotDone, "Not there."), true, 1, "Not there."},
		"unclear":               {"PUT", lost, see(apiclient.Unclear, "Who knows."), false, 1, "Who knows."},
		"unclear, locked POST":  {"POST", lock, see(apiclient.Unclear, "Who knows."), false, 1, "Who knows."},
		"no one looks":          {"PUT", lost, nil, false, 1, "Check before retrying."},
		"the look fails": {"PUT", lost, func(context.Context) (apiclient.Seen, error) {
			return apiclient.Seen{}, &fault.Error{Message: "It is dark."}
		}, false, 1, "Checking whether it was saved failed too (It is dark). Check again before retrying."},
		"the look fails, unknown": {"PUT", lost, func(context.Context) (apiclient.Seen, error) { return apiclient.Seen{}, errors.New("hunter2") }, false, 1, "(something went wrong). Check again before retrying."},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				writes := 0
				c := dial(t, "http://api.example", retries(3), over(apitest.InProcess(func(w http.ResponseWriter, _ *http.Request) {
					if writes++; writes > 1 {
						apitest.ReplyJSON(w, 200, "{}")
						return
					}
					apitest.ReplyJSON(w, tt.status, `{"error":"It is locked"}`)
				})))
				_, err := c.Do(t.Context(), apiclient.Request{
					Method: tt.method, Path: []string{"book"}, Noun: "book", As: c.as, Look: tt.look, Resend: !tt.final,
				})
				if writes != tt.writes {
					t.Errorf("%d writes, want %d", writes, tt.writes)
				}
				switch {
				case tt.want == "" && err != nil:
					t.Error(err)
				case tt.want != "":
					apitest.CheckError(t, err, fault.UnknownOutcome, tt.status, "may or may not have been saved. ", tt.want)
				}
			})
		})
	}
}

// TestDo_noContent takes 204 for a success where no body is expected, and only there.
func TestDo_noContent(t *testing.T) {
	t.Parallel()
	a := apitest.Serve(t, func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNoContent) })
	c := dial(t, a.Base())
	r := apiclient.Request{Method: "DELETE", Path: []string{"book"}, Noun: "book", As: c.as}
	got, err := c.Do(t.Context(), r)
	if err != nil || got.Status != http.StatusNoContent || len(got.Body) > 0 {
		t.Errorf("%+v, %v", got, err)
	}
	r.Check = func(_ *apiclient.Request, body []byte) ([]byte, error) { return body, nil }
	_, err = c.Do(t.Context(), r)
	apitest.CheckError(t, err, fault.UnknownOutcome, http.StatusNoContent, "the answer made no sense")
}

// TestDo_callersSideBySide has one client serve several callers, each with a
// secret of its own that the API repeats.
func TestDo_callersSideBySide(t *testing.T) {
	t.Parallel()
	a := apitest.Serve(t, func(w http.ResponseWriter, r *http.Request) {
		apitest.ReplyJSON(w, 400, `{"error":"`+r.Header.Get("Authorization")+` for `+r.Header.Get("X-Name")+` is odd"}`)
	})
	c := dial(t, a.Base())
	var calls sync.WaitGroup
	for _, who := range []string{"alice", "bob", "carol"} {
		as, err := c.Credentials(
			apiclient.Header{Name: "authorization", Value: "Bearer " + who + "-token", Setting: "SHELF_TOKEN", Secrets: []string{who + "-token"}},
			apiclient.Header{Name: "X-Nothing"},
		)
		if err != nil {
			t.Fatal(err)
		}
		for range 20 {
			calls.Go(func() {
				_, err := c.Do(t.Context(), apiclient.Request{Method: "GET", Path: []string{"book"}, As: as})
				apitest.CheckError(t, err, fault.InvalidParams, 400, "The Shelf refused the request: [redacted] for  is odd")
			})
		}
	}
	calls.Wait()
	_, err := c.Do(t.Context(), apiclient.Request{Method: "GET", Path: []string{"book"}})
	apitest.CheckError(t, err, fault.InvalidParams, 400, "refused the request: for  is odd")
	_, err = c.Do(t.Context(), apiclient.Request{Method: "GET", Path: []string{"book"}, As: dial(t, a.Base()).as})
	apitest.CheckError(t, err, fault.Internal, 0, "another client")
}

func TestCredentials_refused(t *testing.T) {
	t.Parallel()
	c := dial(t, "http://api.example")
	for value, want := range map[string]string{
		"hunter2\r\nX: y":     "SHELF_TOKEN has U+000D at character 8",
		"hünter2":             "SHELF_TOKEN has U+00FC at character 2",
		"hunter2 and another": "SHELF_TOKEN has U+0020 at character 8",
	} {
		_, err := c.Credentials(apiclient.Header{Name: "X-Token", Value: value, Setting: "SHELF_TOKEN", Word: true})
		if err == nil || err.Error() != want+", and only visible ASCII can be sent" {
			t.Error(err)
		}
	}
}

// TestDo_addresses asserts what is asked for, to the byte.
func TestDo_addresses(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		base  string
		path  []string
		query url.Values
		want  string
	}{
		{"http://api.example", []string{"books"}, nil, "/books"},
		{"http://api.example/", []string{"books", "a b", "c/d?e#f;g"}, nil, "/books/a%20b/c%2Fd%3Fe%23f%3Bg"},
		{"http://api.example/x//", []string{"é", "..."}, nil, "/x/%C3%A9/..."},
		{"http://api.example/x%2Fy/", []string{"books"}, nil, "/x%2Fy/books"},
		{"http://api.example/x%2Fy/", []string{"a/b"}, url.Values{"limit": {"5"}, "status": {"a&b"}}, "/x%2Fy/a%2Fb?limit=5&status=a%26b"},
	} {
		var got string
		c := dial(t, tt.base, over(apitest.InProcess(func(w http.ResponseWriter, r *http.Request) {
			got = r.URL.RequestURI()
			apitest.ReplyJSON(w, 200, "{}")
		})))
		if _, err := c.Do(t.Context(), apiclient.Request{Method: "GET", Path: tt.path, Query: tt.query}); err != nil || got != tt.want {
			t.Errorf("%s and %q: %s, %v, want %s", tt.base, tt.path, got, err, tt.want)
		}
	}
	c := dial(t, "http://api.example", over(apitest.Transport(apitest.Hang)))
	for _, path := range [][]string{{"books", ".."}, {".", "books"}, {"books", "", "pages"}} {
		_, err := c.Do(t.Context(), apiclient.Request{Method: "GET", Path: path, Noun: "book", ID: "7"})
		apitest.CheckError(t, err, fault.NotFound, 0, "No book with id 7 was found.")
	}
}

// notReady is a system's own kind of failure, with a cause of its own.
type notReady struct{ missing string }

func (e *notReady) Error() string { return e.missing + " is missing" }

// TestDo_kindsOfTheSystem asserts that a system can say better what a refusal
// means, and give its callers more than words.
func TestDo_kindsOfTheSystem(t *testing.T) {
	t.Parallel()
	named := func(s *settings) {
		s.System = apiclient.System{
			Name:     "The Press",
			Settings: apiclient.Settings{BaseURL: "PRESS_URL", Key: "PRESS_TOKEN"},
			Refusal: func(a apiclient.Answer) (apiclient.Refusal, bool) {
				return apiclient.Refusal{
					Kind: "not_ready", Message: "The " + a.Request.Noun + " of " + apitest.Email + " has no cover.", Err: &notReady{"cover"},
				}, a.Status == 400 && strings.Contains(string(a.Body), "warnings")
			},
		}
	}
	c := dial(t, "http://api.example", named, over(apitest.InProcess(apitest.AnswerWith(400, "application/json", `{"warnings":["no cover"]}`))))
	_, err := endpoints()[2].call(t.Context(), c)
	apitest.CheckError(t, err, "not_ready", 400, "The book of [redacted] has no cover.")
	if cause, ok := errors.AsType[*notReady](err); !ok || cause.missing != "cover" {
		t.Errorf("%v has lost its cause", err)
	}
	for status, want := range map[int]string{401: "set PRESS_TOKEN", 404: "PRESS_URL (api.example) may be wrong"} {
		c := dial(t, "http://api.example", func(s *settings) {
			named(s)
			s.System.Refusal = nil
		}, over(apitest.InProcess(apitest.AnswerWith(status, "text/html", apitest.Page))))
		_, err := endpoints()[0].call(t.Context(), c)
		if err == nil || !strings.Contains(err.Error(), "The Press ") || !strings.Contains(err.Error(), want) {
			t.Errorf("%d: %v", status, err)
		}
	}
}

// TestClient_Limit asserts that requests which are one call share its time.
func TestClient_Limit(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := dial(t, "http://api.example", limit(9*time.Second), over(apitest.Transport(apitest.Hang)))
		ctx, cancel := c.Limit(t.Context())
		defer cancel()
		time.Sleep(6 * time.Second)
		_, err := c.list(ctx)
		apitest.CheckError(t, err, fault.Timeout, 0, "within 3s")
	})
}
