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

	"mcp-adapters/apiclient"
	"mcp-adapters/fault"

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
	secrets := []string{key, email, "Alice", "hunter2", text, "<html"}
	var log safeBuffer
	check := func(t *testing.T, rt http.RoundTripper, what string) {
		t.Helper()
		c, err := apiclient.New(apiclient.Options{
			BaseURL: "http://bob:hunter2@api.example", Key: key, Email: "Alice@example.com", Service: service,
			MaxRetries: 2, Transport: rt, Log: zerolog.New(&log).Level(zerolog.TraceLevel),
		})
		if err != nil {
			t.Fatal(err)
		}
		body := json.RawMessage(`{"title":"` + text + `"}`)
		var errs []error
		_, err = c.ListRecipes(t.Context())
		errs = append(errs, err)
		_, err = c.GetRecipe(t.Context(), someID)
		errs = append(errs, err)
		_, err = c.CreateRecipe(t.Context(), body)
		errs = append(errs, err)
		_, err = c.UpdateRecipe(t.Context(), someID, body)
		errs = append(errs, err)
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
			check(t, inProcess(func(w http.ResponseWriter, _ *http.Request) {
				reply(w, f.status, f.contentType, f.body+text)
			}), f.name)
		}
		for _, failure := range []error{
			errors.New(`malformed HTTP response "` + text + ` ` + key + `"`),
			errors.New("header " + key + " of " + email + " at http://bob:hunter2@api.example"),
		} {
			check(t, transport(func(*http.Request) (*http.Response, error) { return nil, failure }), "broken")
		}
		for _, body := range []string{`{"title":"` + text + `"}`, text, `[{"id":1,"title":"` + text + `"}]`} {
			check(t, inProcess(answerWith(200, "application/json", body)), "odd answer")
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
	a := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if user, password, _ := r.BasicAuth(); user != "bob" || password != "hunter2" {
			t.Errorf("%q and %q", user, password)
		}
		replyJSON(w, 200, "[]")
	})
	c := dial(t, strings.Replace(a.base(), "http://", "http://bob:hunter2@", 1))
	for range 2 { // the headers are shared: the second request must not differ
		if _, err := c.ListRecipes(t.Context()); err != nil {
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
			split := strings.Join(strings.Split(key+" of "+email, ""), string(r))
			for _, text := range []string{
				key[:4] + string(r) + key[4:] + " of " + email[:8] + string(r) + email[8:] + " is odd",
				split + string(r) + " is odd",
			} {
				body, err := json.Marshal(map[string]string{"error": text})
				if err != nil {
					t.Fatal(err)
				}
				c := dial(t, "http://api.example", over(inProcess(answerWith(400, "application/json", string(body)))))
				_, err = c.ListRecipes(t.Context())
				checkError(t, err, fault.InvalidParams, 400, named)
			}
		})
	}
}

// TestClient_quotesUnseenCharacters asserts that the API's sentence keeps what
// its script or its lines need where no secret is in it.
func TestClient_quotesUnseenCharacters(t *testing.T) {
	t.Parallel()
	c := dial(t, "http://api.example", over(inProcess(answerWith(422, "text/plain", "odd:\n\u0645\u06cc\u200c\u0634\u0648\u062f and "+key))))
	_, err := c.ListRecipes(t.Context())
	checkError(t, err, fault.InvalidParams, 422, "odd: \u0645\u06cc\u200c\u0634\u0648\u062f and [redacted]")
}

// TestClient_redactsAcrossLines has a line break stand for the blank of a secret.
func TestClient_redactsAcrossLines(t *testing.T) {
	t.Parallel()
	c := dial(t, "http://api.example", over(inProcess(answerWith(422, "text/plain", "odd: open\nsesame"))),
		func(o *apiclient.Options) { o.Key = "open sesame" })
	_, err := c.ListRecipes(t.Context())
	checkError(t, err, fault.InvalidParams, 422, "odd: [redacted]")
}
