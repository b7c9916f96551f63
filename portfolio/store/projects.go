package store

import (
	"context"
	"time"

	"github.com/mcp-adapters/mcp-adapters/internal/database"
)

// Page says which projects a list has.
type Page struct {
	Status        Status // "": all
	Limit, Offset int
}

const (
	newest       = ` FROM projects WHERE contractor_id = $1 ORDER BY created_at DESC, id LIMIT $2 OFFSET $3`
	newestStatus = ` FROM projects WHERE contractor_id = $1 AND status = $4 ORDER BY created_at DESC, id LIMIT $2 OFFSET $3`

	listProjects       = `SELECT ` + projectColumns + newest
	listProjectsStatus = `SELECT ` + projectColumns + newestStatus
	listImages         = `SELECT ` + imageColumns + ` FROM project_images WHERE project_id IN (SELECT id` + newest + `)` + inOrder
	listImagesStatus   = `SELECT ` + imageColumns + ` FROM project_images WHERE project_id IN (SELECT id` + newestStatus + `)` + inOrder
)

// ListProjects returns a contractor's projects with their images, the newest first,
// and how many there are of that status in all. Its time doesn't grow with their
// number, except for that of the offset.
func (s *Store) ListProjects(ctx context.Context, contractor string, page Page) (list []Project, total int, err error) {
	type result struct {
		list  []Project
		total int
	}
	r, err := read(ctx, s, func(t tx) (r result, err error) {
		c, err := t.contractor(contractor)
		if err != nil {
			return r, err
		}
		projects, images, args := listProjects, listImages, []any{contractor, page.Limit, page.Offset}
		r.total = c.Drafts + c.Published + c.ArchivedProjects
		if page.Status != "" {
			projects, images, args = listProjectsStatus, listImagesStatus, append(args, page.Status)
			r.total = map[Status]int{Draft: c.Drafts, Published: c.Published, Archived: c.ArchivedProjects}[page.Status]
		}
		rows, err := t.Query(projects, args...)
		if r.list, err = database.Collect(rows, err, scanProject); err != nil || len(r.list) == 0 {
			return r, err
		}
		rows, err = t.Query(images, args...)
		all, err := database.Collect(rows, err, scanImage)
		attach(r.list, all)
		return r, err
	})
	return r.list, r.total, err
}

// attach gives each project its images.
func attach(projects []Project, images []Image) {
	of := make(map[string]*Project, len(projects))
	for i := range projects {
		of[projects[i].ID] = &projects[i]
	}
	for _, i := range images {
		if p := of[i.ProjectID]; p != nil {
			p.Images = append(p.Images, i)
		}
	}
}

// NewProject is what a project may have from the beginning.
type NewProject struct {
	Title, Description                    string
	ProjectType, City, State              string
	Summary, Challenge, Solution, Results string
	OutcomeHighlights                     []string
}

// CreateProject makes a draft. City and state are the contractor's if none are given.
func (s *Store) CreateProject(ctx context.Context, contractor string, n NewProject) (Project, error) {
	return write(ctx, s, func(t tx) (p Project, err error) {
		c, err := t.contractor(contractor)
		if err != nil {
			return p, err
		}
		now := t.now.UTC().Truncate(time.Microsecond)
		p = Project{
			ID: s.newID(), ContractorID: contractor, Status: Draft, CreatedAt: now, UpdatedAt: now,
			Title: n.Title, Description: n.Description, ProjectType: n.ProjectType, City: n.City, State: n.State,
			Summary: n.Summary, Challenge: n.Challenge, Solution: n.Solution, Results: n.Results, OutcomeHighlights: n.OutcomeHighlights,
		}
		if p.City == "" {
			p.City = c.City
		}
		if p.State == "" {
			p.State = c.State
		}
		p.CitySlug, p.ProjectTypeSlug = placeSlug(p.City, p.State), slugify(p.ProjectType)
		p.Slug, p.slugFinal = projectSlug(p.Title, s.newID()), slugify(p.Title) != ""
		if p.DescriptionManual = p.Description != ""; !p.DescriptionManual {
			p.Description = compose(p)
		}
		values, err := p.values()
		if err == nil {
			_, err = t.Exec(insertProject, append([]any{p.ID, p.ContractorID}, values...)...)
		}
		if err == nil {
			err = t.count(contractor, "", Draft)
		}
		return p, err
	})
}

