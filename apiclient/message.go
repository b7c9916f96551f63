package apiclient

import (
	"errors"
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"sync"
	"time"

	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
)

// Sentence is a message about a failure, and advice that is too long for a message.
// Every message about a failure of an API is one, so that documents can list them.
type Sentence struct {
	Text string // a format for [fmt.Sprintf]
	Do   string // what to do about it
	// Remote is said in place of Text to a remote caller; see [Options]. It takes the
	// same arguments, by their index. "": Text is for everyone.
	Remote string
}

// For returns the sentence as it is for a caller, who may be a remote one.
func (s Sentence) For(remote bool) Sentence {
	if remote && s.Remote != "" {
		s.Text = s.Remote
	}
	return s
}

// With returns the message with its arguments.
func (s Sentence) With(args ...any) string { return fmt.Sprintf(s.Text, args...) }

// Pattern returns the message with "…" in place of arguments.
func (s Sentence) Pattern() string {
	return argument().ReplaceAllString(s.Text, "…")
}

var argument = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`%(\[\d\])?[sd]`) })

// The sentences of every API. {url}, {key} and {timeout} stand for names of settings.
var (
	noKey           = Sentence{Text: "%s requires an API key; set {key}.", Do: "Set {key} in the environment that the client's config file gives this server, and restart the client.", Remote: "%[1]s requires a key that this server does not have; ask whoever runs the server to set it."}
	keyRefused      = Sentence{Text: "%s refused the API key; check {key}.", Do: "Compare {key} with the API's key, character by character. Quotes in a config file are part of the file, not of the key.", Remote: "%[1]s refused this server's key; ask whoever runs the server to correct it."}
	wrongURL        = Sentence{Text: "%s answered with %s; {url} (%s) may be wrong.", Do: "Something other than the API answered: the login page of a router or proxy, another program on that port, or the API below a path that {url} lacks. Open {url} in a browser to see what it is; this program's doctor command checks the connection step by step.", Remote: "%[1]s answered with %[2]s; ask whoever runs this server to check its connection."}
	another         = Sentence{Text: "%s answered with a different %s from the one requested, so it is not shown; a cache may be at fault, or {url} (%s) may be wrong.", Do: "Something between this program and the API stores answers and returns them to other requests. Turn it off for the API, or set {url} to an address that avoids it.", Remote: "%[1]s answered with a different %[2]s from the one requested, so it is not shown; tell whoever runs this server."}
	unreachable     = Sentence{Text: "%s could not be reached at %s: %s.", Do: "Is the server running, and is this computer on the same network? The words after the colon say what failed.", Remote: "%[1]s could not be reached; try again later, or tell whoever runs this server."}
	notSent         = Sentence{Text: "%s could not be reached at %s within %s, and nothing was sent; check that it is running.", Do: "Nothing was changed, so it is safe to retry. Is the server running, and is this computer on the same network?", Remote: "%[1]s could not be reached within %[3]s, and nothing was sent; try again later, or tell whoever runs this server."}
	tooSlow         = Sentence{Text: "%s did not answer within %s; try again later.", Do: "The server can be reached but is slow. If this happens often, raise {timeout}."}
	overloaded      = Sentence{Text: "%s is busy: it refused %s within %s; try again later.", Do: "The API gets too many calls at once. Wait a little."}
	overloadedLong  = Sentence{Text: "%s is still busy after %s and asked for a wait of %s, longer than this call can take; try again then.", Do: "The API said how long to wait. Wait that long."}
	downFor         = Sentence{Text: "%s is unavailable and asked for a wait of %s; try again then.", Do: "The API said how long to wait. Wait that long."}
	databaseDown    = Sentence{Text: "The %s database of %s is unavailable; try again later.", Do: "The disk may be full, the directory read-only, the file not a database, or another program may be locking it. The log of the program that opens the database has the cause."}
	databaseBusy    = Sentence{Text: "The %s database of %s was locked by other writes in %s within %s; try again in a moment.", Do: "Another program writes to the same database or holds it: another assistant, an import, a backup, or a program that synchronizes files. Nothing is wrong with what was sent. Wait a moment; if it happens often, find that program."}
	down            = Sentence{Text: "%s is unavailable: the server answered %d; try again later.", Do: "The server, or a proxy in front of it, failed. Its log has the cause."}
	redirectedAway  = Sentence{Text: "%s answered with a redirect to another address (%s), which is not followed; check {url}.", Do: "The key is sent only to {url}. Set {url} to the address that finally answers, often the same with https instead of http.", Remote: "%[1]s answered with a redirect to another address, which is not followed; tell whoever runs this server."}
	redirected      = Sentence{Text: "%s answered with a redirect that is not followed (status %d); check {url}.", Do: "Set {url} to the address that finally answers.", Remote: "%[1]s answered with a redirect that is not followed (status %[2]d); tell whoever runs this server."}
	tooLarge        = Sentence{Text: "%s answered with more than 32 MiB, the limit for one answer.", Do: "The answer is larger than an assistant could use. Ask for less at once."}
	outcomeUnknown  = Sentence{Text: "The %s was sent to %s, but %s: it may or may not have been saved.", Do: "The connection broke at the wrong moment, or the server answered 500, which can happen after it has saved: when other writes lock its database, or when its disk fails. Check what is there before retrying."}
	changeUnknown   = Sentence{Text: "The %s was to be %s at %s, but %s: that may or may not have been done.", Do: "The connection broke at the wrong moment, or the server answered 500, which can happen after it has done what was asked. Check what is there before retrying."}
	deletionUnknown = Sentence{Text: "The %s was to be deleted from %s, but %s: it may or may not have been deleted.", Do: "The connection broke at the wrong moment, or the server answered 500, which can happen after it has deleted. Check what is there before retrying."}
	missing         = Sentence{Text: "No %s with id %s was found.", Do: "Look for the right id in the list. What belongs to others cannot be seen."}
	refused         = Sentence{Text: "%s refused the request: %s", Do: "The words after the colon are the API's own and name the value."}
	refusedSize     = Sentence{Text: "%s refused the request: it is larger than the server accepts.", Do: "Send less at once."}
	refusedValues   = Sentence{Text: "%s refused the values that were sent (status %d).", Do: "The API gave no reason; its log may."}
	unexpected      = Sentence{Text: "%s answered with the unexpected status %d.", Do: "The API is of a kind or version that this program does not know."}
)

