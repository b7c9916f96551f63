package site

import (
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/google/uuid"
)

// route is what a path takes with one method.
type route struct {
	method  string
	pattern string // segments; {name} is any one of them, {name...} the rest
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

	segments []string
}

var routes = compile([]route{
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

	{method: http.MethodGet, pattern: "/", serve: (*Site).serveList, open: true},
	{method: http.MethodGet, pattern: "/sitemap.xml", serve: (*Site).serveSitemap, open: true},
	{method: http.MethodGet, pattern: "/robots.txt", serve: (*Site).serveRobots, open: true},
	{method: http.MethodGet, pattern: "/{city}/{trade}/{type}/{slug}", serve: (*Site).serveCaseStudy, open: true},
})

func compile(list []route) []route {
	for i := range list {
		list[i].segments = strings.Split(list[i].pattern[1:], "/")
	}
	return list
}

// match reports whether a path's segments fit the route, and returns those that have
// names. The last may be a path of its own.
func (r *route) match(path []string) (named map[string]string, ok bool) {
	for i, want := range r.segments {
		if i >= len(path) {
			return nil, false
		}
		name, wild := strings.CutPrefix(want, "{")
		switch {
		case !wild && path[i] != want, wild && path[i] == "":
			return nil, false
		case !wild:
			continue
		case named == nil:
			named = make(map[string]string, 2)
		}
		if rest, all := strings.CutSuffix(name, "...}"); all {
			named[rest] = strings.Join(path[i:], "/")
			return named, true
		}
		named[strings.TrimSuffix(name, "}")] = path[i]
	}
	return named, len(path) == len(r.segments)
}

// find returns the route of a request and what its path names. Without one for the
// method it returns the methods that there are, which are none for an unknown path.
func find(r *http.Request) (found *route, named map[string]string, methods []string) {
	path := strings.Split(strings.TrimPrefix(r.URL.EscapedPath(), "/"), "/")
	for i, segment := range path {
		var err error
		if path[i], err = url.PathUnescape(segment); err != nil {
			return nil, nil, nil
		}
	}
	method := r.Method
	for i := range routes {
		names, ok := routes[i].match(path)
		if !ok || path[0] == "api" && routes[i].segments[0] != "api" { // no city is called that
			continue
		}
		// HEAD is GET where the answer isn't the API's.
		if m := routes[i].method; m == method || method == http.MethodHead && m == http.MethodGet && routes[i].serve != nil {
			return &routes[i], names, nil
		}
		if !slices.Contains(methods, routes[i].method) {
			methods = append(methods, routes[i].method)
		}
		if routes[i].cross && method == http.MethodOptions {
			return &routes[i], names, nil
		}
	}
	return nil, named, methods
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
