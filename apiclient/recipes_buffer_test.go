package apiclient_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"mcp-adapters/apiclient"
)

func TestWithBuffer_IsUsedAgain(t *testing.T) {
	t.Parallel()
	var calls atomic.Int32
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		// Shorter each time, and once much longer than what is kept.
		n := map[int32]int{1: 1000, 2: 10, 3: 2 << 20, 4: 5}[calls.Add(1)]
		_, _ = fmt.Fprintf(w, ` [ {"id":"a","title":%q} ] `, strings.Repeat("x", n))
	}))
	t.Cleanup(server.Close)
	client, err := apiclient.New(apiclient.Options{BaseURL: server.URL})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.Close)
	var buffer apiclient.Buffer
	ctx := apiclient.WithBuffer(t.Context(), &buffer)
	for _, n := range []int{1000, 10, 2 << 20, 5} {
		got, err := client.ListRecipes(ctx)
		if err != nil {
			t.Fatal(err)
		}
		want := fmt.Sprintf(`[{"id":"a","title":%q,"description":""}]`, strings.Repeat("x", n))
		if string(got) != want {
			t.Errorf("%d: got %.100s, want %.100s", n, got, want)
		}
		buffer.Recycle()
	}
}
