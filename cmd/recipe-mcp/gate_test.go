package main_test

import (
	"io"
	"net/http"
	"testing"
)

// gate is an API that answers no request until the test lets it.
type gate struct {
	*api

	entered chan string   // method of each request that has come
	left    chan struct{} // one element for each request whose client went away
	open    chan struct{} // one element lets one request through
}

func newGate(t *testing.T) *gate {
	t.Helper()
	g := &gate{entered: make(chan string, 1000), left: make(chan struct{}, 1000), open: make(chan struct{}, 1000)}
	g.api = serve(t, g)
	// Whatever happens to the test, its end must not wait for the gate.
	t.Cleanup(g.CloseClientConnections)
	return g
}

func (g *gate) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	// Only when the body was read does the server notice that the client left.
	if _, err := io.Copy(io.Discard, r.Body); err != nil {
		return
	}
	g.entered <- r.Method
	select {
	case <-g.open:
	case <-r.Context().Done():
		g.left <- struct{}{}
		return
	}
	w.Header().Set("Content-Type", "application/json")
	body := `{"id":"` + noRecipe + `","title":"From the gate","ingredients":[],"steps":[]}`
	switch {
	case r.Method == http.MethodPost:
		w.WriteHeader(http.StatusCreated)
	case r.URL.Path == "/api/recipes":
		body = `[]`
	}
	_, _ = io.WriteString(w, body)
}

// start runs recipe-mcp in front of the gate.
func (g *gate) start(t *testing.T, settings ...string) *server {
	t.Helper()
	return start(t, append([]string{g.setting(), "API_KEY=" + apiKey, "API_MAX_RETRIES=0"}, settings...)...)
}

// Arguments of get_recipe and update_recipe.
const (
	oneRecipe = `{"recipe_id":"` + noRecipe + `"}`
	oneChange = `{"recipe_id":"` + noRecipe + `","servings":2}`
)
