package recipe_test

import (
	"bytes"
	"io"
	"net/http"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/apitest"
)

// TestGet_AllocationBudget bounds what a call of the hot path may allocate
// here, net/http's client with it but for the transport: the answer comes from
// memory.
//
//nolint:paralleltest // AllocsPerRun counts what the whole process allocates.
func TestGet_AllocationBudget(t *testing.T) {
	const budget = 24 // 23 when it was set
	body := detailsBody()
	header := http.Header{"Content-Type": {"application/json"}, "Date": {"Tue, 10 Feb 2026 12:00:00 GMT"}}
	rt := apitest.Transport(func(r *http.Request) (*http.Response, error) {
		return &http.Response{
			StatusCode: http.StatusOK, Header: header, Request: r,
			ContentLength: int64(len(body)), Body: io.NopCloser(bytes.NewReader(body)),
		}, nil
	})
	c := dial(t, "http://api.example", over(rt), retries(3))
	got := testing.AllocsPerRun(200, func() {
		if _, err := c.Get(t.Context(), someID); err != nil {
			t.Fatal(err)
		}
	})
	if got > budget {
		t.Errorf("%.0f allocations a call, the budget is %d", got, budget)
	}
}
