package site

import (
	"net/http"

	"github.com/google/uuid"

	"github.com/mcp-adapters/mcp-adapters/internal/httpserver"
)

// route is what a path takes with one method.
type route struct {
	method  string
	pattern string // of the path, as [http.ServeMux] has it
	// answer returns what the answer's JSON is made of; serve writes the answer itself, and
	// returns an error only before it has written any of it. One of them is set.
	answer func(*Site, *call) (any, error)
	serve  func(*Site, http.ResponseWriter, *call) error
	status int  // of an answer, 0: 200
	body   bool // it takes a JSON body
	open   bool // it needs no token; it judges by itself who may come in
	tagged bool // its answer has an ETag
	tells  bool // it fails if there is no such contractor any more, so that there is no need to look before
	cross  bool // pages of any origin may use it: widgets' are different for each host
}

var routes = []route{
	{method: http.MethodGet, pattern: "/api/projects", answer: (*Site).listProjects},
	{method: http.MethodPost, pattern: "/api/projects", answer: (*Site).createProject, status: http.StatusCreated, body: true},
	{method: http.MethodGet, pattern: "/api/projects/{project}", answer: (*Site).getProject, tagged: true, tells: true},
	{method: http.MethodPatch, pattern: "/api/projects/{project}", answer: (*Site).updateProject, body: true},
	{method: http.MethodDelete, pattern: "/api/projects/{project}", answer: (*Site).deleteProject},
	{method: http.MethodPost, pattern: "/api/projects/{project}/publish", answer: (*Site).publish},
	{method: http.MethodDelete, pattern: "/api/projects/{project}/publish", answer: (*Site).unpublish},
	{method: http.MethodGet, pattern: "/api/projects/{project}/images", answer: (*Site).listImages},
	{method: http.MethodPost, pattern: "/api/projects/{project}/images", answer: (*Site).addImage, status: http.StatusCreated, body: true},
	{method: http.MethodPatch, pattern: "/api/projects/{project}/images", answer: (*Site).arrangeImages, body: true},
	{method: http.MethodDelete, pattern: "/api/projects/{project}/images", answer: (*Site).deleteImage, body: true},
	{method: http.MethodPost, pattern: "/api/projects/{project}/images/from-url", answer: (*Site).importImages, body: true},
	{method: http.MethodGet, pattern: "/api/projects/{project}/images/validate", answer: (*Site).validateImages},
	{method: http.MethodDelete, pattern: "/api/projects/{project}/images/validate", answer: (*Site).dropUnsent},
	{method: http.MethodPost, pattern: "/api/projects/{project}/images/{image}/sync", answer: (*Site).syncImage},
	{method: http.MethodGet, pattern: "/api/projects/{project}/images/{image}/file", serve: (*Site).serveFile, open: true, cross: true},

	{method: http.MethodPut, pattern: uploadPath + "/{path...}", serve: (*Site).upload, open: true, cross: true},
	{method: http.MethodGet, pattern: mediaPath + "/{path...}", serve: (*Site).serveMedia, open: true, cross: true},

	{method: http.MethodGet, pattern: "/{$}", serve: (*Site).serveList, open: true},
	{method: http.MethodGet, pattern: "/sitemap.xml", serve: (*Site).serveSitemap, open: true},
	{method: http.MethodGet, pattern: "/robots.txt", serve: (*Site).serveRobots, open: true},
}

// caseStudy has a mux of its own: its pattern overlaps with those of /media and of uploads.
var caseStudy = route{method: http.MethodGet, pattern: "/{city}/{trade}/{type}/{slug}", serve: (*Site).serveCaseStudy, open: true}

// newHandler returns the handler of all routes.
func (s *Site) newHandler() http.Handler {
	mux, pages := http.NewServeMux(), http.NewServeMux()
	// handle answers a route; nil is none.
	handle := func(to *route) http.Handler {
		return httpserver.Handle(func(w http.ResponseWriter, r *http.Request) error {
			return s.serve(w, r, to, func() []string { return httpserver.Methods(mux, r) })
		}, s.refuse)
	}
	for i := range routes {
		mux.Handle(routes[i].method+" "+routes[i].pattern, handle(&routes[i]))
		if routes[i].cross {
			mux.Handle(http.MethodOptions+" "+routes[i].pattern, handle(&routes[i]))
		}
	}
	lost := handle(nil)
	pages.Handle(caseStudy.method+" "+caseStudy.pattern, handle(&caseStudy))
	pages.Handle("/", lost)
	for _, path := range []string{"/api", "/api/", uploadPath, mediaPath} {
		mux.Handle(path, lost)
	}
	mux.Handle("/", pages)
	return httpserver.Unredirected(mux, lost)
}

// crossOrigin lets pages of any origin use a route. No one is recognized by a cookie, so
// that they get nothing but what they could fetch themselves.
func crossOrigin(h http.Header) {
	h.Set("Access-Control-Allow-Origin", "*")
	h.Set("Access-Control-Allow-Methods", "GET, PUT, OPTIONS")
	h.Set("Access-Control-Allow-Headers", "content-type, x-upsert, authorization")
	h.Set("Access-Control-Max-Age", "600")
}

// id returns an id of a path in the form in which it is stored, "" if it isn't one.
func id(text string) string {
	const length = 36 // of the usual form, which is not the only one that Parse takes
	u, err := uuid.Parse(text)
	if err != nil || len(text) != length {
		return ""
	}
	return u.String()
}
