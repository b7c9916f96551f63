package apiclient_test

import (
	"context"
	"net/http"
	"testing"
	"testing/synctest"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/apitest"
)

type warnKey struct{}

// A caller is told once that a request is sent again, and what became of a write: in the
// call's own context, and without an address.
func TestClient_Warn(t *testing.T) {
	t.Parallel()
	const (
		silent = "The Shelf did not answer; the request is sent again."
		locked = "The Shelf's database is locked by other writes; the request is sent again."
		busy   = "The Shelf is busy; the request is sent again."
		done   = "It was not known whether a write had been saved; a check found that it had."
		undone = "It was not known whether a write had been saved; a check found that it had not, and it is sent again."
	)
	status := func(code int, body string) http.HandlerFunc {
		return apitest.AnswerWith(code, "application/json", body)
	}
	list, create, update := endpoints()[0], endpoints()[2], endpoints()[3]
	for name, row := range map[string]struct {
		endpoint endpoint
		answers  []http.HandlerFunc // the last for all that follow
		want     []string
	}{
		"well":            {list, []http.HandlerFunc{status(200, list.good())}, nil},
		"busy twice":      {list, []http.HandlerFunc{status(503, ""), status(429, ""), status(200, list.good())}, []string{busy}},
		"never answers":   {list, []http.HandlerFunc{status(502, "")}, []string{silent}},
		"refused":         {list, []http.HandlerFunc{status(400, "")}, nil},
		"locked":          {update, []http.HandlerFunc{status(500, `{"error":"database is locked"}`), status(200, emma)}, []string{locked}},
		"saved after all": {create, []http.HandlerFunc{status(502, ""), status(200, emma)}, []string{done}},
		"was not saved":   {update, []http.HandlerFunc{status(502, ""), status(200, `{"id":"`+someID+`","title":"x"}`), status(200, emma)}, []string{undone}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				n := 0
				h := func(w http.ResponseWriter, r *http.Request) {
					row.answers[min(n, len(row.answers)-1)](w, r)
					n++
				}
				var got []string
				c := dial(t, "http://api.example", over(apitest.InProcess(h)), retries(3), func(s *settings) {
					s.Warn = func(ctx context.Context, sentence string) {
						if ctx.Value(warnKey{}) != name {
							t.Error("the warning is not of the call")
						}
						got = append(got, sentence)
					}
				})
				_, _ = row.endpoint.call(context.WithValue(t.Context(), warnKey{}, name), c)
				if diff := cmp.Diff(row.want, got, cmpopts.EquateEmpty()); diff != "" {
					t.Errorf("(-want +got):\n%s", diff)
				}
			})
		})
	}
}
