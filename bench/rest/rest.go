// Package rest is the API client that the contestants on other Go libraries
// share: what anyone would write first. It hands on the API's JSON undecoded,
// which is the kindest to the libraries.
package rest

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"time"
)

// API is the Recipe Vault at API_BASE_URL.
type API struct {
	base, key string
	client    *http.Client
}

// New reads the environment.
func New() *API {
	return &API{
		base: os.Getenv("API_BASE_URL") + "/api/recipes",
		key:  os.Getenv("API_KEY"),
		client: &http.Client{
			Timeout:   30 * time.Second,
			Transport: &http.Transport{MaxIdleConnsPerHost: 16},
		},
	}
}

// Call sends body, unless it is nil, to path below the recipes.
func (a *API) Call(ctx context.Context, method, path string, body any) (json.RawMessage, error) {
	var sent io.Reader
	if body != nil {
		encoded, err := json.Marshal(body)
		if err != nil {
			return nil, fmt.Errorf("encode the body: %w", err)
		}
		sent = bytes.NewReader(encoded)
	}
	request, err := http.NewRequestWithContext(ctx, method, a.base+path, sent)
	if err != nil {
		return nil, fmt.Errorf("make the request: %w", err)
	}
	request.Header.Set("X-API-Key", a.key)
	if body != nil {
		request.Header.Set("Content-Type", "application/json")
	}
	response, err := a.client.Do(request)
	if err != nil {
		return nil, fmt.Errorf("call the API: %w", err)
	}
	defer func() { _ = response.Body.Close() }()
	data, err := io.ReadAll(response.Body)
	if err != nil {
		return nil, fmt.Errorf("read the answer: %w", err)
	}
	if response.StatusCode/100 != 2 {
		return nil, fmt.Errorf("the API answered %s", response.Status)
	}
	return data, nil
}

// Recipes makes the object that list_recipes answers with.
func Recipes(rows json.RawMessage) json.RawMessage {
	object := make([]byte, 0, len(rows)+len(`{"recipes":}`))
	object = append(object, `{"recipes":`...)
	object = append(object, rows...)
	return append(object, '}')
}
