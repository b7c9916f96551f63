package site

import (
	"net/http"
	"strings"
	"time"

	"github.com/go-json-experiment/json"

	"github.com/mcp-adapters/mcp-adapters/appbuilder"
	"github.com/mcp-adapters/mcp-adapters/appbuilder/store"
)

const (
	// beat is how long a stream is silent before a comment says that it still is one.
	beat = 15 * time.Second
	// writeLimit is how long a client may take for an event.
	writeLimit = 30 * time.Second
)

func (c *call) wantsStream() bool {
	return strings.Contains(c.r.Header.Get("Accept"), "text/event-stream")
}

// stream is an answer of server-sent events, until a write fails.
type stream struct {
	w       http.ResponseWriter
	control *http.ResponseController
	err     error
}

func (c *call) stream() *stream {
	h := c.w.Header()
	h.Set("Content-Type", "text/event-stream")
	h.Set("Cache-Control", "no-store")
	h.Set("X-Accel-Buffering", "no")
	s := &stream{w: c.w, control: http.NewResponseController(c.w)}
	_ = s.control.SetReadDeadline(time.Time{}) // it would look like the end of the client
	c.w.WriteHeader(http.StatusOK)
	s.write(": a stream of events\n\n")
	return s
}

func (s *stream) send(name string, data any) {
	text, err := json.Marshal(data, json.Deterministic(true))
	if err != nil {
		s.err = err
		return
	}
	s.write("event: " + name + "\ndata: " + string(text) + "\n\n") // JSON has no line breaks
}

func (s *stream) write(text string) {
	if s.err != nil {
		return
	}
	_ = s.control.SetWriteDeadline(time.Now().Add(writeLimit)) // a writer without deadlines has none
	if _, s.err = s.w.Write([]byte(text)); s.err == nil {
		s.err = s.control.Flush()
	}
}

// streamRun sends all of a run. The run goes on if the client doesn't.
func (s *Site) streamRun(c *call, r *run) {
	out := c.stream()
	tick := time.NewTicker(beat)
	defer tick.Stop()
	for sent := 0; out.err == nil; {
		events, more := r.since(sent)
		for _, e := range events {
			out.send(e.name, e.data)
			if e.name == "done" || e.name == "error" {
				return
			}
		}
		if sent += len(events); len(events) > 0 {
			continue
		}
		select {
		case <-more:
		case <-tick.C:
			out.write(": still working\n\n")
		case <-c.r.Context().Done():
			return
		}
	}
}

type revisionEvent struct {
	Revision int `json:"revision"`
}

type statusEvent struct {
	Status  appbuilder.Status `json:"status"`
	Version int               `json:"publishVersion"`
}

// messageEvent says that there are messages up to seq, and whether the last is being worked on.
type messageEvent struct {
	Seq     int  `json:"seq"`
	Running bool `json:"running"`
}

// deleted is the status of an app that is gone.
const deleted appbuilder.Status = "deleted"

// getEvents streams what changes in an app, whoever changes it: first how it is now.
func (s *Site) getEvents(c *call) error {
	owner, id, err := c.v.reach(c.id)
	if err != nil {
		return err
	}
	if _, err := s.store.App(c.r.Context(), owner, id); err != nil {
		return err
	}
	states, leave, err := s.watch.follow(id)
	if err != nil {
		return err
	}
	defer leave()
	out := c.stream()
	tick := time.NewTicker(beat)
	defer tick.Stop()
	var last store.State
	for out.err == nil {
		select {
		case state, there := <-states:
			if !there {
				out.send("status", statusEvent{deleted, last.Version})
				return nil
			}
			out.changes(last, state)
			last = state
		case <-tick.C:
			out.write(": still there\n\n")
		case <-s.alive.Done():
			return nil
		case <-c.r.Context().Done():
			return nil
		}
	}
	return nil
}

// changes sends what is different in a state.
func (s *stream) changes(was, is store.State) {
	if was.Revision != is.Revision {
		s.send("revision", revisionEvent{is.Revision})
	}
	if was.Status != is.Status || was.Version != is.Version {
		s.send("status", statusEvent{is.Status, is.Version})
	}
	if was.Messages != is.Messages || was.Running != is.Running {
		s.send("message", messageEvent{is.Messages, is.Running})
	}
}
