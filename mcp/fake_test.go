package mcp_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/mcptest"
	"github.com/mcp-adapters/mcp-adapters/jsonrpc"
	"github.com/mcp-adapters/mcp-adapters/mcp"
	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
	"github.com/mcp-adapters/mcp-adapters/mcp/schema"
)

const secret = "hunter2"

// principalKey is where the tests put whose call it is.
type principalKey struct{}

// fake is a server that has everything: tools that ask, report and fail, resources,
// templates, prompts, completion, logging and changes.
func fake(tb testing.TB, change func(*mcp.Options)) (*mcp.Server, *mcp.Feed) {
	tb.Helper()
	feed := &mcp.Feed{Offer: mcp.Offer{Tools: true, Prompts: true, Resources: true, Contents: true}}
	o := mcptest.Options()
	o.Resources = []mcp.Resource{
		{URI: "ui://fake/card.html", Name: "card", Title: "Card", MIME: "text/html;profile=mcp-app", Size: 9, Meta: map[string]any{"ui": map[string]any{"prefersBorder": true}}, Read: holds(mcp.Contents{Text: "<b>&</b>"})},
		{URI: "fake://both", Name: "both", Description: "Text and bytes.", Cache: mcp.Cache{TTL: time.Minute}, Read: holds(mcp.Contents{Text: "a", MIME: "text/plain"}, mcp.Contents{URI: "fake://both#2", Blob: []byte{0, 255}})},
		{URI: "fake://gone", Name: "gone", Read: fails(&fault.Error{Kind: fault.NotFound, Message: "It is gone.", Err: errors.New(secret)})},
		{URI: "fake://taken", Name: "taken", Read: fails(&fault.Error{Kind: fault.Conflict, Message: "It is taken."})},
		{URI: "fake://broken", Name: "broken", Read: fails(errors.New(secret))},
		{URI: "fake://asks", Name: "asks", Read: func(_ context.Context, r *mcp.Request, _ string, _ map[string]string) ([]mcp.Contents, error) {
			name, err := askName(r)
			return []mcp.Contents{{Text: name}}, err
		}},
	}
	o.Templates = []mcp.ResourceTemplate{{
		URI: "fake://items/{id}", Name: "item", Read: func(_ context.Context, _ *mcp.Request, uri string, v map[string]string) ([]mcp.Contents, error) {
			return []mcp.Contents{{Text: uri + " is " + v["id"]}}, nil
		},
		Complete: map[string]mcp.Complete{"id": suggest},
	}}
	o.Prompts = []mcp.Prompt{
		{Name: "greet", Title: "Greet", Arguments: []mcp.PromptArgument{{Name: "who", Required: true, Complete: suggest}, {Name: "how"}}, Get: greet},
		{Name: "asks", Get: func(_ context.Context, r *mcp.Request, _ map[string]string) (mcp.Messages, error) {
			name, err := askName(r)
			return mcp.Messages{Messages: []mcp.Message{{Role: "user", Content: mcp.TextContent(name)}}}, err
		}},
		{Name: "broken", Get: func(context.Context, *mcp.Request, map[string]string) (mcp.Messages, error) {
			return mcp.Messages{}, &fault.Error{Kind: fault.NotFound, Message: "Nothing is there.", Err: errors.New(secret)}
		}},
	}
	o.Changes, o.Logging, o.PageSize = feed, true, 4
	o.Principal = func(ctx context.Context) string { p, _ := ctx.Value(principalKey{}).(string); return p }
	if change != nil {
		change(&o)
	}
	s, err := mcp.New(o, []mcp.Tool{
		plainTool("asks", func(_ context.Context, r *mcp.Request, args schema.Arguments) (mcp.Result, error) {
			name, err := askName(r)
			return mcp.Result{Text: name + args.Text("text")}, err
		}),
		plainTool("fails", func(_ context.Context, _ *mcp.Request, args schema.Arguments) (mcp.Result, error) {
			e := &fault.Error{Kind: fault.Kind(args.Text("text")), Status: 400, Field: "x", Message: "It failed.", Err: errors.New(secret)}
			if e.Kind == fault.Unauthorized {
				e.Meta = map[string]any{"fake/link": []string{"here"}, "error": "hidden"}
			}
			return mcp.Result{}, e
		}),
		plainTool("logs", func(ctx context.Context, _ *mcp.Request, _ schema.Arguments) (mcp.Result, error) {
			return mcp.Result{Text: "logged"}, errors.Join(mcp.LogMessage(ctx, "debug", "low"), mcp.LogMessage(ctx, "error", map[string]any{"n": 1}))
		}),
		plainTool("shows", func(context.Context, *mcp.Request, schema.Arguments) (mcp.Result, error) {
			return mcp.Result{Content: []mcp.Content{
				mcp.TextContent("<a>"), mcp.ImageContent("image/png", []byte("i")), mcp.AudioContent("audio/wav", []byte("s")),
				mcp.ResourceContent(mcp.Contents{URI: "fake://both", MIME: "text/plain", Text: "a"}), mcp.LinkContent("fake://both", "both", ""),
			}}, nil
		}),
		plainTool("declares", func(_ context.Context, r *mcp.Request, args schema.Arguments) (mcp.Result, error) {
			if r.Declares(strings.Split(args.Text("text"), ".")...) {
				return mcp.Result{Text: "yes"}, nil
			}
			return mcp.Result{Text: "no"}, nil
		}),
		plainTool("works", work),
	})
	if err != nil {
		tb.Fatal(err)
	}
	return s, feed
}

