package site_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"github.com/mcp-adapters/mcp-adapters/apiclient"
	"github.com/mcp-adapters/mcp-adapters/internal/testing/harness"
	"github.com/mcp-adapters/mcp-adapters/internal/testing/mcptest"
	"github.com/mcp-adapters/mcp-adapters/internal/testing/pgtest"
	"github.com/mcp-adapters/mcp-adapters/mcp"
	"github.com/mcp-adapters/mcp-adapters/portfolio"
	"github.com/mcp-adapters/mcp-adapters/portfolio/site"
	"github.com/mcp-adapters/mcp-adapters/portfolio/store"
)

func TestMain(m *testing.M) {
	harness.Play(parts)
	pgtest.Main(m)
}

// onBoth runs a test on each database.
func onBoth(t *testing.T, test func(*testing.T, *desk), edits ...func(*site.Options)) {
	t.Helper()
	pgtest.OnBoth(t, store.SQLite, store.Postgres, func(t *testing.T, database func() pgtest.Database) {
		test(t, openOn(t, database(), edits...))
	})
}

// chat is an MCP server of the eleven tools on a site, as one contractor.
type chat struct {
	*desk
	session *mcp.Session
}

func (d *desk) chat(token string) chat {
	d.Helper()
	return d.chatWith(token, portfolio.ToolOptions{Uploads: d.Transport()})
}

func (d *desk) chatWith(token string, o portfolio.ToolOptions) chat {
	d.Helper()
	client, err := portfolio.NewClient(portfolio.Options{
		Token:   token,
		Options: apiclient.Options{BaseURL: home, Timeout: 20 * time.Second, MaxRetries: 2, Transport: d.Transport(), Log: zerolog.Nop()},
	})
	if err != nil {
		d.Fatal(err)
	}
	d.Cleanup(client.Close)
	options := mcptest.Options()
	portfolio.Declare(&options)
	return chat{d, mcptest.Serve(d, options, portfolio.Tools(client, o))}
}

// said is what a client gets of a tool call.
type said struct {
	t          testing.TB
	structured obj
	meta       obj
	text       string
	note       string // the sentence after the text
	failed     bool
}

// call calls a tool; arguments are a format.
func (c chat) call(tool, arguments string, args ...any) said {
	c.Helper()
	line := strings.NewReplacer("\n", "", "\t", "").Replace(fmt.Sprintf(arguments, args...))
	got := mcptest.Call(c, c.session, tool, line, mcptest.Legacy)
	if got.Result == nil {
		c.Fatalf("%s: a JSON-RPC error: %+v", tool, got.Error)
	}
	s := said{t: c, structured: obj{}, meta: obj{}, text: got.Result.Content[0].Text, failed: got.Result.IsError}
	if len(got.Result.Content) > 1 {
		s.note = got.Result.Content[1].Text
	}
	if got.Result.StructuredContent != nil {
		if err := json.Unmarshal(got.Result.StructuredContent, &s.structured); err != nil {
			c.Fatal(err)
		}
	}
	for name, value := range got.Result.Meta {
		var v any
		if err := json.Unmarshal(value, &v); err != nil {
			c.Fatal(err)
		}
		s.meta[name] = v
	}
	return s
}

// must calls a tool that has to succeed.
func (c chat) must(tool, arguments string, args ...any) said {
	c.Helper()
	s := c.call(tool, arguments, args...)
	if s.failed {
		c.Fatalf("%s failed: %s", tool, s.text)
	}
	return s
}

// refused calls a tool that has to fail in that way, and returns what it says.
func (c chat) refused(kind, tool, arguments string, args ...any) said {
	c.Helper()
	s := c.call(tool, arguments, args...)
	if !s.failed || s.at("error", "data", "kind") != kind {
		c.Fatalf("%s: %v %s, want %s", tool, s.failed, s.text, kind)
	}
	return s
}

// at returns a member of _meta.
func (s said) at(path ...string) any {
	s.t.Helper()
	return mcptest.Member(s.t, s.meta, path...)
}

// add adds photos by the tool, and returns their ids. Their bytes come.
func (c chat) add(project string, n int) (ids []string) {
	c.Helper()
	var files []string
	for i := range n {
		files = append(files, fmt.Sprintf(`{"file_id":"f%d","filename":"wall %d.jpg","content_type":"image/jpeg"}`, i, i))
	}
	s := c.must("add_project_media", `{"project_id":%q,"files":[%s]}`, project, strings.Join(files, ","))
	for _, u := range s.at("uploads").([]any) {
		u := u.(obj)
		c.arrive(u["token"].(string), u["path"].(string))
		ids = append(ids, u["image_id"].(string))
	}
	return ids
}

// shown returns the project as the widget gets it.
func (c chat) shown(project string) obj {
	c.Helper()
	return c.must("get_project_status", `{"project_id":%q}`, project).at("project").(obj)
}

// order returns the ids of a project's images.
func order(project obj) (ids []string) {
	for _, i := range project["images"].([]any) {
		ids = append(ids, i.(obj)["id"].(string))
	}
	return ids
}

// start creates a project that lacks nothing but photos.
func (c chat) start() string {
	c.Helper()
	return c.must("create_project_draft", `{"title":"Chimney rebuild","project_type":"Chimney","summary":"It leaned."}`).structured["project_id"].(string)
}
