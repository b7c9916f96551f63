package appbuilder

import (
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/mcp-adapters/mcp-adapters/appbuilder/layout"
	"github.com/mcp-adapters/mcp-adapters/appbuilder/rule"
	"github.com/mcp-adapters/mcp-adapters/appbuilder/theme"
)

// Limits of an app, in characters.
const (
	MaxPrompt      = 10_000
	MaxName        = 100
	MaxDescription = 500
	MaxToolName    = 50
	MaxMessage     = 4_000 // of a person, in the chat
	MaxReply       = 16_000
)

// Status says whether an app can be reached.
type Status string

// The states of an app.
const (
	Draft     Status = "draft"
	Published Status = "published"
)

// App is an app as its owner sees it, and as the REST API writes it. Nobody else is shown
// SystemPrompt.
type App struct {
	ID string `json:"id"` // a UUID
	Content
	SystemPrompt string  `json:"systemPrompt"` // the prompt that it was made from
	Slug         *string `json:"mcpSlug"`      // nil until the first publish, then fixed
	Status       Status  `json:"status"`
	Version      int     `json:"publishVersion"` // 0 before the first publish; never decreases
	PublishedAt  *Time   `json:"publishedAt"`
	Revision     int     `json:"revision"`  // one more with each edit
	Generator    string  `json:"generator"` // of the last generation: "rules" or "llm:<model>"
	Changed      bool    `json:"hasUnpublishedChanges"`
	// TakenDown says that the operator has unpublished the app, and keeps it so.
	TakenDown bool `json:"takenDown,omitzero"`
	// TokenRequired says that only who has the app's token can call it.
	TokenRequired bool `json:"tokenRequired,omitzero"`
	// AnswersByModel says that a model makes the sentence with which a call is answered.
	AnswersByModel bool `json:"answersByModel,omitzero"`
	CreatedAt      Time `json:"createdAt"`
	UpdatedAt      Time `json:"updatedAt"`
}

// Time is a time that is written in UTC, with milliseconds.
type Time struct{ time.Time }

// MarshalJSON implements [encoding/json.Marshaler].
func (t Time) MarshalJSON() ([]byte, error) {
	return []byte(t.UTC().Format(`"2006-01-02T15:04:05.000Z"`)), nil
}

// Content is what edits change, a revision keeps and a published version freezes. A Content
// that was handed out is not changed: an edit makes a new one.
type Content struct {
	Name            string      `json:"name"`
	Description     string      `json:"description"`
	Layout          string      `json:"layoutTemplate"`
	Theme           theme.Theme `json:"themeVariables"`
	Data            layout.Data `json:"mockData"`
	ToolName        string      `json:"toolName"`
	ToolDescription string      `json:"toolDescription"`
}

// texts are the rules for each text of an app, by field.
var texts = map[string]rule.Text{
	"prompt":          {Min: 1, Max: MaxPrompt, Lines: true},
	"message":         {Min: 1, Max: MaxMessage, Lines: true},
	"name":            {Min: 1, Max: MaxName, Plain: true, Joiners: true}, // it is the tool's title
	"description":     {Max: MaxDescription, Lines: true},
	"toolName":        {Min: 1, Max: MaxToolName, Plain: true},
	"toolDescription": {Min: 10, Max: MaxDescription, Lines: true, Plain: true},
}

// CheckText cleans the text of a field, "prompt", "message" or one of [Content]'s, and adds to
// faults what is wrong with it.
func CheckText(faults *rule.Faults, field, s string) string {
	s = rule.Clean(s)
	texts[field].Check(faults, field, s)
	if field == "toolName" && s != "" && !toolName(s) {
		faults.Add(field, "format", "A tool's name starts with a letter and has only letters, digits, _ and -, as in search_products.")
	}
	return s
}

func toolName(s string) bool {
	for i, r := range s {
		letter := r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z'
		if !letter && (i == 0 || (r < '0' || r > '9') && r != '_' && r != '-') {
			return false
		}
	}
	return true
}

// Check returns each rule that c breaks. A draft may be without a tool's name and description.
func (c Content) Check() (faults rule.Faults) {
	faults = c.checkTexts(false)
	c.checkParts(&faults)
	return faults
}

// CheckPublish is Check for an app that is to be published.
func (c Content) CheckPublish() (faults rule.Faults) {
	faults = c.checkTexts(true)
	c.checkParts(&faults)
	return faults
}

func (c Content) checkTexts(publish bool) (faults rule.Faults) {
	for _, f := range []struct {
		name, text string
		optional   bool
	}{
		{"name", c.Name, false}, {"description", c.Description, false},
		{"toolName", c.ToolName, !publish}, {"toolDescription", c.ToolDescription, !publish},
	} {
		if f.text != "" || !f.optional {
			CheckText(&faults, f.name, f.text)
		}
	}
	return faults
}

func (c Content) checkParts(faults *rule.Faults) {
	_, broken := theme.Check(c.Theme)
	faults.Within("themeVariables", broken)
	switch {
	case c.Data == nil:
		faults.Add("mockData", "required", "The app has no data.")
		return
	case c.Data.Layout() != c.Layout:
		faults.Add("mockData.type", "type", "The data is for the layout %s, but the app uses %s. Change one of them.", c.Data.Layout(), c.Layout)
	}
	_, broken = layout.Parse(layout.Encode(c.Data))
	faults.Within("mockData", broken)
}

// Patch is an edit: what isn't nil replaces what was there, and ThemeVariables key by key.
type Patch struct {
	Name            *string           `json:"name,omitzero"`
	Description     *string           `json:"description,omitzero"`
	Layout          *string           `json:"layoutTemplate,omitzero"`
	Theme           map[string]string `json:"themeVariables,omitempty"`
	Data            jsontext.Value    `json:"mockData,omitzero"`
	ToolName        *string           `json:"toolName,omitzero"`
	ToolDescription *string           `json:"toolDescription,omitzero"`
}

// Apply returns c with the edit, and a short sentence for each thing that changed; or each
// rule that the edit breaks, and then nothing of it is done.
func (c Content) Apply(p Patch) (edited Content, changes []string, faults rule.Faults) {
	edited = c
	for _, f := range []struct {
		name, said string
		from       *string
		to         *string
	}{
		{"name", "name", p.Name, &edited.Name},
		{"description", "description", p.Description, &edited.Description},
		{"toolName", "tool name", p.ToolName, &edited.ToolName},
		{"toolDescription", "tool description", p.ToolDescription, &edited.ToolDescription},
	} {
		if f.from == nil {
			continue
		}
		if s := CheckText(&faults, f.name, *f.from); s != *f.to {
			*f.to = s
			changes = append(changes, "Updated the "+f.said)
		}
	}
	if len(p.Theme) > 0 {
		set, notes, broken := c.Theme.Set(p.Theme)
		faults.Within("themeVariables", broken)
		if len(broken) == 0 {
			edited.Theme = set
			changes = append(append(changes, themeChanges(c.Theme, set, p.Theme)...), notes...)
		}
	}
	changes = append(changes, edited.applyData(c, p, &faults)...)
	if len(faults) > 0 {
		return c, nil, faults
	}
	return edited, changes, nil
}
