package site_test

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/mcp-adapters/mcp-adapters/appbuilder"
	"github.com/mcp-adapters/mcp-adapters/appbuilder/generate/llm"
	"github.com/mcp-adapters/mcp-adapters/appbuilder/layout"
	"github.com/mcp-adapters/mcp-adapters/appbuilder/site"
	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
)

// TestAnswer holds that a model answers calls where its owner has asked for that, within what the
// owner may spend.
func TestAnswer(t *testing.T) {
	t.Parallel()
	var calls, fails atomic.Int32
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		calls.Add(1)
		if fails.Load() > 0 {
			http.Error(w, "no", http.StatusInternalServerError)
			return
		}
		_, _ = io.WriteString(w, `{"choices":[{"message":{"content":"Two are open."}}],"usage":{"prompt_tokens":700,"completion_tokens":50}}`)
	}))
	t.Cleanup(server.Close)
	g, err := llm.New(llm.Options{Provider: llm.OpenAI, BaseURL: server.URL, Model: "test-model", Try: time.Second, All: 2 * time.Second})
	if err != nil {
		t.Fatal(err)
	}
	var reports []site.Report
	b := open(t, with(g), func(o *site.Options) {
		o.MonthlyTokens = 1000
		o.Ran = func(r site.Report) { reports = append(reports, r) }
	})
	v := b.visitor()
	made := v.send("POST", "/api/generate", obj{"prompt": "Show order history in a table", "generator": "rules"}).is(200)
	v.send("POST", id(made)+"/answers", obj{"mode": "nonsense"}).fails(400, "INVALID_REQUEST")
	b.visitor().send("POST", id(made)+"/answers", obj{"mode": "llm"}).fails(404, "APP_NOT_FOUND")
	if app := v.send("POST", id(made)+"/answers", obj{"mode": "llm"}).is(200); app["answersByModel"] != true || app["revision"] != made["revision"] {
		t.Errorf("%v", app)
	}
	app := made["id"].(string)
	_, stored, err := b.store.Voice(t.Context(), app)
	if err != nil || stored != "Show order history in a table" {
		t.Fatal(stored, err)
	}
	content := appbuilder.Content{Name: "Orders", Data: layout.Empty(layout.Table)}
	reports = nil
	for _, want := range []string{"Two are open.", "Two are open.", ""} { // 750 tokens each, and then the budget is used up
		if got, err := b.Answer(t.Context(), app, content, "Which are open?"); got != want || err != nil {
			t.Errorf("%q %v, want %q", got, err, want)
		}
	}
	if calls.Load() != 2 || len(reports) != 2 || reports[0].Kind != "answer" || reports[0].Outcome != "complete" || reports[0].Usage.In != 700 {
		t.Errorf("%d calls, %+v", calls.Load(), reports)
	}
	other := b.visitor()
	app = other.send("POST", "/api/generate", obj{"prompt": "Show order history in a table", "generator": "rules"}).is(200)["id"].(string)
	fails.Store(1)
	_, err = b.Answer(t.Context(), app, content, "Which are open?")
	if f, ok := errors.AsType[*fault.Error](err); !ok || f.Kind != appbuilder.Model {
		t.Error(err)
	}
	rules := open(t).visitor()
	rules.send("POST", id(rules.generate("A table"))+"/answers", obj{"mode": "llm"}).fails(400, "INVALID_REQUEST")
}

func TestRulesAnswerInstead(t *testing.T) {
	t.Parallel()
	const key = "sk-very-secret-key"
	for name, answer := range map[string]http.HandlerFunc{
		"500": func(w http.ResponseWriter, _ *http.Request) {
			http.Error(w, "no: "+key, http.StatusInternalServerError)
		},
		"garbage": func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "<html>"+key) },
		"schema": func(w http.ResponseWriter, _ *http.Request) {
			_, _ = io.WriteString(w, `{"choices":[{"message":{"content":"{\"type\":\"object\",\"properties\":{}}"}}]}`)
		},
		"hangs": func(_ http.ResponseWriter, r *http.Request) {
			_, _ = io.Copy(io.Discard, r.Body) // else the end of the client isn't seen
			<-r.Context().Done()
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := httptest.NewServer(answer)
			t.Cleanup(server.Close)
			g, err := llm.New(llm.Options{Provider: llm.OpenAI, BaseURL: server.URL, Key: key, Model: "test-model", Try: time.Second, All: 2 * time.Second})
			if err != nil {
				t.Fatal(err)
			}
			v := open(t, with(g)).visitor()
			r := v.send("POST", "/api/generate", obj{"prompt": "Show order history in a table"})
			app := r.is(200)
			m := v.last(app)
			if app["generator"] != "rules" || !strings.Contains(m["content"].(string), "The built-in rules have answered instead.") {
				t.Errorf("%v", m)
			}
			// The reply says what has failed and who has answered, and not that nothing was changed.
			reply := v.chat("change the primary color to blue").is(200)["response"].(string)
			for _, said := range []string{reply, m["content"].(string)} {
				if strings.Contains(strings.ToLower(said), "nothing was changed") || strings.Contains(said, "try again") {
					t.Error(said)
				}
			}
			strict := open(t, func(o *site.Options) { o.Generator = g }).visitor()
			failed := strict.send("POST", "/api/generate", obj{"prompt": "Show order history in a table"})
			if name == "hangs" {
				failed.fails(504, "TIMEOUT")
			} else {
				failed.fails(502, "LLM_ERROR")
			}
			if !strings.Contains(failed.text, "Nothing was changed.") {
				t.Error(failed.text)
			}
			for _, text := range []string{r.text, failed.text, m["content"].(string), v.log.String(), strict.log.String()} {
				if strings.Contains(text, key) {
					t.Errorf("the key is in %s", text)
				}
			}
		})
	}
}
