package main_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/connector"
	"github.com/mcp-adapters/mcp-adapters/internal/testing/harness"
)

// office is a server at which contractors sign in.
type office struct {
	*harness.Server

	t        *testing.T
	dir      string
	settings []string
	base     string
}

const ann, bea = "ann@example.com", "bea@example.com"

// self are the settings of a server with an authorization server of its own.
func self() []string { return []string{"AUTH=oauth", "OAUTH_ISSUER=self"} }

// openOffice starts a server with two contractors.
func openOffice(t *testing.T, settings ...string) *office {
	t.Helper()
	o := &office{t: t, dir: t.TempDir(), settings: append([]string{"HTTP_ADDR=127.0.0.1:0"}, settings...)}
	for _, email := range []string{ann, bea} {
		o.command("contractor", "add", "--business-name", email[:3]+" Masonry", "--city", "Denver", "--state", "CO", "--plan", "pro", "--email", email)
	}
	o.Server = harness.Program(t, "portfolio-mcp").Set(append(o.settings, "DATA_DIR="+o.dir)...).Serve()
	o.base = "http://" + o.Address
	return o
}

// command runs a command with the environment of the server.
func (o *office) command(args ...string) string {
	o.t.Helper()
	got := harness.Program(o.t, "portfolio-mcp", args...).Set(append(o.settings, "DATA_DIR="+o.dir)...).Run()
	if got.Code != 0 {
		o.t.Fatalf("%v: %+v", args, got)
	}
	return got.Stdout
}

// signIn has a contractor sign in with a one-time code.
func (o *office) signIn(email string) connector.Tokens {
	o.t.Helper()
	return o.signInAt(email, o.base+"/mcp", o.base, o.base)
}

// signInAt is signIn for an endpoint by its own name, with the steps at two replicas.
func (o *office) signInAt(email, endpoint, one, two string) connector.Tokens {
	o.t.Helper()
	app := connector.New(o.t, one, endpoint, "http://127.0.0.1/callback")
	tokens := app.Exchange(two, app.Authorize(one, email, strings.TrimSpace(o.command("contractor", "code", "--email", email))))
	if tokens.Access == "" {
		o.t.Fatalf("%s: %+v", email, tokens)
	}
	return tokens
}

// post sends a message to the endpoint.
func (o *office) post(token, line string) (status int, body string, header http.Header) {
	o.t.Helper()
	more := []string{"Content-Type", "application/json"}
	if token != "" {
		more = append(more, "Authorization", "Bearer "+token)
	}
	return send(o.t, http.MethodPost, o.base+"/mcp", line, more...)
}

// client calls tools with a token.
func (o *office) client(token string) *client {
	return &client{t: o.t, speak: func(line string) string {
		_, text, _ := o.post(token, line)
		return text
	}}
}

