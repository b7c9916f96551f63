package recipe_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
)

// listBody returns a list of n rows of a usual size.
func listBody(n int, described bool) []byte {
	var b bytes.Buffer
	b.WriteByte('[')
	for i := range n {
		if i > 0 {
			b.WriteByte(',')
		}
		description := ""
		if described {
			description = `"description":"What it is, how it came into the family and what goes with it.",`
		}
		fmt.Fprintf(&b, `{"id":"0b8f1c3e-4c1f-4a55-9d0e-%012d","title":"Soup number %d",%s`+
			`"prep_time_minutes":10,"cook_time_minutes":20,"servings":4,"difficulty":3,`+
			`"created_at":"2026-02-10 12:00:00","updated_at":"2026-02-10 12:00:00","created_by":"bob@example.com"}`, i, i, description)
	}
	b.WriteByte(']')
	return b.Bytes()
}

func detailsBody() []byte {
	var b bytes.Buffer
	b.WriteString(`{"id":"` + someID + `","title":"Soup","description":"Warm.","created_at":"2026-02-10 12:00:00","updated_at":"2026-02-10 12:00:00","ingredients":[`)
	for i := range 8 {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, `{"id":"i%d","recipe_id":"%s","position":%d,"name":"carrot","quantity":1.5,"unit":"kg"}`, i, someID, i)
	}
	b.WriteString(`],"steps":[`)
	for i := range 6 {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, `{"id":"s%d","recipe_id":"%s","position":%d,"instruction":"Stir for a while and wait until it is done.","duration_minutes":5}`, i, someID, i)
	}
	b.WriteString(`]}`)
	return b.Bytes()
}

// fixedServer answers every request with the same bytes.
func fixedServer(b *testing.B, body []byte) string {
	b.Helper()
	length := strconv.Itoa(len(body))
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Content-Length", length)
		_, _ = w.Write(body)
	}))
	b.Cleanup(s.Close)
	return s.URL
}

func BenchmarkGet(b *testing.B) {
	body := detailsBody()
	c := dial(b, fixedServer(b, body))
	b.SetBytes(int64(len(body)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := c.Get(b.Context(), someID); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkList(b *testing.B) {
	for _, rows := range []int{10, 1000, 50_000} {
		for _, described := range []bool{true, false} {
			b.Run(fmt.Sprintf("rows=%d/described=%t", rows, described), func(b *testing.B) {
				body := listBody(rows, described)
				c := dial(b, fixedServer(b, body))
				b.SetBytes(int64(len(body)))
				b.ReportAllocs()
				for b.Loop() {
					if _, err := c.List(b.Context()); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

// BenchmarkPlainGet is the least that net/http takes for the same bytes.
func BenchmarkPlainGet(b *testing.B) {
	for name, body := range map[string][]byte{"one": detailsBody(), "rows=1000": listBody(1000, true), "rows=50000": listBody(50_000, true)} {
		b.Run(name, func(b *testing.B) {
			url := fixedServer(b, body)
			b.SetBytes(int64(len(body)))
			b.ReportAllocs()
			buf := make([]byte, 64<<10)
			for b.Loop() {
				req, err := http.NewRequestWithContext(b.Context(), http.MethodGet, url, nil)
				if err != nil {
					b.Fatal(err)
				}
				resp, err := http.DefaultClient.Do(req)
				if err != nil {
					b.Fatal(err)
				}
				for err == nil {
					_, err = resp.Body.Read(buf)
				}
				_ = resp.Body.Close()
			}
		})
	}
}

func BenchmarkCreate(b *testing.B) {
	c := dial(b, fixedServer(b, detailsBody()))
	body := json.RawMessage(`{"title":"` + strings.Repeat("s", 20) + `"}`)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := c.Create(b.Context(), body); err != nil {
			b.Fatal(err)
		}
	}
}
