// Package generate is what makes the content of an app from a prompt, and edits it as a message
// asks. There are two generators, of packages of their own: rules and llm. Both return content
// that [appbuilder.Content.Check] has passed, or an error.
package generate

import (
	"context"
	"time"

	"github.com/mcp-adapters/mcp-adapters/appbuilder"
)

// Generator makes and edits apps. It is safe for concurrent use. An error is a [fault.Error],
// of kind [appbuilder.Model], fault.Timeout, fault.InvalidParams or, where ctx was cancelled,
// fault.Internal. A Result beside an error has nothing but the Usage of a model that failed; it is
// nil where none was asked.
type Generator interface {
	// Name is "rules", or "llm:" and the model.
	Name() string
	// Generate makes an app from a prompt. It calls report as the steps begin and end, in order.
	Generate(ctx context.Context, prompt string, report func(Step)) (*Result, error)
	// Edit does what a message asks. A message that it doesn't understand is no error: the
	// content is as it was, and the reply says what can be asked for.
	Edit(ctx context.Context, c Conversation, report func(Step)) (*Result, error)
}

// Answerer is a [Generator] that can also make the sentence with which a call of a published app
// is answered. Its errors are those of a Generator.
type Answerer interface {
	// Answer returns a few sentences of plain text, of [MaxAnswer] characters at most.
	Answer(ctx context.Context, q Question) (text string, used Usage, err error)
}

// MaxAnswer bounds what an [Answerer] says.
const MaxAnswer = 600

// Question is what a caller asks of a published app.
type Question struct {
	Prompt  string // that the app was made from, which the caller isn't to see
	Content appbuilder.Content
	Message string
}

// Steps of a generation, in their order.
const (
	Layout   = "layout"
	Tool     = "tool"
	Theme    = "theme"
	Data     = "data"
	Validate = "validate"
)

// Step is the begin or the end of a step.
type Step struct {
	Name string `json:"name"`
	Done bool   `json:"done"`
}

// Conversation is what an edit is asked for in.
type Conversation struct {
	Prompt  string // that the app was made from
	Content appbuilder.Content
	Earlier []Message // the last ones, oldest first
	Message string
}

// Message is one of a conversation.
type Message struct {
	Assistant bool
	Text      string
}

// Result is what was made or edited.
type Result struct {
	Content appbuilder.Content
	Reply   string   // for the person
	Changes []string // short sentences; none: nothing has changed
	Undo    bool     // the message asks to take back the last edit, which is up to the caller
	// Understood is false where the reply only says what can be asked for.
	Understood bool
	// Notice says that something else has answered than was configured, or is empty.
	Notice    string
	Generator string // as the Generator's Name, of what has really answered
	Usage     Usage
}

// Usage is what a model took.
type Usage struct {
	Model    string        `json:"model,omitzero"`
	In       int           `json:"tokensIn"`
	Out      int           `json:"tokensOut"`
	Duration time.Duration `json:"-"`
}
