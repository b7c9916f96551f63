package store

import (
	"context"
	"slices"
	"time"
)

// Change has what is to change in a project; nil leaves a field as it is, and "" or
// an empty list clears it.
type Change struct {
	Title, Description, ProjectType, Neighborhood, City, State *string
	Summary, Challenge, Solution, Results                      *string
	OutcomeHighlights, Materials, Techniques, Tags             *[]string
	Duration, SEOTitle, SEODescription                         *string
	ClientType, BudgetRange, DescriptionBlocks                 *string
	HeroImageID                                                *string
	DescriptionManual                                          *bool
	Status                                                     *Status // draft, for an archived one, or archived
}

// UpdateProject changes what the change has, and what is derived of that. A published
// project stays published. It fails with [ErrNotFound], or with a [FieldError] for a
// hero that is not the project's or a status that doesn't follow the one it has.
func (s *Store) UpdateProject(ctx context.Context, contractor, id string, change Change) (Project, error) {
	return write(ctx, s, func(t tx) (Project, error) {
		p, err := t.project(contractor, id)
		if err != nil {
			return p, err
		}
		was := p.Status
		if err := change.apply(&p); err != nil {
			return p, err
		}
		if was == Published && p.Status != Published {
			if err := t.removePublic(&p); err != nil {
				return p, err
			}
		}
		if p.Status != was {
			if err := t.count(contractor, was, p.Status); err != nil {
				return p, err
			}
		}
		return p, t.save(&p)
	})
}

// What a project's fields of the same names may have.
var (
	clientTypes  = []string{"", "residential", "commercial", "municipal", "other"}
	budgetRanges = []string{"", "<5k", "5k-10k", "10k-25k", "25k-50k", "50k+"}
)

func (c Change) apply(p *Project) error {
	for to, value := range map[*string]*string{
		&p.Title: c.Title, &p.Description: c.Description, &p.ProjectType: c.ProjectType, &p.Neighborhood: c.Neighborhood,
		&p.City: c.City, &p.State: c.State, &p.Summary: c.Summary, &p.Challenge: c.Challenge, &p.Solution: c.Solution,
		&p.Results: c.Results, &p.Duration: c.Duration, &p.SEOTitle: c.SEOTitle, &p.SEODescription: c.SEODescription,
		&p.ClientType: c.ClientType, &p.BudgetRange: c.BudgetRange, &p.DescriptionBlocks: c.DescriptionBlocks,
		&p.HeroImageID: c.HeroImageID,
	} {
		if value != nil {
			*to = *value
		}
	}
	for to, value := range map[*[]string]*[]string{
		&p.OutcomeHighlights: c.OutcomeHighlights, &p.Materials: c.Materials, &p.Techniques: c.Techniques, &p.Tags: c.Tags,
	} {
		if value != nil {
			*to = *value
		}
	}
	if p.HeroImageID != "" && c.HeroImageID != nil && !slices.ContainsFunc(p.Images, func(i Image) bool { return i.ID == p.HeroImageID }) {
		return &FieldError{"hero_image_id", "must be an image of this project"}
	}
	if !slices.Contains(clientTypes, p.ClientType) {
		return &FieldError{"client_type", "must be residential, commercial, municipal or other"}
	}
	if !slices.Contains(budgetRanges, p.BudgetRange) {
		return &FieldError{"budget_range", "must be <5k, 5k-10k, 10k-25k, 25k-50k or 50k+"}
	}
	if c.City != nil || c.State != nil {
		// Without a city a public page keeps the address that people have.
		if slug := placeSlug(p.City, p.State); slug != "" || p.Status != Published {
			p.CitySlug = slug
		}
	}
	if c.ProjectType != nil && *c.ProjectType != "" {
		p.ProjectTypeSlug = slugify(p.ProjectType)
	}
	switch {
	case c.DescriptionManual != nil:
		p.DescriptionManual = *c.DescriptionManual
	case c.Description != nil:
		p.DescriptionManual = true
	}
	narrative := c.Summary != nil || c.Challenge != nil || c.Solution != nil || c.Results != nil || c.OutcomeHighlights != nil
	if narrative && c.Description == nil && !p.DescriptionManual {
		p.Description = compose(*p)
	}
	return c.applyStatus(p)
}

func (c Change) applyStatus(p *Project) error {
	switch {
	case c.Status == nil:
		return nil
	case *c.Status == Archived:
		p.PublishedAt = time.Time{}
	case *c.Status != Draft || p.Status != Archived:
		return &FieldError{"status", "can become archived, or draft if it is archived"}
	}
	p.Status = *c.Status
	return nil
}
