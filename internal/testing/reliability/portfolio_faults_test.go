package reliability_test

import (
	"bytes"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

const (
	unauthorized = "unauthorized"
	internal     = "internal"
)

// answerFailure answers in the form of a portfolio API.
func answerFailure(status int, code string, reaches bool, lines ...string) func(x *exchange) bool {
	return func(x *exchange) bool {
		if reaches {
			x.forward()
		}
		r := reply{status: status, header: http.Header{"Content-Type": {"application/json"}}, body: fmt.Appendf(nil, `{"error":{"code":%q,"message":"The API's own sentence."}}`, code)}
		edits := []func(*reply, *bytes.Buffer){length(0)}
		for _, line := range lines {
			edits = append(edits, header(line))
		}
		return x.send(r.raw(edits...))
	}
}

// portfolioFaults are those of every API, and those that portfolio APIs have besides.
func portfolioFaults(elsewhere string) []fault {
	return append(faults(elsewhere), []fault{
		{name: "500", read: internal, all: unknown, write: unknown, do: answerFailure(500, "INTERNAL_ERROR", false)},
		{name: "500 behind the API", reaches: true, read: internal, all: unknown, write: fine, do: answerFailure(500, "INTERNAL_ERROR", true)},
		{name: "502 of the storage", read: unavailable, all: unknown, write: unknown, do: answerFailure(502, "STORAGE_ERROR", false)},
		{name: "504 behind the API", reaches: true, read: unavailable, all: unknown, write: fine, do: answerFailure(504, "TIMEOUT", true)},
		{name: "520 behind the API", reaches: true, read: unavailable, all: unknown, write: fine, do: answerPage(520, true)},
		{name: "524", read: unavailable, all: unknown, write: unknown, do: answerPage(524, false)},
		{name: "503", read: unavailable, all: unavailable, write: unavailable, do: answerFailure(503, "SERVICE_UNAVAILABLE", false)},
		{name: "429 of a quota", read: unavailable, all: unavailable, write: unavailable, do: answerFailure(429, "QUOTA_EXCEEDED", false, "Retry-After: 60")},
		{name: "401", read: unauthorized, all: unauthorized, write: unauthorized, do: answerFailure(401, "UNAUTHORIZED", false)},
		{name: "403", read: forbidden, all: forbidden, write: forbidden, do: answerFailure(403, "RLS_VIOLATION", false)},
	}...)
}

// studioCell is one fault in front of one portfolio-mcp, while each tool is called.
type studioCell struct {
	studio  *studio
	adapter *adapter
	proxy   *proxy
	name    string // part of titles
	limit   time.Duration
	id      string // a project that is there
	images  []string
}

// studioCall is a tool's call, with what the back end must hold if it was done. Of a
// blind one nothing can be seen: its outcome stays unknown where another's is looked for.
type studioCall struct {
	tool         string
	write, blind bool
	alike        bool // to another call; the short form leaves it out
	with         args
	before       func()
	done         func() bool
}

func (c *studioCell) calls(t *testing.T) []studioCall {
	first, second, third := c.images[0], c.images[1], c.images[2]
	title := "zq7 " + c.name
	file := "zq7-added"
	once := func(n int, what string) bool {
		if n > 1 {
			t.Errorf("%d %s of one call", n, what)
		}
		return n > 0
	}
	project := func(more args) args { more["project_id"] = c.id; return more }
	return []studioCall{
		{tool: "list_projects", with: args{}},
		{tool: "get_project_status", alike: true, with: project(args{})},
		{
			tool: "create_project_draft", write: true, blind: true, with: args{"title": title},
			done: func() bool { return once(c.studio.titled(title), "projects") },
		},
		{
			tool: "add_project_media", write: true, blind: true,
			with: project(args{"files": []args{{"file_id": "f", "filename": file + ".jpg", "content_type": "image/jpeg"}}}),
			done: func() bool { return once(c.studio.get(c.id).named(file), "images") },
		},
		{
			tool: "update_project_sections", write: true, with: project(args{"summary": title}),
			done: func() bool { return c.studio.get(c.id).Summary == title },
		},
		{
			tool: "reorder_project_media", write: true, alike: true, with: project(args{"image_ids": []string{second, first}}),
			done: func() bool { order, _ := c.studio.get(c.id).image(second); return order == 0 },
		},
		{
			tool: "set_project_media_labels", write: true, alike: true, with: project(args{"labels": []args{{"image_id": first, "alt_text": title}}}),
			done: func() bool { _, alt := c.studio.get(c.id).image(first); return alt == title },
		},
		{
			tool: "set_project_media_labels", write: true, alike: true, with: project(args{"labels": []args{{"image_id": third, "remove": true}}}),
			done: func() bool { order, _ := c.studio.get(c.id).image(third); return order < 0 },
		},
		{
			tool: "publish_project", write: true, with: project(args{}),
			done: func() bool { return c.studio.get(c.id).Status == "published" },
		},
		{
			tool: "unpublish_project", write: true, alike: true, with: project(args{}),
			before: func() {
				if c.studio.get(c.id).Status != "published" {
					c.studio.do("POST", "/api/projects/"+c.id+"/publish", "", http.StatusOK)
				}
			},
			done: func() bool { return c.studio.get(c.id).Status == "draft" },
		},
	}
}

// check asserts one answer: its kind, its time, and for a write that it is true.
func (c *studioCell) check(t *testing.T, got answer, kind string, call studioCall) {
	t.Helper()
	got.check(t, kind, c.limit, call.done)
	if call.with["project_id"] != nil && got.Kind != fine && got.Meta.ProjectID != c.id {
		t.Errorf("it names the project %q", got.Meta.ProjectID)
	}
}

// run calls each tool while broken, and again while mended: what was done is not done
// twice then.
func (c *studioCell) run(t *testing.T, f *fault, alone bool, breakIt, mend func()) {
	t.Helper()
	for _, call := range c.calls(t) {
		if alone && !call.write || call.alike && !long() {
			continue
		}
		want := f.read
		switch {
		case call.write && (call.blind || !alone):
			want = f.all
		case call.write:
			want = f.write
		}
		if call.before != nil {
			call.before()
		}
		c.proxy.posts.Store(0)
		breakIt()
		got := c.adapter.call(call.tool, call.with)
		mend()
		t.Run(call.tool, func(t *testing.T) {
			c.check(t, got, want, call)
			if call.write && f.reaches && !call.done() {
				t.Error("the back end got it and did not do it: the test's fault")
			}
			if n := c.proxy.posts.Load(); n > 1 {
				t.Errorf("a POST was sent %d times", n)
			}
			if strings.HasPrefix(f.name, "429") && got.Meta.Error.Data.RetryAfter != 60 {
				t.Errorf("retry after %v s", got.Meta.Error.Data.RetryAfter)
			}
		})
		if !call.blind { // those are another draft and another photo
			c.check(t, c.adapter.call(call.tool, call.with), fine, call)
		}
	}
}

// TestPortfolio_Faults is the matrix: each fault, met by everything or by writes alone, and
// each tool. The built portfolio-mcp speaks through the proxy to another that has the back
// end, and that is looked at directly.
func TestPortfolio_Faults(t *testing.T) {
	t.Parallel()
	elsewhere := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		t.Errorf("the other host was asked: %s %s", r.Method, r.URL.Path)
	}))
	t.Cleanup(elsewhere.Close)
	s := startStudio(t, scratch(t))
	for _, f := range portfolioFaults(elsewhere.URL) {
		t.Run(f.name, func(t *testing.T) {
			t.Parallel()
			p := startProxy(t, s.Address)
			adapter := startContractor(t, toStudio(p.base(), s.token, "API_TIMEOUT="+f.limit().String(), "API_MAX_RETRIES=1")...)
			for _, alone := range []bool{false, true} {
				name := map[bool]string{false: "everything", true: "writes"}[alone]
				t.Run(name, func(t *testing.T) {
					c := &studioCell{studio: s, adapter: adapter, proxy: p, name: f.name + " " + name, limit: f.limit()}
					c.id, c.images = s.make("zq7 of " + c.name)
					c.run(t, &f, alone, func() {
						p.set(func(method string) *fault {
							if alone && method == http.MethodGet {
								return nil
							}
							return &f
						})
					}, func() {
						p.spoilt.Wait() // or else the next call may meet what this one left
						p.set(nil)
					})
				})
			}
		})
	}
}

