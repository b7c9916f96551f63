package endpoint

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/go-json-experiment/json"

	"github.com/mcp-adapters/mcp-adapters/appbuilder"
	"github.com/mcp-adapters/mcp-adapters/appbuilder/layout"
	"github.com/mcp-adapters/mcp-adapters/appbuilder/rule"
	"github.com/mcp-adapters/mcp-adapters/appbuilder/store"
	appwidget "github.com/mcp-adapters/mcp-adapters/appbuilder/widget"
	"github.com/mcp-adapters/mcp-adapters/internal/widget"
	"github.com/mcp-adapters/mcp-adapters/jsonrpc"
	"github.com/mcp-adapters/mcp-adapters/mcp"
	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
	"github.com/mcp-adapters/mcp-adapters/mcp/schema"
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

// ServerName is the name of each app's server in its serverInfo, all of which the contract fixes.
const ServerName = "chatgpt-app-builder"

const (
	serverVersion = "1.0.0"
	serverPurpose = "MCP server hosting user-created ChatGPT applications"
	listTTL       = 30 * time.Second
	maxLines      = 20
	maxText       = 4 << 10
	maxLabel      = 64 // of what hosts show while the tool is called
)

// serve makes a version ready.
func (e *Endpoint) serve(live store.Live, slug string, c appbuilder.Content) (*served, error) {
	w, err := appwidget.New(c, slug)
	if err != nil {
		return nil, err
	}
	meta, err := json.Marshal(map[string]any{
		"openai/outputTemplate": "ui://widget/" + slug + ".html",
		appwidget.ViewMeta:      appwidget.NewView(c, live.Version),
	}, json.Deterministic(true))
	if err != nil {
		return nil, err
	}
	// It is given again and again. Encoding it once spares a third of the memory of a call.
	result, err := mcp.Result{Structured: layout.Encode(c.Data), Text: Text(c), Meta: meta}.Encoded()
	if err != nil {
		return nil, err
	}
	tool := e.tool(c, live, func(ctx context.Context, message string) (mcp.Result, error) {
		if !live.Model || e.o.Answer == nil {
			return result, nil
		}
		said, err := e.o.Answer(ctx, live.App, c, message)
		if err != nil {
			return mcp.Result{}, e.unanswered(err)
		}
		if said == "" {
			return result, nil
		}
		return mcp.Result{Structured: layout.Encode(c.Data), Text: text(said, c), Meta: meta}, nil
	})
	w.Attach(&tool, rule.Shorten("Opening "+c.Name, maxLabel), rule.Shorten(c.Name+" is ready", maxLabel))
	server, err := e.newServer(c, slug, live, []mcp.Tool{tool}, w)
	return &served{content: c, live: live, server: server}, err
}

// unreadable serves a version that the store has and nobody can read any more.
func (e *Endpoint) unreadable(live store.Live, slug string) (*served, error) {
	c := appbuilder.Content{Name: slug, ToolName: "get_data", ToolDescription: "Returns the data of this app."}
	tool := e.tool(c, live, func(context.Context, string) (mcp.Result, error) {
		return mcp.Result{}, failed(appbuilder.InvalidConfig, "This app can't be shown. Its owner needs to publish it again.", nil)
	})
	server, err := e.newServer(c, slug, live, []mcp.Tool{tool}, nil)
	return &served{content: c, live: live, server: server}, err
}

func (e *Endpoint) newServer(c appbuilder.Content, slug string, live store.Live, tools []mcp.Tool, w *widget.Widget) (*mcp.Server, error) {
	o := mcp.Options{
		Name: ServerName, Title: c.Name, Version: serverVersion, Description: serverPurpose,
		Instructions: "This app was made by a user of an app builder. What it returns is sample data, not live data.",
		Changes:      &watcher{e, slug, live},
		TellsAll:     true,
		ListTTL:      listTTL,
		Extensions:   map[string]any{widget.Extension: map[string]any{}},
		ToolErrors:   mcp.ErrorsAsResults,
		UnknownTool:  -32602,
		RefuseLevels: true,
		Log:          e.o.Log,
	}
	if w != nil {
		o.Resources = w.Resources()
		for i := range o.Resources {
			o.Resources[i].Cache.Private = live.Token != ""
			if e.o.Skybridge {
				o.Resources[i].MIME = widget.OpenAIMIME
			}
		}
	}
	return mcp.New(o, tools)
}

