// Package llm makes and edits apps by a language model: any server that speaks OpenAI's chat
// completions, or Anthropic's messages. The model may answer with operations of a closed list
// (answer.schema.json) and with nothing else: never with HTML, styles or code. What breaks a
// rule of an app is refused by the same checks as a person's edit; the model gets the faults
// once, and then the call has failed.
package llm

import (
	"context"
	_ "embed" // for the schema
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/rs/zerolog"

	"github.com/mcp-adapters/mcp-adapters/appbuilder"
	"github.com/mcp-adapters/mcp-adapters/appbuilder/generate"
	"github.com/mcp-adapters/mcp-adapters/appbuilder/layout"
	"github.com/mcp-adapters/mcp-adapters/appbuilder/rule"
	"github.com/mcp-adapters/mcp-adapters/appbuilder/theme"
	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
)

// Schema is the JSON Schema of what a model may answer.
//
//go:embed answer.schema.json
var Schema []byte

// Providers.
const (
	OpenAI    = "openai"
	Anthropic = "anthropic"
)

// Options describe a model. Zero values of times mean the defaults.
type Options struct {
	Provider string // OpenAI or Anthropic
	BaseURL  string // "": the provider's own. With a Key, http is for this computer and its network
	Key      string // may be empty for a server of one's own
	Model    string
	Try      time.Duration // for one request; default 20 s
	All      time.Duration // for a generation or an edit; default 30 s
	// Transport is for tests; nil: the default.
	Transport http.RoundTripper
	Log       zerolog.Logger
}

// Generator is safe for concurrent use.
type Generator struct {
	o      Options
	base   *url.URL
	client *http.Client
	form   taken
}