// Project returns a project, or [ErrNotFound].
func (s *Store) Project(ctx context.Context, contractor, id string) (Project, error) {
	return read(ctx, s, func(t tx) (Project, error) { return t.project(contractor, id) })
}

// DeleteProject removes a project with its images. One that doesn't exist is fine too.
func (s *Store) DeleteProject(ctx context.Context, contractor, id string) error {
	_, err := write(ctx, s, func(t tx) (struct{}, error) {
		p, err := t.project(contractor, id)
		if err == ErrNotFound { //nolint:errorlint // our own, not wrapped
			return struct{}{}, nil
		}
		if err == nil {
			err = t.removeFiles(`project_id = $1`, p.ID, uploadGrace)
		}
		if err == nil {
			_, err = t.Exec(`DELETE FROM projects WHERE id = $1 AND contractor_id = $2`, p.ID, contractor)
		}
		if err == nil {
			err = t.count(contractor, p.Status, "")
		}
		return struct{}{}, err
	})
	return err
}

// PublishedBySlug returns a published project and whose it is, or [ErrNotFound].
func (s *Store) PublishedBySlug(ctx context.Context, slug string) (Project, Contractor, error) {
	type result struct {
		p Project
		c Contractor
	}
	r, err := read(ctx, s, func(t tx) (r result, err error) {
		if r.p, err = scanProject(t.QueryRow(selectBySlug, slug)); err != nil {
			return r, err
		}
		if r.p.Images, err = t.images(r.p.ID); err != nil {
			return r, err
		}
		r.c, err = t.contractor(r.p.ContractorID)
		return r, err
	})
	return r.p, r.c, err
}

const (
	selectBySlug    = `SELECT ` + projectColumns + ` FROM projects WHERE slug = $1 AND status = 'published'`
	latestPublished = ` FROM projects WHERE status = 'published' ORDER BY published_at DESC, id LIMIT $1 OFFSET $2`
	listPublished   = `SELECT ` + projectColumns + latestPublished
	publishedImages = `SELECT ` + imageColumns + ` FROM project_images WHERE project_id IN (SELECT id` + latestPublished + `)` + inOrder
)

// PublishedAddresses returns up to limit published projects, the latest first, with what
// makes their addresses and when they changed, and nothing else.
func (s *Store) PublishedAddresses(ctx context.Context, limit int) ([]Project, error) {
	return read(ctx, s, func(t tx) ([]Project, error) {
		rows, err := t.Query(`SELECT city_slug, project_type_slug, slug, updated_at`+latestPublished, limit, 0)
		return database.Collect(rows, err, func(row database.Row) (p Project, err error) {
			var updated string
			err = row.Scan(&p.CitySlug, &p.ProjectTypeSlug, &p.Slug, &updated)
			p.Status, p.UpdatedAt = Published, moment(updated)
			return p, err
		})
	})
}

// PublishedProjects returns everyone's published projects with their images, the
// latest first.
func (s *Store) PublishedProjects(ctx context.Context, limit, offset int) ([]Project, error) {
	return read(ctx, s, func(t tx) ([]Project, error) {
		rows, err := t.Query(listPublished, limit, offset)
		list, err := database.Collect(rows, err, scanProject)
		if err != nil {
			return nil, err
		}
		rows, err = t.Query(publishedImages, limit, offset)
		images, err := database.Collect(rows, err, scanImage)
		attach(list, images)
		return list, err
	})
}
