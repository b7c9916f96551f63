package site

import (
	"context"
	"strconv"
	"strings"

	"github.com/mcp-adapters/mcp-adapters/appbuilder"
	"github.com/mcp-adapters/mcp-adapters/appbuilder/store"
)

// route is an address with a method.
type route struct {
	pattern string
	most    int64 // of its body; 0: it takes none
	open    bool  // it needs no visitor
	long    bool  // it may take longer than other requests
	// answer returns what is written as JSON, nil for 204. serve writes the answer itself, and
	// returns an error only before it has written any of it. One of them is set.
	answer func(context.Context, *call) (any, error)
	serve  func(*call) error
}

func (s *Site) routes() []route {
	list := []route{
		{pattern: "POST /api/generate", most: mostPrompt, long: true, serve: s.postGenerate},
		{pattern: "DELETE /api/runs/{run}", answer: func(_ context.Context, c *call) (any, error) {
			return nil, s.CancelGenerate(c.v, c.r.PathValue("run"))
		}},
		{pattern: "GET /api/current", answer: s.getApp},
		{pattern: "GET /api/apps", answer: s.getApps},
		{pattern: "GET /api/apps/{id}", answer: s.getApp},
		{pattern: "PATCH /api/apps/{id}", most: mostEdit, answer: s.patchApp},
		{pattern: "DELETE /api/apps/{id}", answer: func(ctx context.Context, c *call) (any, error) { return nil, s.Delete(ctx, c.v, c.id) }},
		{pattern: "POST /api/apps/{id}/unpublish", most: mostBody, answer: s.postUnpublish},
		{pattern: "POST /api/apps/{id}/undo", most: mostBody, answer: func(ctx context.Context, c *call) (any, error) { return c.app(s.Undo(ctx, c.v, c.id)) }},
		{pattern: "POST /api/apps/{id}/redo", most: mostBody, answer: func(ctx context.Context, c *call) (any, error) { return c.app(s.Redo(ctx, c.v, c.id)) }},
		{pattern: "POST /api/apps/{id}/restore", most: mostBody, answer: s.postRestore},
		{pattern: "DELETE /api/apps/{id}/run", answer: func(ctx context.Context, c *call) (any, error) { return nil, s.Cancel(ctx, c.v, c.id) }},
		{pattern: "GET /api/apps/{id}/messages", answer: s.getMessages},
		{pattern: "GET /api/apps/{id}/versions", answer: s.getVersions},
		{pattern: "GET /api/apps/{id}/export", answer: s.getExport},
		{pattern: "GET /api/apps/{id}/events", long: true, serve: s.getEvents},
		{pattern: "POST /api/apps/{id}/tokens", most: mostBody, answer: s.postToken},
		{pattern: "DELETE /api/apps/{id}/tokens", answer: func(ctx context.Context, c *call) (any, error) { return nil, s.RevokeEditTokens(ctx, c.v, c.id) }},
		{pattern: "POST /api/apps/{id}/call-token", most: mostBody, answer: s.postCallToken},
		{pattern: "DELETE /api/apps/{id}/call-token", answer: func(ctx context.Context, c *call) (any, error) { return nil, s.RemoveCallToken(ctx, c.v, c.id) }},
		{pattern: "POST /api/apps/{id}/answers", most: mostBody, answer: s.postAnswers},
		{pattern: "GET /api/slugs/{slug}", answer: s.getSlug},
		{pattern: "GET /api/meta", open: true, answer: s.getMeta},
		{pattern: "POST /api/login", most: mostBody, open: true, answer: s.postLogin},
	}
	for _, at := range []string{"/api/", "/api/apps/{id}/"} {
		list = append(list,
			route{pattern: "POST " + at + "chat", most: mostBody, long: true, serve: s.postChat},
			route{pattern: "POST " + at + "publish", most: mostBody, answer: s.postPublish},
		)
	}
	return list
}

// app answers with an app, whose revision is what If-Match takes.
func (c *call) app(a appbuilder.App, err error) (any, error) {
	if err != nil {
		return nil, err
	}
	c.w.Header().Set("ETag", `"`+strconv.Itoa(a.Revision)+`"`)
	return a, nil
}

func (s *Site) getApp(ctx context.Context, c *call) (any, error) {
	return c.app(s.App(ctx, c.v, c.id))
}

func (s *Site) getApps(ctx context.Context, c *call) (any, error) {
	limit, err := c.number("limit", 20, 1, 100)
	if err != nil {
		return nil, err
	}
	apps, next, err := s.Apps(ctx, c.v, c.r.URL.Query().Get("cursor"), limit)
	if err != nil {
		return nil, err
	}
	return struct {
		Apps []store.Summary `json:"apps"`
		Next *string         `json:"nextCursor"`
	}{apps, orNull(next)}, nil
}

