package portfolio

import (
	"context"
	"fmt"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/mcp-adapters/mcp-adapters/mcp"
	"github.com/mcp-adapters/mcp-adapters/mcp/schema"
)

func (t tools) projectStatus() mcp.Tool {
	return mcp.Tool{
		Name:  "get_project_status",
		Title: "Look at a project",
		Description: "Return a project's status, what publishing still needs, its photos with their ids, and its public address if it is published. " +
			"Use it before changing photos and after an unknown outcome. It needs project_id.",
		Hints: mcp.Hints{ReadOnly: true, Idempotent: true},
		Input: schema.Closed([]string{"project_id"}, one()),
		Output: schema.Open([]string{"project_id", "status", "missing_fields", "can_publish"},
			outID(), outTitle(), outStatus(), outMissing(), outCan(), outURL(), outImages()),
		Call: func(ctx context.Context, _ *mcp.Request, args schema.Arguments) (mcp.Result, error) {
			id := args.Text("project_id")
			before := t.api.readings.find(id)
			p, now, err := t.api.read(ctx, id, before)
			if err == nil && p != nil {
				now.result, err = t.status(ctx, p)
			}
			if err != nil {
				return mcp.Result{}, err
			}
			t.api.readings.add(id, now)
			return now.result, nil
		},
	}
}

// status returns the result for a project that was read.
func (t tools) status(ctx context.Context, p *row) (mcp.Result, error) {
	if err := t.api.illustrate(ctx, p); err != nil {
		return mcp.Result{}, err
	}
	t.api.show(ctx, p)
	data := t.statusData(p, p.missing())
	sentence := fmt.Sprintf("%s is %s, with %s.%s", p.name(), inState[p.Status], p.photos(), lacking(p))
	if data.PublicURL != "" {
		sentence += " Its page: " + data.PublicURL
	}
	return result(struct {
		ID         string   `json:"project_id"`
		Title      *string  `json:"title"`
		Status     string   `json:"status"`
		Missing    []string `json:"missing_fields"`
		CanPublish bool     `json:"can_publish"`
		URL        string   `json:"url,omitempty"`
		Images     []seen   `json:"images"`
	}{p.ID, p.Title, p.Status, data.Missing, data.CanPublish, data.PublicURL, p.seen()}, statusMeta(data), sentence)
}

// photos says how many photos the project has, and how many of them have not arrived yet.
func (p *row) photos() string {
	there := 0
	for _, i := range p.Images {
		if i.arrived() {
			there++
		}
	}
	said := counted(there, "photo")
	if pending := len(p.Images) - there; pending > 0 {
		said += fmt.Sprintf(" and %d still to be uploaded", pending)
	}
	return said
}

// inState has a status as sentences say it.
var inState = map[string]string{draft: "a draft", published: "published", archived: "archived"}

// counted returns a number of things in words.
func counted(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}

const (
	defaultPage = 10
	maxPage     = 50
)

// listed is a project in the list that the widget gets.
type listed struct {
	ID           string  `json:"id"`
	Title        *string `json:"title"`
	Status       string  `json:"status"`
	ProjectType  *string `json:"project_type"`
	City         *string `json:"city"`
	State        *string `json:"state"`
	Slug         *string `json:"slug"`
	HeroImageID  *string `json:"hero_image_id"`
	HeroImageURL *string `json:"hero_image_url"`
	CreatedAt    *string `json:"created_at"`
	UpdatedAt    *string `json:"updated_at"`
	PublishedAt  *string `json:"published_at"`
	PublicURL    string  `json:"public_url,omitempty"`
}

// named is a project in the list that the model gets.
type named struct {
	ID        string  `json:"project_id"`
	Title     *string `json:"title"`
	Status    string  `json:"status"`
	City      *string `json:"city"`
	UpdatedAt *string `json:"updated_at"`
}

