package site

import (
	"context"
	"math"
	"time"

	"github.com/go-json-experiment/json"

	"github.com/mcp-adapters/mcp-adapters/appbuilder"
	"github.com/mcp-adapters/mcp-adapters/appbuilder/generate"
	"github.com/mcp-adapters/mcp-adapters/appbuilder/rule"
	"github.com/mcp-adapters/mcp-adapters/appbuilder/store"
	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
)

// Request is what is asked of a generator.
type Request struct {
	Text string // the prompt of a new app, or a message
	// Rules asks for only the fallback, where someone no longer waits for a model.
	Rules bool
}

// Generate makes an app of a prompt and makes it the visitor's current one. Where the model
// fails the fallback answers, and the reply says so. It goes on if ctx ends.
func (s *Site) Generate(ctx context.Context, v Visitor, q Request) (Reply, error) {
	r, err := s.startGenerate(ctx, v, q)
	if err != nil {
		return Reply{}, err
	}
	return r.wait(ctx)
}

// Chat does what a message asks of an app. Where the model fails the fallback answers if it
// understands the message, and the reply says so. It goes on if ctx ends. It fails with
// [appbuilder.Busy] while another message is being worked on.
func (s *Site) Chat(ctx context.Context, v Visitor, id string, q Request) (Reply, error) {
	r, err := s.startChat(ctx, v, id, q)
	if err != nil {
		return Reply{}, err
	}
	return r.wait(ctx)
}

// checkText returns the text of a field as it is stored.
func checkText(field, text string) (string, error) {
	var faults rule.Faults
	text = appbuilder.CheckText(&faults, field, text)
	if len(faults) > 0 {
		f := appbuilder.InvalidError(faults)
		f.Kind = fault.InvalidParams // it isn't the configuration of an app
		return "", f
	}
	return text, nil
}

// FallsBack reports whether another generator can answer where the model fails.
func (s *Site) FallsBack() bool {
	return s.opts.Fallback != nil && usesModel(s.opts.Generator.Name())
}

// generator returns who is to answer.
func (s *Site) generator(q Request) (generate.Generator, error) {
	switch {
	case !q.Rules || !usesModel(s.opts.Generator.Name()):
		return s.opts.Generator, nil
	case s.opts.Fallback == nil:
		return nil, invalid("generator", "unknown", "This server uses only its model.")
	}
	return s.opts.Fallback, nil
}

// afford takes one of the limits that are for a generator.
func (s *Site) afford(ctx context.Context, v Visitor, g generate.Generator, model, rules limit) error {
	if !usesModel(g.Name()) {
		return s.spend(ctx, v, rules)
	}
	if err := s.spend(ctx, v, model); err != nil || s.opts.Unlimited && v.local {
		return err
	}
	return s.limited(limit{name: "tokens"}, s.store.Spend(ctx, tokensOf(v), 0, s.opts.MonthlyTokens, tokenWindow))
}

func tokensOf(v Visitor) string { return "tokens:" + v.payer() }

// used takes what a model has used from the budget, also where that is more than is left.
func (s *Site) used(v Visitor, u generate.Usage) {
	if u.In+u.Out == 0 || s.opts.Unlimited && v.local {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), endLimit)
	defer cancel()
	if err := s.store.Spend(ctx, tokensOf(v), u.In+u.Out, math.MaxInt, tokenWindow); err != nil {
		s.log.Warn().AnErr("cause", fault.Cause(err)).Msg("the use of a model was not counted")
	}
}

func (s *Site) startGenerate(ctx context.Context, v Visitor, q Request) (*run, error) {
	prompt, err := checkText("prompt", q.Text)
	if err != nil {
		return nil, err
	}
	if v.Owner == "" {
		return nil, forbidden("An edit token opens one app, and can't make another.")
	}
	if err := s.store.Room(ctx, v.Owner); err != nil {
		return nil, err
	}
	g, err := s.generator(q)
	if err != nil {
		return nil, err
	}
	release, err := s.slot()
	if err != nil {
		return nil, err
	}
	if err := s.afford(ctx, v, g, generations, rulesGenerations); err != nil {
		release()
		return nil, err
	}
	id := newRunID()
	return s.start(id, id, v.Owner, "generate", g.Name(), release, func(ctx context.Context, r *run) (Reply, error) {
		made, err := s.try(ctx, r, v, g, func(g generate.Generator) (*generate.Result, error) {
			return g.Generate(ctx, prompt, r.step)
		}, func(*generate.Result) bool { return true })
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return Reply{}, s.stopped(ctx, err)
		}
		// What was made is kept, whatever happens to this process meanwhile.
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), endLimit)
		defer cancel()
		reply := store.Message{Content: said(made), Changes: made.Changes}
		if u := usage(made.Usage); u != nil {
			if reply.Usage, err = json.Marshal(u); err != nil {
				return Reply{}, err
			}
		}
		app, err := s.store.Create(ctx, v.Owner, store.Draft{Content: made.Content, Prompt: prompt, Generator: made.Generator, Reply: reply})
		return Reply{App: app, Response: reply.Content, Changes: made.Changes}, err
	}), nil
}

