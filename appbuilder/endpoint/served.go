package endpoint

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	jsonv2 "github.com/go-json-experiment/json"
	"github.com/google/jsonschema-go/jsonschema"

	"mcp-adapters/appbuilder"
	"mcp-adapters/appbuilder/component"
	"mcp-adapters/appbuilder/layout"
	"mcp-adapters/appbuilder/store"
	"mcp-adapters/fault"
	"mcp-adapters/mcp"
	"mcp-adapters/mcp/schema"
	"mcp-adapters/widget"
)

// served is a published version, ready to be served.
type served struct {
	content appbuilder.Content
	live    store.Live
	server  *mcp.Server

	// page is the one with the data, made when it is first asked for.
	page struct {
		once              sync.Once
		text, policy, tag string
		err               error
	}
}

// info is what clients see of the program.
const (
	serverName    = "chatgpt-app-builder"
	serverVersion = "1.0.0"
	listTTL       = 30 * time.Second
	maxLines      = 20
	maxText       = 4 << 10
)

// serve makes a version ready.
func (e *Endpoint) serve(live store.Live, slug string, c appbuilder.Content) (*served, error) {
	w, err := component.New(c, slug)
	if err != nil {
		return nil, err
	}
	meta, err := jsonv2.Marshal(map[string]any{
		"openai/outputTemplate": "ui://widget/" + slug + ".html",
		component.ViewMeta:      component.NewView(c, live.Version),
	}, jsonv2.Deterministic(true))
	if err != nil {
		return nil, err
	}
	result := mcp.Result{Structured: layout.Encode(c.Data), Text: Text(c), Meta: meta}
	tool := e.tool(c, live, func(context.Context) (mcp.Result, error) { return result, nil })
	w.Attach(&tool, short("Opening "+c.Name), short(c.Name+" is ready"))
	server, err := e.newServer(c, slug, live, []mcp.Tool{tool}, w)
	return &served{content: c, live: live, server: server}, err
}

// unreadable serves a version that the store has and nobody can read any more.
func (e *Endpoint) unreadable(live store.Live, slug string) (*served, error) {
	c := appbuilder.Content{Name: slug, ToolName: "get_data", ToolDescription: "Returns the data of this app."}
	tool := e.tool(c, live, func(context.Context) (mcp.Result, error) {
		return mcp.Result{}, failed("INVALID_CONFIG", "This app can't be shown. Its owner needs to publish it again.", nil)
	})
	server, err := e.newServer(c, slug, live, []mcp.Tool{tool}, nil)
	return &served{content: c, live: live, server: server}, err
}

func (e *Endpoint) newServer(c appbuilder.Content, slug string, live store.Live, tools []mcp.Tool, w *widget.Widget) (*mcp.Server, error) {
	o := mcp.Options{
		Name: serverName, Title: c.Name, Version: serverVersion,
		Instructions: "This app was made by a user of an app builder. What it returns is sample data, not live data.",
		Changes:      &watcher{e, slug, live.Version},
		TellsAll:     true,
		ListTTL:      listTTL,
		Extensions:   map[string]any{widget.Extension: map[string]any{}},
		ToolErrors:   mcp.ErrorsAsResults,
		UnknownTool:  -32602,
		Log:          e.o.Log,
	}
	if w != nil {
		o.Resources = w.Resources()
	}
	return mcp.New(o, tools)
}

// tool is the app's one tool.
func (e *Endpoint) tool(c appbuilder.Content, live store.Live, answer func(context.Context) (mcp.Result, error)) mcp.Tool {
	yes, no := true, false
	return mcp.Tool{
		Name:        c.ToolName,
		Title:       c.Name,
		Description: c.ToolDescription,
		Hints:       mcp.Hints{ReadOnly: yes, Destructive: no, Idempotent: yes, OpenWorld: no},
		Input:       input,
		Accept:      accept,
		Call: func(ctx context.Context, _ schema.Arguments) (mcp.Result, error) {
			mcp.Milestone(ctx, 0, 100, "Starting...")
			mcp.Milestone(ctx, 50, 100, "Processing...")
			r, err := answer(ctx)
			e.counts.add(live.App, err != nil)
			if err == nil {
				mcp.Milestone(ctx, 100, 100, "Complete")
			}
			return r, err
		},
	}
}

