package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"

	"github.com/rs/zerolog"

	"mcp-adapters/apiclient"
	"mcp-adapters/config"
	"mcp-adapters/program/buildinfo"
	"mcp-adapters/recipe/vault"
)

// embeddedURL is the base URL of requests that never leave the process.
const embeddedURL = "http://embedded.invalid"

// recipes is what import and export need of a vault.
type recipes interface {
	ListRecipes(ctx context.Context) (json.RawMessage, error)
	GetRecipe(ctx context.Context, id string) (json.RawMessage, error)
	CreateRecipe(ctx context.Context, body json.RawMessage) (json.RawMessage, error)
}

// store is the vault that recipes are brought to or taken from: the one of
// API_BASE_URL, or else the file of DATABASE_URL, opened in this process.
type store struct {
	recipes
	place string // what a person is told it is: a path, or an address without its password
	path  string // of the file; empty for a vault that is served
	check func(context.Context) error
	close func() error

	// restoring brings back what a vault once held, as it was. It is nil for a
	// vault that is served, which takes only what its rules allow.
	restoring recipes
	everyone  bool // no address is named, so that all recipes are seen
	options   apiclient.Options
	authors   map[string]*apiclient.Client // made by as
}

// mostAuthors bounds the clients that are kept, each with its connections.
const mostAuthors = 32

// as is the same vault for the person with that address.
func (s *store) as(address string) (recipes, error) {
	if client := s.authors[address]; client != nil {
		return client, nil
	}
	options := s.options
	options.Email = address
	client, err := apiclient.New(options)
	if err != nil {
		return nil, err
	}
	if len(s.authors) >= mostAuthors {
		s.dropAuthors()
	}
	s.authors[address] = client
	return client, nil
}

func (s *store) dropAuthors() {
	for _, client := range s.authors {
		client.Close()
	}
	clear(s.authors)
}

// storeSettings is the checked part of the environment that a store needs.
type storeSettings struct {
	config.API
	Key      config.Secret `env:"API_KEY"`
	Email    config.Email  `env:"USER_EMAIL"`
	families *vault.Families
	path     string
}

// readStoreSettings reports all faults at once, each naming its variable.
func readStoreSettings(getenv func(string) string) (storeSettings, error) {
	var s storeSettings
	var bad usageError
	var faults config.Faults
	errors.As(config.Load(getenv, &s), &faults)
	for _, f := range faults {
		bad.lines = append(bad.lines, f.Variable+" "+f.Rule)
	}
	var err error
	if s.path, err = databasePath(getenv); err != nil && (s.BaseURL == "" || getenv("DATABASE_URL") != "") {
		bad.lines = append(bad.lines, "DATABASE_URL "+err.Error())
	}
	if s.BaseURL == "" {
		if s.families, err = loadFamilies(getenv("FAMILIES_CONFIG_PATH")); err != nil {
			bad.lines = append(bad.lines, "FAMILIES_CONFIG_PATH "+err.Error())
		}
	}
	if len(bad.lines) > 0 {
		return s, &bad
	}
	return s, nil
}

// openStore opens no connection and no file.
func openStore(s storeSettings, log zerolog.Logger) (*store, error) {
	options := apiclient.Options{
		BaseURL:    string(s.BaseURL),
		Key:        s.Key.Reveal(),
		Email:      s.Email.Reveal(),
		UserAgent:  "recipe-vault/" + buildinfo.Version(),
		Service:    "The Recipe Vault",
		Proxy:      string(s.Proxy),
		Timeout:    s.Timeout,
		MaxRetries: s.MaxRetries,
		Log:        log,
	}
	st := &store{
		place: withoutUser(string(s.BaseURL)),
		check: func(context.Context) error { return nil },
		close: func() error { return nil },

		everyone: s.Email.Secret == "",
		authors:  map[string]*apiclient.Client{},
	}
	var clients []*apiclient.Client
	restoring := apiclient.Options{}
	if s.BaseURL == "" {
		v := vault.New(vault.Options{Path: s.path, Families: s.families, Log: log})
		options.BaseURL, options.Transport, options.Characters = embeddedURL, v.Transport(), true
		restoring = options
		restoring.Transport = v.RestoringTransport()
		st.place, st.path, st.close = s.path, s.path, v.Close
		st.check = func(ctx context.Context) error {
			if err := v.Ping(ctx); err != nil {
				return fmt.Errorf("the database %s cannot be used: %w", s.path, err)
			}
			return nil
		}
	}
	client, err := apiclient.New(options)
	if err != nil {
		return nil, errors.Join(&usageError{[]string{err.Error()}}, st.close())
	}
	clients, st.recipes, st.options = append(clients, client), client, options
	if restoring.Transport != nil {
		if client, err = apiclient.New(restoring); err != nil {
			return nil, errors.Join(&usageError{[]string{err.Error()}}, st.close())
		}
		clients, st.restoring = append(clients, client), client
	}
	closeStore := st.close
	st.close = func() error {
		for _, client := range clients {
			client.Close()
		}
		st.dropAuthors()
		return closeStore()
	}
	return st, nil
}

// missing reports whether the store is a file that is not there yet.
func (s *store) missing() bool {
	if s.path == "" {
		return false
	}
	_, err := os.Stat(s.path)
	return errors.Is(err, fs.ErrNotExist)
}

func withoutUser(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	u.User = nil
	return u.String()
}

// row is what import and export need of a row of the list.
type row struct {
	ID    string `json:"id"`
	Title string `json:"title"`
}

func (s *store) rows(ctx context.Context) ([]row, error) {
	if err := s.check(ctx); err != nil {
		return nil, err
	}
	list, err := s.ListRecipes(ctx)
	if err != nil {
		return nil, err
	}
	var rows []row
	if err := json.Unmarshal(list, &rows); err != nil {
		return nil, fmt.Errorf("the list of recipes could not be read: %w", err)
	}
	return rows, nil
}