// tool is the app's one tool.
func (e *Endpoint) tool(c appbuilder.Content, live store.Live, answer func(ctx context.Context, message string) (mcp.Result, error)) mcp.Tool {
	yes, no := true, false
	return mcp.Tool{
		Name:        c.ToolName,
		Title:       c.Name,
		Description: c.ToolDescription,
		Hints:       mcp.Hints{ReadOnly: yes, Destructive: no, Idempotent: yes, OpenWorld: no},
		Input:       input,
		Accept:      accept,
		Call: func(ctx context.Context, r *mcp.Request, args schema.Arguments) (mcp.Result, error) {
			r.Milestone(0, 100, "Starting...")
			r.Milestone(50, 100, "Processing...")
			message, _ := args["message"].(string) // accept has put it there
			result, err := answer(ctx, message)
			e.counts.add(live.App, err != nil)
			if err == nil {
				r.Milestone(100, 100, "Complete")
			}
			return result, err
		},
	}
}

// Code is the contract's code for a call of a tool that has failed in some way.
func Code(kind fault.Kind) string {
	switch kind {
	case fault.InvalidParams:
		return "INVALID_ARGUMENTS"
	case appbuilder.InvalidConfig:
		return "INVALID_CONFIG"
	case appbuilder.Model:
		return "LLM_ERROR"
	case fault.Timeout:
		return "TIMEOUT"
	}
	return "EXECUTION_ERROR"
}

// failed is a failed call, in the contract's own form, which its _meta repeats.
func failed(kind fault.Kind, message string, details map[string]any) *fault.Error {
	code := Code(kind)
	e := map[string]any{"code": code, "message": message}
	if details != nil {
		e["details"] = details
	}
	return &fault.Error{
		Kind: kind, Message: message, Structured: map[string]any{"error": e},
		Err: &jsonrpc.Error{Code: jsonrpc.CodeInternal, Message: message, Data: map[string]string{"code": code}},
	}
}

// unanswered is a call that a model should have answered. The reason is one of ours: what a
// provider says may repeat the prompt.
func (e *Endpoint) unanswered(err error) error {
	kind, reason := fault.Internal, "internal error"
	if f, ok := errors.AsType[*fault.Error](err); ok {
		switch f.Kind {
		case appbuilder.Model:
			kind, reason = f.Kind, "LLM error"
		case fault.Timeout:
			kind, reason = f.Kind, "LLM timeout"
		}
	}
	e.o.Log.Warn().Str("code", Code(kind)).AnErr("cause", fault.Cause(err)).Msg("a model did not answer a call")
	return failed(kind, "The app could not answer this. Please try again later.", map[string]any{"reason": reason})
}

// Text is what the tool answers in words: a sentence, and the first entries.
func Text(c appbuilder.Content) string {
	if c.Data.Len() == 0 {
		return c.Name + " has no entries yet."
	}
	return text(fmt.Sprintf("Here is the sample data of %s, %s:", rule.Line(c.Name), layout.Entries(c.Data)), c)
}

// text is a sentence with the first entries after it, each of which is named.
func text(sentence string, c appbuilder.Content) string {
	const more = len("\n… and 200 more")
	var b strings.Builder
	b.WriteString(rule.ShortenBytes(sentence, maxText/2))
	lines := layout.Lines(c.Data, maxLines, maxText-more-b.Len())
	for _, line := range lines {
		b.WriteString("\n- ")
		b.WriteString(line)
	}
	if left := c.Data.Len() - len(lines); left > 0 {
		fmt.Fprintf(&b, "\n… and %d more", left)
	}
	return b.String()
}
