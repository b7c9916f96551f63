package apiclient_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/synctest"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/apitest"
	"github.com/mcp-adapters/mcp-adapters/mcp/fault"

	"github.com/rs/zerolog"
)

// safeBuffer is a log that several goroutines may write.
type safeBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (s *safeBuffer) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.Write(p)
}

func (s *safeBuffer) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.String()
}

// TestClient_logsNoSecrets goes through all faults with the log at trace: what
// identifies a person or holds their text is in no line and in no cause.
func TestClient_logsNoSecrets(t *testing.T) {
	t.Parallel()
	const text = "Grandmother"
	secrets := []string{apitest.Key, apitest.Email, "Alice", "hunter2", text, "<html"}
	var log safeBuffer
	check := func(t *testing.T, rt http.RoundTripper, what string) {
		t.Helper()
		c := dial(t, "http://bob:hunter2@api.example", retries(2), over(rt), func(s *settings) {
			s.email, s.Log = "Alice@example.com", zerolog.New(&log).Level(zerolog.TraceLevel)
		})
		var errs []error
		for _, e := range endpoints() {
			r := e.request(c)
			if r.Body != nil {
				r.Body = []byte(`{"title":"` + text + `"}`)
			}
			_, err := c.Do(t.Context(), r)
			errs = append(errs, err)
		}
		for _, err := range errs {
			e, ok := errors.AsType[*fault.Error](err)
			if !ok {
				continue
			}
			said := e.Message
			if e.Kind == fault.InvalidParams {
				said = "" // the API's own words
			}
			if e.Err != nil {
				said += e.Err.Error()
			}
			for _, secret := range secrets {
				if strings.Contains(said, secret) {
					t.Errorf("%s: %q holds %q", what, said, secret)
				}
			}
		}
	}
	synctest.Test(t, func(t *testing.T) {
		for _, f := range faults() {
			check(t, apitest.InProcess(func(w http.ResponseWriter, _ *http.Request) {
				apitest.Reply(w, f.status, f.contentType, f.body+text)
			}), f.name)
		}
		for _, failure := range []error{
			errors.New(`malformed HTTP response "` + text + ` ` + apitest.Key + `"`),
			errors.New("header " + apitest.Key + " of " + apitest.Email + " at http://bob:hunter2@api.example"),
		} {
			check(t, apitest.Transport(func(*http.Request) (*http.Response, error) { return nil, failure }), "broken")
		}
		for _, body := range []string{`{"title":"` + text + `"}`, text, `[{"id":1,"title":"` + text + `"}]`} {
			check(t, apitest.InProcess(apitest.AnswerWith(200, "application/json", body)), "odd answer")
		}
	})
	lines := log.String()
	if strings.Count(lines, "\n") < 100 {
		t.Errorf("the log is too quiet to prove anything: %s", lines)
	}
	for _, secret := range secrets {
		if strings.Contains(lines, secret) {
			t.Errorf("the log holds %q", secret)
		}
	}
}

// TestClient_sendsThePasswordOfTheURL asserts that a secret of the URL is used
// as net/http does.
func TestClient_sendsThePasswordOfTheURL(t *testing.T) {
	t.Parallel()
	a := apitest.Serve(t, func(w http.ResponseWriter, r *http.Request) {
		if user, password, _ := r.BasicAuth(); user != "bob" || password != "hunter2" {
			t.Errorf("%q and %q", user, password)
		}
		apitest.ReplyJSON(w, 200, "[]")
	})
	c := dial(t, strings.Replace(a.Base(), "http://", "http://bob:hunter2@", 1))
	for range 2 { // the headers are shared: the second request must not differ
		if _, err := c.list(t.Context()); err != nil {
			t.Error(err)
		}
	}
}

// TestClient_redactsSplitSecrets has the API's own sentence hold secrets with
// characters between that are not seen, or not kept.
func TestClient_redactsSplitSecrets(t *testing.T) {
	t.Parallel()
	const named = "[redacted] of [redacted] is odd"
	for _, r := range "\x00\x07\r\n\t\x7f\u0085\u00ad\u034f\u061c\u200b\u200d\u2028\u202e\u2069\ufe0f\ufeff" {
		t.Run(fmt.Sprintf("%U", r), func(t *testing.T) {
			t.Parallel()
			split := strings.Join(strings.Split(apitest.Key+" of "+apitest.Email, ""), string(r))
			for _, text := range []string{
				apitest.Key[:4] + string(r) + apitest.Key[4:] + " of " + apitest.Email[:8] + string(r) + apitest.Email[8:] + " is odd",
				split + string(r) + " is odd",
			} {
				body, err := json.Marshal(map[string]string{"error": text})
				if err != nil {
					t.Fatal(err)
				}
				c := dial(t, "http://api.example", over(apitest.InProcess(apitest.AnswerWith(400, "application/json", string(body)))))
				_, err = c.list(t.Context())
				apitest.CheckError(t, err, fault.InvalidParams, 400, named)
			}
		})
	}
}

// TestClient_quotesUnseenCharacters asserts that the API's sentence keeps what
// its script or its lines need where no secret is in it.
func TestClient_quotesUnseenCharacters(t *testing.T) {
	t.Parallel()
	c := dial(t, "http://api.example", over(apitest.InProcess(apitest.AnswerWith(422, "text/plain", "odd:\n\u0645\u06cc\u200c\u0634\u0648\u062f and "+apitest.Key))))
	_, err := c.list(t.Context())
	apitest.CheckError(t, err, fault.InvalidParams, 422, "odd: \u0645\u06cc\u200c\u0634\u0648\u062f and [redacted]")
}

// TestClient_redactsAcrossLines has a line break stand for the blank of a secret.
func TestClient_redactsAcrossLines(t *testing.T) {
	t.Parallel()
	c := dial(t, "http://api.example", over(apitest.InProcess(apitest.AnswerWith(422, "text/plain", "odd: open\nsesame"))),
		func(o *settings) { o.key = "open sesame" })
	_, err := c.list(t.Context())
	apitest.CheckError(t, err, fault.InvalidParams, 422, "odd: [redacted]")
}
