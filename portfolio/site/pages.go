package site

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/mcp-adapters/mcp-adapters/portfolio/page"
	"github.com/mcp-adapters/mcp-adapters/portfolio/store"
)

const (
	perPage  = 24
	mostPage = 10_000
)

func (s *Site) home() string { return s.opts.URL() + "/" }

// serveCaseStudy writes the page of a published project. Under segments of old, it leads
// to those of now.
func (s *Site) serveCaseStudy(w http.ResponseWriter, c *call) error {
	p, contractor, err := s.store.PublishedBySlug(c.ctx, c.PathValue("slug"))
	if errors.Is(err, store.ErrNotFound) || err == nil && (p.CitySlug == "" || p.ProjectTypeSlug == "") {
		return s.servePageNotFound(w, c)
	}
	if err != nil {
		return err
	}
	if c.PathValue("city") != p.CitySlug || c.PathValue("trade") != s.opts.Trade || c.PathValue("type") != p.ProjectTypeSlug {
		w.Header().Set("Location", s.caseStudyURL(p))
		w.Header().Set("Cache-Control", "no-cache") // the project may move back
		w.WriteHeader(http.StatusMovedPermanently)
		return nil
	}
	study := page.CaseStudy{
		URL: s.caseStudyURL(p), Home: s.home(),
		Title: p.Title, Type: p.ProjectType, Neighborhood: p.Neighborhood, City: p.City, State: p.State,
		Duration: p.Duration, Published: p.PublishedAt, Modified: p.UpdatedAt,
		Summary: p.Summary, Challenge: p.Challenge, Solution: p.Solution, Results: p.Results, Highlights: p.OutcomeHighlights,
		Tags: p.Tags, Materials: p.Materials, Techniques: p.Techniques,
		SEOTitle: p.SEOTitle, SEODescription: p.SEODescription,
		Contractor: cardOf(contractor),
	}
	if p.DescriptionManual {
		study.Description = p.Description
	}
	for _, i := range p.Images {
		if i.PublicPath != "" {
			study.Images = append(study.Images, s.picture(p, i))
		}
	}
	html, err := study.Render()
	if err != nil {
		return err
	}
	writePage(w, c, http.StatusOK, "text/html; charset=utf-8", html)
	return nil
}

func cardOf(c store.Contractor) page.Contractor {
	return page.Contractor{Name: c.BusinessName, City: c.City, State: c.State, Phone: c.Phone, Website: c.Website}
}

func (s *Site) picture(p store.Project, i store.Image) page.Image {
	return page.Image{
		URL: s.mediaURL(i.PublicPath), Width: i.Width, Height: i.Height, Alt: i.AltText, Label: string(i.Type), Hero: i.ID == p.HeroImageID,
	}
}

// serveList writes a part of the list of what is published.
func (s *Site) serveList(w http.ResponseWriter, c *call) error {
	number := 1
	if text := c.URL.Query().Get("page"); text != "" {
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 || n > mostPage {
			return s.servePageNotFound(w, c)
		}
		number = n
	}
	projects, err := s.store.PublishedProjects(c.ctx, perPage+1, (number-1)*perPage)
	if err != nil {
		return err
	}
	if len(projects) == 0 && number > 1 {
		return s.servePageNotFound(w, c)
	}
	list := page.List{URL: s.listURL(number), Name: "Case studies"}
	if number > 1 {
		list.Newer = s.listURL(number - 1)
	}
	if len(projects) > perPage {
		projects, list.Older = projects[:perPage], s.listURL(number+1)
	}
	all, err := s.store.Contractors(c.ctx, "", 2)
	if err != nil {
		return err
	}
	if len(all) == 1 {
		card := cardOf(all[0])
		list.Contractor = &card
	}
	names := map[string]string{}
	for _, p := range projects {
		name, known := names[p.ContractorID]
		if !known {
			contractor, err := s.store.Contractor(c.ctx, p.ContractorID)
			if err != nil && !errors.Is(err, store.ErrNotFound) { // one who is gone since
				return err
			}
			name = contractor.BusinessName
			names[p.ContractorID] = name
		}
		list.Projects = append(list.Projects, s.entry(p, name))
	}
	html, err := list.Render()
	if err != nil {
		return err
	}
	writePage(w, c, http.StatusOK, "text/html; charset=utf-8", html)
	return nil
}

