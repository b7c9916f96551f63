package recipemcp

import (
	"context"
	"encoding/json"
	"errors"
	"net/mail"
	"os"
	"strings"

	"github.com/mcp-adapters/mcp-adapters/apiclient"
	"github.com/mcp-adapters/mcp-adapters/config"
	"github.com/mcp-adapters/mcp-adapters/internal/program/doctor"
	"github.com/mcp-adapters/mcp-adapters/internal/screen"
	"github.com/mcp-adapters/mcp-adapters/recipe"
	"github.com/mcp-adapters/mcp-adapters/recipe/vault"
)

// checkEmail refuses an address that no Recipe Vault can know, though a server starts
// with it.
func checkEmail() (faults config.Faults) {
	email := config.Trim(os.Getenv("USER_EMAIL"))
	parsed, err := mail.ParseAddress(email)
	if email != "" && (err != nil || parsed.Name != "" || parsed.Address != email || strings.Contains(email, "://")) {
		faults.Add("USER_EMAIL", errors.New("must be an e-mail address and nothing more"))
	}
	return faults
}

// checks are doctor's checks of the vault: the API, or the embedded vault's database.
func (s *Settings) checks() []doctor.Check {
	if s.BaseURL == "" {
		return append([]doctor.Check{{Name: "settings", Run: s.noteEmbedded}}, doctor.Database(s.File, "There is no recipe yet; the first request makes", s.read)...)
	}
	return []doctor.Check{doctor.API(string(s.BaseURL), string(s.Proxy), s.ask)}
}

// ask lists the recipes, which only a Recipe Vault answers.
func (s *Settings) ask(ctx context.Context, o apiclient.Options, r *doctor.Report) error {
	client, err := recipe.NewClient(recipe.Options{Options: o, Key: s.Key.Reveal(), Email: s.Email.Reveal()})
	if err != nil {
		return err
	}
	defer client.Close()
	list, err := client.List(ctx)
	if err != nil {
		return err
	}
	r.OK("The Recipe Vault answers and accepts the key.")
	var visible []struct{}
	_ = json.Unmarshal(list, &visible) // it is a list
	n := screen.Amount(len(visible), "recipe", "recipes")
	if s.Email.Secret == "" {
		r.Note("USER_EMAIL is not set, so all recipes of all families are visible: "+n+".", "")
	} else {
		r.OK("The address in USER_EMAIL sees %s.", n)
	}
	return nil
}

// read reads the whole of the embedded vault's database.
func (s *Settings) read(ctx context.Context) error {
	v, err := s.Vault(vault.Options{})
	if err != nil {
		return err
	}
	return errors.Join(v.Check(ctx), v.Close())
}

// noteEmbedded says where recipes are kept, in case an API is meant.
func (s *Settings) noteEmbedded(_ context.Context, r *doctor.Report) {
	text, fix := "API_BASE_URL is not set, so recipes are kept on this computer, in "+s.File+".", "If they belong in a vault on the network, set API_BASE_URL and API_KEY."
	if s.File == "" {
		text = "API_BASE_URL is not set, so recipes are kept in the PostgreSQL database that DATABASE_URL names."
	}
	if s.Key != "" {
		text, fix = text+" API_KEY is set anyway.", "Set API_BASE_URL, or remove API_KEY; is the name of a variable misspelt?"
	}
	r.Note(text, fix)
}
