package main_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/harness"
	"github.com/mcp-adapters/mcp-adapters/internal/testing/pgtest"
)

// database is an empty one on a PostgreSQL server.
func database(t *testing.T) string {
	t.Helper()
	return pgtest.Start(t).Database(t)
}

const noProject = "00000000-0000-4000-8000-00000000dead"

// TestReplicas_Isolation has two contractors sign in for real, and one of them reach for
// all that is the other's, by every tool, every route, and every address that was signed.
func TestReplicas_Isolation(t *testing.T) {
	t.Parallel()
	for name, more := range map[string]func(*testing.T) []string{
		"sqlite":   func(*testing.T) []string { return nil },
		"postgres": func(t *testing.T) []string { return []string{"DATABASE_URL=" + database(t)} },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := openOffice(t, append(self(), more(t)...)...)
			mine, theirs := o.client(o.signIn(ann).Access), o.client(o.signIn(bea).Access)
			made := mine.call("create_project_draft", `{"title":"Ann's chimney","project_type":"Chimney","summary":"Ann's own words."}`)
			project := made.Structured.ID
			added := mine.call("add_project_media", fmt.Sprintf(`{"project_id":%q,"files":[{"file_id":"a","filename":"a.jpg","content_type":"image/jpeg"},{"file_id":"b","filename":"b.jpg","content_type":"image/jpeg"}]}`, project))
			image := added.Structured.Images[0].ID
			if status, body, _ := send(t, http.MethodPut, added.Meta.Uploads[0].URL, photo(t, 90), "Content-Type", "image/jpeg"); status != http.StatusOK {
				t.Fatalf("%d %s", status, body)
			}
			before := mine.call("get_project_status", fmt.Sprintf(`{"project_id":%q}`, project)).text

			isolatedTools(t, theirs, project, image)
			isolatedResources(t, theirs, project, image)
			isolatedRoutes(t, o, project, image)
			isolatedPhotos(t, before)
			isolatedUploads(t, added.Meta.Uploads[0].URL, added.Meta.Uploads[1].URL)

			mine.id--
			after := mine.call("get_project_status", fmt.Sprintf(`{"project_id":%q}`, project)).text
			if strip(after) != strip(before) {
				t.Errorf("Ann's project was\n%s\nand is\n%s", before, after)
			}
			if log := o.Log.String(); strings.Contains(log, "Ann's") || strings.Contains(log, "@example.com") {
				t.Errorf("the log: %s", log)
			}
		})
	}
}

// strip leaves out the signatures of addresses, which are new each time.
func strip(text string) string {
	var b strings.Builder
	for _, part := range strings.Split(text, `"`) {
		part, _, _ = strings.Cut(part, "?")
		b.WriteString(part + `"`)
	}
	return b.String()
}

// isolatedTools calls every tool there is.
func isolatedTools(t *testing.T, theirs *client, project, image string) {
	t.Helper()
	arguments := map[string]string{
		"get_project_status":       `{"project_id":%q}`,
		"update_project_sections":  `{"project_id":%q,"summary":"x"}`,
		"update_project_meta":      `{"project_id":%q,"title":"x"}`,
		"add_project_media":        `{"project_id":%q,"files":[{"file_id":"a","filename":"a.jpg","content_type":"image/jpeg"}]}`,
		"reorder_project_media":    `{"project_id":%q,"image_ids":["` + image + `"]}`,
		"set_project_hero_media":   `{"project_id":%q,"hero_image_id":"` + image + `"}`,
		"set_project_media_labels": `{"project_id":%q,"labels":[{"image_id":"` + image + `","remove":true}]}`,
		"publish_project":          `{"project_id":%q}`,
		"unpublish_project":        `{"project_id":%q}`,
		"list_projects":            ``,
		"create_project_draft":     ``,
	}
	var list struct {
		Result struct{ Tools []struct{ Name string } }
	}
	if err := json.Unmarshal([]byte(theirs.speak(`{"jsonrpc":"2.0","id":1,"method":"tools/list"}`)), &list); err != nil || len(list.Result.Tools) != len(arguments) {
		t.Errorf("%v: %d tools", err, len(list.Result.Tools))
	}
	for _, tool := range list.Result.Tools {
		form, known := arguments[tool.Name]
		if !known {
			t.Errorf("%s is new, and not looked at here", tool.Name)
		}
		if form == "" {
			continue
		}
		theirs.id = 0
		another := theirs.try(tool.Name, fmt.Sprintf(form, project))
		theirs.id = 0
		none := theirs.try(tool.Name, fmt.Sprintf(form, noProject))
		if !another.IsError || !strings.Contains(another.text, `not_found`) ||
			strings.ReplaceAll(another.text, project, noProject) != none.text || strings.Contains(another.text, "Ann") {
			t.Errorf("%s: %s, and for a project that doesn't exist %s", tool.Name, another.text, none.text)
		}
	}
	if r := theirs.call("list_projects", `{}`); r.Structured.Count != 0 || strings.Contains(r.text, project) {
		t.Errorf("Bea's list: %s", r.text)
	}
	// An image of Ann's in a project of Bea's. To remove one that isn't there is no failure.
	own := theirs.call("create_project_draft", `{"title":"Bea's"}`).Structured.ID
	for _, tool := range []string{"reorder_project_media", "set_project_hero_media"} {
		if r := theirs.try(tool, fmt.Sprintf(arguments[tool], own)); !r.IsError {
			t.Errorf("%s took another's image: %s", tool, r.text)
		}
	}
}

