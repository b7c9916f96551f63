package harness

import (
	"bytes"
	"net/http"
	"sync"
	"testing"
)

// TooLarge has 20 clients at once POST bodies of more than 10 MiB to url, which refuses them
// unread. Each is still sending, and must be answered that its body is too large.
func TooLarge(tb testing.TB, url string) {
	tb.Helper()
	body := make([]byte, 10<<20+1)
	var clients sync.WaitGroup
	for range 20 {
		clients.Go(func() {
			client := &http.Client{Transport: &http.Transport{}}
			defer client.CloseIdleConnections()
			req, err := http.NewRequestWithContext(tb.Context(), http.MethodPost, url, bytes.NewReader(body))
			if err != nil {
				tb.Error(err)
				return
			}
			res, err := client.Do(req)
			if err != nil {
				tb.Error(err)
				return
			}
			_ = res.Body.Close()
			if res.StatusCode != http.StatusRequestEntityTooLarge {
				tb.Errorf("status %d", res.StatusCode)
			}
		})
	}
	clients.Wait()
}
