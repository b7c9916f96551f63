package editor

import (
	"net/http"
	"net/url"
	"regexp"

	"github.com/mcp-adapters/mcp-adapters/appbuilder/site"
)

// ours are the pages to which one may be sent after signing in.
var ours = regexp.MustCompile(`^/(apps/[0-9a-f-]{36})?$`)

// next is the query that leads back to a page.
func next(path string) string {
	if path == "/" || !ours.MatchString(path) {
		return ""
	}
	return "?next=" + url.QueryEscape(path)
}

func (q *request) login() error {
	if q.site.Meta().Auth != site.Token {
		return q.redirect("/")
	}
	return q.loginWith(http.StatusOK, q.r.URL.Query().Get("next"), nil)
}

func (q *request) loginWith(status int, to string, f *failure) error {
	fault, hint := "", "The operator of the server has set it as AUTH_TOKEN."
	if f != nil {
		fault, hint = f.message, ""
	}
	return q.send(status, "Sign in · App builder", q.plain("narrow",
		class("div", "card",
			el("h1", nil, "Sign in"),
			class("p", "lead", "To make and change apps here, enter the token of this server."),
			el("form", a("method", "post", "action", "/login"),
				hidden("next", to),
				input{id: "token", name: "token", label: "Token", fault: fault, hint: hint,
					more: a("type", "password", "autocomplete", "current-password", "required", "", "autofocus", "")}.node(),
				countdown(f),
				button("button main", "Sign in"))))...)
}

func (q *request) signIn() error {
	to := q.value("next")
	if err := q.site.SignIn(q.w, q.r, q.value("token")); err != nil {
		f := q.failed(err)
		return q.loginWith(f.status, to, f)
	}
	if !ours.MatchString(to) {
		to = "/"
	}
	return q.redirect(to)
}

func (q *request) signOut() error {
	q.site.SignOut(q.w)
	return q.redirect("/")
}

// openPage takes an edit token. In the address it comes after a #, which browsers keep to
// themselves; the script fills it in.
func (q *request) openPage() error { return q.openPageWith(http.StatusOK, nil) }

func (q *request) openPageWith(status int, f *failure) error {
	fault := ""
	if f != nil {
		fault = "This token doesn't open an app, or no longer does. Ask the person who gave it to you for another one."
		if f.status != http.StatusNotFound {
			fault = f.message
		}
	}
	return q.send(status, "Open an app · App builder", q.plain("narrow",
		class("div", "card",
			el("h1", nil, "Open an app"),
			class("p", "lead", "Paste the edit token that you were given. This browser can then change that one app."),
			el("form", a("id", "open", "method", "post", "action", "/open"),
				input{id: "token", name: "token", label: "Edit token", fault: fault, code: true, more: a("required", "", "maxlength", "200", "autofocus", "", "placeholder", "ae_…")}.node(),
				button("button main", "Open the app"))))...)
}

func (q *request) openWith() error {
	app, err := q.site.OpenWith(q.w, q.r, q.value("token"))
	if err != nil {
		f := q.failed(err)
		return q.openPageWith(f.status, f)
	}
	return q.redirect("/apps/" + app)
}
