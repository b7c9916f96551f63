package main_test

// What an API and the proxies in front of it can answer, and what becomes of
// it on the other side of the pipe.

import (
	"fmt"
	"io"
	"net/http"
	"path"
	"strconv"
	"strings"
	"testing"
)

// page is a web page that nothing of may reach the user.
const page = `<!DOCTYPE html><html><head><title>Sign in</title></head><body>MARKUP</body></html>`

// failure is one row: what is answered to every method, and what a read and a
// write become.
type failure struct {
	name        string
	status      int
	contentType string
	body        string
	code        int
	kind        string // of a read
	writeKind   string // of a write, where it differs
	words       string
}

var failures = []failure{
	{"400", 400, "application/json", `{"error":"servings are odd","code":"VALIDATION_ERROR"}`, -32602, "invalid_params", "", "servings are odd"},
	{"413", 413, "text/plain", "too large", -32602, "invalid_params", "", "too large"},
	{"413 page", 413, "text/html", page, -32602, "invalid_params", "", "larger"},
	{"422", 422, "text/plain", "invalid type: string", -32602, "invalid_params", "", "invalid type: string"},
	{"400 of great length", 400, "text/plain", strings.Repeat("x", 5000), -32602, "invalid_params", "", "xxx"},
	{"401", 401, "application/json", `{"error":"Invalid API key"}`, -32603, "unauthorized", "", "API_KEY"},
	{"403", 403, "application/json", `{"error":"Your email is not configured for access."}`, -32603, "forbidden", "", "refused access, and USER_EMAIL is not set"},
	{"404", 404, "application/json", `{"error":"` + noRecipe + `","code":"NOT_FOUND"}`, -32001, "not_found", "", "was found"},
	{"404 page", 404, "text/html", page, -32603, "unavailable", "", "API_BASE_URL"},
	{"404 text", 404, "text/plain", "404 page not found", -32603, "unavailable", "", "API_BASE_URL"},
	{"500", 500, "application/json", `{"error":"disk","code":"DATABASE_ERROR"}`, -32603, "unavailable", "unknown_outcome", "database"},
	{"500 page", 500, "text/html", page, -32603, "unavailable", "unknown_outcome", "unavailable"},
	{"503", 503, "text/html", page, -32603, "unavailable", "", "unavailable"},
	{"502", 502, "text/html", page, -32603, "unavailable", "unknown_outcome", ""},
	{"504", 504, "text/html", page, -32603, "unavailable", "unknown_outcome", ""},
	{"429", 429, "text/plain", "slow down", -32603, "unavailable", "", "busy"},
	{"302 to elsewhere", 302, "text/html", page, -32603, "unavailable", "", "API_BASE_URL"},
	{"418", 418, "text/html", page, -32603, "unavailable", "", "API_BASE_URL"},
}

// fail answers with the failure whose number is in the id.
func fail(w http.ResponseWriter, r *http.Request) {
	name := path.Base(r.URL.Path)
	row, err := strconv.Atoi(name[strings.LastIndex(name, "-")+1:])
	if err != nil || row >= len(failures) {
		http.Error(w, "", http.StatusNotImplemented)
		return
	}
	_, _ = io.Copy(io.Discard, r.Body)
	w.Header().Set("Location", "http://elsewhere.invalid/")
	w.Header().Set("Content-Type", failures[row].contentType)
	w.WriteHeader(failures[row].status)
	_, _ = io.WriteString(w, failures[row].body)
}

func TestFailures(t *testing.T) {
	t.Parallel()
	a := serve(t, http.HandlerFunc(fail))
	s := start(t, a.setting(), "API_KEY="+apiKey, "API_MAX_RETRIES=0")
	for i, f := range failures { // one server, so one after the other
		id := fmt.Sprintf("00000000-0000-4000-8000-%012d", i)
		for tool, arguments := range map[string]string{
			"get_recipe":    `{"recipe_id":"` + id + `"}`,
			"update_recipe": `{"recipe_id":"` + id + `","servings":2}`,
		} {
			kind := f.kind
			words := []string{f.words}
			if tool == "update_recipe" && f.writeKind != "" {
				kind, words = f.writeKind, []string{f.words, "may or may not have been saved", "heck"}
			}
			answer := s.call(tool, arguments)
			t.Logf("%s, %s: %s", f.name, tool, answer.line)
			answer.fails(t, f.code, kind, words...)
			if strings.Contains(answer.line, "MARKUP") || strings.Contains(answer.line, "html") {
				t.Errorf("%s: the page reached the user", f.name)
			}
			if answer.Error != nil && (answer.Error.Data.Status != f.status || len(answer.Error.Message) > 700) {
				t.Errorf("%s: status %d, want %d; the message has %d bytes", f.name, answer.Error.Data.Status, f.status, len(answer.Error.Message))
			}
		}
	}
}

// TestFailures_GoodStatus holds answers of success that are none.
func TestFailures_GoodStatus(t *testing.T) {
	t.Parallel()
	for name, body := range map[string]string{
		"a page":      page,
		"nothing":     "",
		"cut JSON":    `{"id":"` + noRecipe,
		"wrong shape": `[1,2]`,
		"no UTF-8":    "{\"id\":\"a\",\"title\":\"\xff\"}",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a := serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				_, _ = io.Copy(io.Discard, r.Body)
				_, _ = io.WriteString(w, body)
			}))
			s := start(t, a.setting(), "API_KEY="+apiKey, "API_MAX_RETRIES=0")
			for tool, arguments := range map[string]string{"get_recipe": oneRecipe, "list_recipes": `{}`} {
				answer := s.call(tool, arguments)
				answer.fails(t, -32603, "unavailable", "API_BASE_URL")
				if strings.Contains(answer.line, "MARKUP") {
					t.Error("the page reached the user")
				}
			}
		})
	}
}

// TestAnswers_PassThrough holds that members which this version doesn't know
// come through, digit for digit.
func TestAnswers_PassThrough(t *testing.T) {
	t.Parallel()
	const later = `{"id":"` + noRecipe + `","title":"Later","rating":4.50,"big":12345678901234567890,"tags":["a<b"],"nested":{"x":null},"ingredients":[],"steps":[]}`
	a := serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body := later
		if r.URL.Path == "/api/recipes" {
			body = "[" + later + "]"
		}
		_, _ = io.WriteString(w, body)
	}))
	s := start(t, a.setting(), "API_KEY="+apiKey)
	for tool, arguments := range map[string]string{"get_recipe": oneRecipe, "list_recipes": `{}`} {
		if answer := s.call(tool, arguments); !strings.Contains(answer.line, strings.TrimSuffix(strings.TrimPrefix(later, "{"), "}")) {
			t.Errorf("%s does not pass on what it does not know: %s", tool, answer.line)
		}
	}
}