// Sentences returns the messages of every API, with these names of settings.
func (s Settings) Sentences() []Sentence {
	all := []Sentence{
		noKey, keyRefused, wrongURL, another, unreachable, notSent, tooSlow, overloaded, overloadedLong,
		downFor, databaseDown, databaseBusy, down, redirectedAway, redirected, tooLarge, outcomeUnknown, changeUnknown, deletionUnknown, missing,
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
	sentence.Text, sentence.Do = names.Replace(sentence.Text), names.Replace(sentence.Do)
	return sentence
}

// say returns a message about this API for the caller. What a remote one isn't told is
// for the log: it says to whoever runs the server what to do.
func (a *attempts) say(s Sentence, args ...any) string {
	s = a.client.system.Settings.fill(s)
	if a.remote && s.Remote != "" {
		a.client.log.Warn().Msg(s.With(args...))
	}
	return s.For(a.remote).With(args...)
}

// The end of a message about an unknown outcome if nothing was found out.
const notLooked = "Check before retrying."

func couldNotLook(method string, err error) string {
	done := "saved"
	if method == http.MethodDelete {
		done = "deleted"
	}
	why := "something went wrong"
	if e, ok := errors.AsType[*fault.Error](err); ok {
		why = strings.TrimSuffix(e.Message, ".")
	}
	return "Checking whether it was " + done + " failed too (" + why + "). Check again before retrying."
}

// fromElsewhere warns that a refusal may not be the API's.
func (a *attempts) fromElsewhere() string {
	const perhaps = " The answer was not in the API's own form, so it may be a proxy's"
	if a.remote {
		return perhaps + "."
	}
	return perhaps + ", or " + a.client.system.Settings.BaseURL + " may be wrong."
}

func (a *attempts) notFound(status int) *fault.Error {
	return &fault.Error{
		Kind:    fault.NotFound,
		Status:  status,
		Message: a.say(missing, a.request.Noun, a.quotable(a.request.ID)),
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
