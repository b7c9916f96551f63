package endpoint

import (
	"net/http"
	"strings"
	"time"

	"mcp-adapters/jsonrpc/streamhttp"
	"mcp-adapters/mcp"
)

// changed are the notifications of clients of the handshake era.
const changed = "event: message\ndata: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/tools/list_changed\"}\n\n" +
	"event: message\ndata: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/resources/list_changed\"}\n\n"

// stream answers a GET of a client of the handshake era: a stream of list-changed
// notifications, until the app is unpublished or the client leaves.
func (e *Endpoint) stream(w http.ResponseWriter, r *http.Request) {
	streamhttp.Hosts(http.HandlerFunc(e.listen), e.o.LoopbackOnly, e.o.Hosts...).ServeHTTP(w, r)
}

func (e *Endpoint) listen(w http.ResponseWriter, r *http.Request) {
	if origin := r.Header.Get("Origin"); origin != "" && !e.allows(origin, r.Host) {
		http.Error(w, "This page may not use the server.", http.StatusForbidden)
		return
	}
	slug, address := r.PathValue("slug"), e.o.Address(r)
	s, err := e.find(r.Context(), slug)
	if err != nil {
		refuse(w, err)
		return
	}
	if !e.streams.enter(address) {
		tooMany(w, 30*time.Second)
		return
	}
	defer e.streams.leave(address)
	news := make(chan mcp.Changes, 1)
	stop := e.streams.add(slug, s.live.Version, func(c mcp.Changes) {
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
	if origin := r.Header.Get("Origin"); origin != "" {
		h.Set("Access-Control-Allow-Origin", origin)
		h.Set("Vary", "Origin")
	}
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

// allows reports whether a page of origin may use the endpoint.
func (e *Endpoint) allows(origin, host string) bool {
	if strings.TrimPrefix(strings.TrimPrefix(origin, "https://"), "http://") == host {
		return true
	}
	for _, allowed := range e.o.AllowedOrigins {
		if allowed == origin {
			return true
		}
	}
	return false
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
