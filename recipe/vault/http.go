package vault

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"runtime"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"time"
)

// serve is the whole of a request:
//
//	outside /api          404, without a look at who asks
//	key, then address     401, 403
//	route                 404, 405
//	body                  413, 400; as long as the client takes to send it
//	a place to work       from here on, the request's time counts
//	what the body says    400, 422
//	database              the rest
//	room for the answer   in between, where it is long
//	answer                as long as the client takes it
func (v *Vault) serve(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path != "/api" && !strings.HasPrefix(r.URL.Path, "/api/") {
		v.date(w)
		writeText(w, http.StatusNotFound, "There is nothing at this path.")
		return
	}
	mem := &lease{room: v.answers}
	res, err := v.answer(w, r, mem)
	v.date(w)
	if err == nil {
		writeJSON(w, res.status, res.body, mem)
		return
	}
	mem.release()
	f := failureOf(err)
	v.logFailure(r, f)
	switch {
	case f.plain:
		writeText(w, f.status, f.text)
	default:
		writeJSON(w, f.status, f.json(), mem)
	}
}

// date sends the time by the clock of created_at, so that clients can compare
// the two.
func (v *Vault) date(w http.ResponseWriter) {
	w.Header().Set("Date", v.opts.Now().UTC().Format(http.TimeFormat))
}

// result is a success; a nil body is none at all.
type result struct {
	status int
	body   []byte
}

// answer turns panics into failures, so that nothing of them reaches the client.
// A long answer has room in mem.
func (v *Vault) answer(w http.ResponseWriter, r *http.Request, mem *lease) (res result, err error) {
	defer func() {
		p := recover()
		if p == nil {
			return
		}
		// A panic's value can hold anything, recipe text too. Only what the
		// runtime says of itself is safe to write down.
		cause := fmt.Sprintf("%T", p)
		if e, ok := p.(runtime.Error); ok {
			cause = e.Error()
		}
		v.opts.Log.Error().Str("cause", cause).Bytes("stack", debug.Stack()).Msg("panic while answering a request")
		res, err = result{}, internal()
	}()

	sc, err := v.authorize(r.Header)
	if err != nil {
		return result{}, err
	}
	do, err := route(w.Header(), r)
	if err != nil {
		return result{}, err
	}
	// The answer to a GET has no need of a body, and to a DELETE its end alone,
	// since only then is the connection watched.
	slots := v.reads
	var body []byte
	if r.Method != http.MethodGet {
		slots = v.writes
		data, room, err := v.readBody(w, r)
		defer v.bodies.Release(room)
		if err != nil {
			return result{}, err
		}
		body = data
	}
	ctx, cancel := context.WithTimeout(r.Context(), requestLimit)
	defer cancel()
	for {
		res, err := v.work(slots, do, call{ctx, body, sc, mem})
		var c *crowded
		if !errors.As(err, &c) {
			mem.keep(cap(res.body))
			return res, err
		}
		if err := mem.wait(ctx, c.n); err != nil {
			return result{}, noRoomToAnswer(err)
		}
	}
}

// work does what was asked for, at a place to work.
func (v *Vault) work(slots chan struct{}, do action, c call) (result, error) {
	select {
	case slots <- struct{}{}:
		defer func() { <-slots }()
	case <-c.ctx.Done():
		return result{}, c.ctx.Err()
	}
	return do(v, c)
}

// call is one authorized request on a known route.
type call struct {
	ctx   context.Context
	body  []byte
	scope scope
	mem   *lease // for the answer
}

// decodeBody reads the body within bounds. A recipe that is restored may be from
// before them.
func (c call) decodeBody() (recipeBody, error) {
	if !restores(c.ctx) {
		if err := checkBounds(c.body); err != nil {
			return recipeBody{}, err
		}
	}
	return decodeBody(c.body)
}

type action func(*Vault, call) (result, error)

// route finds what a request asks for. It reads the path itself: the standard
// multiplexer redirects paths that it would write otherwise, and the contract
// knows no redirects.
func route(header http.Header, r *http.Request) (action, error) {
	const collection = "/api/recipes"
	path := r.URL.EscapedPath()
	if path == collection {
		switch r.Method {
		case http.MethodGet:
			return (*Vault).list, nil
		case http.MethodPost:
			return (*Vault).create, nil
		}
		return nil, methodNotAllowed(header, "GET, POST")
	}
	if path == "/api/openapi.json" {
		if r.Method == http.MethodGet {
			return (*Vault).describe, nil
		}
		return nil, methodNotAllowed(header, "GET")
	}
	rest, ok := strings.CutPrefix(path, collection+"/")
	id, err := url.PathUnescape(rest)
	if !ok || err != nil || id == "" || strings.Contains(rest, "/") {
		return nil, &failure{status: http.StatusNotFound, text: "There is nothing at this path.", plain: true}
	}
	switch r.Method {
	case http.MethodGet:
		return func(v *Vault, c call) (result, error) { return v.get(c, id) }, nil
	case http.MethodPut:
		return func(v *Vault, c call) (result, error) { return v.update(c, id) }, nil
	case http.MethodDelete:
		return func(v *Vault, c call) (result, error) { return v.remove(c, id) }, nil
	}
	return nil, methodNotAllowed(header, "GET, PUT, DELETE")
}

