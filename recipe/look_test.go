package recipe_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/apitest"
	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
)

const (
	sentSoup = `{"title":"Zürich Soup","servings":4,"difficulty":null,"description":"Warm <&>",` +
		`"ingredients":[{"name":"leek","quantity":1.50},{"name":"salt"}],"steps":[]}`
	savedRow  = `{"id":"` + someID + `","title":"ZÜRICH SOUP","created_at":"%s"}`
	savedSoup = `{"id":"` + someID + `","title":"Zürich soup","servings":4.0,"description":"Warm <&>","created_at":"%s",` +
		`"ingredients":[{"id":"i1","position":0,"name":"leek","quantity":1.5},{"id":"i2","position":1,"name":"salt"}],"steps":[],"new":true}`
)

// shelf is an API whose writes have an unknown outcome: what it does with one,
// and what is there when looked at.
type shelf struct {
	write    http.HandlerFunc // nil: the connection breaks
	list     string           // %s: created_at
	get      string
	created  time.Duration // after the call began
	dateless bool
	format   string // of created_at; "": without zone
	look     http.HandlerFunc

	writes, looks atomic.Int32
}

// RoundTrip serves the shelf in process. A look takes one second.
func (s *shelf) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.Method != http.MethodGet {
		s.writes.Add(1)
		time.Sleep(5 * time.Second)
		if s.write == nil {
			return nil, io.ErrUnexpectedEOF
		}
		return apitest.InProcess(s.write)(r)
	}
	s.looks.Add(1)
	time.Sleep(time.Second)
	if s.look != nil {
		return apitest.InProcess(s.look)(r)
	}
	format := s.format
	if format == "" {
		format = time.DateTime
	}
	// The server's clock is years away from that of the client.
	clock := func(t time.Time) time.Time { return t.AddDate(-7, 0, 0).UTC() }
	began := time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC) // when a synctest bubble begins
	body := s.list
	if r.URL.Path == "/api/recipes/"+someID {
		body = s.get
	}
	body = strings.ReplaceAll(body, "%s", clock(began.Add(s.created)).Format(format))
	return apitest.InProcess(func(w http.ResponseWriter, _ *http.Request) {
		if !s.dateless {
			w.Header().Set("Date", clock(time.Now()).Format(http.TimeFormat))
		}
		if body == "" {
			apitest.ReplyJSON(w, 404, `{"error":"x","code":"NOT_FOUND"}`)
			return
		}
		apitest.ReplyJSON(w, 200, body)
	})(r)
}

