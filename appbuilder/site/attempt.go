package site

import (
	"context"
	"errors"

	"github.com/mcp-adapters/mcp-adapters/appbuilder"
	"github.com/mcp-adapters/mcp-adapters/appbuilder/generate"
	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
)

// usage is what is stored of a model's work; nil is nothing.
func usage(u generate.Usage) any {
	if u.Model == "" {
		return nil
	}
	return struct {
		generate.Usage
		Milliseconds int64 `json:"ms"`
	}{u, u.Duration.Milliseconds()}
}

// said is a reply with what there is to say about who has answered.
func said(made *generate.Result) string {
	text := made.Reply
	if made.Notice != "" {
		text = made.Notice + "\n\n" + text
	}
	if r := []rune(text); len(r) > appbuilder.MaxReply {
		text = string(r[:appbuilder.MaxReply-1]) + "…"
	}
	return text
}

// try has a generator do its work, or, where that fails, the fallback; good says whether what
// the fallback has made is an answer. What the generator has taken is v's to pay, whoever answers.
func (s *Site) try(ctx context.Context, r *run, v Visitor, g generate.Generator, do func(generate.Generator) (*generate.Result, error), good func(*generate.Result) bool) (*generate.Result, error) {
	made, err := s.made(g, do)
	if made != nil {
		r.report.Usage = made.Usage
		s.used(v, made.Usage)
	}
	if err == nil {
		r.report.Generator = made.Generator
		return made, nil
	}
	why, ok := errors.AsType[*fault.Error](err)
	if !ok || why.Kind != appbuilder.Model && why.Kind != fault.Timeout {
		return nil, err
	}
	// What the generator says is what happened to it. What that means for the person depends on
	// whether another one answers.
	unanswered := *why
	unanswered.Message += " Nothing was changed. Please try again later."
	if ctx.Err() != nil || s.opts.Fallback == nil || g.Name() == s.opts.Fallback.Name() {
		return nil, &unanswered
	}
	s.log.Warn().Str("run", r.id).Str("generator", g.Name()).AnErr("cause", fault.Cause(err)).Msg("the model failed; the fallback answers")
	instead, failed := s.made(s.opts.Fallback, do)
	if failed != nil || !good(instead) {
		return nil, &unanswered
	}
	r.report.Generator, r.report.FellBack = instead.Generator, true
	instead.Usage = r.report.Usage
	instead.Notice = why.Message + " The built-in rules have answered instead."
	return instead, nil
}

// made is what a generator has made, if it keeps the rules of an app: whatever generator it is,
// what it made is stored and shown as an app's. Beside an error there is its usage, or nil.
func (s *Site) made(g generate.Generator, do func(generate.Generator) (*generate.Result, error)) (made *generate.Result, err error) {
	if err := s.protected(func() (err error) {
		made, err = do(g)
		return err
	}); err != nil {
		return made, err
	}
	if faults := made.Content.Check(); len(faults) > 0 {
		return &generate.Result{Usage: made.Usage}, &fault.Error{
			Kind: appbuilder.Model, Message: "The model's answer breaks the rules for apps.",
			Err: &appbuilder.Invalid{Faults: faults},
		}
	}
	return made, nil
}
