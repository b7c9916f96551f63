package site_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"github.com/mcp-adapters/mcp-adapters/appbuilder"
	"github.com/mcp-adapters/mcp-adapters/appbuilder/generate"
	"github.com/mcp-adapters/mcp-adapters/appbuilder/generate/rules"
	"github.com/mcp-adapters/mcp-adapters/appbuilder/site"
	"github.com/mcp-adapters/mcp-adapters/appbuilder/store"
	"github.com/mcp-adapters/mcp-adapters/internal/testing/pgtest"
	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
)

func TestStream(t *testing.T) {
	t.Parallel()
	v := open(t).visitor()
	e, _ := v.stream("POST", "/api/generate", obj{"prompt": "Show order history in a table"})
	if run := e.next("run"); run["runId"] == "" || run["generator"] != "rules" {
		t.Errorf("%v", run)
	}
	var steps []string
	for got := range e.c {
		if got.name != "step" {
			if got.name != "delta" {
				t.Errorf("%v", got)
			}
			break
		}
		steps = append(steps, got.data["name"].(string)+" "+got.data["state"].(string))
	}
	if want := "layout running, layout done, tool running, tool done, theme running, theme done, data running, data done, validate running, validate done"; strings.Join(steps, ", ") != want {
		t.Errorf("%v", steps)
	}
	names, last := e.rest()
	if !slices.Equal(names, []string{"app", "done"}) || last["revision"] != 1.0 || last["response"] == "" || last["changes"] == nil {
		t.Errorf("%v %v", names, last)
	}

	e, _ = v.stream("POST", "/api/chat", obj{"message": "make it red"})
	app := e.next("app")
	if app["revision"] != 2.0 || app["app"].(obj)["revision"] != 2.0 || len(app["changes"].([]any)) == 0 {
		t.Errorf("%v", app)
	}
	if names, last := e.rest(); !slices.Equal(names, []string{"done"}) || last["revision"] != 2.0 {
		t.Errorf("%v %v", names, last)
	}
	// What never begins is no stream.
	v.send("POST", "/api/chat", obj{"message": ""}, "Accept", "text/event-stream").fails(400, "INVALID_REQUEST")
}

func TestGenerate_Cancel(t *testing.T) {
	t.Parallel()
	b := open(t, with(model{generate: func(ctx context.Context, prompt string, report func(generate.Step)) (*generate.Result, error) {
		if prompt == "A table" {
			return rules.Generator{}.Generate(ctx, prompt, report)
		}
		<-ctx.Done()
		return nil, &fault.Error{Kind: fault.Internal, Message: "This was cancelled.", Err: ctx.Err()}
	}}))
	v, other := b.visitor(), b.visitor()
	app := v.generate("A table")
	other.generate("A table")
	e, _ := v.stream("POST", "/api/generate", obj{"prompt": "Show order history in a table"})
	run := "/api/runs/" + e.next("run")["runId"].(string)
	other.send("DELETE", run, nil).fails(404, "NOT_FOUND")
	v.send("DELETE", "/api/runs/"+app["id"].(string), nil).fails(404, "NOT_FOUND")
	v.send("DELETE", run, nil).is(204)
	if _, last := e.rest(); last["error"].(obj)["code"] != "CANCELLED" {
		t.Errorf("%v", last)
	}
	v.send("DELETE", run, nil).fails(404, "NOT_FOUND")
	if apps := v.send("GET", "/api/apps", nil).is(200)["apps"].([]any); len(apps) != 1 {
		t.Errorf("%v", apps)
	}
}

// failing is a model that fails, after a step.
func failing(kind fault.Kind) model {
	err := &fault.Error{Kind: kind, Message: "The model did not answer."}
	return model{
		generate: func(_ context.Context, _ string, report func(generate.Step)) (*generate.Result, error) {
			report(generate.Step{Name: generate.Layout})
			return nil, err
		},
		edit: func(context.Context, generate.Conversation, func(generate.Step)) (*generate.Result, error) {
			return nil, err
		},
	}
}