// input is the schema of the contract, to the letter.
var input = &jsonschema.Schema{
	Type: "object",
	Properties: map[string]*jsonschema.Schema{
		"message": {Type: "string", Description: "User query or request"},
		"context": {Type: "object", Description: "Additional context (optional)"},
	},
	PropertyOrder: []string{"message", "context"},
	Required:      []string{"message"},
}

const (
	maxContext = 16 << 10
	maxDepth   = 8
)

// accept checks the arguments. Other members than those of the schema are ignored.
func accept(raw json.RawMessage) (schema.Arguments, []string, error) {
	args := struct {
		Message *json.RawMessage `json:"message"`
		Context json.RawMessage  `json:"context"`
	}{}
	if len(raw) > 0 {
		if err := json.Unmarshal(raw, &args); err != nil {
			return nil, nil, invalid("", "The arguments must be an object with the member message.")
		}
	}
	var message string
	switch {
	case args.Message == nil:
		return nil, nil, invalid("message", "The member message is missing. Say in it what the user asks for.")
	case json.Unmarshal(*args.Message, &message) != nil:
		return nil, nil, invalid("message", "The member message must be text: what the user asks for.")
	case len([]rune(message)) > appbuilder.MaxMessage:
		return nil, nil, invalid("message", fmt.Sprintf("The member message may have %d characters. Shorten it.", appbuilder.MaxMessage))
	case len(args.Context) > maxContext:
		return nil, nil, invalid("context", fmt.Sprintf("The member context may have %d KiB. Leave it out.", maxContext>>10))
	case len(args.Context) > 0 && (args.Context[0] != '{' && string(args.Context) != "null" || depth(args.Context) > maxDepth):
		return nil, nil, invalid("context", fmt.Sprintf("The member context must be an object, nested no deeper than %d. Leave it out.", maxDepth))
	}
	return schema.Arguments{"message": message}, nil, nil
}

// depth is how deep JSON is nested.
func depth(text []byte) (most int) {
	d := json.NewDecoder(strings.NewReader(string(text)))
	for now := 0; ; {
		token, err := d.Token()
		if err != nil {
			return most
		}
		switch token {
		case json.Delim('{'), json.Delim('['):
			now++
			most = max(most, now)
		case json.Delim('}'), json.Delim(']'):
			now--
		}
	}
}

func invalid(field, message string) *fault.Error {
	f := failed("INVALID_ARGUMENTS", message, map[string]any{"field": field})
	f.Kind, f.Field = fault.InvalidParams, field
	return f
}

// failed is a failed call, in the contract's own form.
func failed(code, message string, details map[string]any) *fault.Error {
	e := map[string]any{"code": code, "message": message}
	if details != nil {
		e["details"] = details
	}
	return &fault.Error{Kind: fault.Internal, Message: message, Structured: map[string]any{"error": e}}
}

// Text is what the tool answers in words: a sentence, and the first entries.
func Text(c appbuilder.Content) string {
	var b strings.Builder
	n := c.Data.Len()
	if n == 0 {
		return c.Name + " has no entries yet."
	}
	fmt.Fprintf(&b, "Here is the sample data of %s, %s:", oneLine(c.Name), entries(n))
	shown := 0
	for i := range min(n, maxLines) {
		line := "\n- " + c.Data.Line(i)
		if b.Len()+len(line) > maxText-40 {
			break
		}
		b.WriteString(line)
		shown++
	}
	if n > shown {
		fmt.Fprintf(&b, "\n… and %d more", n-shown)
	}
	return b.String()
}

func entries(n int) string {
	if n == 1 {
		return "1 entry"
	}
	return fmt.Sprintf("%d entries", n)
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// short is a label of 64 characters at most.
func short(s string) string {
	r := []rune(s)
	if len(r) <= 64 {
		return s
	}
	return string(slices.Concat(r[:63], []rune("…")))
}
