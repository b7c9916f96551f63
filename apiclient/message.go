package apiclient

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"mcp-adapters/fault"
)

// Sentence is what a failure says to a person, with what to do about it at more
// length than a message has. Every sentence about a failure of an API is one, so
// that documents can list them all.
type Sentence struct {
	Text string // for [fmt.Sprintf]
	Do   string
}

// With fills in what differs from call to call.
func (s Sentence) With(args ...any) string { return fmt.Sprintf(s.Text, args...) }

// Pattern is the text with "…" in place of that.
func (s Sentence) Pattern() string {
	return strings.NewReplacer("%s", "…", "%d", "…").Replace(s.Text)
}

// The sentences of every API. {url}, {key} and {timeout} are the names of settings.
var (
	noKey          = Sentence{"%s asks for an API key and none is set; set {key}.", "Put {key} into the environment that the client's config file gives this server, and restart the client."}
	keyRefused     = Sentence{"%s refused the API key; check {key}.", "Compare {key} with the key of the API, character by character. Quotes in a config file belong to the file, not to the key."}
	wrongURL       = Sentence{"%s answered with %s; {url} (%s) may be wrong.", "Something answered that is not the API: a router's or a proxy's login page, another program on that port, or a missing path prefix. Open {url} in a browser to see what it is; this program's doctor command checks the way there step by step."}
	another        = Sentence{"%s answered with another %s than the one that was asked for, so it is not shown; a cache on the way may be at fault, or {url} (%s) may be wrong.", "Something on the way keeps answers and gives them to the wrong question. Switch the cache off for the API, or lead {url} past it."}
	unreachable    = Sentence{"%s could not be reached at %s: %s.", "Is the server running, and is this computer on the same network? The words behind the colon tell what failed."}
	notSent        = Sentence{"%s could not be reached at %s within %s, and nothing was sent; check that it is running.", "Nothing was changed, so it is safe to try again. Is the server running, and is this computer on the same network?"}
	tooSlow        = Sentence{"%s did not answer within %s; try again later.", "The server is there but slow. If it is always so, raise {timeout}."}
	overloaded     = Sentence{"%s is busy: it refused all %d attempts within %s; try again later.", "Too many calls reach the API at once. Wait a little."}
	overloadedLong = Sentence{"%s is still busy after %s and asked to wait %s more, which this call has no time for; try again then.", "The API said how long to wait. Wait that long."}
	downFor        = Sentence{"%s is unavailable and asked to wait %s; try again then.", "The API said how long to wait. Wait that long."}
	databaseDown   = Sentence{"The %s database behind %s is unavailable; try again later.", "Is the disk full, the directory read-only, the file no database, or do other programs keep it locked? The log of the program that keeps it has the cause."}
	databaseBusy   = Sentence{"The %s database behind %s was locked by other writes at all %d attempts within %s; try again in a moment.", "Other programs write to the same database, or one of them holds on to it: another assistant, an import, a backup or a program that keeps files in step between computers. Nothing is wrong with what was sent. Wait a moment; if it is always so, find that program."}
	down           = Sentence{"%s is unavailable: the server answered %d; try again later.", "The server, or a proxy before it, has failed. Its own log has the cause."}
	redirectedAway = Sentence{"%s answered with a redirect to another address (%s), which is not followed; check {url}.", "The key is sent to no other address than {url}. Set {url} to the address that finally answers; often it is https in place of http."}
	redirected     = Sentence{"%s answered with a redirect that is not followed (status %d); check {url}.", "Set {url} to the address that finally answers."}
	tooLarge       = Sentence{"%s answered with more than the 32 MiB that are read of one answer.", "The answer is larger than an assistant could use. Ask for less at once."}
	outcomeUnknown = Sentence{"The %s was sent to %s, but %s: it may or may not have been saved.", "The connection broke at the worst moment, or the server answered 500, which it can do after it has saved: when other writes keep its database locked, or when its disk fails. Look at what is there before trying again."}
	missing        = Sentence{"No %s with id %s was found.", "Look at the list for the right id. What belongs to others can't be seen."}
	refused        = Sentence{"%s refused the request: %s", "The words behind the colon are the API's own and name the value."}
	refusedSize    = Sentence{"%s refused the request: it is larger than the server accepts.", "Send less at once."}
	refusedValues  = Sentence{"%s refused the values that were sent (status %d).", "The API gave no reason; its log may."}
	unexpected     = Sentence{"%s answered with the unexpected status %d.", "The API is of a kind or version that this program doesn't know."}
)

// Sentences lists what failures of any API say, where settings have these names.
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

// fill puts the names of settings into a sentence.
func (s Settings) fill(sentence Sentence) Sentence {
	names := strings.NewReplacer("{url}", s.BaseURL, "{key}", s.Key, "{timeout}", s.Timeout)
	return Sentence{names.Replace(sentence.Text), names.Replace(sentence.Do)}
}

// say is what a failure says of this API.
func (c *Client) say(s Sentence, args ...any) string {
	return c.system.Settings.fill(s).With(args...)
}

// What ends the message of a write whose outcome is unknown, if nothing was seen.
const notLooked = "Look before trying again."

func couldNotLook(err error) string {
	why := "something went wrong"
	if e, ok := errors.AsType[*fault.Error](err); ok {
		why = strings.TrimSuffix(e.Message, ".")
	}
	return "Looking whether it was failed (" + why + "); look before trying again."
}

// fromElsewhere warns of a refusal that may not be the API's.
func (c *Client) fromElsewhere() string {
	return " The answer was not in the API's own form, so a proxy may have given it, or " + c.system.Settings.BaseURL + " may be wrong."
}

func (a *attempts) notFound(status int) *fault.Error {
	return &fault.Error{
		Kind:    fault.NotFound,
		Status:  status,
		Message: a.client.say(missing, a.request.Noun, a.quotable(a.request.ID)),
	}
}

// round makes a time that was waited fit to be read.
func round(d time.Duration) time.Duration {
	if d > time.Second {
		return d.Round(100 * time.Millisecond)
	}
	return d.Round(time.Millisecond)
}
