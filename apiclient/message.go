package apiclient

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"mcp-adapters/fault"
)

// Sentence is a message about a failure, and advice that is too long for a message.
// Every message about a failure of an API is one, so that documents can list them.
type Sentence struct {
	Text string // a format for [fmt.Sprintf]
	Do   string // what to do about it
}

// With returns the message with its arguments.
func (s Sentence) With(args ...any) string { return fmt.Sprintf(s.Text, args...) }

// Pattern returns the message with "…" in place of arguments.
func (s Sentence) Pattern() string {
	return strings.NewReplacer("%s", "…", "%d", "…").Replace(s.Text)
}

// The sentences of every API. {url}, {key} and {timeout} stand for names of settings.
var (
	noKey          = Sentence{"%s requires an API key; set {key}.", "Set {key} in the environment that the client's config file gives this server, and restart the client."}
	keyRefused     = Sentence{"%s refused the API key; check {key}.", "Compare {key} with the API's key, character by character. Quotes in a config file are part of the file, not of the key."}
	wrongURL       = Sentence{"%s answered with %s; {url} (%s) may be wrong.", "Something other than the API answered: the login page of a router or proxy, another program on that port, or the API below a path that {url} lacks. Open {url} in a browser to see what it is; this program's doctor command checks the connection step by step."}
	another        = Sentence{"%s answered with a different %s from the one requested, so it is not shown; a cache may be at fault, or {url} (%s) may be wrong.", "Something between this program and the API stores answers and returns them to other requests. Turn it off for the API, or set {url} to an address that avoids it."}
	unreachable    = Sentence{"%s could not be reached at %s: %s.", "Is the server running, and is this computer on the same network? The words after the colon say what failed."}
	notSent        = Sentence{"%s could not be reached at %s within %s, and nothing was sent; check that it is running.", "Nothing was changed, so it is safe to retry. Is the server running, and is this computer on the same network?"}
	tooSlow        = Sentence{"%s did not answer within %s; try again later.", "The server can be reached but is slow. If this happens often, raise {timeout}."}
	overloaded     = Sentence{"%s is busy: it refused %s within %s; try again later.", "The API gets too many calls at once. Wait a little."}
	overloadedLong = Sentence{"%s is still busy after %s and asked for a wait of %s, longer than this call can take; try again then.", "The API said how long to wait. Wait that long."}
	downFor        = Sentence{"%s is unavailable and asked for a wait of %s; try again then.", "The API said how long to wait. Wait that long."}
	databaseDown   = Sentence{"The %s database of %s is unavailable; try again later.", "The disk may be full, the directory read-only, the file not a database, or another program may be locking it. The log of the program that opens the database has the cause."}
	databaseBusy   = Sentence{"The %s database of %s was locked by other writes in %s within %s; try again in a moment.", "Another program writes to the same database or holds it: another assistant, an import, a backup, or a program that synchronizes files. Nothing is wrong with what was sent. Wait a moment; if it happens often, find that program."}
	down           = Sentence{"%s is unavailable: the server answered %d; try again later.", "The server, or a proxy in front of it, failed. Its log has the cause."}
	redirectedAway = Sentence{"%s answered with a redirect to another address (%s), which is not followed; check {url}.", "The key is sent only to {url}. Set {url} to the address that finally answers, often the same with https instead of http."}
	redirected     = Sentence{"%s answered with a redirect that is not followed (status %d); check {url}.", "Set {url} to the address that finally answers."}
	tooLarge       = Sentence{"%s answered with more than 32 MiB, the limit for one answer.", "The answer is larger than an assistant could use. Ask for less at once."}
	outcomeUnknown = Sentence{"The %s was sent to %s, but %s: it may or may not have been saved.", "The connection broke at the wrong moment, or the server answered 500, which can happen after it has saved: when other writes lock its database, or when its disk fails. Check what is there before retrying."}
	missing        = Sentence{"No %s with id %s was found.", "Look for the right id in the list. What belongs to others cannot be seen."}
	refused        = Sentence{"%s refused the request: %s", "The words after the colon are the API's own and name the value."}
	refusedSize    = Sentence{"%s refused the request: it is larger than the server accepts.", "Send less at once."}
	refusedValues  = Sentence{"%s refused the values that were sent (status %d).", "The API gave no reason; its log may."}
	unexpected     = Sentence{"%s answered with the unexpected status %d.", "The API is of a kind or version that this program does not know."}
)

// Sentences returns the messages of every API, with these names of settings.
func (s Settings) Sentences() []Sentence {
	all := []Sentence{
		noKey, keyRefused, wrongURL, another, unreachable, notSent, tooSlow, overloaded, overloadedLong,
		downFor, databaseDown, databaseBusy, down, redirectedAway, redirected, tooLarge, outcomeUnknown, missing,
		refused, refusedSize, refusedValues, unexpected,
	}
	for i, sentence := range all {
		all[i] = s.orDefaults().fill(sentence)
	}
	return all
}

// fill replaces the names of settings in a sentence.
func (s Settings) fill(sentence Sentence) Sentence {
	names := strings.NewReplacer("{url}", s.BaseURL, "{key}", s.Key, "{timeout}", s.Timeout)
	return Sentence{names.Replace(sentence.Text), names.Replace(sentence.Do)}
}

// say returns a message about this API.
func (c *Client) say(s Sentence, args ...any) string {
	return c.system.Settings.fill(s).With(args...)
}

// The end of a message about an unknown outcome if nothing was found out.
const notLooked = "Check before retrying."

func couldNotLook(err error) string {
	why := "something went wrong"
	if e, ok := errors.AsType[*fault.Error](err); ok {
		why = strings.TrimSuffix(e.Message, ".")
	}
	return "Checking whether it was saved failed too (" + why + "). Check again before retrying."
}

// fromElsewhere warns that a refusal may not be the API's.
func (c *Client) fromElsewhere() string {
	return " The answer was not in the API's own form, so it may be a proxy's, or " + c.system.Settings.BaseURL + " may be wrong."
}

func (a *attempts) notFound(status int) *fault.Error {
	return &fault.Error{
		Kind:    fault.NotFound,
		Status:  status,
		Message: a.client.say(missing, a.request.Noun, a.quotable(a.request.ID)),
	}
}

// all counts attempts in words.
func all(attempts int) string {
	if attempts == 1 {
		return "the only attempt"
	}
	return fmt.Sprintf("all %d attempts", attempts)
}

// round returns a waiting time with as many digits as a person needs.
func round(d time.Duration) time.Duration {
	if d > time.Second {
		return d.Round(100 * time.Millisecond)
	}
	return d.Round(time.Millisecond)
}
