package transfer

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"mcp-adapters/fault"
	"mcp-adapters/recipe"
	"mcp-adapters/recipe/vault"
)

// embeddedURL is the base URL of requests that never leave the process.
const embeddedURL = "http://embedded.invalid"

// recipes is what import and export need of a vault.
type recipes interface {
	List(ctx context.Context) (json.RawMessage, error)
	Get(ctx context.Context, id string) (json.RawMessage, error)
	Create(ctx context.Context, body json.RawMessage) (json.RawMessage, error)
}

// Vault is where recipes are brought to or taken from: one that is served, or a file
// that is opened in this process. It belongs to one import or export at a time.
type Vault struct {
	recipes
	Place string // what a person is told it is: a path, or an address without its password
	path  string // of the file; empty for a vault that is served
	file  string // that no export may replace
	check func(context.Context) error
	close func() error

	// restoring brings back what a vault once held, as it was. It is nil for a
	// vault that is served, which takes only what its rules allow.
	restoring recipes
	everyone  bool            // no address is named, so that all recipes are seen
	families  *vault.Families // nil: there are none, or those of a vault that is served
	client    *recipe.Client
}

// createAs creates a recipe for the person with an address.
func (s *Vault) createAs(ctx context.Context, address, title string, body json.RawMessage) (json.RawMessage, error) {
	ctx, err := s.client.As(ctx, address)
	if err != nil {
		rule := strings.TrimPrefix(err.Error(), "USER_EMAIL ") // where the address didn't come from
		return nil, &fault.Error{Kind: fault.InvalidParams, Message: fmt.Sprintf("the author of %q (created_by) %s", title, rule) + "; correct it in the file, or import with --as."}
	}
	return s.client.Create(ctx, body)
}

// Options says which vault it is.
type Options struct {
	// Client reaches a vault that is served, or, without a BaseURL, says for whom
	// the one in Path works.
	Client   recipe.Options
	Path     string          // of the file; also, where it is known, with a BaseURL
	Families *vault.Families // of the vault in Path
}

// Open opens no connection and no file. Its error is a setting that can't be used.
func Open(o Options) (*Vault, error) {
	options := o.Client
	st := &Vault{
		Place: withoutUser(options.BaseURL),
		file:  o.Path,
		check: func(context.Context) error { return nil },
		close: func() error { return nil },

		everyone: options.Email == "",
	}
	var clients []*recipe.Client
	restoring := recipe.Options{}
	if options.BaseURL == "" {
		v := vault.New(vault.Options{Path: o.Path, Families: o.Families, Log: options.Log})
		options.BaseURL, options.Transport, options.Characters = embeddedURL, v.Transport(), true
		restoring = options
		restoring.Transport = v.RestoringTransport()
		st.Place, st.path, st.close = o.Path, o.Path, v.Close
		st.families = o.Families
		st.check = func(ctx context.Context) error {
			if err := v.Ping(ctx); err != nil {
				return fmt.Errorf("the database %s cannot be used: %w", o.Path, err)
			}
			return nil
		}
	}
	client, err := recipe.NewClient(options)
	if err != nil {
		return nil, errors.Join(err, st.close())
	}
	clients, st.recipes, st.client = append(clients, client), client, client
	if restoring.Transport != nil {
		if client, err = recipe.NewClient(restoring); err != nil {
			return nil, errors.Join(err, st.close())
		}
		clients, st.restoring = append(clients, client), client
	}
	closeStore := st.close
	st.close = func() error {
		for _, client := range clients {
			client.Close()
		}
		return closeStore()
	}
	return st, nil
}

// Close ends what Open and the use of the vault have opened.
func (s *Vault) Close() error { return s.close() }

// Missing reports whether the vault is a file that is not there yet.
func (s *Vault) Missing() bool {
	if s.path == "" {
		return false
	}
	_, err := os.Stat(s.path)
	return errors.Is(err, fs.ErrNotExist)
}

// owns reports whether path names the vault's file, or one that SQLite keeps beside it.
func (s *Vault) owns(path string) bool {
	if s.file == "" {
		return false
	}
	file := s.file
	if target, err := filepath.EvalSymlinks(file); err == nil {
		file = target
	}
	for _, suffix := range []string{"", "-wal", "-shm", "-journal"} {
		if same(path, file+suffix) {
			return true
		}
	}
	return false
}

// same reports whether two paths name one file, which need not exist.
func same(a, b string) bool {
	x, err := os.Stat(a)
	y, missing := os.Stat(b)
	if err == nil && missing == nil {
		return os.SameFile(x, y)
	}
	x, err = os.Stat(filepath.Dir(a))
	y, missing = os.Stat(filepath.Dir(b))
	return err == nil && missing == nil && os.SameFile(x, y) && strings.EqualFold(filepath.Base(a), filepath.Base(b))
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

func (s *Vault) rows(ctx context.Context) ([]row, error) {
	if err := s.check(ctx); err != nil {
		return nil, err
	}
	list, err := s.List(ctx)
	if err != nil {
		return nil, err
	}
	var rows []row
	if err := json.Unmarshal(list, &rows); err != nil {
		return nil, fmt.Errorf("the list of recipes could not be read: %w", err)
	}
	return rows, nil
}
