package endpoint

import (
	"crypto/sha256"
	_ "embed" // for the style
	"encoding/hex"
	"errors"
	"net/http"
	"strings"

	"golang.org/x/net/html"

	"github.com/mcp-adapters/mcp-adapters/appbuilder/widget"
	"github.com/mcp-adapters/mcp-adapters/internal/markup"
	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
)

//go:embed page.css
var style string

// policy is that of the pages about an app: their style, and nothing else.
var policy = "default-src 'none'; style-src " + markup.Hash(style) + "; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// pages answers what is asked of /servers/{slug} and /servers/{slug}/ui/{layout}.html.
func (e *Endpoint) pages(w http.ResponseWriter, r *http.Request) {
	slug := r.PathValue("slug")
	if wait := e.limits.take(slug, e.o.Address(r)); wait > 0 {
		tooMany(w, wait)
		return
	}
	s, err := e.find(r.Context(), slug)
	name, isUI := strings.CutSuffix(r.PathValue("page"), ".html")
	switch f, _ := errors.AsType[*fault.Error](err); {
	case err != nil && (f == nil || f.Kind != fault.NotFound):
		e.lost(r, err)
		w.Header().Set("Retry-After", "1")
		send(w, http.StatusServiceUnavailable, message("Not right now", "The apps can't be reached at the moment. Please try again."))
	case err != nil, r.PathValue("page") != "" && (!isUI || s.content.Layout != name):
		nothing(w, r)
	case s.challenge(r) != "":
		w.Header().Set("WWW-Authenticate", s.challenge(r))
		send(w, http.StatusUnauthorized, message("This app needs a token", "Ask the person who gave you its address. Your assistant sends the token as Authorization: Bearer."))
	case isUI:
		e.ui(w, r, slug, s)
	default:
		send(w, http.StatusOK, e.about(slug, s))
	}
}

// toRead is what takes no other method.
func toRead(h http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			w.Header().Set("Allow", "GET, HEAD")
			http.Error(w, "This is a page to read. Assistants connect to the address of its app that ends in /mcp.", http.StatusMethodNotAllowed)
			return
		}
		h(w, r)
	}
}

// nothing is the page at an address without an app, whatever the reason.
func nothing(w http.ResponseWriter, _ *http.Request) {
	send(w, http.StatusNotFound, message("There is no app here", "Nothing is published at this address. It may have been unpublished: ask the person who gave it to you."))
}

// ui sends the page that hosts show, with the version's data in it.
func (e *Endpoint) ui(w http.ResponseWriter, r *http.Request, slug string, s *served) {
	s.page.once.Do(func() {
		text, policy, err := widget.Page(s.content, slug, s.live.Version)
		sum := sha256.Sum256([]byte(text))
		s.page.text, s.page.policy, s.page.err = text, policy, err
		s.page.tag = `"` + hex.EncodeToString(sum[:12]) + `"`
	})
	if s.page.err != nil {
		e.o.Log.Error().Err(s.page.err).Str("slug", slug).Msg("the page can't be made")
		send(w, http.StatusInternalServerError, message("This page can't be shown", "Its owner needs to publish the app again."))
		return
	}
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Content-Security-Policy", s.page.policy)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("ETag", s.page.tag)
	h.Set("Cache-Control", "public, max-age=0, must-revalidate")
	if s.live.Token != "" {
		h.Set("Cache-Control", "private, max-age=0, must-revalidate")
	}
	if strings.Contains(r.Header.Get("If-None-Match"), s.page.tag) {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	_, _ = w.Write([]byte(s.page.text)) // nobody is there to be told
}

func send(w http.ResponseWriter, status int, d markup.Document) {
	text, err := d.Render()
	if err != nil {
		status, text = http.StatusInternalServerError, nil
	}
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Content-Security-Policy", policy)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_, _ = w.Write(text) // nobody is there to be told
}

func element(tag string, inside ...any) *html.Node { return markup.Element(tag, nil, inside...) }

func class(tag, name string, inside ...any) *html.Node {
	return markup.Element(tag, []string{"class", name}, inside...)
}

func document(title string, inside ...any) markup.Document {
	return markup.Document{
		Title: title, Style: style,
		Head: []any{markup.Element("meta", []string{"name", "robots", "content", "noindex"})},
		Body: []any{element("main", inside...)},
	}
}

func message(title, text string) markup.Document {
	return document(title, element("h1", title), element("p", text))
}

// about is the page that a person finds at the address of an app.
func (e *Endpoint) about(slug string, s *served) markup.Document {
	c := s.content
	address := e.o.PublicURL + "/servers/" + slug + "/mcp"
	parts := []any{
		class("p", "kind", "An app for assistants"),
		markup.Element("h1", []string{"dir", "auto"}, c.Name),
	}
	if c.Description != "" {
		parts = append(parts, markup.Element("p", []string{"dir", "auto", "class", "lead"}, c.Description))
	}
	choose := "choose no authentication"
	if s.live.Token != "" {
		choose = "choose the token that its owner gave you, as Authorization: Bearer"
	}
	parts = append(parts,
		class("p", "note", "What this app shows is sample data that its maker wrote or had made, not live data."),
		element("section", element("h2", "Address"), element("pre", element("code", address))),
		element("section", element("h2", "Its tool"),
			element("p", element("code", c.ToolName)), markup.Element("p", []string{"dir", "auto"}, c.ToolDescription)),
		element("section", element("h2", "Connect"),
			element("h3", "ChatGPT"), element("p", "Settings, Apps, Create: paste the address as the server's URL and "+choose+"."),
			element("h3", "Claude"), element("p", "Settings, Connectors, Add custom connector: paste the address."),
			element("h3", "VS Code"), element("p", "Put this into .vscode/mcp.json:"),
			element("pre", element("code", "{\n  \"servers\": {\n    \""+slug+"\": { \"type\": \"http\", \"url\": \""+address+"\" }\n  }\n}")),
			element("h3", "TypeScript"),
			element("pre", element("code", "const transport = new StreamableHTTPClientTransport(new URL(\""+address+"\"));\nawait client.connect(transport);"))),
		class("p", "see", markup.Element("a", []string{"href", "/servers/" + slug + "/ui/" + c.Layout + ".html"}, "See what it shows")),
	)
	if e.o.Report != "" {
		parts = append(parts, class("p", "note", markup.Element("a", []string{"href", e.o.Report}, "Report this app")))
	}
	return document(c.Name, parts...)
}