func methodNotAllowed(header http.Header, allowed string) error {
	header.Set("Allow", allowed)
	return &failure{status: http.StatusMethodNotAllowed, text: "This path takes " + allowed + ".", plain: true}
}

// describe answers with the document of the contract. Clients read from it that
// lengths are in characters.
func (v *Vault) describe(call) (result, error) {
	return result{http.StatusOK, []byte(openAPI)}, nil
}

func (v *Vault) list(c call) (result, error) {
	body, err := v.store.list(c.ctx, c.scope, &v.listSize, c.mem)
	return result{http.StatusOK, body}, err
}

func (v *Vault) get(c call, id string) (result, error) {
	body, err := v.store.get(c.ctx, c.scope, id, c.mem)
	return result{http.StatusOK, body}, err
}

func (v *Vault) create(c call) (result, error) {
	b, err := c.decodeBody()
	switch {
	case err != nil:
		return result{}, err
	case b.Title == nil:
		return result{}, unprocessable("title is required")
	}
	by := c.scope.author
	if restores(c.ctx) {
		if author, err := b.restored(c.body); err != nil {
			return result{}, err
		} else if by == nil {
			by = author
		}
	} else {
		b.cleanTitle()
		if err := b.validate(); err != nil {
			return result{}, err
		}
	}
	body, err := v.store.create(c.ctx, c.scope, by, b, v.opts.Now(), c.mem)
	return result{http.StatusCreated, body}, err
}

func (v *Vault) update(c call, id string) (result, error) {
	b, err := c.decodeBody()
	if err != nil {
		return result{}, err
	}
	b.cleanTitle()
	body, err := v.store.update(c.ctx, c.scope, id, b, v.opts.Now(), c.mem)
	return result{http.StatusOK, body}, err
}

func (v *Vault) remove(c call, id string) (result, error) {
	err := v.store.remove(c.ctx, c.scope, id)
	return result{status: http.StatusNoContent}, err
}

// logFailure names the route, never the path: an id can be anything.
func (v *Vault) logFailure(r *http.Request, f *failure) {
	e := v.opts.Log.Debug()
	switch {
	case r.Context().Err() != nil:
		// Whoever asked is gone; that is not the server's failure.
	case f.status >= http.StatusInternalServerError:
		e = v.opts.Log.Error()
	}
	e.Int("status", f.status).Str("code", f.code).AnErr("cause", f.err).Msg("request failed")
}

func (f *failure) json() []byte {
	b := appendString([]byte(`{"error":`), f.text)
	if f.code != "" {
		b = append(b, `,"code":"`+f.code+`"`...)
	}
	return append(b, '}')
}

func writeText(w http.ResponseWriter, status int, text string) {
	write(w, status, "text/plain; charset=utf-8", []byte(text), &lease{})
}

func writeJSON(w http.ResponseWriter, status int, body []byte, mem *lease) {
	if body == nil {
		w.WriteHeader(status)
		return
	}
	write(w, status, "application/json", body, mem)
}

// owner is a ResponseWriter that keeps the bytes instead of copying them, and
// the room that they have.
type owner interface{ own(body []byte, mem *lease) }

// chunk is what a client must take of an answer within the patience, so that a
// slow one gets all of it, and one that takes nothing soon holds no more room.
const chunk = 64 << 10

func write(w http.ResponseWriter, status int, contentType string, body []byte, mem *lease) {
	h := w.Header()
	h.Set("Content-Type", contentType)
	h.Set("Content-Length", strconv.Itoa(len(body)))
	h.Set("X-Content-Type-Options", "nosniff")
	w.WriteHeader(status)
	if o, ok := w.(owner); ok {
		o.own(body, mem)
		return
	}
	defer mem.release()
	control := http.NewResponseController(w)
	for part := range slices.Chunk(body, chunk) {
		_ = control.SetWriteDeadline(time.Now().Add(patience))
		if _, err := w.Write(part); err != nil {
			return // a client that went away takes no answer; there is nobody left to tell
		}
	}
}
