package rules

import (
	"cmp"
	"slices"
	"strings"

	"github.com/mcp-adapters/mcp-adapters/appbuilder/generate"
	regexp "github.com/mcp-adapters/mcp-adapters/internal/lazyregexp"
)

// read returns what is to be done for a wish, or the wishes that it divides into, or the part
// of it that isn't understood. Every reader accounts for each word of the wish, so that none
// does half of it, or more.
func (r request) read() (a answer, divided []string, missed string) {
	if a, ok := r.understand(); ok {
		return a, nil, ""
	}
	if m := butDo.FindStringSubmatch(r.text); m != nil {
		rest := r
		rest.text = polite(m[2])
		if first, _, _ := strings.Cut(rest.text, " "); !unsure(rest.text) && (m[1] != "," || isVerb(first)) {
			if a, ok := rest.understand(); ok && a.step != "" {
				return a, nil, ""
			}
		}
	}
	if unsure(r.text) {
		return answer{}, nil, r.text
	}
	// "make it purple, dark mode and cards": wishes without a verb. All of them, or none.
	if parts := loose(r.text); len(parts) > 1 && len(parts) <= maxRequests {
		for _, text := range parts {
			part := r
			part.text = polite(text)
			a, ok := part.understand()
			if first, _, _ := strings.Cut(r.text, " "); !ok && isVerb(first) {
				// "remove the first row and the last row"
				part.text = first + " " + part.text
				a, ok = part.understand()
			}
			if ok && a.step != "" {
				divided = append(divided, part.text)
			} else if missed == "" {
				missed = text
			}
		}
		if missed == "" {
			return answer{}, divided, ""
		}
		if len(divided) == 0 {
			missed = ""
		}
	}
	if a, ok := r.beyond(); ok {
		return a, nil, ""
	}
	return answer{}, nil, cmp.Or(missed, r.text)
}

// understand has each reader look at all of the text, the most specific first.
func (r request) understand() (answer, bool) {
	if isUndo(r.text) {
		return answer{step: generate.Data, reply: "“Undo” must be a message of its own."}, true
	}
	if undoSeveral.MatchString(r.text) {
		return answer{step: generate.Data, reply: "I take back one change at a time. Say “undo”, and “undo” again for the one before."}, true
	}
	for _, reader := range []struct {
		step string
		read func(request) (answer, bool)
	}{
		{"", request.question},
		{generate.Tool, request.names},
		{generate.Theme, request.style},
		{generate.Layout, request.layout},
		{generate.Data, request.columns},
		{generate.Data, request.sort},
		{generate.Data, request.moved},
		{generate.Data, request.rows},
		{generate.Data, request.cells},
	} {
		if a, ok := reader.read(r); ok {
			a.step = reader.step
			return a, true
		}
	}
	return answer{}, false
}

// butDo is what is to be done after something that isn't: "don't change the color, just add a row".
var butDo = regexp.MustCompile(`(?i)^(?:please )?(?:don'?t|don’t|do not|never) [^,.;"“]{4,80}(,? (?:just|but|only|rather|instead)|,) (?:just |only |rather |instead )?(.+)$`)

// loose divides a text at each comma and "and".
func loose(text string) (parts []string) {
	start := 0
	for _, at := range outside(joint, text) {
		if at[0] > start {
			parts = append(parts, text[start:at[0]])
		}
		start = at[1]
	}
	return append(parts, text[start:])
}

// cannot answers a wish that is understood but can't be done.
func cannot(reply string) (answer, bool) { return answer{reply: reply}, true }

var undos = []string{
	"undo", "undo it", "undo this", "undo that", "undo the last change", "undo last change", "undo the change", "undo the last one", "revert", "revert it", "revert that",
	"revert the last change", "take it back", "take that back", "go back", "step back", "back", "undo my last change", "undo the last step", "undo this change", "undo that change", "change it back", "put it back", "change that back", "put that back",
}

// undoSeveral is a wish to take back more than the last change.
var undoSeveral = regexp.MustCompile(`(?i)^(?:undo|revert|take back|go back|step back) (?:the |my )?(?:last |previous |recent )?(?:` + number + `|both|all|all of|everything)(?: of)?(?: the| my)?(?: last| previous| recent)?(?: (?:changes?|steps?|edits?|things?|ones?|times?))?$`)

// isUndo reports whether a wish is to take back the last change, and nothing else.
func isUndo(text string) bool { return slices.Contains(undos, strings.Join(words(text), " ")) }
