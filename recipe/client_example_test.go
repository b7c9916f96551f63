package recipe_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"

	"github.com/mcp-adapters/mcp-adapters/apiclient"
	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
	"github.com/mcp-adapters/mcp-adapters/recipe"
)

func ExampleClient() {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("X-API-Key") != "secret" {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		_, _ = fmt.Fprint(w, `[ { "id": "1", "title": "Soup" } ]`)
	}))
	defer server.Close()

	client, err := recipe.NewClient(recipe.Options{Options: apiclient.Options{BaseURL: server.URL}, Key: "secret"})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer client.Close()

	list, err := client.List(context.Background())
	fmt.Println(string(list), err)
	// Output: [{"id":"1","title":"Soup","description":""}] <nil>
}

func ExampleClient_Create() {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusConflict)
		_, _ = fmt.Fprint(w, `{"error":"Soup","code":"CONFLICT"}`)
	}))
	defer server.Close()

	client, err := recipe.NewClient(recipe.Options{Options: apiclient.Options{BaseURL: server.URL}})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer client.Close()

	_, err = client.Create(context.Background(), json.RawMessage(`{"title":"Soup"}`))
	if e, ok := errors.AsType[*fault.Error](err); ok {
		fmt.Println(e.Kind, e.Status)
		fmt.Println(e)
	}
	// Output:
	// conflict 409
	// A recipe with that title already exists; choose another title, or change the existing recipe.
}