func TestFallback(t *testing.T) {
	t.Parallel()
	for kind, want := range map[fault.Kind]struct {
		status int
		code   string
	}{appbuilder.Model: {502, "LLM_ERROR"}, fault.Timeout: {504, "TIMEOUT"}} {
		var ran []site.Report
		v := open(t, with(failing(kind)), func(o *site.Options) { o.Ran = func(r site.Report) { ran = append(ran, r) } }).visitor()
		app := v.generate("Show order history in a table")
		if m := v.last(app); !strings.HasPrefix(m["content"].(string), "The model did not answer. The built-in rules have answered instead.") || app["generator"] != "rules" {
			t.Errorf("%v", m)
		}
		if answer := v.chat("make it red").is(200); !strings.Contains(answer["response"].(string), "built-in rules have answered") || answer["app"].(obj)["revision"] != 2.0 {
			t.Errorf("%v", answer)
		}
		// What the rules don't understand is no success.
		v.chat("make it fly").fails(want.status, want.code)
		if m := v.last(app); m["state"] != "failed" || m["errorCode"] != want.code || m["revisionAfter"] != 2.0 {
			t.Errorf("%v", m)
		}
		if len(ran) != 3 || !ran[0].FellBack || ran[0].Generator != "rules" || ran[2].Outcome != want.code || ran[2].FellBack {
			t.Errorf("%+v", ran)
		}
		strict := open(t, func(o *site.Options) { o.Generator = failing(kind) }).visitor()
		strict.send("POST", "/api/generate", obj{"prompt": "A table"}).fails(want.status, want.code)
		strict.send("POST", "/api/generate", obj{"prompt": "A table", "generator": "rules"}).fails(400, "INVALID_REQUEST")
		v.send("POST", "/api/generate", obj{"prompt": "A table", "generator": "rules"}).is(200)
	}
}

func TestPanic(t *testing.T) {
	t.Parallel()
	v := open(t, with(model{edit: func(context.Context, generate.Conversation, func(generate.Step)) (*generate.Result, error) {
		panic("what a person wrote")
	}})).visitor()
	app := v.generate("A table")
	v.chat("make it red").fails(500, "INTERNAL")
	if strings.Contains(v.log.String(), "what a person wrote") {
		t.Error("the log has what a person wrote")
	}
	if m := v.last(app); m["state"] == "running" {
		t.Errorf("%v", m)
	}
}

func TestUsage(t *testing.T) {
	t.Parallel()
	spends := func(ctx context.Context, prompt string, report func(generate.Step)) (*generate.Result, error) {
		made, err := rules.Generator{}.Generate(ctx, prompt, report)
		if err == nil {
			made.Generator, made.Usage = "llm:test-model", generate.Usage{Model: "test-model", In: 900, Out: 200, Duration: 2 * time.Second}
		}
		return made, err
	}
	v := open(t, with(model{generate: spends}), func(o *site.Options) { o.MonthlyTokens = 2000 }).visitor()
	app := v.generate("A table")
	if u := v.last(app)["usage"].(obj); u["model"] != "test-model" || u["tokensIn"] != 900.0 || u["tokensOut"] != 200.0 || u["ms"] != 2000.0 {
		t.Errorf("%v", u)
	}
	v.generate("A table")
	if r := v.send("POST", "/api/generate", obj{"prompt": "A table"}); r.fails(429, "RATE_LIMITED") != nil || r.header.Get("Retry-After") == "" {
		t.Errorf("%v", r)
	}
}

// TestUsage_Failed holds that what a model has taken is counted, whoever answers in the end.
func TestUsage_Failed(t *testing.T) {
	t.Parallel()
	took := generate.Usage{Model: "test-model", In: 900, Out: 200, Duration: 2 * time.Second}
	failed := &fault.Error{Kind: appbuilder.Model, Message: "The model did not answer."}
	m := model{
		generate: func(context.Context, string, func(generate.Step)) (*generate.Result, error) {
			return &generate.Result{Usage: took}, failed
		},
		edit: func(_ context.Context, c generate.Conversation, _ func(generate.Step)) (*generate.Result, error) {
			if c.Message == "make it fly" {
				return &generate.Result{Usage: took}, failed
			}
			c.Content.Name = "" // which breaks a rule
			return &generate.Result{Content: c.Content, Usage: took, Understood: true}, nil
		},
	}
	var ran []site.Report
	v := open(t, with(m), func(o *site.Options) {
		o.MonthlyTokens = 3000
		o.Ran = func(r site.Report) { ran = append(ran, r) }
	}).visitor()
	shown := func(m obj) {
		t.Helper()
		if u, _ := m["usage"].(obj); u["tokensIn"] != 900.0 || u["model"] != "test-model" {
			t.Errorf("%v", m)
		}
	}
	app := v.generate("A table")
	shown(v.last(app))
	v.chat("make it red").is(200)
	shown(v.last(app))
	v.chat("make it fly").fails(502, "LLM_ERROR")
	shown(v.last(app))
	for _, r := range ran {
		if r.Usage != took {
			t.Errorf("%+v", r)
		}
	}
	if v.chat("make it red").fails(429, "RATE_LIMITED"); len(ran) != 3 || !ran[0].FellBack || !ran[1].FellBack || ran[2].Outcome != "LLM_ERROR" {
		t.Errorf("%+v", ran)
	}
}