// TestPortfolio_Refused has no one listening.
func TestPortfolio_Refused(t *testing.T) {
	t.Parallel()
	s := startStudio(t, scratch(t))
	p := startProxy(t, s.Address)
	c := &studioCell{studio: s, proxy: p, name: "refused", limit: 20 * time.Second}
	c.adapter = startContractor(t, toStudio(p.base(), s.token, "API_TIMEOUT="+c.limit.String(), "API_MAX_RETRIES=1")...)
	c.id, c.images = s.make("zq7 of refused")
	c.run(t, &fault{read: unavailable, all: unavailable}, false, p.shut, p.up)
}

// uploadOutcome is what must become of a photo whose upload alone meets a fault.
func uploadOutcome(f *fault) string {
	switch {
	case f.read == fine, f.reaches:
		return fine // or else a look finds it
	case f.name == "page with 413":
		return invalid
	}
	return unavailable
}

// TestPortfolio_Uploads breaks the way of a photo's bytes. They are sent once; what has
// arrived is reported as added, and what has not leaves no row.
func TestPortfolio_Uploads(t *testing.T) {
	t.Parallel()
	elsewhere := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		t.Errorf("the other host was asked: %s %s", r.Method, r.URL.Path)
	}))
	t.Cleanup(elsewhere.Close)
	const lines = 5 // side by side: some faults take their time
	all := portfolioFaults(elsewhere.URL)
	for line := range lines {
		t.Run(strconv.Itoa(line), func(t *testing.T) {
			t.Parallel()
			u := startUploads(t)
			for n := line; n < len(all); n += lines {
				for _, alone := range []bool{false, true} {
					u.meet(t, &all[n], alone)
				}
			}
		})
	}
}

