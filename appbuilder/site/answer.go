package site

import (
	"context"
	"time"

	"github.com/mcp-adapters/mcp-adapters/appbuilder"
	"github.com/mcp-adapters/mcp-adapters/appbuilder/generate"
)

// answers is how many calls a model answers in an hour for all apps of an owner.
var answers = limit{name: "answer", perOwner: 240}

// CanAnswer reports whether there is a model that can answer calls.
func (s *Site) CanAnswer() bool {
	_, ok := s.opts.Generator.(generate.Answerer)
	return ok && usesModel(s.opts.Generator.Name())
}

// SetAnswers says whether a model makes the sentences with which calls of an app are answered, on
// the owner's account.
func (s *Site) SetAnswers(ctx context.Context, v Visitor, id string, byModel bool) (app appbuilder.App, err error) {
	if byModel && !s.CanAnswer() {
		return app, invalid("mode", "unknown", "This server has no model that could answer.")
	}
	err = s.access(v, id, func(owner, id string) (err error) {
		app, err = s.store.SetAnswers(ctx, owner, id, byModel)
		return err
	})
	return app, err
}

// Answer makes the sentence with which a call of a published app is answered. It is "", for the
// one that is always the same, where the owner's budget is used up or many calls wait for the
// model: the data is answered nevertheless.
func (s *Site) Answer(ctx context.Context, app string, c appbuilder.Content, message string) (string, error) {
	answerer, ok := s.opts.Generator.(generate.Answerer)
	if !ok {
		return "", nil
	}
	owner, prompt, err := s.store.Voice(ctx, app)
	if err != nil {
		return "", err
	}
	release, err := s.slot()
	if err != nil {
		return "", nil //nolint:nilerr // the data is what the caller needs
	}
	defer release()
	payer := Visitor{Owner: owner}
	for _, has := range []func() error{
		func() error { return s.store.Spend(ctx, answers.name+":"+owner, 1, answers.perOwner, time.Hour) },
		func() error { return s.store.Spend(ctx, tokensOf(payer), 0, s.opts.MonthlyTokens, tokenWindow) },
	} {
		if err := has(); is(err, appbuilder.LimitReached) {
			_ = s.limited(answers, err) // which counts it
			return "", nil
		} else if err != nil {
			return "", err
		}
	}
	report := Report{Kind: "answer", Generator: s.opts.Generator.Name(), Outcome: "complete"}
	began := s.now()
	var text string
	err = s.protected(func() (err error) {
		text, report.Usage, err = answerer.Answer(ctx, generate.Question{Prompt: prompt, Content: c, Message: message})
		return err
	})
	s.used(payer, report.Usage)
	if err != nil {
		report.Outcome = answerOf(err).code
		if ctx.Err() != nil {
			report.Outcome = codeCancelled
		}
	}
	report.Duration = s.now().Sub(began)
	if s.opts.Ran != nil {
		s.opts.Ran(report)
	}
	return text, err
}