func TestCreate_looksAfterAnUnknownOutcome(t *testing.T) {
	t.Parallel()
	gone := apitest.AnswerWith(504, "text/html", apitest.Page)
	tests := []struct {
		name   string
		shelf  *shelf
		found  bool
		kind   fault.Kind // "": unknown_outcome
		status int
		want   string
		looks  int32
	}{
		{name: "saved", shelf: &shelf{list: "[" + savedRow + "]", get: savedSoup, created: 2 * time.Second}, found: true, looks: 2},
		{name: "saved, 504", shelf: &shelf{write: gone, list: "[" + savedRow + "]", get: savedSoup}, found: true, looks: 2},
		{name: "saved, 500", shelf: &shelf{write: apitest.AnswerWith(500, "application/json", `{"error":"x","code":"INTERNAL_ERROR"}`), list: "[" + savedRow + "]", get: savedSoup}, found: true, looks: 2},
		{name: "saved, database failed", shelf: &shelf{write: apitest.AnswerWith(500, "application/json", `{"error":"disk I/O error","code":"DATABASE_ERROR"}`), list: "[" + savedRow + "]", get: savedSoup}, found: true, looks: 2},
		{name: "saved, 500 as a page", shelf: &shelf{write: apitest.AnswerWith(500, "text/html", apitest.Page), list: "[" + savedRow + "]", get: savedSoup}, found: true, looks: 2},
		{name: "saved and rated", shelf: &shelf{list: "[" + savedRow + "]", get: strings.Replace(savedSoup, `"new":true`, `"new":true,"difficulty":3`, 1)}, found: true, looks: 2},
		{name: "saved, 502", shelf: &shelf{write: apitest.AnswerWith(502, "", ""), list: "[" + savedRow + "]", get: savedSoup}, found: true, looks: 2},
		{name: "saved, answer is a page", shelf: &shelf{write: apitest.AnswerWith(200, "text/html", apitest.Page), list: "[" + savedRow + "]", get: savedSoup}, found: true, looks: 2},
		{name: "saved, answer is empty", shelf: &shelf{write: apitest.AnswerWith(201, "", ""), list: "[" + savedRow + "]", get: savedSoup}, found: true, looks: 2},
		{name: "saved, RFC 3339", shelf: &shelf{list: "[" + savedRow + "]", get: savedSoup, format: time.RFC3339Nano}, found: true, looks: 2},
		{name: "saved, rounded down", shelf: &shelf{list: "[" + savedRow + "]", get: savedSoup, created: -time.Second}, found: true, looks: 2},
		{name: "saved among others", shelf: &shelf{list: `[{"id":"1","title":"Zurich Soup","created_at":"%s"},` + savedRow + "]", get: savedSoup}, found: true, looks: 2},

		{name: "not there, 500", shelf: &shelf{write: apitest.AnswerWith(500, "application/json", `{"error":"x","code":"INTERNAL_ERROR"}`), list: "[]"}, status: 500, want: "the last answer was 500", looks: 1},
		{name: "not there, database failed", shelf: &shelf{write: apitest.AnswerWith(500, "application/json", `{"error":"x","code":"DATABASE_ERROR"}`), list: "[]"}, status: 500, want: "its database is unavailable", looks: 1},
		{name: "not there", shelf: &shelf{list: "[]"}, want: "A check did not find it. Check again before retrying.", looks: 1},
		{name: "there before", shelf: &shelf{list: "[" + savedRow + "]", get: savedSoup, created: -3 * time.Second}, want: "unknown whether", looks: 2},
		{name: "another there before", shelf: &shelf{list: "[" + strings.ReplaceAll(savedRow, "ZÜRICH", "ZüRICH") + "]", get: strings.Replace(savedSoup, "4.0", "5", 1), created: -3 * time.Second}, kind: fault.Conflict, want: "already exists", looks: 3},
		{name: "another there before, of that title by our rule alone", shelf: &shelf{list: "[" + savedRow + "]", get: strings.Replace(savedSoup, "4.0", "5", 1), created: -3 * time.Second}, want: "not what was sent", looks: 2},
		{name: "created in the future", shelf: &shelf{list: "[" + savedRow + "]", get: savedSoup, created: time.Hour}, want: "unknown whether", looks: 1},
		{name: "no Date header", shelf: &shelf{list: "[" + savedRow + "]", get: savedSoup, dateless: true}, want: "unknown whether", looks: 1},
		{name: "odd created_at", shelf: &shelf{list: "[" + savedRow + "]", get: savedSoup, format: time.UnixDate}, want: "unknown whether", looks: 1},
		{name: "two of that title", shelf: &shelf{list: "[" + savedRow + "," + savedRow + "]", get: savedSoup}, want: "2 recipes with that title", looks: 1},
		{name: "deleted meanwhile", shelf: &shelf{list: "[" + savedRow + "]"}, want: "did not find it", looks: 2},
		{name: "other servings", shelf: &shelf{list: "[" + savedRow + "]", get: strings.Replace(savedSoup, "4.0", "5", 1)}, want: "not what was sent", looks: 2},
		{name: "other description", shelf: &shelf{list: "[" + savedRow + "]", get: strings.Replace(savedSoup, "Warm <&>", "warm <&>", 1)}, want: "not what was sent", looks: 2},
		{name: "other order", shelf: &shelf{list: "[" + savedRow + "]", get: strings.NewReplacer("leek", "salt", "salt", "leek").Replace(savedSoup)}, want: "not what was sent", looks: 2},
		{name: "one more step", shelf: &shelf{list: "[" + savedRow + "]", get: strings.Replace(savedSoup, `"steps":[]`, `"steps":[{}]`, 1)}, want: "not what was sent", looks: 2},
		{name: "no ingredients told", shelf: &shelf{list: "[" + savedRow + "]", get: `{"id":"` + someID + `","title":"Zürich Soup","servings":4,"description":"Warm <&>"}`}, want: "not what was sent", looks: 2},
		{name: "cannot look", shelf: &shelf{look: apitest.AnswerWith(500, "", "")}, want: "failed too (" + service + " is unavailable", looks: 1},
		{name: "look meets a page", shelf: &shelf{look: apitest.AnswerWith(200, "text/html", apitest.Page)}, want: "API_BASE_URL", looks: 1},
		{name: "all is a page", shelf: &shelf{write: apitest.AnswerWith(200, "text/html", apitest.Page), look: apitest.AnswerWith(200, "text/html", apitest.Page)}, status: 200, want: "API_BASE_URL", looks: 1},
		{name: "all is spoilt", shelf: &shelf{write: apitest.AnswerWith(200, "", "{\xff}"), look: apitest.AnswerWith(200, "", "[{")}, status: 200, want: "failed too (" + service + " answered with something that is not its JSON", looks: 1},
		{name: "all is cut to nothing", shelf: &shelf{write: apitest.AnswerWith(200, "", ""), look: apitest.AnswerWith(200, "", "")}, status: 200, want: "failed too (", looks: 1},
		{name: "all is a page without a type", shelf: &shelf{write: apitest.AnswerWith(200, "", "\n"+apitest.Page), look: apitest.AnswerWith(200, "", apitest.Page)}, status: 200, want: "API_BASE_URL", looks: 1},
		{name: "all is another API's list", shelf: &shelf{write: apitest.AnswerWith(201, "application/json", "[1]"), look: apitest.AnswerWith(200, "application/json", `{"data":[]}`)}, status: 201, want: "JSON of an unexpected shape; API_BASE_URL", looks: 1},
		{name: "all is another API", shelf: &shelf{write: apitest.AnswerWith(200, "", "{}"), look: apitest.AnswerWith(200, "", "{}")}, status: 200, want: "API_BASE_URL", looks: 1},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				c := dial(t, "http://api.example", over(tt.shelf), retries(0))
				got, err := c.Create(t.Context(), json.RawMessage(sentSoup))
				if tt.shelf.writes.Load() != 1 || tt.shelf.looks.Load() != tt.looks {
					t.Errorf("%d writes, %d looks, want 1 and %d", tt.shelf.writes.Load(), tt.shelf.looks.Load(), tt.looks)
				}
				if tt.found {
					if err != nil || !strings.Contains(string(got), `"new":true`) {
						t.Errorf("got %s, %v", got, err)
					}
					return
				}
				if tt.kind != "" {
					apitest.CheckError(t, err, tt.kind, tt.status, tt.want)
					return
				}
				// No answers to the look prove that nothing was saved.
				e := apitest.InspectError(t, err, fault.UnknownOutcome, tt.status, tt.want, "may or may not have been saved")
				if !strings.Contains(strings.ToLower(e.Message), "before retrying") {
					t.Errorf("message %q does not say to look first", e.Message)
				}
			})
		})
	}
}