const anyCall = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"list_projects","arguments":{}}}`

// TestSignIn_NoToken refuses a client that hasn't signed in so that it learns where to:
// what the answers name is to the letter what clients are given.
func TestSignIn_NoToken(t *testing.T) {
	t.Parallel()
	o := openOffice(t, self()...)
	for _, line := range []string{
		`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"c","version":"1"}}}`,
		`{"jsonrpc":"2.0","id":1,"method":"tools/list"}`, anyCall, `{`, ``,
	} {
		status, body, header := o.post("", line)
		want := `Bearer resource_metadata="` + o.base + `/.well-known/oauth-protected-resource/mcp", scope="portfolio:read portfolio:write"`
		if got := header.Get("WWW-Authenticate"); status != http.StatusUnauthorized || got != want {
			t.Errorf("%s: %d %s %s", line, status, got, body)
		}
	}
	for _, path := range []string{"/.well-known/oauth-protected-resource", "/.well-known/oauth-protected-resource/mcp"} {
		status, body, _ := get(t, o.base+path)
		if status != http.StatusOK || !strings.Contains(body, `"resource":"`+o.base+`/mcp"`) || !strings.Contains(body, `"authorization_servers":["`+o.base+`"]`) {
			t.Errorf("%s: %d %s", path, status, body)
		}
	}
}

// TestSignIn_Ends has a contractor's sign-in end with the contractor, though the token was
// good a moment before, and no one else's.
func TestSignIn_Ends(t *testing.T) {
	t.Parallel()
	o := openOffice(t, self()...)
	first, other := o.signIn(ann), o.signIn(bea)
	o.client(first.Access).call("create_project_draft", `{"title":"Chimney"}`)
	o.command("contractor", "remove", "--yes", "--email", ann)
	if status, body, header := o.post(first.Access, anyCall); status != http.StatusUnauthorized || !strings.Contains(header.Get("WWW-Authenticate"), `error="invalid_token"`) {
		t.Errorf("%d %s", status, body)
	}
	if got := connector.New(t, o.base, o.base+"/mcp", "http://127.0.0.1/callback").Renew(o.base, first.Refresh); got.Error == "" {
		t.Errorf("renewed: %+v", got)
	}
	o.client(other.Access).call("list_projects", `{}`)
	got := harness.Program(t, "portfolio-mcp", "contractor", "code", "--email", ann).Set(append(o.settings, "DATA_DIR="+o.dir)...).Run()
	if got.Code != 1 || got.Stdout != "" || !strings.Contains(got.Stderr, "there is no contractor with the address ann@example.com") {
		t.Errorf("%+v", got)
	}
	// The address of another: whoever has it then is someone else.
	other = o.signIn(bea)
	o.command("contractor", "edit", "--email", bea, "--new-email", "carl@example.com")
	if status, body, _ := o.post(other.Access, anyCall); status != http.StatusUnauthorized || !strings.Contains(body, "Your sign-in has ended") {
		t.Errorf("%d %s", status, body)
	}
	for _, email := range []string{ann, bea, "carl@example.com"} {
		if strings.Contains(o.Log.String(), email) {
			t.Errorf("%s is in the log", email)
		}
	}
}

// TestSignIn_Code prints a code where the server has an authorization server, and else says
// what to set.
func TestSignIn_Code(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	mustRun(t, dir, "contractor", "add", "--business-name", "Acme", "--email", ann)
	got := run(t, dir, "contractor", "code", "--email", ann)
	if got.Code != 2 || got.Stdout != "" || !strings.Contains(got.Stderr, "OAUTH_ISSUER must be self") {
		t.Errorf("%+v", got)
	}
	for _, args := range [][]string{{"contractor", "code", "--email", ann}, {"signin", ann}} {
		got := harness.Program(t, "portfolio-mcp", args...).Set("DATA_DIR="+dir, "AUTH=oauth", "OAUTH_ISSUER=self").Run()
		if got.Code != 2 || got.Stdout != "" || !strings.Contains(got.Stderr, "PUBLIC_URL must be the address of the server") {
			t.Errorf("%v: %+v", args, got)
		}
	}
}

// TestSignIn_Rights has each tool say which right it needs, where people sign in.
func TestSignIn_Rights(t *testing.T) {
	t.Parallel()
	const list = `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`
	o := openOffice(t, self()...)
	_, body, _ := o.post(o.signIn(ann).Access, list)
	reads := strings.Count(body, `"securitySchemes":[{"type":"oauth2","scopes":["portfolio:read"]}]`)
	writes := strings.Count(body, `"securitySchemes":[{"type":"oauth2","scopes":["portfolio:write"]}]`)
	if reads != 2*2 || writes != 2*9 { // in the tool, and in its _meta
		t.Errorf("%d and %d: %s", reads, writes, body)
	}
	open := openOffice(t)
	if _, body, _ := open.post("", list); strings.Contains(body, "securitySchemes") || !strings.Contains(body, "list_projects") {
		t.Errorf("where no one signs in: %s", body)
	}
}