func (s *Site) entry(p store.Project, contractor string) page.Entry {
	e := page.Entry{
		URL: s.caseStudyURL(p), Title: p.Title, Type: p.ProjectType, City: p.City, State: p.State, Contractor: contractor, Published: p.PublishedAt,
	}
	for _, i := range p.Images {
		if i.PublicPath != "" && (e.Image.URL == "" || i.ID == p.HeroImageID) {
			e.Image = s.picture(p, i)
		}
	}
	return e
}

func (s *Site) listURL(number int) string {
	if number == 1 {
		return s.home()
	}
	return s.home() + "?page=" + strconv.Itoa(number)
}

func (s *Site) serveSitemap(w http.ResponseWriter, c *call) error {
	projects, err := s.store.PublishedAddresses(c.ctx, page.MostLocations)
	if err != nil {
		return err
	}
	list := []page.Location{{URL: s.home()}}
	for _, p := range projects {
		if p.CitySlug != "" && p.ProjectTypeSlug != "" {
			list = append(list, page.Location{URL: s.caseStudyURL(p), Modified: p.UpdatedAt})
		}
	}
	xml, err := page.Sitemap(list)
	if err != nil {
		return err
	}
	writePage(w, c, http.StatusOK, "application/xml; charset=utf-8", xml)
	return nil
}

func (s *Site) serveRobots(w http.ResponseWriter, c *call) error {
	writePage(w, c, http.StatusOK, "text/plain; charset=utf-8", page.Robots(s.opts.URL()+"/sitemap.xml", "/api/", "/storage/", "/mcp"))
	return nil
}

// serveNowhere answers for a path that leads nowhere. People get a page, and those with a
// slash too many after the address of a page are led to it.
func (s *Site) serveNowhere(w http.ResponseWriter, c *call) error {
	reads := c.Method == http.MethodGet || c.Method == http.MethodHead
	if !reads || strings.HasPrefix(c.URL.Path, "/api/") || !strings.Contains(c.Header.Get("Accept"), "text/html") {
		return nothingThere()
	}
	if short := strings.TrimRight(c.URL.EscapedPath(), "/"); strings.Count(short, "/") == caseStudyDepth && short != c.URL.EscapedPath() {
		w.Header().Set("Location", s.opts.URL()+short)
		w.WriteHeader(http.StatusMovedPermanently)
		return nil
	}
	return s.servePageNotFound(w, c)
}

// caseStudyDepth is how many segments the path of a case study has.
const caseStudyDepth = 4

func (s *Site) servePageNotFound(w http.ResponseWriter, c *call) error {
	html, err := page.NotFound(s.home())
	if err != nil {
		return err
	}
	writePage(w, c, http.StatusNotFound, "text/html; charset=utf-8", html)
	return nil
}

// writePage writes what everyone may see. Browsers ask each time whether it is still so.
func writePage(w http.ResponseWriter, c *call, status int, contentType string, content []byte) {
	h := w.Header()
	h.Set("Content-Type", contentType)
	h.Set("Content-Security-Policy", page.Policy)
	h.Set("Referrer-Policy", "strict-origin-when-cross-origin")
	h.Set("Cache-Control", "no-cache")
	if status != http.StatusOK {
		h.Set("Content-Length", strconv.Itoa(len(content)))
		w.WriteHeader(status)
		if c.Method != http.MethodHead {
			_, _ = w.Write(content) // a client that went away takes no answer
		}
		return
	}
	sum := sha256.Sum256(content)
	h.Set("ETag", `"`+hex.EncodeToString(sum[:12])+`"`)
	http.ServeContent(w, c.Request, "", time.Time{}, bytes.NewReader(content))
}
