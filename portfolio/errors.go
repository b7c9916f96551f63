package portfolio

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/mcp-adapters/mcp-adapters/apiclient"
	"github.com/mcp-adapters/mcp-adapters/mcp"
	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
)

var (
	notReadyYet = apiclient.Sentence{
		Text: "The project can't be published yet. It needs %s. Nothing was changed.",
		Do:   "Add what is named: text with update_project_meta, photos with add_project_media.",
	}
	inStatus = apiclient.Sentence{
		Text: "That can't be done now: the project is %s. Nothing was changed.",
		Do:   "Look at the project's status with get_project_status.",
	}
)

// inWords has what a project needs, as a person calls it.
var inWords = map[string]string{
	needsTitle:  "a title",
	needsType:   "a project type",
	needsCity:   "a city",
	needsState:  "a state",
	needsHero:   "a hero image",
	needsImages: "a photo",
}

// needed says what is missing, in a few words.
func needed(missing []string) string {
	var words []string
	for _, name := range missing {
		if name == needsHero && slices.Contains(missing, needsImages) {
			continue // the first photo becomes it
		}
		if inWords[name] != "" {
			words = append(words, inWords[name])
		}
	}
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	last := len(words) - 1
	return strings.Join(words[:last], ", ") + " and " + words[last]
}

// kindOf returns the kind of a failure, "" if there is none.
func kindOf(err error) fault.Kind {
	if err == nil {
		return ""
	}
	if e, ok := errors.AsType[*fault.Error](err); ok {
		return e.Kind
	}
	return fault.Internal
}

func invalid(field, format string, args ...any) error {
	return &fault.Error{Kind: fault.InvalidParams, Field: field, Message: fmt.Sprintf(format, args...)}
}

// withMeta adds members to the _meta of a failure.
func withMeta(err error, members map[string]any) error {
	e, ok := errors.AsType[*fault.Error](err)
	if !ok {
		return err
	}
	more := *e
	more.Meta = map[string]any{}
	for _, from := range []map[string]any{members, e.Meta} {
		for name, value := range from {
			more.Meta[name] = value
		}
	}
	return &more
}

// notReady turns the refusal of a publish into an error that names what is missing, in
// the order of [row.missing]. The original has only sentences, so that the project is
// asked; the sentences are read only if it tells nothing.
func (t tools) notReady(ctx context.Context, id string, err error) error {
	refused, ok := errors.AsType[*unready](err)
	if !ok {
		return err
	}
	failed, _ := errors.AsType[*fault.Error](err)
	meta := map[string]any{"widgetTemplate": statusView}
	missing := known(refused.missing)
	if len(missing) == 0 {
		if p, err := t.api.get(ctx, id); err == nil {
			if t.api.illustrate(ctx, p) == nil {
				missing = p.missing()
			}
			meta["widgetData"] = t.statusData(p, missing)
		}
	}
	if len(missing) == 0 && refused.photos == nil { // else nothing is missing, but some are in the way
		missing = fromWarnings(refused.warnings)
	}
	if data, ok := meta["widgetData"].(statusData); ok {
		data.Missing, data.CanPublish = missing, false
		meta["widgetData"] = data
	}
	meta["missing_fields"] = missing
	message := notReadyYet.With(needed(missing) + " (missing_fields: " + strings.Join(missing, ", ") + ")")
	if len(missing) == 0 {
		message = failed.Message
	}
	return &fault.Error{Kind: NotReady, Status: failed.Status, Message: message, Meta: meta, Err: refused}
}

// everything that a project can need.
var everything = []string{needsTitle, needsType, needsCity, needsState, needsHero, needsImages}

// known returns those of names that are known, in order.
func known(names []string) []string {
	list := []string{}
	for _, name := range everything {
		if slices.Contains(names, name) {
			list = append(list, name)
		}
	}
	return list
}

// fromWarnings reads the original's sentences about what is missing.
func fromWarnings(warnings []string) []string {
	words := map[string]string{
		needsTitle: "title", needsType: "type", needsCity: "city", needsState: "state", needsHero: "hero", needsImages: "images",
	}
	list := []string{}
	for _, name := range everything {
		if slices.ContainsFunc(warnings, func(w string) bool {
			w = strings.ToLower(w)
			if name == needsImages && !strings.Contains(w, "hero") {
				return strings.Contains(w, "image") || strings.Contains(w, "photo")
			}
			return strings.Contains(w, words[name])
		}) {
			list = append(list, name)
		}
	}
	return list
}

// conflict explains a 409 by the status that the project has.
func conflict(p *row) error {
	return &fault.Error{Kind: fault.Conflict, Status: 409, Message: inStatus.With(p.Status)}
}

func quoted(s string) string { return mcp.Quoted(s) }

// asFault returns a failure of the client, which is always one.
func asFault(err error) *fault.Error {
	if e, ok := errors.AsType[*fault.Error](err); ok {
		return e
	}
	return &fault.Error{Kind: fault.Internal, Message: fault.InternalMessage, Err: err}
}