// listData is what the view of the list shows.
type listData struct {
	Projects []listed `json:"projects"`
	Count    int      `json:"count"`
	HasMore  bool     `json:"has_more"`
	Offset   int      `json:"offset"`
	Limit    int      `json:"limit"`
	Status   *string  `json:"status_filter"`
}

func (t tools) listProjects() mcp.Tool {
	nullable := func(name string) schema.Property {
		return schema.Property{Name: name, Schema: &jsonschema.Schema{Types: []string{"string", "null"}}}
	}
	return mcp.Tool{
		Name:  "list_projects",
		Title: "List the projects",
		Description: "List the contractor's projects, newest first, with their ids, titles and status. " +
			"Use it first in a conversation, and to find the id that the other tools need. It needs no arguments; count is the offset of the next page.",
		Hints: mcp.Hints{ReadOnly: true, Idempotent: true},
		Input: schema.Closed([]string{},
			schema.Choice("status", "Only projects of this status.", draft, published, archived),
			schema.Number("limit", "How many, from 1 to 50. Default: 10."),
			schema.Number("offset", "How many to skip; count of the page before."),
		),
		Output: schema.Open([]string{"count", "has_more"},
			kept(schema.Typed("count", "integer"), "The offset of the next page."), schema.Typed("has_more", "boolean"),
			schema.List("projects", "Newest first.", schema.Open([]string{"project_id", "status"},
				outID(), nullable("title"), outStatus(), nullable("city"), nullable("updated_at")))),
		Call: func(ctx context.Context, _ *mcp.Request, args schema.Arguments) (mcp.Result, error) {
			limit, given, err := whole(args, "", "limit", 1, maxPage)
			if err != nil {
				return mcp.Result{}, err
			}
			if !given {
				limit = defaultPage
			}
			offset, _, err := whole(args, "", "offset", 0, schema.MaxInt32)
			if err != nil {
				return mcp.Result{}, err
			}
			status := args.Text("status")
			page, err := t.api.list(ctx, status, limit, offset)
			if err != nil {
				return mcp.Result{}, err
			}
			data := listData{Projects: []listed{}, Count: offset + len(page.Projects), Offset: offset, Limit: limit}
			data.HasMore = page.Total > data.Count && len(page.Projects) > 0
			if status != "" {
				data.Status = &status
			}
			projects := []named{}
			for i := range page.Projects {
				p := &page.Projects[i]
				p.Images = t.api.addressed(p.Images)
				p.showHero()
				data.Projects = append(data.Projects, t.listed(p))
				projects = append(projects, named{p.ID, p.Title, p.Status, p.City, p.UpdatedAt})
			}
			return result(struct {
				Count    int     `json:"count"`
				HasMore  bool    `json:"has_more"`
				Projects []named `json:"projects"`
			}{data.Count, data.HasMore, projects}, struct {
				View string   `json:"widgetTemplate"`
				Data listData `json:"widgetData"`
			}{listView, data}, data.sentence(page.Total))
		},
	}
}

func (t tools) listed(p *row) listed {
	l := listed{
		p.ID, p.Title, p.Status, p.ProjectType, p.City, p.State, p.Slug, p.HeroImageID, p.HeroImageURL,
		p.CreatedAt, p.UpdatedAt, p.PublishedAt, "",
	}
	if p.Status == published {
		l.PublicURL = t.publicURL(p)
	}
	return l
}

func (d listData) sentence(total int) string {
	switch {
	case len(d.Projects) == 0 && d.Offset > 0:
		return "There are no more projects."
	case len(d.Projects) == 0 && d.Status != nil:
		return "There are no projects of that status."
	case len(d.Projects) == 0:
		return "There are no projects yet."
	case d.HasMore:
		return fmt.Sprintf("These are projects %d to %d of %d, newest first; continue with offset %d.", d.Offset+1, d.Count, total, d.Count)
	}
	return fmt.Sprintf("These are projects %d to %d, newest first; there are no more.", d.Offset+1, d.Count)
}