func isolatedResources(t *testing.T, theirs *client, project, image string) {
	t.Helper()
	read := func(id string) string {
		return theirs.speak(fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"portfolio://projects/%s/images/%s"}}`, id, image))
	}
	if another, none := read(project), read(noProject); !strings.Contains(another, `"error"`) ||
		strings.ReplaceAll(another, project, noProject) != none {
		t.Errorf("another's photo: %s, and one of no project: %s", another, none)
	}
}

// isolatedRoutes sends a request for every route of the API.
func isolatedRoutes(t *testing.T, o *office, project, image string) {
	t.Helper()
	token := strings.TrimSpace(o.command("contractor", "token", "--email", bea))
	ask := func(method, path, body, token string) (int, string) {
		status, text, _ := send(t, method, o.base+path, body, "Authorization", "Bearer "+token, "Content-Type", "application/json")
		return status, text
	}
	for _, c := range [][3]string{
		{"GET", "", ""}, {"PATCH", "", `{"title":"x"}`}, {"POST", "/publish", ""}, {"POST", "/publish?dry_run=true", ""}, {"DELETE", "/publish", ""},
		{"GET", "/images", ""}, {"POST", "/images", `{"filename":"a.jpg","content_type":"image/jpeg"}`}, {"PATCH", "/images", `{"image_ids":["` + image + `"]}`},
		{"DELETE", "/images", `{"image_id":"` + image + `"}`}, {"POST", "/images/from-url", `{"images":[{"url":"https://example.com/a.jpg"}]}`},
		{"GET", "/images/validate", ""}, {"DELETE", "/images/validate", ""}, {"POST", "/images/" + image + "/sync", ""}, {"GET", "/images/" + image + "/file", ""},
		{"DELETE", "", ""}, // which answers the same for what isn't there
	} {
		status, text := ask(c[0], "/api/projects/"+project+c[1], c[2], token)
		other, none := ask(c[0], "/api/projects/"+noProject+c[1], c[2], token)
		if status != other || text != none || c[0]+c[1] != "DELETE" && status != http.StatusNotFound {
			t.Errorf("%s %s: %d %s, and of one that doesn't exist %d %s", c[0], c[1], status, text, other, none)
		}
	}
	if status, text := ask("GET", "/api/projects", "", token); status != http.StatusOK || strings.Contains(text, project) {
		t.Errorf("%d %s", status, text)
	}
	// A token is for one of the two doors.
	access := o.signIn(bea).Access
	if status, text := ask("GET", "/api/projects", "", access); status != http.StatusUnauthorized {
		t.Errorf("a sign-in for MCP at the API: %d %s", status, text)
	}
	if status, text, _ := o.post(token, anyCall); status != http.StatusUnauthorized {
		t.Errorf("a token of the API at MCP: %d %s", status, text)
	}
}

// isolatedPhotos asks for the photos of a draft without what was signed for its owner.
func isolatedPhotos(t *testing.T, status string) {
	t.Helper()
	var answer struct{ Result result }
	if err := json.Unmarshal([]byte(status), &answer); err != nil || len(answer.Result.Meta.Project.Images) == 0 {
		t.Fatalf("%v: %s", err, status)
	}
	address := answer.Result.Meta.Project.Images[0].URL
	if status, _, _ := get(t, address); status != http.StatusOK {
		t.Errorf("the owner's address of a photo: %d", status)
	}
	bare, query, _ := strings.Cut(address, "?")
	for _, other := range []string{bare, bare + "?" + strings.Repeat("a", 8), bare + "?" + query[:len(query)-1], strings.Replace(address, "/images/", "/Images/", 1) + "0"} {
		if status, body, _ := get(t, other); status < 400 || status >= 500 || strings.HasPrefix(body, "\xff\xd8") {
			t.Errorf("%s: %d", other, status)
		}
	}
}

// isolatedUploads takes the token of one signed address to another.
func isolatedUploads(t *testing.T, first, second string) {
	t.Helper()
	one, err1 := url.Parse(first)
	two, err2 := url.Parse(second)
	if err1 != nil || err2 != nil || one.Path == two.Path {
		t.Fatal(first, second)
	}
	one.RawQuery = two.RawQuery
	for name, address := range map[string]string{"of another path": one.String(), "none": strings.Split(second, "?")[0], "made up": strings.Split(second, "?")[0] + "?token=abc"} {
		status, body, _ := send(t, http.MethodPut, address, "\xff\xd8\xff\xe0", "Content-Type", "image/jpeg")
		if status < 400 || status >= 500 {
			t.Errorf("a token %s: %d %s", name, status, body)
		}
	}
}

// TestSignIn_Replicas has people sign in at one replica and work at the other, which share
// a database: a code, keys and what has ended are the same at both.
func TestSignIn_Replicas(t *testing.T) {
	t.Parallel()
	const public = "http://127.0.0.1:3400"
	o := openOffice(t, append(self(), "DATABASE_URL="+database(t), "PUBLIC_URL="+public)...)
	other := *o
	other.Server = harness.Program(t, "portfolio-mcp").Set(append(o.settings, "DATA_DIR="+o.dir)...).Serve()
	other.base = "http://" + other.Address
	tokens := o.signInAt(ann, public+"/mcp", o.base, other.base)
	for _, at := range []*office{o, &other} {
		if status, body, _ := at.post(tokens.Access, anyCall); status != http.StatusOK {
			t.Errorf("%d %s", status, body)
		}
	}
	o.command("signin", "--revoke", ann)
	for _, at := range []*office{o, &other} {
		if status, body, _ := at.post(tokens.Access, anyCall); status != http.StatusUnauthorized {
			t.Errorf("after its end: %d %s", status, body)
		}
	}
}
