package site

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/google/uuid"

	"github.com/mcp-adapters/mcp-adapters/appbuilder"
	"github.com/mcp-adapters/mcp-adapters/appbuilder/generate"
	"github.com/mcp-adapters/mcp-adapters/appbuilder/store"
	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
)

// Reply is how a run ended well.
type Reply struct {
	App      appbuilder.App
	Response string   // for the person
	Changes  []string // short sentences; none: nothing has changed
}

// Report is what is known of a run at its end.
type Report struct {
	Kind      string         // "generate", "chat" or "answer"
	Generator string         // which has answered
	Outcome   string         // "complete", or the code of a failure, such as "CANCELLED"
	FellBack  bool           // another generator than was configured has answered
	Usage     generate.Usage // of the model, also where it has failed
	Duration  time.Duration
}

// event is what those who follow a run are sent.
type event struct {
	name string
	data any // for JSON
}

// run is generation at work, which goes on whether or not someone follows it.
type run struct {
	id     string
	owner  string
	cancel context.CancelCauseFunc
	report Report

	mu     sync.Mutex
	events []event       // a few of each step, then the end
	more   chan struct{} // closed when there is another one
	done   chan struct{} // closed when reply and err are set
	reply  Reply
	err    error
}

const (
	// runLimit is more than generators allow themselves.
	runLimit = 90 * time.Second
	// renewEvery is how often a run asks the store whether it is to go on.
	renewEvery = time.Second
	// endLimit is how long the end of a run may take to be stored.
	endLimit = 10 * time.Second
)

var (
	errCancelled = errors.New("someone stopped the run")
	errLost      = errors.New("the run is another process's now")
)

// emit adds an event.
func (r *run) emit(name string, data any) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.events = append(r.events, event{name, data})
	close(r.more)
	r.more = make(chan struct{})
}

// since returns the events from the nth on, and a channel that is closed when there are more.
func (r *run) since(n int) ([]event, <-chan struct{}) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.events[n:len(r.events):len(r.events)], r.more
}

// step passes on the report of a generator.
func (r *run) step(p generate.Step) {
	state := "running"
	if p.Done {
		state = "done"
	}
	r.emit("step", stepEvent{p.Name, state})
}

type stepEvent struct {
	Name  string `json:"name"`
	State string `json:"state"`
}

type runEvent struct {
	RunID     string `json:"runId"`
	Generator string `json:"generator"`
}

// wait returns how the run ended. It goes on if the caller doesn't.
func (r *run) wait(ctx context.Context) (Reply, error) {
	select {
	case <-r.done:
		return r.reply, r.err
	case <-ctx.Done():
		return Reply{}, &fault.Error{Kind: fault.Internal, Message: "The run continues in the background.", Err: ctx.Err()}
	}
}

// restarting is why nothing begins any more.
func restarting() error {
	return &fault.Error{Kind: fault.Unavailable, Message: "The server is restarting. Please try again in a moment.", RetryAfter: 5 * time.Second}
}

// slot is a place among the runs of this process.
func (s *Site) slot() (release func(), err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return nil, restarting()
	}
	select {
	case s.slots <- struct{}{}:
	default:
		return nil, &fault.Error{Kind: fault.Unavailable, Message: "Many apps are being made at this moment. Please try again soon.", RetryAfter: 5 * time.Second}
	}
	s.group.Add(1) // before closed is set, so that Close waits for it
	return func() { <-s.slots; s.group.Done() }, nil
}

