package store

import (
	"context"
	"slices"
	"strings"
	"time"
)

// Publishing says how a project is published.
type Publishing struct {
	DryRun bool // only look
	Force  bool // although something is missing
	// Copies has the paths of public copies that were planned and written, by the
	// images' ids. An image without one is in [Store.ImagesToCopy] afterwards.
	Copies map[string]string
}

// Publish makes a project public in one transaction: it checks the rules, sets a hero
// and what is derived where nothing was given, and returns the project and what is
// missing, which is nothing unless it was forced or only looked at. It fails, in this
// order, with [ErrNotFound], [PlanLimitError], [StatusError] if the project is
// published already, and [NotReadyError].
func (s *Store) Publish(ctx context.Context, contractor, id string, how Publishing) (Project, []string, error) {
	type result struct {
		p       Project
		missing []string
	}
	r, err := write(ctx, s, func(t tx) (r result, err error) {
		p, err := t.project(contractor, id)
		if err != nil {
			return r, err
		}
		c, err := t.contractor(contractor)
		if err != nil {
			return r, err
		}
		published := c.Published
		if p.Status == Published {
			published--
		}
		if c.Plan != Pro && published >= freeLimit {
			return r, &PlanLimitError{Free, freeLimit}
		}
		was := p
		p.complete(c, s.newID(), t.now)
		r = result{p, missing(p)}
		switch {
		case was.Status == Published:
			return result{was, nil}, &StatusError{Published}
		case how.DryRun:
			return result{was, r.missing}, nil
		case r.missing != nil && !how.Force:
			return result{was, r.missing}, &NotReadyError{r.missing}
		}
		for i := range p.Images {
			if err := t.setPublic(&p.Images[i], how.Copies[p.Images[i].ID]); err != nil {
				return r, err
			}
		}
		if err := t.count(contractor, was.Status, Published); err != nil {
			return r, err
		}
		err = t.save(&p)
		return result{p, r.missing}, err
	})
	return r.p, r.missing, err
}

// complete makes of p what it is once it is published. random is for its slug.
func (p *Project) complete(c Contractor, random string, now time.Time) {
	if hero(*p) == "" {
		p.HeroImageID = firstUploaded(p.Images)
	}
	if strings.TrimSpace(p.Description) == "" && !p.DescriptionManual {
		p.Description = compose(*p)
	}
	if !p.slugFinal && slugify(p.Title) != "" {
		p.Slug = projectSlug(p.Title, random)
	}
	p.slugFinal = true
	if p.SEOTitle == "" {
		p.SEOTitle = seoTitle(p.Title, c.BusinessName)
	}
	if p.SEODescription == "" {
		p.SEODescription = seoDescription(p.Description, p.DescriptionManual)
	}
	p.Status, p.PublishedAt = Published, now.UTC().Truncate(time.Microsecond)
}

// Unpublish makes a published project a draft again; its public copies are to be
// removed. Another status is a [StatusError], beside which the project is returned.
func (s *Store) Unpublish(ctx context.Context, contractor, id string) (Project, error) {
	return write(ctx, s, func(t tx) (Project, error) {
		p, err := t.project(contractor, id)
		if err != nil {
			return p, err
		}
		if p.Status != Published {
			return p, &StatusError{p.Status}
		}
		p.Status, p.PublishedAt = Draft, time.Time{}
		if err := t.removePublic(&p); err != nil {
			return p, err
		}
		if err := t.count(contractor, Published, Draft); err != nil {
			return p, err
		}
		return p, t.save(&p)
	})
}

// repairHero gives a project that lost its hero the next image by order.
func (p *Project) repairHero() {
	if !slices.ContainsFunc(p.Images, func(i Image) bool { return i.ID == p.HeroImageID }) {
		if p.HeroImageID = firstUploaded(p.Images); p.HeroImageID == "" && len(p.Images) > 0 {
			p.HeroImageID = p.Images[0].ID
		}
	}
}
