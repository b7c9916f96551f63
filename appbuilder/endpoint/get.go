package endpoint

import (
	"net/http"
	"time"

	"github.com/mcp-adapters/mcp-adapters/mcp"
)

// changed is the notification of clients of the handshake era.
const changed = "event: message\ndata: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/tools/list_changed\"}\n\n"

// listen answers a GET of a client of the handshake era: a stream of list-changed
// notifications, until the app is unpublished or wants another token, or the client leaves.
func (e *Endpoint) listen(w http.ResponseWriter, r *http.Request) {
	s, ok := r.Context().Value(servedKey{}).(*served)
	if !ok {
		e.refuse(w, r, errNoApp)
		return
	}
	address := e.o.Address(r)
	if !e.streams.enter(address) {
		e.o.Limited("streams")
		tooMany(w, 30*time.Second)
		return
	}
	defer e.streams.leave(address)
	news := make(chan mcp.Changes, 1)
	stop := e.streams.add(r.PathValue("slug"), s.live, func(c mcp.Changes) {
		select {
		case before := <-news: // it hasn't been sent yet
			c.Tools, c.Over = c.Tools || before.Tools, c.Over || before.Over
		default:
		}
		news <- c
	})
	defer stop()

	out := http.NewResponseController(w)
	_ = out.SetReadDeadline(time.Time{}) // it would look like the end of the client
	h := w.Header()
	h.Set("Content-Type", "text/event-stream")
	h.Set("Cache-Control", "no-cache")
	h.Set("X-Accel-Buffering", "no")
	w.WriteHeader(http.StatusOK)
	send := func(text string) bool {
		if err := out.SetWriteDeadline(time.Now().Add(heartbeat)); err != nil {
			return false
		}
		if _, err := w.Write([]byte(text)); err != nil {
			return false
		}
		return out.Flush() == nil
	}
	beat := time.NewTicker(heartbeat)
	defer beat.Stop()
	for ok := send(": open\n\n"); ok; {
		select {
		case <-r.Context().Done():
			return
		case c := <-news:
			if c.Tools {
				ok = send(changed)
			}
			if c.Over {
				return
			}
		case <-beat.C:
			ok = send(": keep-alive\n\n")
		}
	}
}

// enter counts a stream in, if there is room for it.
func (s *streams) enter(address string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.over || s.gets >= maxStreams || s.each[address] >= maxStreamsEach {
		return false
	}
	if s.each == nil {
		s.each = map[string]int{}
	}
	s.gets++
	s.each[address]++
	return true
}

func (s *streams) leave(address string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.gets--
	if s.each[address]--; s.each[address] <= 0 {
		delete(s.each, address)
	}
}
