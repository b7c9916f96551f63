package store

import (
	"context"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/mcp-adapters/mcp-adapters/appbuilder"
	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
)

// Lease is how long a run belongs to the process that began it, unless that says again that
// it is at work ([Store.Renew]).
const Lease = 20 * time.Second

// Run is a message that is being worked on, by one process.
type Run struct {
	ID      string
	App     appbuilder.App
	Earlier []Message // the last ones before, oldest first
	owner   string
}

// Idle fails as [Store.Begin] would now, for those who pay before they begin.
func (s *Store) Idle(ctx context.Context, owner, id string) error {
	_, err := read(ctx, s, func(t tx) (*stored, error) { return t.idle(owner, id, 0) })
	return err
}

// Begin stores a message of the owner's and takes the app for the run that answers it. It
// fails with [appbuilder.Busy] while there is one.
func (s *Store) Begin(ctx context.Context, owner, id, message string) (Run, error) {
	return write(ctx, s, func(t tx) (r Run, err error) {
		a, err := t.idle(owner, id, 0)
		if err != nil {
			return r, err
		}
		if err := t.abandon(a); err != nil {
			return r, err
		}
		r = Run{ID: newID(), App: a.App, owner: owner}
		if r.App.Content, err = appbuilder.DecodeContent([]byte(a.content)); err != nil {
			return r, err
		}
		if r.Earlier, err = t.messages(`SELECT `+messageColumns+` FROM (SELECT * FROM messages WHERE app_id = $1 ORDER BY seq DESC LIMIT 12) AS last ORDER BY seq`, id); err != nil {
			return r, err
		}
		for _, m := range []Message{
			{Role: User, Content: message, State: Complete},
			{ID: r.ID, Role: Assistant, State: Running},
		} {
			m.RevisionBefore, m.RevisionAfter = a.Revision, a.Revision
			if _, err := t.addMessage(id, m); err != nil {
				return r, err
			}
		}
		_, err = t.Exec(`UPDATE apps SET run_id = $2, run_until = $3, run_cancelled = 0 WHERE id = $1`, id, r.ID, stamp(t.now.Add(Lease)))
		return r, err
	})
}

// abandon ends a run whose process is gone.
func (t tx) abandon(a *stored) error {
	if a.run == "" {
		return nil
	}
	return t.end(a, Message{ID: a.run, Content: "This was interrupted, and nothing was changed. Please send your message again.", State: Failed, ErrorCode: "EXECUTION_ERROR"}, a.Revision)
}

// Renew says that the run is still at work. It fails with fault.Conflict once the run is
// another process's, and reports whether it is to stop because someone cancelled it.
func (s *Store) Renew(ctx context.Context, r Run) (cancelled bool, err error) {
	return write(ctx, s, func(t tx) (bool, error) {
		a, err := t.own(r)
		if err != nil {
			return false, err
		}
		_, err = t.Exec(`UPDATE apps SET run_until = $2 WHERE id = $1`, r.App.ID, stamp(t.now.Add(Lease)))
		return a.cancelled, err
	})
}

// own returns the app if the run is still r's.
func (t tx) own(r Run) (*stored, error) {
	a, err := t.app(r.owner, r.App.ID)
	if err == nil && a.run != r.ID {
		err = &fault.Error{Kind: fault.Conflict, Message: "This message is no longer being worked on."}
	}
	return a, err
}

// Outcome is how a run ended.
type Outcome struct {
	Content   *appbuilder.Content // nil: as it was
	Undo      bool                // the last edit is taken back instead
	Reply     string
	Changes   []string
	Generator string
	State     string // Complete, Failed or Cancelled
	ErrorCode string
	Usage     any // as JSON in the message; nil: none
}

// End stores the outcome of a run, content and reply together, and frees the app. A run that
// was cancelled meanwhile changes nothing and is stored as such. It fails with fault.Conflict
// if the run is no longer r's, and then nothing is changed.
func (s *Store) End(ctx context.Context, r Run, o Outcome) (app appbuilder.App, m Message, err error) {
	app, err = write(ctx, s, func(t tx) (appbuilder.App, error) {
		a, err := t.own(r)
		if err != nil {
			return appbuilder.App{}, err
		}
		if a.cancelled && o.State == Complete {
			o = Outcome{State: Cancelled, Reply: "Stopped. Nothing was changed.", Usage: o.Usage}
		}
		var after appbuilder.App
		switch {
		case o.State != Complete:
			after, err = t.decoded(r.owner, a.ID)
		case o.Undo:
			after, err = t.move(a, `SELECT seq, content FROM revisions WHERE app_id = $1 AND seq < $2 ORDER BY seq DESC LIMIT 1`, "There is nothing to undo.")
			if f, ok := err.(*fault.Error); ok && f.Kind == fault.Conflict { //nolint:errorlint // our own, not wrapped
				o.Reply, o.Changes = f.Message, nil
				after, err = t.decoded(r.owner, a.ID)
			}
		case o.Content != nil:
			after, err = t.revise(a, "chat", *o.Content)
		default:
			after, err = t.decoded(r.owner, a.ID)
		}
		if err != nil {
			return after, err
		}
		if o.State == Complete && o.Generator != "" {
			if _, err := t.Exec(`UPDATE apps SET generator = $2 WHERE id = $1`, a.ID, o.Generator); err != nil {
				return after, err
			}
			after.Generator = o.Generator
		}
		m = Message{ID: r.ID, Role: Assistant, Content: o.Reply, Changes: o.Changes, Generator: o.Generator, State: o.State, ErrorCode: o.ErrorCode, RevisionBefore: a.Revision, RevisionAfter: after.Revision}
		if o.Usage != nil {
			if m.Usage, err = json.Marshal(o.Usage); err != nil {
				return after, err
			}
		}
		return after, t.end(a, m, after.Revision)
	})
	return app, m, err
}

// end completes the message of a run and frees the app.
func (t tx) end(a *stored, m Message, revision int) error {
	if m.Changes == nil {
		m.Changes = []string{}
	}
	changes, err := json.Marshal(m.Changes)
	if err != nil {
		return err
	}
	if m.Usage == nil {
		m.Usage = jsontext.Value("")
	}
	if _, err := t.Exec(`UPDATE messages SET content = $3, changes = $4, generator = $5, state = $6, error_code = $7, usage = $8, revision_after = $9 WHERE app_id = $1 AND id = $2`,
		a.ID, m.ID, m.Content, string(changes), m.Generator, m.State, m.ErrorCode, string(m.Usage), revision); err != nil {
		return err
	}
	_, err = t.Exec(`UPDATE apps SET run_id = '', run_until = '', run_cancelled = 0 WHERE id = $1`, a.ID)
	return err
}

// Cancel asks the run of an app to stop, whichever process has it. Without one it does
// nothing.
func (s *Store) Cancel(ctx context.Context, owner, id string) error {
	_, err := write(ctx, s, func(t tx) (int64, error) {
		if _, err := t.app(owner, id); err != nil {
			return 0, err
		}
		return t.Exec(`UPDATE apps SET run_cancelled = 1 WHERE id = $1 AND run_id <> ''`, id)
	})
	return err
}
