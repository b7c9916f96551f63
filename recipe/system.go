package recipe

import (
	"net/http"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	jsonv2 "github.com/go-json-experiment/json"

	"github.com/mcp-adapters/mcp-adapters/apiclient"
)

// vaultName is how messages call the API.
const vaultName = "The Recipe Vault"

// System is what package apiclient must know of a Recipe Vault.
func System() apiclient.System {
	return apiclient.System{Name: vaultName, Refusal: refusal}
}

var (
	emailRefused = apiclient.Sentence{
		Remote: "%[1]s refused access for your address; ask whoever runs this server to add it to the families.",
		Text:   "%s refused access: USER_EMAIL is not configured for access; check its spelling, or have it added to the server's families.",
		Do:     "The API accepts the key but does not know the address. Correct USER_EMAIL, or have the address added on the server. Without USER_EMAIL the key sees everything.",
	}
	accessRefused = apiclient.Sentence{
		Remote: "%[1]s refused access; tell whoever runs this server.",
		Text:   "%s refused access, and USER_EMAIL is not set; set it if the server requires an address, or check API_KEY and API_BASE_URL.",
		Do:     "The server answered 403 to a request without an address. Is it your Recipe Vault? Then set USER_EMAIL to an address in its families.",
	}
	titleTaken = apiclient.Sentence{
		Text: "A recipe with that title already exists; choose another title, or change the existing recipe.",
		Do:   "Look at the list; case makes no difference.",
	}
	changedSince = apiclient.Sentence{
		Text: "The recipe was changed after this call had read it, so nothing was changed; get it again, and decide anew.",
		Do:   "Another person or program changed the recipe at the same moment.",
	}
	changedBefore = apiclient.Sentence{
		Text: "The recipe was changed since expected_updated_at, so nothing was changed; get it again (its updated_at is %s), and decide anew.",
		Do:   "Another person or program changed the recipe after the assistant had read it.",
	}
	changedConfirmed = apiclient.Sentence{
		Text: "The recipe was changed after the person had confirmed that it is to be deleted, so it was not deleted; look at it again, and ask anew.",
		Do:   "Another person or program changed the recipe while the question was open.",
	}
	keepsAll = apiclient.Sentence{
		Text: "This Recipe Vault does not let recipes be deleted through its API (status %d), and nothing was deleted; delete it in the vault itself.",
		Do:   "The server, or a proxy in front of it, knows no DELETE. This project's own vault does.",
	}
	titleHidden = apiclient.Sentence{
		Remote: "That title is taken by a recipe that you cannot see; choose another title, %[1]s.",
		Text:   "That title is taken by a recipe that this address (USER_EMAIL) cannot see; choose another title, %s.",
		Do:     "It belongs to another family, or was saved without an address, and cannot be seen or changed from here. No two recipes in a vault have the same title, whoever can see them.",
	}
	tooLong = apiclient.Sentence{
		Text: "%s is %d bytes long, and %s accepts at most %d bytes of UTF-8, not characters; shorten it: its first %d characters fit.",
		Do:   "Letters outside ASCII take two to four bytes. This project's own vault counts characters.",
	}
)

// Messages lists what failures of the tools say, for documents.
func Messages() []apiclient.Sentence {
	return append([]apiclient.Sentence{emailRefused, accessRefused, titleTaken, changedSince, changedBefore, changedConfirmed, keepsAll, titleHidden, tooLong}, System().Settings.Sentences()...)
}

// codeDatabase is the vault's code for a failure of its database.
const codeDatabase = "DATABASE_ERROR"

// refusal reads the vault's own form of an error, {"error", "code", "field"}, in which
// error or code is a string. The text of a text/plain answer is used too.
func refusal(a apiclient.Answer) (apiclient.Refusal, bool) {
	var said struct {
		Error  any            `json:"error"`
		Code   any            `json:"code"`
		Field  any            `json:"field"`
		Free   any            `json:"free_title"`
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
		if a.Status == http.StatusPreconditionFailed {
			r.Message, r.Err = changedSince.Text, errChanged
		}
		if free, ok := said.Free.(string); ok && a.Status == http.StatusConflict {
			r.Err = &clash{free}
		}
	case a.Plain:
		r.Text = string(a.Body)
		r.Database = blame(a.Status, r.Text, "")
	}
	switch {
	case a.Status == http.StatusForbidden && !a.Request.As.Has(emailSetting):
		r.Message = accessRefused.For(a.Remote).With(vaultName)
	case a.Status == http.StatusForbidden:
		r.Message = emailRefused.For(a.Remote).With(vaultName)
	case a.Request.Method == http.MethodDelete && (a.Status == http.StatusMethodNotAllowed || a.Status == http.StatusNotImplemented):
		r.Message = keepsAll.With(a.Status)
	case a.Status == http.StatusConflict && a.Request.Method != http.MethodGet:
		r.Message = titleTaken.Text
	}
	return r, own
}

// blame returns what an error says about the database. SQLite's message about a lock
// counts wherever it appears. The original server writes it only to its log and answers
// every database failure with the same sentence; under load nearly all are locks.
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