func (s *Site) startChat(ctx context.Context, v Visitor, id string, q Request) (*run, error) {
	message, err := checkText("message", q.Text)
	if err != nil {
		return nil, err
	}
	owner, id, err := v.reach(id)
	if err != nil {
		return nil, err
	}
	g, err := s.generator(q)
	if err != nil {
		return nil, err
	}
	if err := s.store.Idle(ctx, owner, id); err != nil {
		return nil, err
	}
	release, err := s.slot()
	if err != nil {
		return nil, err
	}
	if err := s.afford(ctx, v, g, chats, rulesChats); err != nil {
		release()
		return nil, err
	}
	// A client that goes away in the middle must not leave the app taken.
	beginning, cancel := context.WithTimeout(context.WithoutCancel(ctx), endLimit)
	defer cancel()
	held, err := s.store.Begin(beginning, owner, id, message)
	if err != nil {
		release()
		return nil, err
	}
	s.watch.look()
	return s.start(held.ID, id, owner, "chat", g.Name(), release, func(ctx context.Context, r *run) (Reply, error) {
		return s.chat(ctx, r, g, v, held, message)
	}), nil
}

// chat works on a message, and stores how that ended.
func (s *Site) chat(ctx context.Context, r *run, g generate.Generator, v Visitor, held store.Run, message string) (Reply, error) {
	c := generate.Conversation{Prompt: held.App.SystemPrompt, Content: held.App.Content, Message: message}
	for _, m := range held.Earlier {
		if m.State == store.Complete {
			c.Earlier = append(c.Earlier, generate.Message{Assistant: m.Role == store.Assistant, Text: m.Content})
		}
	}
	stop := s.keep(ctx, r, held)
	made, failed := s.try(ctx, r, v, g, func(g generate.Generator) (*generate.Result, error) {
		return g.Edit(ctx, c, r.step)
	}, func(made *generate.Result) bool { return made.Understood })
	stop()
	var o store.Outcome
	if failed = s.stopped(ctx, failed); failed != nil {
		answer := answerOf(failed)
		o = store.Outcome{State: store.Failed, Reply: answer.message, Generator: r.report.Generator, ErrorCode: answer.code, Usage: usage(r.report.Usage)}
		if answer.code == codeCancelled {
			o.State, o.ErrorCode = store.Cancelled, ""
		}
	} else {
		o = store.Outcome{Content: &made.Content, Undo: made.Undo, Reply: said(made), Changes: made.Changes, Generator: made.Generator, State: store.Complete, Usage: usage(made.Usage)}
	}
	app, m, err := s.finish(ctx, held, o)
	switch {
	case failed != nil:
		return Reply{}, failed
	case err != nil:
		return Reply{}, err
	case m.State == store.Cancelled:
		return Reply{}, cancelled()
	}
	return Reply{App: app, Response: m.Content, Changes: m.Changes}, nil
}

// stopped is why a run has failed, which is not always what its generator says.
func (s *Site) stopped(ctx context.Context, err error) error {
	if err == nil {
		return nil
	}
	switch context.Cause(ctx) {
	case errCancelled: //nolint:errorlint // the very value
		return cancelled()
	case errClosing:
		return &fault.Error{Kind: execution, Message: "The server was restarted before this was done, and nothing was changed. Please try again.", Err: errClosing}
	case errLost:
		return &fault.Error{Kind: execution, Message: "The server lost track of this run, and nothing was changed. Please try again.", Err: errLost}
	case context.DeadlineExceeded:
		return &fault.Error{Kind: fault.Timeout, Message: "This took too long, and nothing was changed. Please try again.", Err: err}
	}
	return err
}

// finish stores the end of a run, though its own time is over. A database that is away is
// tried again for as long as the lease may last.
func (s *Site) finish(ctx context.Context, held store.Run, o store.Outcome) (appbuilder.App, store.Message, error) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), endLimit)
	defer cancel()
	for {
		app, m, err := s.store.End(ctx, held, o)
		if !is(err, fault.Unavailable) {
			return app, m, err
		}
		select {
		case <-ctx.Done():
			return app, m, err
		case <-time.After(time.Second):
		}
	}
}
