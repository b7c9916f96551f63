package appbuilder_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/go-json-experiment/json"

	"github.com/mcp-adapters/mcp-adapters/appbuilder"
	"github.com/mcp-adapters/mcp-adapters/appbuilder/layout"
	"github.com/mcp-adapters/mcp-adapters/appbuilder/rule"
	"github.com/mcp-adapters/mcp-adapters/appbuilder/theme"
)

func content(t *testing.T) appbuilder.Content {
	t.Helper()
	d, faults := layout.Parse([]byte(`{"type":"table","columns":[{"key":"name","header":"Name","type":"text"},{"key":"see","header":"See","type":"action"}],"rows":[{"name":"Lamp","see":{"label":"Open","url":"https://example.com"}}]}`))
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	return appbuilder.Content{Name: "Shop", Layout: layout.Table, Theme: theme.Palettes["shop"], Data: d}
}

func of(s string) *string { return &s }

func TestContent_Check(t *testing.T) {
	t.Parallel()
	c := content(t)
	if faults := c.Check(); len(faults) > 0 {
		t.Error(faults)
	}
	fields := func(faults rule.Faults) (all []string) {
		for _, f := range faults {
			all = append(all, f.Field)
		}
		return all
	}
	if got := fields(c.CheckPublish()); !slices.Equal(got, []string{"toolName", "toolDescription"}) {
		t.Error(got)
	}
	c.ToolName, c.ToolDescription, c.Name, c.Layout, c.Theme = "1x", "a\u202e long description", "", "post-list", theme.Theme{}
	if got := fields(c.CheckPublish()); !slices.Contains(got, "name") || !slices.Contains(got, "toolName") || !slices.Contains(got, "toolDescription") ||
		!slices.Contains(got, "mockData.type") || !slices.Contains(got, "themeVariables.--primary") {
		t.Error(got)
	}
}

func TestContent_Apply(t *testing.T) {
	t.Parallel()
	c := content(t)
	got, changes, faults := c.Apply(appbuilder.Patch{
		Name: of(" Café "), Theme: map[string]string{"--primary": "48 96% 53%"}, Layout: of(layout.PostList), ToolName: of("get_lamps"),
	})
	want := []string{
		"Updated the name", "Updated the tool name", "Updated primary color to yellow",
		"Switched the layout to post-list", "Left out what the post-list layout can't show: links",
	}
	if len(faults) > 0 || !slices.Equal(changes, want) {
		t.Errorf("%q %v", changes, faults)
	}
	if got.Name != "Café" || got.Layout != layout.PostList || got.Data.Layout() != layout.PostList || len(got.Check()) > 0 {
		t.Errorf("%+v %v", got, got.Check())
	}
	if c.Layout != layout.Table || c.Name != "Shop" || c.Theme["--primary"] != "142 76% 36%" || c.Equal(got) || !c.Equal(content(t)) {
		t.Errorf("what was there has changed: %+v", c)
	}
	for field, p := range map[string]appbuilder.Patch{
		"name": {Name: of("")}, "toolName": {ToolName: of("a b")}, "layoutTemplate": {Layout: of("map")},
		"mockData.type": {Layout: of(layout.PostList), Data: layout.Encode(c.Data)}, "themeVariables.--primary": {Theme: map[string]string{"--primary": "red"}},
		"mockData.rows[0].x": {Data: []byte(`{"type":"table","columns":[{"key":"a","header":"A","type":"text"}],"rows":[{"x":1}]}`)},
	} {
		p.Description = of("It is fine.")
		if got, changes, faults := c.Apply(p); len(faults) != 1 || faults[0].Field != field || len(changes) > 0 || !got.Equal(c) {
			t.Errorf("%s: %v %v", field, changes, faults)
		}
	}
}

func TestSlug(t *testing.T) {
	t.Parallel()
	random := regexp.MustCompile(`^app-[a-z2-7]{8}$`)
	for name, want := range map[string]string{
		"My Support Bot": "my-support-bot", "日本語アプリ": "", "🚀": "", "Café Été": "cafe-ete", "  --A&B--  ": "a-b",
		strings.Repeat("a", 100): strings.Repeat("a", 50), "API": "api-app", "Straße_Ærø/x.y": "strasse-aero-x-y", "!!!": "",
		"one two three four five six seven eight nine ten eleven": "one-two-three-four-five-six-seven-eight-nine-ten",
	} {
		got := appbuilder.Slug(name)
		if want == "" && !random.MatchString(got) || want != "" && got != want {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
		if why := appbuilder.CheckSlug(got); why != "" {
			t.Errorf("%q: %q: %s", name, got, why)
		}
		if named, ok := appbuilder.SlugFromName(name); named != want || ok != (want != "") {
			t.Errorf("%q: %q %t, want %q", name, named, ok, want)
		}
	}
	long := strings.Repeat("a", 50)
	for tries, want := range map[int]string{1: "-2", 18: "-19"} {
		if got := appbuilder.NextSlug(long, tries); !strings.HasSuffix(got, want) || len(got) != 50 {
			t.Error(got)
		}
	}
	if a, b := appbuilder.NextSlug(long, 20), appbuilder.NextSlug(long, 20); a == b || appbuilder.CheckSlug(a) != "" {
		t.Error(a, b)
	}
	for _, bad := range []string{"", "A", "a--b", "-a", "a-", strings.Repeat("a", 51), "api", "a_b", "ä"} {
		if appbuilder.CheckSlug(bad) == "" {
			t.Errorf("%q is allowed", bad)
		}
	}
}

func TestApp_JSON(t *testing.T) {
	t.Parallel()
	at := appbuilder.Time{Time: time.Date(2026, 3, 1, 13, 0, 0, 5_900_000, time.FixedZone("", 3600))}
	slug := "shop"
	text, err := json.Marshal(appbuilder.App{
		ID: "1", Content: content(t), Slug: &slug, Status: appbuilder.Published, Version: 2, PublishedAt: &at, CreatedAt: at, UpdatedAt: at,
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		`"name":"Shop"`, `"layoutTemplate":"table"`, `"mcpSlug":"shop"`, `"publishVersion":2`, `"mockData":{"type":"table"`,
		`"publishedAt":"2026-03-01T12:00:00.005Z"`, `"createdAt":"2026-03-01T12:00:00.005Z"`,
	} {
		if !strings.Contains(string(text), want) {
			t.Errorf("%s\nis not in %s", want, text)
		}
	}
	if text, err = json.Marshal(appbuilder.App{Content: content(t)}); err != nil || !strings.Contains(string(text), `"mcpSlug":null`) || !strings.Contains(string(text), `"publishedAt":null`) {
		t.Errorf("%s, %v", text, err)
	}
}
