package issuer

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"html/template"
	"net/http"
	"sync"
)

//go:embed pages
var pages embed.FS

// style is part of each page; the policy names it by its hash, so that no other works.
var style = func() string {
	text, err := pages.ReadFile("pages/style.css")
	if err != nil {
		panic(err) // it is embedded
	}
	return string(text)
}()

// templates are parsed when the first page is asked for: programs that serve none
// start without them.
var templates = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("").Funcs(template.FuncMap{
		"style": func() template.CSS { return template.CSS(style) }, //nolint:gosec // our own file
		// A redirect address has passed checkRedirectURI, and others are ours. Templates
		// know no app's schemes.
		"link": func(uri string) template.URL { return template.URL(uri) }, //nolint:gosec // see above
	}).ParseFS(pages, "pages/*.html"))
})

// The pages, and what they show. Action is where their forms go, which repeats the
// request, and Token is the forms' secret.
type (
	signInPage struct {
		Client, Action, Token string
		Fault, Email          string // why the last attempt failed, and what was typed
		ByPassword            bool
	}
	consentPage struct {
		Client, Where, Known, Email string
		OwnComputer                 bool // the redirect stays there
		Allows                      []string
		Action, Token               string
	}
	message struct {
		Title, Text string
		Back, Where string // a link to the client
		Again       string // a link to our page
	}
)

// page writes a page that nothing but itself may use: no scripts, nothing loaded, not
// in a frame, kept nowhere.
func (i *Issuer) page(w http.ResponseWriter, status int, data any) {
	name, forms := "message.html", "form-action 'none'; "
	switch data.(type) {
	case signInPage:
		name, forms = "sign-in.html", "form-action 'self'; "
	case consentPage:
		// Browsers apply form-action to every redirect that follows, and a client's own
		// may lead to an app of any scheme. The form has nothing that another could use.
		name, forms = "consent.html", ""
	}
	var b bytes.Buffer
	err := templates().ExecuteTemplate(&b, name, struct {
		Product string
		Page    any
	}{i.opts.Product, data})
	if err != nil {
		i.opts.Log.Error().Err(err).Msg("a page cannot be made")
		http.Error(w, "Something went wrong; try again in a moment.", http.StatusInternalServerError)
		return
	}
	sum := sha256.Sum256([]byte(style))
	h := w.Header()
	h.Set("Content-Security-Policy", "default-src 'none'; style-src 'sha256-"+base64.StdEncoding.EncodeToString(sum[:])+"'; "+
		forms+"base-uri 'none'; frame-ancestors 'none'")
	h.Set("X-Frame-Options", "DENY")
	h.Set("Cache-Control", "no-store")
	h.Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(status)
	_, _ = w.Write(b.Bytes()) // a client that is gone takes no answer
}