func plainTool(name string, call func(context.Context, *mcp.Request, schema.Arguments) (mcp.Result, error)) mcp.Tool {
	return mcp.Tool{
		Name: name, Title: name, Description: "It " + name + ".", Hints: mcp.Hints{ReadOnly: true},
		Input: schema.Closed(nil, schema.Text("text", "Any.", 0, 1000)), Call: call,
	}
}

func holds(contents ...mcp.Contents) mcp.Read {
	return func(context.Context, *mcp.Request, string, map[string]string) ([]mcp.Contents, error) {
		return contents, nil
	}
}

func fails(err error) mcp.Read {
	return func(context.Context, *mcp.Request, string, map[string]string) ([]mcp.Contents, error) {
		return nil, err
	}
}

func greet(_ context.Context, _ *mcp.Request, args map[string]string) (mcp.Messages, error) {
	return mcp.Messages{Description: "A greeting", Messages: []mcp.Message{
		{Role: "user", Content: mcp.TextContent("Greet " + args["who"] + " " + args["how"])},
		{Role: "assistant", Content: mcp.ResourceContent(mcp.Contents{URI: "fake://both", Text: "a"})},
	}}, nil
}

// suggest has 150 suggestions for "many", as many and more for "more", fails for "fail", and else says what it
// was given.
func suggest(_ context.Context, value string, others map[string]string) ([]string, bool, error) {
	switch value {
	case "many", "more":
		return make([]string, 150), value == "more", nil
	case "fail":
		return nil, false, &fault.Error{Kind: fault.Unavailable, Message: "It is down.", Err: errors.New(secret)}
	case "own":
		return nil, false, fmt.Errorf("suggest: %w", &jsonrpc.Error{Code: -32005, Message: "Its own."})
	case "none":
		return nil, false, nil
	}
	return []string{value + others["how"]}, false, nil
}

// askName asks for a name in one round, and keeps a state on the way.
func askName(r *mcp.Request) (string, error) {
	input := r.Input()
	var answer struct{ Content struct{ Name string } }
	if json.Unmarshal(input.Responses["name"], &answer) == nil && answer.Content.Name != "" {
		return answer.Content.Name + string(input.State), nil
	}
	return "", &mcp.InputRequired{
		Requests: map[string]mcp.InputRequest{"name": {Method: "elicitation/create", Params: map[string]any{"message": "Who?"}}},
		State:    []byte("-kept"),
	}
}

// run makes one call without a loop and returns its answer as a client gets it.
func run(tb testing.TB, h jsonrpc.Handler, message string) string {
	tb.Helper()
	return runAs(tb.Context(), tb, h, message)
}

func runAs(ctx context.Context, tb testing.TB, h jsonrpc.Handler, message string) string {
	tb.Helper()
	conn := jsonrpc.NewConn(h, jsonrpc.Options{})
	var out answers
	if _, err := conn.Deliver(ctx, []byte(message), &out); err != nil {
		tb.Fatal(err)
	}
	if err := conn.Drain(time.Minute); err != nil {
		tb.Fatal(err)
	}
	return strings.TrimSuffix(out.String(), "\n")
}

// answers keeps what a connection sends, a line for each message.
type answers struct{ bytes.Buffer }

func (a *answers) Notify(message json.RawMessage) error {
	a.Write(append(message, '\n'))
	return nil
}

func (a *answers) Answer(answer jsonrpc.Answer) {
	answer.AppendTo(&a.Buffer)
	a.WriteByte('\n')
}

// message is a request with the id 1; params end in an era's _meta.
func message(method, params, era string) string {
	params += era
	return `{"jsonrpc":"2.0","id":1,"method":"` + method + `","params":{` + strings.TrimPrefix(params, ",") + `}}`
}

// declaring is the _meta of a modern request whose client has these capabilities.
func declaring(capabilities string) string {
	return strings.Replace(mcptest.Modern, `clientCapabilities":{}`, `clientCapabilities":`+capabilities, 1)
}

// check compares an answer with a result or an error.
func check(tb testing.TB, name, got, want string) {
	tb.Helper()
	if want = `{"jsonrpc":"2.0","id":1,` + want + `}`; got != want {
		tb.Errorf("%s\n got %s\nwant %s", name, got, want)
	}
}

const (
	serverInfo = `"io.modelcontextprotocol/serverInfo":{"name":"test-mcp","version":"1.2.3","title":"Test server"}`
	complete   = `,"_meta":{` + serverInfo + `},"resultType":"complete"`
)

// work reports its progress as its argument says: a number each, a dot for a pause
// of 10 ms.
func work(_ context.Context, r *mcp.Request, args schema.Arguments) (mcp.Result, error) {
	for word := range strings.FieldsSeq(args.Text("text")) {
		if n := strings.Count(word, "."); n == len(word) {
			time.Sleep(time.Duration(n) * 10 * time.Millisecond)
			continue
		}
		var done float64
		if err := json.Unmarshal([]byte(word), &done); err != nil {
			return mcp.Result{}, err
		}
		r.Progress(done, 100, "at "+word)
	}
	return mcp.Result{Text: "worked"}, nil
}
