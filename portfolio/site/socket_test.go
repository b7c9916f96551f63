package site_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"github.com/mcp-adapters/mcp-adapters/apiclient"
	"github.com/mcp-adapters/mcp-adapters/internal/testing/mcptest"
	"github.com/mcp-adapters/mcp-adapters/portfolio"
	"github.com/mcp-adapters/mcp-adapters/portfolio/site"
)

// TestSockets_Tools runs a session of the tools over HTTP, as against any portfolio API.
func TestSockets_Tools(t *testing.T) {
	t.Parallel()
	server := httptest.NewUnstartedServer(nil)
	d := open(t, func(o *site.Options) { o.URL = func() string { return server.URL } })
	server.Config.Handler = d
	server.Start()
	t.Cleanup(server.Close)
	connect := func(token string) chat {
		client, err := portfolio.NewClient(portfolio.Options{
			Token:   token,
			Options: apiclient.Options{BaseURL: server.URL, Timeout: 20 * time.Second, Log: zerolog.Nop()},
		})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(client.Close)
		options := mcptest.Options()
		portfolio.Declare(&options)
		return chat{d, mcptest.Serve(t, options, portfolio.Tools(client, portfolio.ToolOptions{}))}
	}
	c := connect(d.token)
	project := c.start()
	c.add(project, 2)
	s := c.must("publish_project", `{"project_id":%q}`, project)
	if url := s.structured["url"].(string); !strings.HasPrefix(url, server.URL+"/denver-co/masonry/chimney/chimney-rebuild-") {
		t.Errorf("the page is at %s", url)
	}
	c.must("unpublish_project", `{"project_id":%q}`, project)
	connect(d.token+"x").refused("unauthorized", "list_projects", `{}`)
}

// TestSockets_LongBody: a body that doesn't say its length is read to the limit alone.
func TestSockets_LongBody(t *testing.T) {
	t.Parallel()
	d := open(t)
	server := httptest.NewServer(d)
	t.Cleanup(server.Close)
	project := d.create(`{"title":"Wall"}`)
	body := io.MultiReader(strings.NewReader(`{"title":"`), strings.NewReader(strings.Repeat("x", 2<<20)), strings.NewReader(`"}`))
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPatch, fmt.Sprintf("%s/api/projects/%s", server.URL, project), body)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+d.token)
	res, err := server.Client().Do(r)
	if err != nil {
		t.Fatal(err)
	}
	data, err := io.ReadAll(res.Body)
	if err := res.Body.Close(); err != nil {
		t.Error(err)
	}
	if err != nil || res.StatusCode != http.StatusRequestEntityTooLarge || !strings.Contains(string(data), "1 MiB") {
		t.Errorf("%d %s %v", res.StatusCode, data, err)
	}
	d.api("GET", "/"+project, "").want(http.StatusOK, `"Wall"`, "project", "title")
}
