package site

import (
	"errors"
	"strconv"

	"github.com/mcp-adapters/mcp-adapters/portfolio/store"
)

const (
	pageSize    = 20
	maxPageSize = 100
)

// listProjects ignores what it can't understand of the query, as the original does.
func (s *Site) listProjects(c *call) (any, error) {
	query := c.URL.Query()
	page := store.Page{Limit: pageSize}
	switch status := store.Status(query.Get("status")); status {
	case store.Draft, store.Published, store.Archived:
		page.Status = status
	}
	if n, err := strconv.Atoi(query.Get("limit")); err == nil && n > 0 {
		page.Limit = min(n, maxPageSize)
	}
	if n, err := strconv.ParseInt(query.Get("offset"), 10, 32); err == nil && n > 0 {
		page.Offset = int(n)
	}
	list, total, err := s.store.ListProjects(c.ctx, c.who.ID, page)
	return struct {
		Projects []projectRow `json:"projects"`
		Total    int          `json:"total"`
		Limit    int          `json:"limit"`
		Offset   int          `json:"offset"`
	}{s.rows(c, list), total, page.Limit, page.Offset}, err
}

// createProject takes a body that isn't JSON for an empty one, as the original does.
func (s *Site) createProject(c *call) (any, error) {
	f, err := parse(c.body)
	if err != nil {
		if failureOf(err).code != parseError {
			return nil, err
		}
		f = &form{}
	}
	n := store.NewProject{
		Title: value(f.text("title", 200)), Description: value(f.markup("description", 5000)),
		ProjectType: value(f.text("project_type", 100)), City: value(f.text("city", 100)), State: value(f.text("state", 50)),
		Summary: value(f.text("summary", 500)), Challenge: value(f.text("challenge", 2000)),
		Solution: value(f.text("solution", 2000)), Results: value(f.text("results", 2000)),
		OutcomeHighlights: value(f.list("outcome_highlights")),
	}
	if err := f.err(); err != nil {
		return nil, err
	}
	p, err := s.store.CreateProject(c.ctx, c.who.ID, n)
	if err != nil {
		return nil, err
	}
	return s.project(c, p), nil
}

func (s *Site) getProject(c *call) (any, error) {
	p, err := s.store.Project(c.ctx, c.who.ID, c.project)
	if id := Acting(c.ctx); errors.Is(err, store.ErrNotFound) && id != "" {
		if _, gone := s.stillThere(c.ctx, id); gone != nil {
			err = gone
		}
	}
	if err != nil {
		return nil, err
	}
	return s.project(c, p), nil
}

func (s *Site) updateProject(c *call) (any, error) {
	change, err := changeOf(c.body)
	if err != nil {
		return nil, s.unlessUnknown(c, err)
	}
	p, err := s.store.UpdateProject(c.ctx, c.who.ID, c.project, change)
	if err != nil {
		return nil, err
	}
	if change.Status != nil { // its public copies may be on the list now
		s.removeFiles(c.ctx)
	}
	return s.project(c, p), nil
}

// unlessUnknown returns what is wrong with a body, unless there is no such project: that
// comes first, whatever was sent.
func (s *Site) unlessUnknown(c *call, wrong error) error {
	if _, err := s.store.Project(c.ctx, c.who.ID, c.project); err != nil {
		return err
	}
	return wrong
}

func changeOf(body []byte) (change store.Change, err error) {
	f, err := parse(body)
	if err != nil {
		return change, err
	}
	change = store.Change{
		Title: f.text("title", 200), Description: f.markup("description", 5000),
		ProjectType: f.text("project_type", 100), City: f.text("city", 100), State: f.text("state", 50),
		Summary: f.text("summary", 500), Challenge: f.text("challenge", 2000),
		Solution: f.text("solution", 2000), Results: f.text("results", 2000),
		OutcomeHighlights: f.list("outcome_highlights"),

		Neighborhood: f.text("neighborhood", 100), Duration: f.text("duration", 50),
		Materials: f.list("materials"), Techniques: f.list("techniques"), Tags: f.list("tags"),
		SEOTitle: f.text("seo_title", 70), SEODescription: f.text("seo_description", 160),
		ClientType:  f.choiceOrNull("client_type", "residential", "commercial", "municipal", "other"),
		BudgetRange: f.choiceOrNull("budget_range", "<5k", "5k-10k", "10k-25k", "25k-50k", "50k+"),
		Status:      (*store.Status)(f.choice("status", string(store.Draft), string(store.Archived))),

		DescriptionManual: f.flag("description_manual"), DescriptionBlocks: f.blocks("description_blocks"),
	}
	if change.HeroImageID = new(string); !f.isNull("hero_image_id") {
		change.HeroImageID = f.id("hero_image_id")
	}
	return change, f.err()
}

// deleted is an answer of which nothing more is to be said.
type deleted struct {
	Deleted bool `json:"deleted"`
}

func (s *Site) deleteProject(c *call) (any, error) {
	if err := s.store.DeleteProject(c.ctx, c.who.ID, c.project); err != nil {
		return nil, err
	}
	s.removeFiles(c.ctx)
	return deleted{true}, nil
}