func TestClose(t *testing.T) {
	t.Parallel()
	s := newSlow()
	v := open(t, with(s.model())).visitor()
	app := v.generate("Show order history in a table")
	watching, _ := v.stream("GET", id(app)+"/events", nil)
	watching.next("status")
	e, _ := v.stream("POST", "/api/chat", obj{"message": "make it red"})
	<-s.begun
	v.Close()
	if names, last := e.rest(); names[len(names)-1] != "error" || last["error"].(obj)["code"] != "EXECUTION_ERROR" {
		t.Errorf("%v %v", names, last)
	}
	watching.rest()
	if m := v.last(app); m["state"] != "failed" || m["errorCode"] != "EXECUTION_ERROR" {
		t.Errorf("%v", m)
	}
	v.chat("make it red").fails(503, "UNAVAILABLE")
}

// TestUncharged holds that what never began counts for no limit.
func TestUncharged(t *testing.T) {
	t.Parallel()
	s := newSlow()
	v := open(t, with(s.model())).visitor()
	v.generate("Show order history in a table")
	e, _ := v.stream("POST", "/api/chat", obj{"message": "make it green"})
	<-s.begun
	for range 70 { // 60 is an hour's limit
		v.chat("make it red").fails(409, "BUSY")
	}
	close(s.let)
	e.rest()
	v.chat("make it red").is(200)
	v.Close()
	for range 70 {
		v.chat("make it red").fails(503, "UNAVAILABLE")
	}
	for range 15 { // 10 is an hour's limit
		v.send("POST", "/api/generate", obj{"prompt": "A table"}).fails(503, "UNAVAILABLE")
	}
}

func TestReplicas(t *testing.T) {
	t.Parallel()
	url := pgtest.Shared(t).Database(t)
	s := newSlow()
	replica := func() *browser {
		db, err := store.Postgres(url, zerolog.Nop())
		if err != nil {
			t.Fatal(err)
		}
		return openOn(t, db, with(s.model())).visitor()
	}
	a, b := replica(), replica()
	b.client.Jar = a.client.Jar // cookies are for all ports
	app := a.generate("Show order history in a table")
	if now := b.current(); now["id"] != app["id"] {
		t.Errorf("%v", now)
	}
	watching, _ := b.stream("GET", id(app)+"/events", nil)
	if state := watching.next("status"); state["status"] != "draft" {
		t.Errorf("%v", state)
	}
	a.send("POST", "/api/publish", nil).is(200)
	if state := watching.next("status"); state["status"] != "published" || state["publishVersion"] != 1.0 {
		t.Errorf("%v", state)
	}
	// One works on a message, and all know.
	e, _ := a.stream("POST", "/api/chat", obj{"message": "make it red"})
	<-s.begun
	b.chat("make it green").fails(409, "BUSY")
	b.send("DELETE", id(app)+"/run", nil).is(204)
	if _, last := e.rest(); last["error"].(obj)["code"] != "CANCELLED" {
		t.Errorf("%v", last)
	}
	if m := b.last(app); m["state"] != "cancelled" {
		t.Errorf("%v", m)
	}
	close(s.let)
	b.chat("make it red").is(200)
	for watching.next("revision")["revision"] != 2.0 {
	}
	a.send("DELETE", id(app), nil).is(204)
	for watching.next("status")["status"] != "deleted" {
	}
}