// start has work done in a goroutine of its own, which releases the slot. id is of the run, and
// of is the app's, or the run's own before there is an app.
func (s *Site) start(id, of, owner, kind, generator string, release func(), work func(ctx context.Context, r *run) (Reply, error)) *run {
	r := &run{id: id, owner: owner, more: make(chan struct{}), done: make(chan struct{}), report: Report{Kind: kind, Generator: generator}}
	var ctx context.Context
	ctx, r.cancel = context.WithCancelCause(s.alive)
	s.mu.Lock()
	s.runs[of] = r
	s.mu.Unlock()
	r.emit("run", runEvent{id, generator})
	began := s.now()
	go func() {
		defer release()
		limited, stop := context.WithTimeout(ctx, runLimit)
		defer stop()
		var reply Reply
		err := s.protected(func() (err error) {
			reply, err = work(limited, r)
			return err
		})
		r.cancel(nil)
		s.mu.Lock()
		if s.runs[of] == r {
			delete(s.runs, of)
		}
		s.mu.Unlock()
		s.ended(r, reply, err, s.now().Sub(began))
	}()
	return r
}

// protected does what others have written, whose panic is a failure and not the end of the
// process.
func (s *Site) protected(f func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			s.log.Error().Err(fault.Recovered(p).Err).Msg("a run panicked")
			err = internal(nil)
		}
	}()
	return f()
}

// ended lets everyone know how a run ended: its operator first, so that what a client sees is
// counted already.
func (s *Site) ended(r *run, reply Reply, err error, took time.Duration) {
	if reply.Changes == nil {
		reply.Changes = []string{}
	}
	failure := answerOf(err)
	r.report.Outcome, r.report.Duration = "complete", took
	if err != nil {
		r.report.Outcome = failure.code
	}
	s.log.Info().Str("run", r.id).Str("kind", r.report.Kind).Str("generator", r.report.Generator).Str("outcome", r.report.Outcome).
		Int("tokens_in", r.report.Usage.In).Int("tokens_out", r.report.Usage.Out).Int64("ms", took.Milliseconds()).AnErr("cause", fault.Cause(err)).Msg("run")
	if s.opts.Ran != nil {
		s.opts.Ran(r.report)
	}
	if r.reply, r.err = reply, err; err != nil {
		r.emit("error", failure.envelope())
	} else {
		r.emit("delta", deltaEvent{reply.Response})
		r.emit("app", appEvent{reply.App.Revision, reply.Changes, reply.App})
		r.emit("done", doneEvent{reply.Response, reply.Changes, reply.App.Revision})
	}
	close(r.done)
	s.watch.look()
}

type deltaEvent struct {
	Text string `json:"text"`
}

type appEvent struct {
	Revision int            `json:"revision"`
	Changes  []string       `json:"changes"`
	App      appbuilder.App `json:"app"`
}

type doneEvent struct {
	Response string   `json:"response"`
	Changes  []string `json:"changes"`
	Revision int      `json:"revision"`
}

// keep renews the lease of a run until stop, and ends ctx's work when it is to end.
func (s *Site) keep(ctx context.Context, r *run, held store.Run) (stop func()) {
	ctx, cancel := context.WithCancel(ctx)
	var group sync.WaitGroup
	group.Go(func() {
		tick := time.NewTicker(renewEvery)
		defer tick.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
			}
			switch cancelled, err := s.store.Renew(ctx, held); {
			case cancelled:
				r.cancel(errCancelled)
			case is(err, fault.Conflict), is(err, fault.NotFound):
				r.cancel(errLost)
			}
		}
	})
	return func() { cancel(); group.Wait() }
}

// Cancel stops the run of an app, wherever that is. Without one it does nothing.
func (s *Site) Cancel(ctx context.Context, v Visitor, id string) error {
	owner, id, err := v.reach(id)
	if err != nil {
		return err
	}
	if err := s.store.Cancel(ctx, owner, id); err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if r := s.runs[id]; r != nil {
		r.cancel(errCancelled)
	}
	return nil
}

// CancelGenerate stops a run of [Site.Generate], by the id that its stream begins with. Only
// the process that has it knows it; the others don't find it.
func (s *Site) CancelGenerate(v Visitor, run string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	r := s.runs[run]
	if r == nil || r.id != run || r.owner != v.Owner || v.Owner == "" {
		return fail(noRoute, "There is no such run, or it has ended.")
	}
	r.cancel(errCancelled)
	return nil
}

func newRunID() string { return uuid.NewString() }