func TestUpdate_looksAfterAnUnknownOutcome(t *testing.T) {
	t.Parallel()
	const sent = `{"title":"Zürich soup","servings":4,"difficulty":null,"ingredients":[{"name":"leek","quantity":1.5},{"name":"salt"}]}`
	tests := []struct {
		name   string
		shelf  *shelf
		found  bool
		kind   fault.Kind
		status int
		want   string
	}{
		{name: "saved", shelf: &shelf{get: savedSoup, dateless: true}, found: true},
		{name: "saved, null changes nothing", shelf: &shelf{get: strings.Replace(savedSoup, `"new":true`, `"new":true,"difficulty":3`, 1)}, found: true},
		{name: "saved, 500", shelf: &shelf{write: apitest.AnswerWith(500, "", ""), get: savedSoup}, found: true},
		{name: "saved, another recipe answered", shelf: &shelf{write: apitest.AnswerWith(200, "", `{"id":"2","title":"Bread"}`), get: savedSoup}, found: true},
		{name: "another recipe answered", shelf: &shelf{write: apitest.AnswerWith(200, "", `{"id":"2","title":"Bread"}`), get: strings.Replace(savedSoup, "4.0", "2", 1)}, kind: fault.UnknownOutcome, status: 200, want: "the answer was about another recipe"},
		{name: "another recipe, always", shelf: &shelf{write: apitest.AnswerWith(200, "", `{"id":"2","title":"Bread"}`), get: `{"id":"2","title":"Bread"}`}, kind: fault.UnknownOutcome, status: 200, want: "a different recipe from the one"},
		{name: "not saved, 500", shelf: &shelf{write: apitest.AnswerWith(500, "", ""), get: strings.Replace(savedSoup, "4.0", "2", 1)}, kind: fault.UnknownOutcome, status: 500, want: "without what was sent"},
		{name: "not saved", shelf: &shelf{get: strings.Replace(savedSoup, "4.0", "2", 1)}, kind: fault.UnknownOutcome, want: "without what was sent"},
		{name: "case of the title not changed", shelf: &shelf{get: strings.Replace(savedSoup, "Zürich soup", "Zürich Soup", 1)}, kind: fault.UnknownOutcome, want: "without what was sent"},
		{name: "gone", shelf: &shelf{}, kind: fault.UnknownOutcome, want: "no recipe with that id"},
		{name: "cannot look", shelf: &shelf{look: apitest.AnswerWith(500, "", "")}, kind: fault.UnknownOutcome, want: "failed too ("},
		{name: "all is a page", shelf: &shelf{write: apitest.AnswerWith(200, "text/html", apitest.Page), look: apitest.AnswerWith(200, "text/html", apitest.Page)}, kind: fault.UnknownOutcome, status: 200, want: "API_BASE_URL"},
		{name: "all is spoilt", shelf: &shelf{write: apitest.AnswerWith(200, "", "{\xff}"), look: apitest.AnswerWith(200, "", "[{")}, kind: fault.UnknownOutcome, status: 200, want: "failed too ("},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				c := dial(t, "http://api.example", over(tt.shelf))
				got, err := c.Update(t.Context(), someID, json.RawMessage(sent))
				if tt.found {
					if err != nil || !strings.Contains(string(got), `"new":true`) {
						t.Errorf("got %s, %v", got, err)
					}
					return
				}
				apitest.CheckError(t, err, tt.kind, tt.status, tt.want)
			})
		})
	}
}

