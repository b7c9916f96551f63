package portfolio

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/mcp-adapters/mcp-adapters/mcp"
)

// The views of the widget.
const (
	draftView  = "project-draft"
	mediaView  = "project-media"
	statusView = "project-status"
	listView   = "project-list"
)

// full is a project as the widget gets it, with its images where they are shown.
type full struct {
	project

	Images []image `json:"images,omitzero"`
}

// draftData is what the view of a draft shows.
type draftData struct {
	Project    full     `json:"project"`
	Missing    []string `json:"missing_fields"`
	CanPublish bool     `json:"can_publish"`
}

// statusData is what the view of a status shows.
type statusData struct {
	draftData

	PublicURL string `json:"public_url,omitempty"`
}

// mediaData is what the view of the photos shows.
type mediaData struct {
	Project full    `json:"project"`
	Images  []image `json:"images"`
}

// seen is an image as the model gets it.
type seen struct {
	ImageID   string  `json:"image_id"`
	ImageType *string `json:"image_type"`
	AltText   *string `json:"alt_text"`
	IsHero    bool    `json:"is_hero"`
}

func (p *row) seen() []seen {
	list := make([]seen, len(p.Images))
	for i, image := range p.Images {
		list[i] = seen{image.ID, image.ImageType, image.AltText, p.HeroImageID != nil && sameID(image.ID, *p.HeroImageID)}
	}
	return list
}

// shown returns the images as the widget gets them; never nil.
func (p *row) shown() []image {
	list := append([]image{}, p.Images...)
	for i := range list {
		list[i].CreatedAt, list[i].StoragePath = nil, ""
	}
	return list
}

func (p *row) draftData() draftData {
	return draftData{full{project: p.project}, p.missing(), p.publishable()}
}

func (t tools) statusData(p *row, missing []string) statusData {
	d := statusData{draftData{full{p.project, p.shown()}, missing, p.publishable()}, ""}
	if p.Status == published {
		d.PublicURL = t.publicURL(p)
	}
	return d
}

// publicURL returns the address of a published project: the API's own, or the one that
// the original's site has for it.
func (t tools) publicURL(p *row) string {
	if own := t.api.absolute(text(p.PublicURL)); own != "" {
		return own
	}
	site := strings.TrimRight(cmp.Or(t.Site, t.api.base.Scheme+"://"+t.api.base.Host), "/")
	segments := []string{text(p.CitySlug), cmp.Or(t.Trade, "masonry"), text(p.ProjectTypeSlug), text(p.Slug)}
	if slices.Contains(segments, "") {
		return site
	}
	return site + "/" + strings.Join(segments, "/")
}

// result returns a result for the model, with a sentence, and _meta for the widget.
func result(structured any, meta any, sentence string) (mcp.Result, error) {
	r, err := mcp.StructuredResult(structured)
	if err != nil {
		return mcp.Result{}, err
	}
	r.Note = sentence
	if meta != nil {
		m, err := mcp.StructuredResult(meta)
		if err != nil {
			return mcp.Result{}, err
		}
		r.Meta = m.Structured
	}
	return r, nil
}

// lacking is the end of a sentence about a project that isn't published.
func lacking(p *row) string {
	switch missing := p.missing(); {
	case p.Status == published && len(missing) > 0:
		return " It is published, though it lacks " + needed(missing) + "." + p.withheld()
	case p.Status == published:
		return p.withheld()
	case len(missing) == 0:
		return " It can be published."
	default:
		return " To be published it needs " + needed(missing) + "."
	}
}

// withheld says which photos of a published project its page doesn't show, though they
// are there, "" if it shows all. Our own API never makes a HEIC public.
func (p *row) withheld() string {
	n := 0
	for _, i := range p.Images {
		if i.arrived() && strings.HasSuffix(i.StoragePath, ".heic") {
			n++
		}
	}
	if p.Status != published || n == 0 {
		return ""
	}
	return fmt.Sprintf(" Its page does not show %s: a HEIC may say where it was taken, and that can't be removed. Remove it, and add it as a JPEG.", counted(n, "photo"))
}
