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
	"strings"
	"time"

	"github.com/rs/zerolog"

	"github.com/mcp-adapters/mcp-adapters/appbuilder/site"
	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
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
const formTime = 15 * time.Second

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
