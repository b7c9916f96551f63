package apiclient

import (
	"fmt"
	"regexp"
)

// message is a sentence that a person may meet, with what to do about it at
// more length than the sentence has. Every sentence about a failure of the API
// is one of these, so that documents can list them all.
type message struct {
	format string // for [fmt.Sprintf]
	remedy string
}

func (m message) with(args ...any) string { return fmt.Sprintf(m.format, args...) }

var (
	noKey          = message{"%s asks for an API key and none is set; set API_KEY.", "Put API_KEY into the environment that the client's config file gives this server, and restart the client."}
	keyRefused     = message{"%s refused the API key; check API_KEY.", "Compare API_KEY with the key of the API, character by character. Quotes in a config file belong to the file, not to the key."}
	emailRefused   = message{"%s refused access: USER_EMAIL is not configured for access; check its spelling, or have it added to the server's families.", "The API knows the key but not the address. Correct USER_EMAIL, or have the address added on the server. Without USER_EMAIL the key sees everything."}
	wrongURL       = message{"%s answered with %s; API_BASE_URL (%s) may be wrong.", "Something answered that is not the API: a router's or a proxy's login page, another program on that port, or a missing path prefix. Open API_BASE_URL in a browser to see what it is; this program's doctor command checks the way there step by step."}
	another        = message{"%s answered with another %s than the one that was asked for, so it is not shown; a cache on the way may be at fault, or API_BASE_URL (%s) may be wrong.", "Something on the way keeps answers and gives them to the wrong question. Switch the cache off for the API, or lead API_BASE_URL past it."}
	unreachable    = message{"%s could not be reached at %s: %s.", "Is the server running, and is this computer on the same network? The words behind the colon tell what failed."}
	notSent        = message{"%s could not be reached at %s within %s, and nothing was sent; check that it is running.", "Nothing was changed, so it is safe to try again. Is the server running, and is this computer on the same network?"}
	tooSlow        = message{"%s did not answer within %s; try again later.", "The server is there but slow. If it is always so, raise API_TIMEOUT."}
	overloaded     = message{"%s is busy: it refused all %d attempts within %s; try again later.", "Too many calls reach the API at once. Wait a little."}
	overloadedLong = message{"%s is still busy after %s and asked to wait %s more, which this call has no time for; try again then.", "The API said how long to wait. Wait that long."}
	downFor        = message{"%s is unavailable and asked to wait %s; try again then.", "The API said how long to wait. Wait that long."}
	databaseDown   = message{"The %s database behind %s is unavailable; try again later.", "Is the disk full, the directory read-only, the file no database, or do other programs keep it locked? The log of the program that keeps it has the cause."}
	databaseBusy   = message{"The %s database behind %s was locked by other writes at all %d attempts within %s; try again in a moment.", "Other programs write to the same database, or one of them holds on to it: another assistant, an import, a backup or a program that keeps files in step between computers. Nothing is wrong with what was sent. Wait a moment; if it is always so, find that program."}
	down           = message{"%s is unavailable: the server answered %d; try again later.", "The server, or a proxy before it, has failed. Its own log has the cause."}
	redirectedAway = message{"%s answered with a redirect to another address (%s), which is not followed; check API_BASE_URL.", "The key is sent to no other address than API_BASE_URL. Set API_BASE_URL to the address that finally answers; often it is https in place of http."}
	redirected     = message{"%s answered with a redirect that is not followed (status %d); check API_BASE_URL.", "Set API_BASE_URL to the address that finally answers."}
	tooLarge       = message{"%s answered with more than the 32 MiB that are read of one answer.", "The answer is larger than an assistant could use. Ask for less at once."}
	outcomeUnknown = message{"The %s was sent to %s, but %s: it may or may not have been saved.", "The connection broke at the worst moment, or the server answered 500, which it can do after it has saved: when other writes keep its database locked, or when its disk fails. Look at what is there before trying again."}
	titleTaken     = message{"A %s with that %s exists already; choose another %s, or change the one that is there.", "Look at the list: upper and lower case make no difference."}
	titleHidden    = message{"That %s is taken by a %s that this address (USER_EMAIL) cannot see; choose another %s, for example %s.", "It belongs to another family, or was saved without an address, and can't be seen or changed from here. No two in the vault may have the same title, whoever can see them."}
	tooLong        = message{"%s is %d bytes long, and %s takes at most %d bytes of UTF-8, not characters: shorten it; its first %d characters fit.", "Letters outside of ASCII take two to four bytes. The vault of this project counts characters."}
	missing        = message{"No %s with id %s was found.", "Look at the list for the right id. What belongs to another family can't be seen."}
	refused        = message{"%s refused the request: %s", "The words behind the colon are the API's own and name the value."}
	refusedSize    = message{"%s refused the request: it is larger than the server accepts.", "Send less at once."}
	refusedValues  = message{"%s refused the values that were sent (status %d).", "The API gave no reason; its log may."}
	unexpected     = message{"%s answered with the unexpected status %d.", "The API is of a kind or version that this program doesn't know."}
)

// Advice is a sentence that a failure may carry, with "…" in place of what
// differs from call to call, and what to do about it.
type Advice struct {
	Message string
	Do      string
}

// Messages lists what failures say, for documents.
func Messages() []Advice {
	all := []message{
		noKey, keyRefused, emailRefused, wrongURL, another, unreachable, notSent, tooSlow, overloaded, overloadedLong,
		downFor, databaseDown, databaseBusy, down, redirectedAway, redirected, tooLarge, outcomeUnknown, titleTaken, titleHidden, tooLong, missing,
		refused, refusedSize, refusedValues, unexpected,
	}
	verbs := regexp.MustCompile(`%[sd]`)
	advice := make([]Advice, len(all))
	for i, m := range all {
		advice[i] = Advice{Message: verbs.ReplaceAllString(m.format, "…"), Do: m.remedy}
	}
	return advice
}
