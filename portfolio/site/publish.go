package site

import (
	"errors"

	"github.com/mcp-adapters/mcp-adapters/portfolio/store"
)

// warnings are what a project lacks, as the contract says it.
var warnings = map[string]string{
	"title":         "The project needs a title.",
	"project_type":  "The project needs a project type.",
	"city":          "The project needs a city.",
	"state":         "The project needs a state.",
	"hero_image_id": "The project needs a hero image.",
	"images":        "The project needs at least one image.",
}

func warningsOf(missing []string) []string {
	texts := []string{}
	for _, field := range missing {
		texts = append(texts, warnings[field])
	}
	return texts
}

func notReady(missing []string, canForce bool) *failure {
	return &failure{
		code:    validationError,
		message: "The project can't be published yet; details.missing_fields has what it lacks. Nothing was changed.",
		details: &details{Warnings: warningsOf(missing), CanForce: &canForce, Missing: missing},
	}
}

// publish makes a project public. The copies for the public are made before the one
// transaction that publishes, so that the page never shows pictures that aren't there;
// those of a publish that fails after all are swept away.
func (s *Site) publish(c *call) (any, error) {
	query := c.URL.Query()
	how := store.Publishing{DryRun: true, Force: s.opts.AllowForce && query.Get("force") == "true"}
	p, missing, err := s.store.Publish(c.ctx, c.who.ID, c.project, how)
	if err != nil {
		return nil, err
	}
	if query.Get("dry_run") == "true" {
		return struct {
			Valid    bool     `json:"valid"`
			Warnings []string `json:"warnings"`
		}{len(missing) == 0, warningsOf(missing)}, nil
	}
	if how.DryRun = false; len(missing) > 0 && !how.Force {
		return nil, notReady(missing, s.opts.AllowForce)
	}
	if how.Copies, err = s.makeCopies(c.ctx, p); err != nil {
		return nil, err
	}
	p, missing, err = s.store.Publish(c.ctx, c.who.ID, c.project, how)
	if e, ok := errors.AsType[*store.NotReadyError](err); ok { // it was changed meanwhile
		err = notReady(e.Missing, s.opts.AllowForce)
	}
	if err != nil {
		return nil, err
	}
	answer := s.project(c, p)
	if !how.Force {
		return answer, nil
	}
	return struct {
		projectAnswer `json:",inline"`
		Warnings      []string `json:"warnings"`
		Forced        bool     `json:"forcedPublish"`
	}{answer, warningsOf(missing), true}, nil
}

// unpublish makes a published project a draft again. Its page is gone with the
// transaction, and its public files are gone before the answer.
func (s *Site) unpublish(c *call) (any, error) {
	p, err := s.store.Unpublish(c.ctx, c.who.ID, c.project)
	if err != nil {
		return nil, err
	}
	s.removeFiles(c.ctx)
	return s.project(c, p), nil
}
