// Package editor is the pages on which people make apps: the list of theirs, and for each app
// a chat beside a live preview. The pages are whole without a script; editor.js, a file
// without dependencies, streams the work on a message and swaps the parts of a page that have
// changed.
//
//	/                       a prompt, and the apps of the visitor
//	/apps/{id}              an app: chat, preview, panels, the publish dialog
//	/apps/{id}/preview      the draft as hosts would show it, for the frame
//	/apps/{id}/preview.json the same as a result, for a frame that is there already
//	/login, /open           the operator's token, and edit tokens
//	/assets/                the script and the style, under names that change with them
//
// Everything that changes something is a form that is answered with a redirect, or with the
// page, what was typed, and what is wrong with it.
package editor

import (
	"context"
	"errors"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/rs/zerolog"

	"mcp-adapters/appbuilder"
	"mcp-adapters/appbuilder/rule"
	"mcp-adapters/appbuilder/site"
	"mcp-adapters/appbuilder/store"
	"mcp-adapters/fault"
	"mcp-adapters/markup"
)

// Options say what the pages are made for. Site is required.
type Options struct {
	Site *site.Site
	// PublicURL is where published apps are reached, without a slash at its end; "": where
	// the browser has found the page.
	PublicURL string
	Log       zerolog.Logger // takes causes of failures
}

type editor struct {
	site   *site.Site
	public string
	log    zerolog.Logger
}

// maxForm bounds a form: the data of an app, when each of its characters is escaped.
const maxForm = 1 << 20

// formTime is how long a form may take to arrive.
const formTime = time.Minute

// pageLimit is the longest that a page takes which isn't made by a generator.
const pageLimit = 30 * time.Second

// New returns the pages, for "/". They are guarded as [site.Site.Guard] does.
func New(o Options) http.Handler {
	e := &editor{o.Site, strings.TrimSuffix(o.PublicURL, "/"), o.Log}
	mux := http.NewServeMux()
	quick := func(pattern string, answer func(*request) error) {
		mux.Handle(pattern, e.serve(answer, pageLimit))
	}
	long := func(pattern string, answer func(*request) error) { mux.Handle(pattern, e.serve(answer, 0)) }
	quick("GET /{$}", (*request).home)
	quick("GET /apps", func(q *request) error { return q.redirect("/") })
	long("POST /apps", (*request).create)
	quick("POST /new", (*request).startOver)
	quick("GET /apps/{id}", (*request).app)
	quick("GET /apps/{id}/preview", (*request).preview)
	quick("GET /apps/{id}/preview.json", (*request).previewData)
	for act, answer := range acts {
		if act == "chat" {
			long("POST /apps/{id}/"+act, answer)
			continue
		}
		quick("POST /apps/{id}/"+act, answer)
		// Whoever reloads a page that a form has made comes back to the app.
		quick("GET /apps/{id}/"+act, func(q *request) error { return q.redirect(q.base()) })
	}
	mux.Handle("GET /login", e.open((*request).login))
	mux.Handle("POST /login", e.open((*request).signIn))
	mux.Handle("POST /logout", e.open((*request).signOut))
	mux.Handle("GET /open", e.open((*request).openPage))
	mux.Handle("POST /open", e.open((*request).openWith))
	mux.HandleFunc("GET /assets/{file}", asset)
	mux.Handle("/", e.open(func(*request) error {
		return &fault.Error{Kind: fault.NotFound, Message: "There is no page at this address."}
	}))
	return o.Site.Guard(mux)
}

// request is a request for a page.
type request struct {
	*editor
	w  http.ResponseWriter
	r  *http.Request
	v  site.Visitor
	id string // of the app that the path names
}

func (q *request) ctx() context.Context { return q.r.Context() }
func (q *request) base() string         { return "/apps/" + q.id }

func (q *request) redirect(to string) error {
	q.w.Header().Set("Cache-Control", "no-store")
	http.Redirect(q.w, q.r, to, http.StatusSeeOther)
	return nil
}

// value is a field of a form, with the line breaks that were typed.
func (q *request) value(name string) string {
	return strings.ReplaceAll(q.r.PostFormValue(name), "\r\n", "\n")
}

var validID = regexp.MustCompile(`^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$`)

// serve answers a page for whoever has signed in, or sends them to do so.
func (e *editor) serve(answer func(*request) error, limit time.Duration) http.Handler {
	return e.open(func(q *request) (err error) {
		if q.v, err = q.site.Visitor(q.w, q.r); err != nil {
			if f, _ := errors.AsType[*fault.Error](err); f != nil && f.Kind == fault.Unauthorized && q.site.Meta().Auth == site.Token && q.r.Method == http.MethodGet {
				return q.redirect("/login" + next(q.r.URL.Path))
			}
			return err
		}
		if q.id = q.r.PathValue("id"); q.id != "" && !validID.MatchString(q.id) {
			return &fault.Error{Kind: fault.NotFound, Message: "There is no such app."}
		}
		timed := *q
		if limit > 0 {
			ctx, cancel := context.WithTimeout(q.ctx(), limit)
			defer cancel()
			timed.r = q.r.WithContext(ctx)
		}
		return answer(&timed)
	})
}