// uploads is a back end whose signed addresses lead through the proxy.
type uploads struct {
	studio      *studio
	proxy       *proxy
	slow, usual *adapter // by how long they wait
	id, address string
	n           int
}

func startUploads(t *testing.T) *uploads {
	t.Helper()
	root, address := photoFile(t)
	p := startProxy(t, "")
	s := startStudio(t, scratch(t), "PUBLIC_URL="+p.base())
	p.vault = s.Address
	id, _ := s.make("zq7 of uploads")
	start := func(limit string) *adapter {
		return startContractor(t, toStudio(p.base(), s.token, "API_TIMEOUT="+limit, "API_MAX_RETRIES=1", "PORTFOLIO_MEDIA_ROOT="+root)...)
	}
	return &uploads{studio: s, proxy: p, slow: start("1500ms"), usual: start("20s"), id: id, address: address}
}

// meet adds a photo whose bytes meet a fault, and unless it is alone all that follows them.
func (u *uploads) meet(t *testing.T, f *fault, alone bool) {
	t.Helper()
	u.n++
	name := fmt.Sprintf("added%d", u.n)
	var puts atomic.Int32
	u.proxy.set(func(method string) *fault {
		switch {
		case method == http.MethodPut:
			puts.Add(1)
			return f
		case !alone && puts.Load() > 0:
			return f
		}
		return nil
	})
	adapter := u.usual
	if f.read == timeout {
		adapter = u.slow
	}
	got := adapter.call("add_project_media", args{"project_id": u.id, "images": []args{{"url": u.address, "filename": name + ".jpg"}}})
	u.proxy.spoilt.Wait()
	u.proxy.set(nil)
	rows := slices.DeleteFunc(u.studio.get(u.id).Images, func(i photoRow) bool { return !strings.Contains(i.Path, "/"+name+"-") })
	title := fmt.Sprintf("%s, alone %t", f.name, alone)
	if n := puts.Load(); n > 1 {
		t.Errorf("%s: the bytes were sent %d times", title, n)
	}
	switch want := uploadOutcome(f); {
	case alone && got.Kind != want:
		t.Errorf("%s: kind %q, want %q: %s", title, got.Kind, want, got.Message)
	case got.Kind == fine && (len(rows) != 1 || !rows[0].Uploaded):
		t.Errorf("%s: reported as added, and the rows are %+v", title, rows)
	case got.Kind != fine && got.Kind != unknown && len(rows) != 0:
		t.Errorf("%s: reported as not added (%s), and the rows are %+v", title, got.Kind, rows)
	case len(rows) > 1:
		t.Errorf("%s: %d rows of one call", title, len(rows))
	}
	for _, r := range rows {
		u.studio.do("DELETE", "/api/projects/"+u.id+"/images", `{"image_id":"`+r.ID+`"}`, http.StatusOK)
	}
}
