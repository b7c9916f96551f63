package site_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"mcp-adapters/appbuilder/generate/llm"
	"mcp-adapters/appbuilder/site"
)

func TestScenario38_RulesAnswerInstead(t *testing.T) {
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
			strict := open(t, func(o *site.Options) { o.Generator = g }).visitor()
			failed := strict.send("POST", "/api/generate", obj{"prompt": "Show order history in a table"})
			if name == "hangs" {
				failed.fails(504, "TIMEOUT")
			} else {
				failed.fails(502, "LLM_ERROR")
			}
			for _, text := range []string{r.text, failed.text, m["content"].(string), v.log.String(), strict.log.String()} {
				if strings.Contains(text, key) {
					t.Errorf("the key is in %s", text)
				}
			}
		})
	}
}
