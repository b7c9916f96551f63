package portfolio

import (
	"strings"
)

// The states of a project.
const (
	draft     = "draft"
	published = "published"
	archived  = "archived"
)

// project is a project as the widget gets it; what is absent is null.
type project struct {
	ID                string   `json:"id"`
	Title             *string  `json:"title"`
	Description       *string  `json:"description"`
	ProjectType       *string  `json:"project_type"`
	ProjectTypeSlug   *string  `json:"project_type_slug"`
	Neighborhood      *string  `json:"neighborhood"`
	City              *string  `json:"city"`
	State             *string  `json:"state"`
	CitySlug          *string  `json:"city_slug"`
	Status            string   `json:"status"`
	Slug              *string  `json:"slug"`
	Summary           *string  `json:"summary"`
	Challenge         *string  `json:"challenge"`
	Solution          *string  `json:"solution"`
	Results           *string  `json:"results"`
	OutcomeHighlights []string `json:"outcome_highlights"`
	HeroImageID       *string  `json:"hero_image_id"`
	HeroImageURL      *string  `json:"hero_image_url"`
	ClientType        *string  `json:"client_type"`
	BudgetRange       *string  `json:"budget_range"`
	Materials         []string `json:"materials"`
	Techniques        []string `json:"techniques"`
	Duration          *string  `json:"duration"`
	Tags              []string `json:"tags"`
	SEOTitle          *string  `json:"seo_title"`
	SEODescription    *string  `json:"seo_description"`
	CreatedAt         *string  `json:"created_at"`
	UpdatedAt         *string  `json:"updated_at"`
	PublishedAt       *string  `json:"published_at"`
}

// row is a project as the API has it.
type row struct {
	project

	Images []image `json:"project_images"` // in no order
	// PublicURL is the address of a published project. The original doesn't send it.
	PublicURL *string `json:"public_url"`
}

func (p *row) whole() bool {
	for _, i := range p.Images {
		if i.ID == "" {
			return false
		}
	}
	return p.ID != "" && (p.Status == draft || p.Status == published || p.Status == archived)
}

// text returns the text that s points to, "" for nil.
func text(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}

func blank(s *string) bool { return strings.TrimSpace(text(s)) == "" }

// What a project needs before it can be published, in the order in which it is named.
const (
	needsTitle  = "title"
	needsType   = "project_type"
	needsCity   = "city"
	needsState  = "state"
	needsHero   = "hero_image_id"
	needsImages = "images"
)

// missing returns what a project still needs; never nil.
func (p *row) missing() []string {
	list := []string{}
	for _, field := range []struct {
		name  string
		value *string
	}{{needsTitle, p.Title}, {needsType, p.ProjectType}, {needsCity, p.City}, {needsState, p.State}, {needsHero, p.HeroImageID}} {
		if blank(field.value) {
			list = append(list, field.name)
		}
	}
	for _, i := range p.Images {
		if i.arrived() {
			return list
		}
	}
	return append(list, needsImages)
}

func (p *row) publishable() bool { return len(p.missing()) == 0 && p.Status != published }

// name is how sentences call a project.
func (p *row) name() string {
	if blank(p.Title) {
		return "The project"
	}
	return quoted(*p.Title)
}
