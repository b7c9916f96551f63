package transfer

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"

	"mcp-adapters/recipe"
	"mcp-adapters/recipe/vault"
)

// Vault is where recipes are imported to or exported from: a served vault, or a file
// opened in this process. It belongs to one import or export at a time.
type Vault struct {
	Place    string // for messages: a path, or an address without a password
	client   *recipe.Client
	everyone bool   // no address is named, so every recipe is visible
	file     string // of a served vault, that of this computer's own, if there is one

	// These are nil for a served vault.
	own       *vault.Vault
	restoring *recipe.Client // creates recipes exactly as a vault once held them
	families  *vault.Families
}

// Open returns the served vault that client reaches or, if client has no BaseURL, the one
// in the file at path, which has these families and uses only the client's Email and Log.
// No export replaces that file in either case. Open opens no connection and no file. Its
// error is a setting that can't be used.
func Open(client recipe.Options, path string, families *vault.Families) (*Vault, error) {
	client.Authors = true
	v := &Vault{Place: path, everyone: client.Email == "", file: path}
	var err error
	if client.BaseURL != "" {
		if u, err := url.Parse(client.BaseURL); err == nil { // or the client refuses it
			u.User = nil
			v.Place = u.String()
		}
	} else {
		v.families = families
		v.own = vault.New(vault.Options{Path: path, Families: families, Log: client.Log})
		client.BaseURL, client.Characters = "http://embedded.invalid", true // no request leaves the process
		client.Transport = v.own.RestoringTransport()
		if v.restoring, err = recipe.NewClient(client); err != nil {
			return nil, err
		}
		client.Transport = v.own.Transport()
	}
	v.client, err = recipe.NewClient(client)
	return v, err
}

// Close closes what the use of the vault has opened.
func (v *Vault) Close() error {
	if v.own != nil {
		return v.own.Close()
	}
	v.client.Close()
	return nil
}

// Missing reports whether the vault is a file that does not exist yet.
func (v *Vault) Missing() bool {
	if v.own == nil {
		return false
	}
	_, err := os.Stat(v.file)
	return errors.Is(err, fs.ErrNotExist)
}

// row is what import and export need of a row of the list.
type row struct {
	ID    string `json:"id"`
	Title string `json:"title"`
}

// rows lists the recipes that are visible.
func (v *Vault) rows(ctx context.Context) ([]row, error) {
	if v.own != nil {
		if err := v.own.Ping(ctx); err != nil {
			return nil, fmt.Errorf("the database %s cannot be used: %w", v.file, err)
		}
	}
	list, err := v.client.List(ctx)
	if err != nil {
		return nil, err
	}
	var rows []row
	if err := json.Unmarshal(list, &rows); err != nil {
		return nil, fmt.Errorf("the list of recipes could not be read: %w", err)
	}
	return rows, nil
}

// learn adds the titles that the vault has. Those of recipes that the address can't see
// are known only if the vault is a file.
func (v *Vault) learn(ctx context.Context, known titles) error {
	var all []row
	if v.families != nil && !v.everyone {
		everyone, err := v.client.As(ctx, "")
		if err == nil {
			all, err = v.rows(everyone)
		}
		if err != nil {
			return err
		}
	}
	visible, err := v.rows(ctx)
	if err != nil {
		return err
	}
	seen := make(map[string]bool, len(visible))
	for _, r := range visible {
		known.add(r.Title, entry{id: r.ID})
		seen[r.ID] = true
	}
	for _, r := range all {
		if !seen[r.ID] {
			known.add(r.Title, entry{hidden: true})
		}
	}
	return nil
}
