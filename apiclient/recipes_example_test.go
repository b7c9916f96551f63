package apiclient_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"

	"mcp-adapters/apiclient"
	"mcp-adapters/fault"
)

func Example() {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("X-API-Key") != "secret" {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		_, _ = fmt.Fprint(w, `[ { "id": "1", "title": "Soup" } ]`)
	}))
	defer server.Close()

	client, err := apiclient.New(apiclient.Options{BaseURL: server.URL, Key: "secret"})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer client.Close()

	list, err := client.ListRecipes(context.Background())
	fmt.Println(string(list), err)
	// Output: [{"id":"1","title":"Soup","description":""}] <nil>
}

func ExampleError() {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusConflict)
		_, _ = fmt.Fprint(w, `{"error":"Soup","code":"CONFLICT"}`)
	}))
	defer server.Close()

	client, err := apiclient.New(apiclient.Options{BaseURL: server.URL})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer client.Close()

	_, err = client.CreateRecipe(context.Background(), json.RawMessage(`{"title":"Soup"}`))
	if e, ok := errors.AsType[*fault.Error](err); ok {
		fmt.Println(e.Kind, e.Status)
		fmt.Println(e)
	}
	// Output:
	// conflict 409
	// A recipe with that title exists already; choose another title, or change the one that is there.
}