func orNull(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

// number returns a number of the query.
func (c *call) number(name string, otherwise, least, most int) (int, error) {
	text := c.r.URL.Query().Get(name)
	if text == "" {
		return otherwise, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < least || n > most {
		return 0, invalid(name, "range", name+" is a number from "+strconv.Itoa(least)+" to "+strconv.Itoa(most)+".")
	}
	return n, nil
}

func (s *Site) patchApp(ctx context.Context, c *call) (any, error) {
	revision, err := c.ifMatch()
	if err != nil {
		return nil, err
	}
	var p appbuilder.Patch
	if err := c.decode(&p); err != nil {
		return nil, err
	}
	app, _, err := s.Edit(ctx, c.v, c.id, revision, p)
	return c.app(app, err)
}

// ifMatch returns the revision that an edit is of; 0 is any, which has to be said.
func (c *call) ifMatch() (int, error) {
	text := strings.TrimSpace(c.r.Header.Get("If-Match"))
	switch text {
	case "":
		return 0, fail(precondition, `Send the revision you last saw in the If-Match header, as in "7".`)
	case "*":
		return 0, nil
	}
	n, err := strconv.Atoi(strings.Trim(strings.TrimPrefix(text, "W/"), `"`))
	if err != nil || n < 1 {
		return 0, invalid("If-Match", "format", `If-Match must be the revision of the app, as in "7".`)
	}
	return n, nil
}

func (s *Site) postPublish(ctx context.Context, c *call) (any, error) {
	var p struct {
		ToolName        *string `json:"toolName"`
		ToolDescription *string `json:"toolDescription"`
		Slug            string  `json:"slug"`
	}
	if err := c.decode(&p); err != nil {
		return nil, err
	}
	return orNil(s.Publish(ctx, c.v, c.id, store.Publication{ToolName: p.ToolName, ToolDescription: p.ToolDescription, Slug: p.Slug}))
}

// orNil makes of a result what a route returns.
func orNil[T any](v T, err error) (any, error) {
	if err != nil {
		return nil, err
	}
	return v, nil
}

func (s *Site) postUnpublish(ctx context.Context, c *call) (any, error) {
	app, err := s.Unpublish(ctx, c.v, c.id)
	return orNil(struct {
		App appbuilder.App `json:"app"`
	}{app}, err)
}

func (s *Site) postRestore(ctx context.Context, c *call) (any, error) {
	var q struct {
		Version int `json:"publishVersion"`
	}
	if err := c.decode(&q); err != nil {
		return nil, err
	}
	if q.Version < 1 {
		return nil, invalid("publishVersion", "required", "publishVersion must be the number of a published version.")
	}
	return c.app(s.Restore(ctx, c.v, c.id, q.Version))
}

func (s *Site) getMessages(ctx context.Context, c *call) (any, error) {
	after, err := c.number("after", 0, 0, 1<<30)
	if err != nil {
		return nil, err
	}
	messages, err := s.Messages(ctx, c.v, c.id, after)
	return orNil(struct {
		Messages []store.Message `json:"messages"`
	}{messages}, err)
}

func (s *Site) getVersions(ctx context.Context, c *call) (any, error) {
	versions, err := s.Versions(ctx, c.v, c.id)
	return orNil(struct {
		Versions []store.VersionInfo `json:"versions"`
	}{versions}, err)
}

func (s *Site) getExport(ctx context.Context, c *call) (any, error) {
	e, err := s.Export(ctx, c.v, c.id)
	if err != nil {
		return nil, err
	}
	name := appbuilder.Slug(e.App.Name)
	if e.App.Slug != nil {
		name = *e.App.Slug
	}
	c.w.Header().Set("Content-Disposition", `attachment; filename="`+name+`.json"`)
	return e, nil
}

func (s *Site) postToken(ctx context.Context, c *call) (any, error) {
	token, err := s.NewEditToken(ctx, c.v, c.id)
	return orNil(tokenAnswer{token}, err)
}

func (s *Site) postCallToken(ctx context.Context, c *call) (any, error) {
	token, err := s.NewCallToken(ctx, c.v, c.id)
	return orNil(tokenAnswer{token}, err)
}

func (s *Site) postAnswers(ctx context.Context, c *call) (any, error) {
	var q struct {
		Mode string `json:"mode"`
	}
	if err := c.decode(&q); err != nil {
		return nil, err
	}
	if q.Mode != "static" && q.Mode != "llm" {
		return nil, invalid("mode", "unknown", "mode must be static or llm.")
	}
	return c.app(s.SetAnswers(ctx, c.v, c.id, q.Mode == "llm"))
}

type tokenAnswer struct {
	Token string `json:"token"`
}

func (s *Site) getSlug(ctx context.Context, c *call) (any, error) {
	free, suggestion, err := s.SlugFree(ctx, c.r.PathValue("slug"))
	return orNil(struct {
		Available  bool   `json:"available"`
		Suggestion string `json:"suggestion,omitzero"`
	}{free, suggestion}, err)
}

func (s *Site) postLogin(_ context.Context, c *call) (any, error) {
	var q struct {
		Token string `json:"token"`
	}
	if err := c.decode(&q); err != nil {
		return nil, err
	}
	return nil, s.SignIn(c.w, c.r, q.Token)
}