// open answers a page for anyone.
func (e *editor) open(answer func(*request) error) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		q := &request{editor: e, w: w, r: r}
		if r.Method == http.MethodPost {
			control := http.NewResponseController(w)
			_ = control.SetReadDeadline(time.Now().Add(formTime)) // where there is a connection
			r.Body = http.MaxBytesReader(w, r.Body, maxForm)
			err := r.ParseForm()
			// The client isn't watched under a deadline: its end would look like that of the client.
			_ = control.SetReadDeadline(time.Time{})
			if err != nil {
				q.refuse(&fault.Error{Kind: fault.InvalidParams, Message: "The form could not be read: it is too long, or was cut off. Nothing was changed.", Err: err})
				return
			}
		}
		if err := answer(q); err != nil {
			q.refuse(err)
		}
	})
}

// failure is an error as a page shows it.
type failure struct {
	kind    fault.Kind
	status  int
	message string
	wait    int // seconds; 0: unknown
	fields  rule.Faults
	now     *appbuilder.App // what an edit clashed with
}

// failed returns how an error is shown, and logs a cause that is the server's own.
func (q *request) failed(err error) *failure {
	f, ok := errors.AsType[*fault.Error](err)
	if !ok {
		f = &fault.Error{Kind: fault.Internal, Message: "The server failed on this. Its log has the cause.", Err: err}
	}
	shown := &failure{kind: f.Kind, status: site.StatusOf(err), message: f.Message, wait: int((f.RetryAfter + time.Second - 1) / time.Second)}
	if broken, ok := errors.AsType[*appbuilder.Invalid](err); ok {
		shown.fields = broken.Faults
	} else if f.Field != "" {
		shown.fields = rule.Faults{{Field: f.Field, Message: f.Message}}
	}
	if len(shown.fields) == 1 && f.Kind == fault.InvalidParams {
		shown.message = shown.fields[0].Message // without the name of the one field that there is
	}
	if c, ok := errors.AsType[*store.ConflictError](err); ok {
		shown.now = &c.App
	}
	if shown.status == http.StatusInternalServerError && q.ctx().Err() == nil {
		q.log.Error().Str("id", q.w.Header().Get("X-Request-Id")).AnErr("cause", f.Err).Msg("a page failed")
	}
	if shown.wait > 0 {
		q.w.Header().Set("Retry-After", strconv.Itoa(shown.wait))
	}
	return shown
}

// of returns what is wrong with a field, "" if nothing is.
func (f *failure) of(field string) string {
	if f == nil {
		return ""
	}
	for _, broken := range f.fields {
		if broken.Field == field {
			return broken.Message
		}
	}
	return ""
}

// except returns the faults of other fields than these.
func (f *failure) except(fields ...string) (rest rule.Faults) {
	for _, broken := range f.fields {
		known := false
		for _, field := range fields {
			known = known || broken.Field == field
		}
		if !known {
			rest = append(rest, broken)
		}
	}
	return rest
}

// policy is that of all pages but the preview.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
	"frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

// send sends a page.
func (q *request) send(status int, title string, body ...any) error {
	text, err := markup.Document{
		Title: title,
		Head: []any{
			el("meta", a("name", "robots", "content", "noindex")),
			el("meta", a("name", "color-scheme", "content", "light dark")),
			el("link", a("rel", "icon", "href", icon.path)),
			el("link", a("rel", "stylesheet", "href", style.path)),
			el("script", a("src", script.path, "defer", "")),
		},
		Body: body,
	}.Render()
	if err != nil {
		return err
	}
	h := q.w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Content-Security-Policy", policy)
	h.Set("X-Content-Type-Options", "nosniff")
	// Under no-referrer browsers would send forms from the origin null, which can't be told
	// from another site where they say no more of it.
	h.Set("Referrer-Policy", "same-origin")
	h.Set("Cache-Control", "no-store")
	q.w.WriteHeader(status)
	_, _ = q.w.Write(text) // a browser that went away takes no page
	return nil
}

// refuse sends the page for a request that no other page can tell the failure of.
func (q *request) refuse(err error) {
	f := q.failed(err)
	title := "That didn't work"
	switch f.status {
	case http.StatusNotFound:
		title = "Nothing here"
	case http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		title = "Not right now"
	case http.StatusTooManyRequests:
		title = "A little slower, please"
	case http.StatusUnauthorized:
		title = "Please sign in"
	}
	if err := q.send(f.status, title, q.plain("",
		class("div", "card",
			el("h1", nil, title),
			class("p", "lead", f.message), countdown(f),
			el("p", nil, link("button main", "/", "Go to my apps"))))...); err != nil {
		http.Error(q.w, f.message, f.status)
	}
}
