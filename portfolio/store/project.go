package store

import (
	"time"

	"github.com/go-json-experiment/json"

	"github.com/mcp-adapters/mcp-adapters/internal/database"
)

// Status is where a project is on its way to the public.
type Status string

// The statuses.
const (
	Draft     Status = "draft"
	Published Status = "published"
	Archived  Status = "archived"
)

// Project is a case study with its images, in their order.
type Project struct {
	ID, ContractorID                               string
	Title, Description                             string
	Summary, Challenge, Solution, Results          string
	ProjectType, ProjectTypeSlug                   string
	Neighborhood, City, State, CitySlug            string
	Duration, Slug, SEOTitle, SEODescription       string
	Status                                         Status
	OutcomeHighlights, Materials, Techniques, Tags []string
	HeroImageID                                    string
	ClientType, BudgetRange                        string
	DescriptionManual                              bool // a person wrote the description
	DescriptionBlocks                              string
	CreatedAt, UpdatedAt                           time.Time
	PublishedAt                                    time.Time // zero: it is not published
	Images                                         []Image

	slugFinal bool // the slug was made of a title, or has been public
}

const projectColumns = `id, contractor_id, title, description, summary, challenge, solution, results, project_type, project_type_slug,
	neighborhood, city, state, city_slug, duration, slug, slug_final, seo_title, seo_description, status,
	outcome_highlights, materials, techniques, tags, coalesce(hero_image_id, ''), client_type, budget_range,
	description_manual, description_blocks, created_at, updated_at, published_at`

func scanProject(row database.Row) (p Project, err error) {
	var highlights, materials, techniques, tags, created, updated, published string
	err = row.Scan(&p.ID, &p.ContractorID, &p.Title, &p.Description, &p.Summary, &p.Challenge, &p.Solution, &p.Results,
		&p.ProjectType, &p.ProjectTypeSlug, &p.Neighborhood, &p.City, &p.State, &p.CitySlug, &p.Duration, &p.Slug, &p.slugFinal,
		&p.SEOTitle, &p.SEODescription, &p.Status, &highlights, &materials, &techniques, &tags, &p.HeroImageID,
		&p.ClientType, &p.BudgetRange, &p.DescriptionManual, &p.DescriptionBlocks, &created, &updated, &published)
	if err != nil {
		return p, found(err)
	}
	p.CreatedAt, p.UpdatedAt, p.PublishedAt = moment(created), moment(updated), moment(published)
	for _, l := range []struct {
		to   *[]string
		text string
	}{{&p.OutcomeHighlights, highlights}, {&p.Materials, materials}, {&p.Techniques, techniques}, {&p.Tags, tags}} {
		if *l.to = []string{}; l.text == "[]" { // as most are
			continue
		}
		if err := json.Unmarshal([]byte(l.text), l.to); err != nil {
			return p, err
		}
	}
	return p, nil
}

// values are the columns of a project from title on, in the order of [saveProject].
func (p *Project) values() ([]any, error) {
	texts := []string{
		"title", p.Title, "description", p.Description, "summary", p.Summary, "challenge", p.Challenge, "solution", p.Solution,
		"results", p.Results, "project_type", p.ProjectType, "neighborhood", p.Neighborhood, "city", p.City, "state", p.State,
		"duration", p.Duration, "seo_title", p.SEOTitle, "seo_description", p.SEODescription, "description_blocks", p.DescriptionBlocks,
	}
	var lists [4]string
	for i, l := range []struct {
		name string
		list []string
	}{{"outcome_highlights", p.OutcomeHighlights}, {"materials", p.Materials}, {"techniques", p.Techniques}, {"tags", p.Tags}} {
		for _, item := range l.list {
			texts = append(texts, l.name, item)
		}
		if len(l.list) == 0 {
			lists[i] = "[]"
			continue
		}
		text, err := json.Marshal(l.list)
		if err != nil {
			return nil, checkText(l.name, "\x00") // all that a list of strings can fail for
		}
		lists[i] = string(text)
	}
	if err := checkText(texts...); err != nil {
		return nil, err
	}
	return []any{
		p.Title, p.Description, p.Summary, p.Challenge, p.Solution, p.Results, p.ProjectType, p.ProjectTypeSlug,
		p.Neighborhood, p.City, p.State, p.CitySlug, p.Duration, p.Slug, p.slugFinal, p.SEOTitle, p.SEODescription, p.Status,
		lists[0], lists[1], lists[2], lists[3], p.HeroImageID, p.ClientType, p.BudgetRange,
		p.DescriptionManual, p.DescriptionBlocks, stamp(p.CreatedAt), stamp(p.UpdatedAt), stamp(p.PublishedAt),
	}, nil
}

const (
	insertProject = `INSERT INTO projects (id, contractor_id, title, description, summary, challenge, solution, results, project_type,
		project_type_slug, neighborhood, city, state, city_slug, duration, slug, slug_final, seo_title, seo_description, status,
		outcome_highlights, materials, techniques, tags, hero_image_id, client_type, budget_range, description_manual,
		description_blocks, created_at, updated_at, published_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24,
		nullif($25, ''), $26, $27, $28, $29, $30, $31, $32)`
	saveProject = `UPDATE projects SET title = $3, description = $4, summary = $5, challenge = $6, solution = $7, results = $8,
		project_type = $9, project_type_slug = $10, neighborhood = $11, city = $12, state = $13, city_slug = $14, duration = $15,
		slug = $16, slug_final = $17, seo_title = $18, seo_description = $19, status = $20, outcome_highlights = $21,
		materials = $22, techniques = $23, tags = $24, hero_image_id = nullif($25, ''), client_type = $26, budget_range = $27,
		description_manual = $28, description_blocks = $29, created_at = $30, updated_at = $31, published_at = $32
		WHERE id = $1 AND contractor_id = $2`
	selectProject = `SELECT ` + projectColumns + ` FROM projects WHERE id = $1 AND contractor_id = $2`
)

// project reads a contractor's project with its images, or returns [ErrNotFound].
func (t tx) project(contractor, id string) (Project, error) {
	p, err := scanProject(t.QueryRow(selectProject, id, contractor))
	if err != nil {
		return p, err
	}
	p.Images, err = t.images(id)
	return p, err
}

// save stores what a project has become. Every write of a project or its images ends
// with it, so that updated_at moves.
func (t tx) save(p *Project) error {
	p.UpdatedAt = t.now.UTC().Truncate(time.Microsecond)
	values, err := p.values()
	if err != nil {
		return err
	}
	_, err = t.Exec(saveProject, append([]any{p.ID, p.ContractorID}, values...)...)
	return err
}

const moveCounts = `UPDATE contractors SET drafts = drafts + $2, published = published + $3, archived = archived + $4 WHERE id = $1`

// count moves the contractor's counts when a project gets another status; "" is that
// of one that doesn't exist.
func (t tx) count(contractor string, from, to Status) error {
	var delta [3]int
	for i, status := range []Status{Draft, Published, Archived} {
		if from == status {
			delta[i]--
		}
		if to == status {
			delta[i]++
		}
	}
	_, err := t.Exec(moveCounts, contractor, delta[0], delta[1], delta[2])
	return err
}