// New returns a generator, or says what is wrong with an option, which is BaseURL where it names
// none.
func New(o Options) (*Generator, error) {
	if o.Try == 0 {
		o.Try = 20 * time.Second
	}
	if o.All == 0 {
		o.All = 30 * time.Second
	}
	if o.BaseURL == "" {
		o.BaseURL = map[string]string{OpenAI: "https://api.openai.com/v1", Anthropic: "https://api.anthropic.com/v1"}[o.Provider]
	}
	base, err := url.Parse(strings.TrimRight(o.BaseURL, "/"))
	switch {
	case o.Provider != OpenAI && o.Provider != Anthropic:
		return nil, fmt.Errorf("the provider is %s or %s", OpenAI, Anthropic)
	case err != nil || base.Host == "" || base.User != nil || base.Scheme != "https" && base.Scheme != "http":
		return nil, errors.New("must begin with https:// or http://, and hold no password")
	case base.Scheme == "http" && o.Key != "" && !near(base.Hostname()):
		return nil, errors.New("must begin with https://, or the key would be sent unencrypted; http:// is for servers on this computer and in its own network, and for those that need no key")
	case o.Model == "":
		return nil, errors.New("the model needs a name")
	}
	return &Generator{o: o, base: base, client: &http.Client{
		Transport: o.Transport,
		// The key is only for this server.
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}, nil
}

// Name is "llm:" and the model.
func (g *Generator) Name() string { return "llm:" + g.o.Model }

// Generate has the model make an app of a prompt.
func (g *Generator) Generate(ctx context.Context, prompt string, report func(generate.Step)) (*generate.Result, error) {
	var faults rule.Faults
	if prompt = appbuilder.CheckText(&faults, "prompt", prompt); len(faults) > 0 {
		return nil, appbuilder.InvalidError(faults)
	}
	report(generate.Step{Name: generate.Layout})
	r, err := g.run(ctx, starter(), map[string]any{"task": "make an app", "prompt": prompt}, func(r *generate.Result) rule.Faults { return r.Content.CheckPublish() })
	if err != nil {
		return r, err
	}
	for _, step := range []string{generate.Layout, generate.Tool, generate.Theme, generate.Data, generate.Validate} {
		if step != generate.Layout {
			report(generate.Step{Name: step})
		}
		report(generate.Step{Name: step, Done: true})
	}
	r.Changes, r.Understood = nil, true
	if r.Reply == "" {
		r.Reply = "Here is “" + r.Content.Name + "”, with sample data. Ask for whatever should be different."
	}
	return r, nil
}

// starter is what a new app is edited from.
func starter() appbuilder.Content {
	return appbuilder.Content{Name: "New app", Layout: layout.Table, Theme: theme.Palettes["neutral"], Data: layout.Empty(layout.Table)}
}

// Edit has the model do what a message asks.
func (g *Generator) Edit(ctx context.Context, c generate.Conversation, report func(generate.Step)) (*generate.Result, error) {
	var faults rule.Faults
	message := appbuilder.CheckText(&faults, "message", c.Message)
	if len(faults) > 0 {
		return nil, appbuilder.InvalidError(faults)
	}
	earlier := make([]map[string]string, 0, len(c.Earlier))
	for _, m := range c.Earlier {
		from := "person"
		if m.Assistant {
			from = "you"
		}
		earlier = append(earlier, map[string]string{"from": from, "text": strings.TrimPrefix(m.Text, unchanged)})
	}
	report(generate.Step{Name: generate.Data})
	r, err := g.run(ctx, c.Content, map[string]any{
		"task": "edit the app", "prompt": c.Prompt, "app": c.Content, "earlier": earlier, "message": message,
	}, checkEdit)
	report(generate.Step{Name: generate.Data, Done: true})
	if err != nil {
		return r, err
	}
	r.Reply = strings.TrimPrefix(r.Reply, unchanged)
	switch same := r.Content.Equal(c.Content); {
	case same && r.Reply == "":
		r.Reply = "Nothing was changed. Say in other words what should be different."
	case same:
		r.Reply = unchanged + r.Reply
	case r.Reply == "":
		r.Reply = strings.Join(r.Changes, ". ") + "."
	}
	return r, nil
}

// checkEdit checks an edit. One that the model says isn't what it was asked for would be told to the
// person as not made, so it has to say which of the two is meant.
func checkEdit(r *generate.Result) rule.Faults {
	faults := r.Content.Check()
	if len(r.Changes) > 0 && !r.Understood {
		faults.Add("operations", "contradiction", "Some operations change the app, and understood is false. If they do what the person wishes, leave out understood, and say in the reply what they do and what can't be done. If not, leave them out.")
	}
	return faults
}

// unchanged begins the reply to a message that has changed nothing: models say that they have
// done what they haven't. The model isn't shown it, or it would begin its replies with it.
const unchanged = "Nothing was changed. The model says: "

// answer is what the model says.
type answer struct {
	Operations []generate.Operation `json:"operations"`
}

// onlyWords reports whether no operation is one that could change an app.
func (a answer) onlyWords() bool {
	return !slices.ContainsFunc(a.Operations, func(o generate.Operation) bool { return o.Op != generate.Reply && o.Op != generate.Understood })
}

// run asks, applies the answer, and asks once more if it breaks a rule, or only has words where
// the model doesn't say that it can't do more.
func (g *Generator) run(ctx context.Context, from appbuilder.Content, question map[string]any, check func(*generate.Result) rule.Faults) (*generate.Result, error) {
	ctx, cancel := context.WithTimeout(ctx, g.o.All)
	defer cancel()
	asked, err := json.Marshal(question, json.Deterministic(true))
	if err != nil {
		return nil, &fault.Error{Kind: fault.Internal, Message: "The question to the model could not be written.", Err: err}
	}
	talk := []turn{{"user", string(asked)}}
	started := time.Now()
	usage := generate.Usage{Model: g.o.Model}
	done := func(r *generate.Result) (*generate.Result, error) {
		usage.Duration = time.Since(started)
		r.Generator, r.Usage = g.Name(), usage
		return r, nil
	}
	failed := func(err error) (*generate.Result, error) {
		usage.Duration = time.Since(started)
		return &generate.Result{Usage: usage}, err
	}
	var words *generate.Result // of the first round
	for round := range 2 {
		text, used, err := g.ask(ctx, talk)
		usage.In, usage.Out = usage.In+used.In, usage.Out+used.Out
		switch {
		case err != nil && words != nil && !errors.Is(err, context.Canceled):
			return done(words)
		case err != nil:
			return failed(err)
		}
		a, why := read(text)
		var r *generate.Result
		if why == "" {
			r, why = apply(from, a, check)
		}
		switch {
		case r != nil && (round > 0 || !a.onlyWords() || !r.Understood):
			return done(r)
		case r != nil:
			words, why = r, "No operation of it changes the app. If the app is to be changed, give the operations that do it; if not, reply, and add the operation understood with false."
		case words != nil:
			return done(words)
		}
		g.o.Log.Warn().Str("model", g.o.Model).Int("round", round+1).Msg("the model's answer breaks a rule")
		talk = append(talk, turn{"assistant", text[:min(len(text), 20_000)]}, turn{"user", "Your answer can't be used. " + why + " Answer again, with all operations."})
	}
	return failed(&fault.Error{Kind: appbuilder.Model, Message: "The model's answer could not be used. Other words, or a smaller change, may help it."})
}

// apply does what the model answered, or says in why what is wrong with it.
func apply(from appbuilder.Content, a answer, check func(*generate.Result) rule.Faults) (r *generate.Result, why string) {
	if faults := markup(a.Operations); len(faults) > 0 {
		return nil, told(faults)
	}
	r = &generate.Result{Understood: true}
	for _, o := range a.Operations {
		switch {
		case o.Op == generate.Reply:
			var faults rule.Faults
			r.Reply = rule.Clean(o.Value)
			rule.Text{Max: appbuilder.MaxReply, Lines: true}.Check(&faults, "reply", r.Reply)
			if len(faults) > 0 {
				return nil, faults[0].Message
			}
		case o.Op == generate.Understood && o.Understood != nil:
			r.Understood = *o.Understood
		}
	}
	content, changes, faults := generate.Apply(from, a.Operations)
	if r.Content = content; !content.Equal(from) {
		r.Changes = changes
	}
	if len(faults) == 0 {
		faults = check(r)
	}
	if len(faults) > 0 {
		return nil, told(faults)
	}
	return r, ""
}

// told is what the model is told of the rules that its answer breaks.
func told(faults rule.Faults) string {
	var b strings.Builder
	for _, f := range faults[:min(len(faults), 20)] {
		fmt.Fprintf(&b, "%s: %s ", f.Field, f.Message)
	}
	return b.String()
}
