package transfer

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"

	"github.com/mcp-adapters/mcp-adapters/internal/database"
	"github.com/mcp-adapters/mcp-adapters/recipe"
	"github.com/mcp-adapters/mcp-adapters/recipe/vault"
	"github.com/mcp-adapters/mcp-adapters/recipe/vault/family"
	"github.com/mcp-adapters/mcp-adapters/recipe/vault/place"
)

// Vault is where recipes are imported to or exported from: a served vault, or a file
// opened in this process. It belongs to one import or export at a time.
type Vault struct {
	Place    string // for messages: a path, an address without a password, or where a server is named
	client   *recipe.Client
	everyone bool           // no address is named, so every recipe is visible
	at       place.Database // of a served vault, that of this computer's own

	// These are nil for a served vault.
	own       *vault.Vault
	restoring *recipe.Client // creates recipes exactly as a vault once held them
	families  *vault.Families
}

// Open returns the served vault that client reaches or, if client has no BaseURL, the one
// at own, which has these families and uses only the client's Email and Log. No export
// replaces own's file in either case. Open opens no connection and no file. Its error is a
// setting that can't be used.
func Open(client recipe.Options, own *place.Database, families *vault.Families) (*Vault, error) {
	client.Authors = true
	v := &Vault{Place: own.String(), everyone: client.Email == "", at: *own}
	if own.File == "" {
		v.Place = "the PostgreSQL database of DATABASE_URL"
	}
	var err error
	if client.BaseURL != "" {
		if u, err := url.Parse(client.BaseURL); err == nil { // or the client refuses it
			u.User = nil
			v.Place = u.String()
		}
	} else {
		v.families = families
		if v.own, err = own.Vault(vault.Options{Families: families, Log: client.Log}); err != nil {
			return nil, err
		}
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
	return v.own != nil && v.at.Missing()
}

// row is what import and export need of a row of the list.
type row struct {
	ID     string `json:"id"`
	Title  string `json:"title"`
	Author string `json:"created_by"`
}

// rows lists the recipes that are visible.
func (v *Vault) rows(ctx context.Context) ([]row, error) {
	if v.own != nil {
		// To read, a standby will do.
		if err := v.own.Ping(ctx); err != nil && !errors.Is(err, database.ErrReadOnly) {
			return nil, fmt.Errorf("the database %s cannot be used: %w", &v.at, err)
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
		e := entry{id: r.ID}
		if v.everyone {
			e.author = family.Normal(r.Author)
		}
		known.add(r.Title, e)
		seen[r.ID] = true
	}
	for _, r := range all {
		if !seen[r.ID] {
			known.add(r.Title, entry{hidden: true})
		}
	}
	return nil
}

// apart reports whether what two authors save may have the same title, as far as can be told
// without saving it: in a served vault, from a recipe of one, if there is one.
func (v *Vault) apart(ctx context.Context, author string, there *entry) bool {
	if v.own != nil {
		if v.Missing() {
			return false
		}
		a, _, errA := v.own.OwnerOf(ctx, author)
		b, _, errB := v.own.OwnerOf(ctx, there.author)
		return errA == nil && errB == nil && a != b
	}
	if author == "" {
		return false
	}
	as, err := v.client.As(ctx, author)
	if err == nil && there.id != "" {
		_, err = v.client.Get(as, there.id)
		return err != nil
	}
	return err == nil
}

// unseen reports whether no family sees what an author saves, though there are some.
func (v *Vault) unseen(ctx context.Context, author string) bool {
	if v.own == nil || !v.everyone {
		return false
	}
	if v.Missing() { // nothing is made for a dry run
		return v.families != nil && !v.families.Has(author)
	}
	_, seen, err := v.own.OwnerOf(context.WithoutCancel(ctx), author)
	return err == nil && !seen
}
