package recipe

import (
	"net/http"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	jsonv2 "github.com/go-json-experiment/json"

	"mcp-adapters/apiclient"
)

// vaultName is how messages call the API.
const vaultName = "The Recipe Vault"

// System is what package apiclient must know of a Recipe Vault.
func System() apiclient.System {
	return apiclient.System{Name: vaultName, Refusal: refusal}
}

var (
	emailRefused = apiclient.Sentence{
		Text: "%s refused access: USER_EMAIL is not configured for access; check its spelling, or have it added to the server's families.",
		Do:   "The API knows the key but not the address. Correct USER_EMAIL, or have the address added on the server. Without USER_EMAIL the key sees everything.",
	}
	titleTaken = apiclient.Sentence{
		Text: "A %s with that %s exists already; choose another %s, or change the one that is there.",
		Do:   "Look at the list: upper and lower case make no difference.",
	}
	titleHidden = apiclient.Sentence{
		Text: "That %s is taken by a %s that this address (USER_EMAIL) cannot see; choose another %s, for example %s.",
		Do:   "It belongs to another family, or was saved without an address, and can't be seen or changed from here. No two in the vault may have the same title, whoever can see them.",
	}
	tooLong = apiclient.Sentence{
		Text: "%s is %d bytes long, and %s takes at most %d bytes of UTF-8, not characters: shorten it; its first %d characters fit.",
		Do:   "Letters outside of ASCII take two to four bytes. The vault of this project counts characters.",
	}
)

// Messages lists what failures of the tools say, for documents.
func Messages() []apiclient.Sentence {
	return append([]apiclient.Sentence{emailRefused, titleTaken, titleHidden, tooLong}, System().Settings.Sentences()...)
}

// codeDatabase is the vault's code for a failure of its database.
const codeDatabase = "DATABASE_ERROR"

// refusal reads the vault's own form of a failure, {"error", "code", "field"}. It
// is that if error or code is a string; text/plain is quoted too.
func refusal(a apiclient.Answer) (apiclient.Refusal, bool) {
	var said struct {
		Error  any            `json:"error"`
		Code   any            `json:"code"`
		Field  any            `json:"field"`
		Others jsontext.Value `json:",embed"`
	}
	err := jsonv2.Unmarshal(a.Body, &said, jsontext.AllowDuplicateNames(true))
	text, hasText := said.Error.(string)
	code, hasCode := said.Code.(string)
	own := err == nil && (hasText || hasCode)
	var r apiclient.Refusal
	switch {
	case own:
		r.Text, r.Foreign = text, said.Others != nil
		r.Field, _ = said.Field.(string)
		r.Database = blame(a.Status, text, code)
	case a.Plain:
		r.Text = string(a.Body)
		r.Database = blame(a.Status, r.Text, "")
	}
	switch {
	case a.Status == http.StatusForbidden:
		r.Message = emailRefused.With(vaultName)
	case a.Status == http.StatusConflict && a.Request.Method != http.MethodGet:
		r.Message = titleTaken.With("recipe", "title", "title")
	}
	return r, own
}

// blame says what a failure says of the database. SQLite's words for a lock count
// wherever they stand. The original server keeps those for its log: it answers each
// failure of its database with one sentence, and under load all but a few are locks.
func blame(status int, text, code string) apiclient.Database {
	lower := strings.ToLower(text)
	locked := strings.Contains(lower, "database is locked") || strings.Contains(lower, "database table is locked")
	switch failed := status == http.StatusInternalServerError; {
	case failed && locked:
		return apiclient.DatabaseLocked
	case failed && code == codeDatabase && text == "Database error occurred":
		return apiclient.DatabasePerhapsLocked
	case code == codeDatabase:
		return apiclient.DatabaseDown
	}
	return apiclient.DatabaseNotBlamed
}
