package site_test

import (
	"bufio"
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"testing"
)

// event is one of a stream.
type event struct {
	name string
	data obj
}

// events reads a stream, whose end closes the channel.
type events struct {
	t   testing.TB
	res *http.Response
	c   chan event
}

// stream opens a stream, which leave ends from the client's side.
func (v *browser) stream(method, path string, body any) (e *events, leave func()) {
	v.Helper()
	ctx, leave := context.WithCancel(v.Context())
	v.Cleanup(leave)
	res := v.open(ctx, method, path, body, "Accept", "text/event-stream")
	if res.StatusCode != http.StatusOK || res.Header.Get("Content-Type") != "text/event-stream" || res.Header.Get("X-Accel-Buffering") != "no" {
		v.Fatalf("%d %v", res.StatusCode, res.Header)
	}
	e = &events{v, res, make(chan event, 100)}
	go func() {
		defer close(e.c)
		defer func() { _ = res.Body.Close() }()
		lines := bufio.NewScanner(res.Body)
		lines.Buffer(nil, 1<<20)
		var next event
		for lines.Scan() {
			name, value, _ := strings.Cut(lines.Text(), ": ")
			switch name {
			case "event":
				next.name = value
			case "data":
				if err := json.Unmarshal([]byte(value), &next.data); err != nil {
					v.Error(err)
				}
				e.c <- next
				next = event{}
			}
		}
	}()
	return e, leave
}

// next returns the next event with a name, without those in between.
func (e *events) next(name string) obj {
	e.t.Helper()
	for got := range e.c {
		if got.name == name {
			return got.data
		}
	}
	e.t.Fatalf("the stream ended without %s", name)
	return nil
}

// rest returns the names of all events up to the end, a name once where it is repeated.
func (e *events) rest() (names []string, last obj) {
	for got := range e.c {
		if n := len(names); n == 0 || names[n-1] != got.name {
			names = append(names, got.name)
		}
		last = got.data
	}
	return names, last
}