// TestUpdate_remembersAnEarlierAttempt asserts that what came last does
// not hide that an attempt before it may have been processed.
func TestUpdate_remembersAnEarlierAttempt(t *testing.T) {
	t.Parallel()
	const (
		refusal = `{"error":"Soup","code":"CONFLICT"}`
		notSoup = `{"id":"` + someID + `","title":"x"}`
	)
	tests := []struct {
		name  string
		last  http.HandlerFunc
		look  http.HandlerFunc
		get   string
		found bool
		kind  fault.Kind
		code  int
	}{
		{name: "503, saved", last: apitest.AnswerWith(503, "", ""), get: soup, found: true},
		{name: "503, not saved", last: apitest.AnswerWith(503, "", ""), get: notSoup, kind: fault.UnknownOutcome, code: 503},
		{name: "429, not saved", last: apitest.AnswerWith(429, "", ""), get: notSoup, kind: fault.UnknownOutcome, code: 429},
		{name: "refused, saved", last: apitest.AnswerWith(409, "application/json", refusal), get: soup, found: true},
		{name: "refused, not saved", last: apitest.AnswerWith(409, "application/json", refusal), get: notSoup, kind: fault.Conflict, code: 409},
		{name: "refused, cannot look", last: apitest.AnswerWith(409, "application/json", refusal), look: apitest.AnswerWith(500, "", ""), kind: fault.Conflict, code: 409},
		{name: "values refused, not saved", last: apitest.AnswerWith(400, "application/json", `{"error":"The servings must be positive.","code":"VALIDATION_ERROR"}`), get: notSoup, kind: fault.InvalidParams, code: 400},
		{name: "not found, cannot look", last: apitest.AnswerWith(404, "application/json", `{"error":"x","code":"NOT_FOUND"}`), look: apitest.AnswerWith(500, "", ""), kind: fault.NotFound, code: 404},
		// These say nothing of what the attempt before them did.
		{name: "key refused, not saved", last: apitest.AnswerWith(401, "application/json", refusal), get: notSoup, kind: fault.UnknownOutcome, code: 401},
		{name: "scope refused, cannot look", last: apitest.AnswerWith(403, "application/json", refusal), look: apitest.AnswerWith(403, "application/json", refusal), kind: fault.UnknownOutcome, code: 403},
		{name: "scope refused, saved", last: apitest.AnswerWith(403, "application/json", refusal), get: soup, found: true},
		{name: "a proxy finds it too large", last: apitest.AnswerWith(413, "text/html", apitest.Page), look: apitest.AnswerWith(502, "text/html", apitest.Page), kind: fault.UnknownOutcome, code: 413},
		{name: "a proxy's 404", last: apitest.AnswerWith(404, "text/html", apitest.Page), get: notSoup, kind: fault.UnknownOutcome, code: 404},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				s := &shelf{get: tt.get, look: tt.look}
				s.write = func(w http.ResponseWriter, r *http.Request) {
					if s.writes.Load() == 1 {
						apitest.ReplyJSON(w, 500, locked)
						return
					}
					tt.last(w, r)
				}
				c := dial(t, "http://api.example", over(s), retries(1), limit(time.Minute))
				_, err := c.Update(t.Context(), someID, json.RawMessage(`{"title":"Soup"}`))
				if s.writes.Load() < 2 {
					t.Error("the first attempt was not followed by another")
				}
				if tt.found {
					if err != nil {
						t.Error(err)
					}
					return
				}
				apitest.CheckError(t, err, tt.kind, tt.code)
			})
		})
	}
}

// TestCreate_neverTwice asserts that no failure after sending makes a
// second POST, however many retries there are.
func TestCreate_neverTwice(t *testing.T) {
	t.Parallel()
	for _, status := range []int{0, 200, 500, 502, 503, 504, 524} {
		t.Run(fmt.Sprint(status), func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				s := &shelf{list: "[]"}
				if status > 0 {
					s.write = apitest.AnswerWith(status, "", "")
				}
				c := dial(t, "http://api.example", over(s), retries(5))
				if _, err := c.Create(t.Context(), json.RawMessage(sentSoup)); err == nil {
					t.Error("no error")
				}
				if n := s.writes.Load(); n != 1 {
					t.Errorf("%d POSTs", n)
				}
			})
		})
	}
}
