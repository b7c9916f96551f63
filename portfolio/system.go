package portfolio

import (
	"cmp"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/mcp-adapters/mcp-adapters/apiclient"
	"github.com/mcp-adapters/mcp-adapters/jsonrpc"
	"github.com/mcp-adapters/mcp-adapters/mcp"
	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
)

// apiName is how messages call the API.
const apiName = "The portfolio API"

// System is what package apiclient must know of a portfolio API.
func System() apiclient.System {
	return apiclient.System{Name: apiName, Settings: apiclient.Settings{Key: tokenSetting}, Refusal: refusal, MaxWait: maxWait}
}

// NotReady is the kind of a publish that was refused because the project lacks something.
const NotReady fault.Kind = "not_ready"

// CodeNotReady is the JSON-RPC code of [NotReady], beside those of package mcp.
const CodeNotReady jsonrpc.Code = -32003

// Declare sets what a server of these tools tells its clients: how the tools work
// together, and how failures are answered if o doesn't say.
func Declare(o *mcp.Options) {
	o.Instructions = Instructions
	o.Kinds = append(o.Kinds, Kinds()...)
	o.UnknownTool = jsonrpc.CodeInvalidParams
	o.ToolErrors = cmp.Or(o.ToolErrors, mcp.ErrorsAsResults)
}

// Kinds are the portfolio's own kinds of failure.
func Kinds() []mcp.Kind {
	return []mcp.Kind{{Name: NotReady, Code: CodeNotReady, When: "a project can't be published yet; _meta names what is missing"}}
}

var (
	tokenRefused = apiclient.Sentence{
		Remote: "%[1]s did not accept the sign-in; sign in again.",
		Text:   "%s did not accept the token; check API_TOKEN.",
		Do:     "The token is missing, has expired or is another's. Get a new one for your contractor and set API_TOKEN to it.",
	}
	planFull = apiclient.Sentence{
		Text: "The %splan allows %d published projects, and that many are published: unpublish one first, or change the plan. Nothing was changed.",
		Do:   "The API counts the projects that are published. Take one back to draft with unpublish_project.",
	}
	failedInside = apiclient.Sentence{
		Text: "%s failed inside%s; try again later, and tell whoever runs it if it happens again.",
		Do:   "The API answered 500. Its log has the cause, under that request id if there is one.",
	}
	noRoom = apiclient.Sentence{
		Text: "There is no room left on the disk that the projects and photos are kept on; make room there, and try again. Nothing was changed.",
		Do:   "The disk is that of DATA_DIR, or of the file in DATABASE_URL.",
	}
	foreignImages = apiclient.Sentence{
		Text: "%s refused the change: these are not images of the project: %s. Nothing was changed.",
		Do:   "Take the ids of the images from get_project_status.",
	}
)

// Messages lists what failures of the tools say, for documents.
func Messages() []apiclient.Sentence {
	return append([]apiclient.Sentence{tokenRefused, planFull, failedInside, noRoom, foreignImages, notReadyYet, inStatus}, System().Settings.Sentences()...)
}

// envelope is the API's form of a failure.
type envelope struct {
	Error *struct {
		Code      string         `json:"code"`
		Message   string         `json:"message"`
		Details   jsontext.Value `json:"details"`
		RequestID string         `json:"requestId"`
	} `json:"error"`
}

// details are those of any failure; each has a few.
type details struct {
	Errors     map[string][]string `json:"errors"`
	InvalidIDs []string            `json:"invalidIds"`
	Warnings   []string            `json:"warnings"`
	Missing    []string            `json:"missing_fields"`
	Photos     []string            `json:"photos"` // ours alone: those that can't be made public
	Limit      *int                `json:"limit"`
	Plan       string              `json:"plan"`
	Database   bool                `json:"database"` // ours alone: it is at fault
	Full       bool                `json:"full"`     // ours alone: the disk is
}

// refusal reads the API's own form of a failure.
func refusal(a apiclient.Answer) (r apiclient.Refusal, own bool) {
	said, err := decode[envelope](a.Body)
	own = err == nil && said.Error != nil && said.Error.Code != ""
	if a.Status == http.StatusUnauthorized {
		r.Message = tokenRefused.For(a.Remote).With(apiName)
	}
	if !own {
		return r, false
	}
	e := said.Error
	r.Text = e.Message
	d, err := decode[details](e.Details)
	if err != nil { // of another form than is known
		d = details{}
	}
	switch {
	case d.Full:
		r.Message = noRoom.With()
	case d.Database:
		r.Database = apiclient.DatabaseDown
	case len(d.Warnings) > 0 || len(d.Missing) > 0:
		r.Err = &unready{d.Warnings, d.Missing, d.Photos}
	case len(d.InvalidIDs) > 0:
		r.Message = foreignImages.With(apiName, shortened(d.InvalidIDs))
	case len(d.Errors) > 0:
		names := slices.Sorted(maps.Keys(d.Errors))
		var texts []string
		for _, name := range names {
			texts = append(texts, name+": "+strings.Join(d.Errors[name], ", "))
		}
		r.Field, r.Text = names[0], strings.Join(texts, "; ")
	case a.Status == http.StatusForbidden && d.Limit != nil:
		plan := ""
		if d.Plan == "free" || d.Plan == "pro" {
			plan = d.Plan + " "
		}
		r.Message = planFull.With(plan, *d.Limit)
	case a.Status == http.StatusInternalServerError:
		id := ""
		if e.RequestID != "" {
			id = fmt.Sprintf(" (request id %s)", e.RequestID)
		}
		r.Kind, r.Message = fault.Internal, failedInside.With(apiName, id)
	}
	return r, true
}

// maxNamed bounds how many ids a message names.
const maxNamed = 10

func shortened(ids []string) string {
	more := ""
	if len(ids) > maxNamed {
		more = fmt.Sprintf(" and %d more", len(ids)-maxNamed)
		ids = ids[:maxNamed]
	}
	return strings.Join(ids, ", ") + more
}

// unready is what a publish that was refused said was missing: in words, and by name if
// the API does that.
type unready struct{ warnings, missing, photos []string }

// Error leaves out the words: it goes to the log.
func (*unready) Error() string { return "the project is not ready" }
