package vault

import (
	"context"
	"errors"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/mcp-adapters/mcp-adapters/internal/httpserver"
	"github.com/mcp-adapters/mcp-adapters/internal/requestid"
	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
)

// serve is the whole of a request:
//
//	outside /api          404, without a look at who asks
//	key, then address     401, 403
//	route                 404, 405
//	body                  413, 400; as long as the client takes to send it
//	a place to work       from here on, the request's time counts
//	key, then address     401, 403; whoever is let in no longer
//	what the body says    400, 422
//	database              the rest
//	room for the answer   in between, where it is long
//	answer                as long as the client takes it
func (v *Vault) serve(mux *http.ServeMux, do action) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mem := &lease{budget: v.answers}
		res, err := v.answer(w, r, mux, do, mem)
		if err != nil {
			mem.release()
			f := failureOf(err)
			v.logFailure(r, f)
			res = f.result()
		}
		// By the clock of created_at, so that clients can compare the two.
		w.Header().Set("Date", v.opts.Now().UTC().Format(http.TimeFormat))
		write(w, res, mem)
	})
}

// answer returns the answer to a request, or an error, also for a panic. A long answer has room in
// mem.
func (v *Vault) answer(w http.ResponseWriter, r *http.Request, mux *http.ServeMux, do action, mem *lease) (res result, err error) {
	defer func() {
		if p := recover(); p != nil {
			failed := fault.Recovered(p)
			res, err = result{}, internal(failed.Message, failed.Err)
		}
	}()

	if !strings.HasPrefix(r.URL.Path+"/", "/api/") {
		return result{}, nothingThere()
	}
	if _, err := v.authorize(r.Context(), r.Header); err != nil {
		return result{}, err
	}
	if do == nil || r.Method == http.MethodHead {
		return result{}, lost(mux, w, r)
	}
	// The answer to a GET has no need of a body, and to a DELETE its end alone,
	// since only then is the connection watched.
	slots := v.reads
	var body []byte
	if r.Method != http.MethodGet {
		slots = v.writes
		held := &lease{budget: v.bodies}
		defer held.release()
		if body, err = readBody(w, r, held); err != nil {
			return result{}, err
		}
	}
	ctx, cancel := context.WithTimeout(r.Context(), requestLimit)
	defer cancel()
	for {
		select { // a place to work
		case slots <- struct{}{}:
		case <-ctx.Done():
			return result{}, ctx.Err()
		}
		none := v.directory.none()
		var sc scope
		res, err := func() (_ result, err error) {
			defer func() { <-slots }()
			// The body, the place and the room may have taken minutes, in which a key can be revoked
			// and a member removed. Mostly what was found of them a moment ago is remembered.
			sc, err = v.authorize(ctx, r.Header)
			if err != nil {
				return result{}, err
			}
			return do(v, call{ctx, r.PathValue("id"), body, r.URL.RawQuery, sc, mem, r.Header.Values("If-Match")})
		}()
		if v.outrun(ctx, none || sc.Alone, err) {
			continue
		}
		crowded, ok := errors.AsType[*crowded](err)
		if !ok {
			mem.keep(cap(res.body))
			return res, err
		}
		// Nothing was changed.
		if err := mem.wait(ctx, crowded.n); err != nil {
			return result{}, internal("The server is sending as many long answers as it can hold. Try again.", err)
		}
	}
}

// logFailure names the route, never the path: an id can be anything.
func (v *Vault) logFailure(r *http.Request, f *failure) {
	e := v.opts.Log.Debug()
	// If the client is gone, that is not the server's failure.
	if r.Context().Err() == nil && f.status >= http.StatusInternalServerError {
		e = v.opts.Log.Error()
	}
	if id := requestid.From(r.Context()); id != "" {
		e.Str("id", id)
	}
	e.Int("status", f.status).Str("code", f.code).AnErr("cause", f.err).Msg("request failed")
}

// chunk is what a client must take of an answer within the patience, so that a
// slow one gets all of it, and one that takes nothing soon holds no more room.
const chunk = 64 << 10

func write(w http.ResponseWriter, res result, mem *lease) {
	if res.body == nil {
		w.WriteHeader(res.status)
		return
	}
	h := w.Header()
	h.Set("Content-Type", "application/json")
	if res.text {
		h.Set("Content-Type", "text/plain; charset=utf-8")
	}
	h.Set("Content-Length", strconv.Itoa(len(res.body)))
	h.Set("X-Content-Type-Options", "nosniff")
	if res.tag != "" {
		h["Etag"] = []string{`"` + res.tag + `"`}
	}
	maps.Copy(h, res.header)
	w.WriteHeader(res.status)
	if p, ok := w.(*httpserver.Writer); ok {
		p.Take(res.body, mem.release)
		return
	}
	defer mem.release()
	control := http.NewResponseController(w)
	for part := range slices.Chunk(res.body, chunk) {
		_ = control.SetWriteDeadline(time.Now().Add(patience))
		if _, err := w.Write(part); err != nil {
			return // a client that went away takes no answer; there is no one left to tell
		}
	}
}
