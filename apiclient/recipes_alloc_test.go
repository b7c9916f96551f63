package apiclient_test

import (
	"bytes"
	"io"
	"net/http"
	"testing"

	"mcp-adapters/apiclient"
)

// TestGetRecipe_AllocationBudget bounds what a call of the hot path may allocate
// here, net/http's client with it but for the transport: the answer comes from
// memory, and goes to the memory of the call before.
//
//nolint:paralleltest // AllocsPerRun counts what the whole process allocates.
func TestGetRecipe_AllocationBudget(t *testing.T) {
	const budget = 24 // 22 when it was set
	body := detailsBody()
	header := http.Header{"Content-Type": {"application/json"}, "Date": {"Tue, 10 Feb 2026 12:00:00 GMT"}}
	rt := transport(func(r *http.Request) (*http.Response, error) {
		return &http.Response{
			StatusCode: http.StatusOK, Header: header, Request: r,
			ContentLength: int64(len(body)), Body: io.NopCloser(bytes.NewReader(body)),
		}, nil
	})
	c := dial(t, "http://api.example", over(rt), retries(3))
	buffer := new(apiclient.Buffer)
	ctx := apiclient.WithBuffer(t.Context(), buffer)
	got := testing.AllocsPerRun(200, func() {
		if _, err := c.GetRecipe(ctx, someID); err != nil {
			t.Fatal(err)
		}
		buffer.Recycle()
	})
	if got > budget {
		t.Errorf("%.0f allocations a call, the budget is %d", got, budget)
	}
}
