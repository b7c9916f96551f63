package site

import (
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/mcp-adapters/mcp-adapters/portfolio/store"
)

// text is a text that is null if it isn't set.
type text string

func (t text) MarshalJSONTo(e *jsontext.Encoder) error {
	if t == "" {
		return e.WriteToken(jsontext.Null)
	}
	return e.WriteToken(jsontext.String(string(t)))
}

// moment is a time that is null if it isn't set.
type moment time.Time

func (m moment) MarshalJSONTo(e *jsontext.Encoder) error {
	if time.Time(m).IsZero() {
		return e.WriteToken(jsontext.Null)
	}
	return e.WriteToken(jsontext.String(time.Time(m).UTC().Format("2006-01-02T15:04:05.000000-07:00")))
}

// size is a number of pixels that is null if it isn't known.
type size int

func (s size) MarshalJSONTo(e *jsontext.Encoder) error {
	if s == 0 {
		return e.WriteToken(jsontext.Null)
	}
	return e.WriteToken(jsontext.Int(int64(s)))
}

// projectRow is a project as the contract has it, and its public address.
type projectRow struct {
	ID                string         `json:"id"`
	ContractorID      string         `json:"contractor_id"`
	BusinessID        string         `json:"business_id"`
	Title             text           `json:"title"`
	Description       text           `json:"description"`
	Summary           text           `json:"summary"`
	Challenge         text           `json:"challenge"`
	Solution          text           `json:"solution"`
	Results           text           `json:"results"`
	OutcomeHighlights []string       `json:"outcome_highlights"`
	ProjectType       text           `json:"project_type"`
	ProjectTypeSlug   text           `json:"project_type_slug"`
	Neighborhood      text           `json:"neighborhood"`
	City              text           `json:"city"`
	State             text           `json:"state"`
	CitySlug          text           `json:"city_slug"`
	Duration          text           `json:"duration"`
	Materials         []string       `json:"materials"`
	Techniques        []string       `json:"techniques"`
	Tags              []string       `json:"tags"`
	Slug              text           `json:"slug"`
	SEOTitle          text           `json:"seo_title"`
	SEODescription    text           `json:"seo_description"`
	Status            store.Status   `json:"status"`
	HeroImageID       text           `json:"hero_image_id"`
	ClientType        text           `json:"client_type"`
	BudgetRange       text           `json:"budget_range"`
	DescriptionManual bool           `json:"description_manual"`
	DescriptionBlocks jsontext.Value `json:"description_blocks"`
	CreatedAt         moment         `json:"created_at"`
	UpdatedAt         moment         `json:"updated_at"`
	PublishedAt       moment         `json:"published_at"`
	PublicURL         text           `json:"public_url"`
	Images            []imageRow     `json:"project_images"`
}

// imageRow is an image as the contract has it, its address, and whether its bytes are
// there.
type imageRow struct {
	ID           string `json:"id"`
	ProjectID    string `json:"project_id"`
	StoragePath  string `json:"storage_path"`
	Type         text   `json:"image_type"`
	AltText      text   `json:"alt_text"`
	DisplayOrder int    `json:"display_order"`
	Width        size   `json:"width"`
	Height       size   `json:"height"`
	CreatedAt    moment `json:"created_at"`
	URL          string `json:"url"`
	Uploaded     bool   `json:"uploaded"`
}

// rows returns projects as they are sent.
func (s *Site) rows(c *call, projects []store.Project) []projectRow {
	rows := make([]projectRow, 0, len(projects))
	for _, p := range projects {
		rows = append(rows, s.row(c.key, p))
	}
	return rows
}

func (s *Site) row(key []byte, p store.Project) projectRow {
	r := projectRow{
		ID: p.ID, ContractorID: p.ContractorID, BusinessID: p.ContractorID,
		Title: text(p.Title), Description: text(p.Description),
		Summary: text(p.Summary), Challenge: text(p.Challenge), Solution: text(p.Solution), Results: text(p.Results),
		OutcomeHighlights: p.OutcomeHighlights, Materials: p.Materials, Techniques: p.Techniques, Tags: p.Tags,
		ProjectType: text(p.ProjectType), ProjectTypeSlug: text(p.ProjectTypeSlug),
		Neighborhood: text(p.Neighborhood), City: text(p.City), State: text(p.State), CitySlug: text(p.CitySlug),
		Duration: text(p.Duration), Slug: text(p.Slug), SEOTitle: text(p.SEOTitle), SEODescription: text(p.SEODescription),
		Status: p.Status, HeroImageID: text(p.HeroImageID), ClientType: text(p.ClientType), BudgetRange: text(p.BudgetRange),
		DescriptionManual: p.DescriptionManual,
		CreatedAt:         moment(p.CreatedAt), UpdatedAt: moment(p.UpdatedAt), PublishedAt: moment(p.PublishedAt),
		Images: s.imageRows(key, p.Images...),
	}
	if p.DescriptionBlocks != "" {
		r.DescriptionBlocks = jsontext.Value(p.DescriptionBlocks)
	}
	if p.Status == store.Published {
		r.PublicURL = text(s.caseStudyURL(p))
	}
	return r
}

func (s *Site) imageRows(key []byte, images ...store.Image) []imageRow {
	rows := make([]imageRow, 0, len(images))
	for _, i := range images {
		r := imageRow{
			ID: i.ID, ProjectID: i.ProjectID, StoragePath: i.StoragePath, Type: text(i.Type), AltText: text(i.AltText),
			DisplayOrder: i.DisplayOrder, Width: size(i.Width), Height: size(i.Height), CreatedAt: moment(i.CreatedAt),
			Uploaded: i.Uploaded,
		}
		if i.PublicPath != "" {
			r.URL = s.mediaURL(i.PublicPath)
		} else {
			r.URL = s.signed(key, i.ProjectID, i.ID)
		}
		rows = append(rows, r)
	}
	return rows
}

// caseStudyURL is the address of a published project's page. Without one of the
// segments, which a forced one may lack, it is that of the list.
func (s *Site) caseStudyURL(p store.Project) string {
	if p.CitySlug == "" || p.ProjectTypeSlug == "" || p.Slug == "" {
		return s.opts.URL()
	}
	return s.opts.URL() + "/" + p.CitySlug + "/" + s.opts.Trade + "/" + p.ProjectTypeSlug + "/" + p.Slug
}

// projectAnswer is an answer that is a project.
type projectAnswer struct {
	Project projectRow `json:"project"`
}

func (s *Site) project(c *call, p store.Project) projectAnswer { return projectAnswer{s.row(c.key, p)} }
