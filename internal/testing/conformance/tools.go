package main

import (
	"context"
	"encoding/json"
	"time"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/mcp-adapters/mcp-adapters/mcp"
	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
	"github.com/mcp-adapters/mcp-adapters/mcp/schema"
)

// The smallest picture and sound.
var (
	png = []byte("\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x00\x01\x00\x00\x00\x01\x08\x02\x00\x00\x00\x90wS\xde\x00\x00\x00\x0cIDATx\x9cc\xf8\xcf\xc0\x00\x00\x03\x01\x01\x00\xc9\xfe\x92\xef\x00\x00\x00\x00IEND\xaeB`\x82")
	wav = []byte("RIFF$\x00\x00\x00WAVEfmt \x10\x00\x00\x00\x01\x00\x01\x00@\x1f\x00\x00@\x1f\x00\x00\x01\x00\x08\x00data\x00\x00\x00\x00")
)

// pause is the time between two notifications; see [mcp.Request.Progress].
const pause = 120 * time.Millisecond

type call = func(ctx context.Context, _ *mcp.Request, args schema.Arguments) (mcp.Result, error)

// tool returns a tool without arguments.
func tool(name, description string, run call) mcp.Tool {
	return mcp.Tool{
		Name: name, Title: name, Description: description, Hints: mcp.Hints{ReadOnly: true},
		Input: schema.Closed(nil), Call: run,
	}
}

// shows returns a call that answers with these blocks.
func shows(blocks ...mcp.Content) call {
	return func(context.Context, *mcp.Request, schema.Arguments) (mcp.Result, error) {
		return mcp.Result{Content: blocks}, nil
	}
}

// tools are those that need nothing of the client.
func tools(feed *mcp.Feed) []mcp.Tool {
	return []mcp.Tool{
		tool("test_simple_text", "Returns text.", shows(mcp.TextContent("This is a simple text response for testing."))),
		tool("test_image_content", "Returns a picture.", shows(mcp.ImageContent("image/png", png))),
		tool("test_audio_content", "Returns a sound.", shows(mcp.AudioContent("audio/wav", wav))),
		tool("test_embedded_resource", "Returns a resource.", shows(mcp.ResourceContent(mcp.Contents{
			URI: "test://embedded-resource", MIME: "text/plain", Text: "This is an embedded resource content.",
		}))),
		tool("test_multiple_content_types", "Returns text, a picture and a resource.", shows(
			mcp.TextContent("Multiple content types test:"), mcp.ImageContent("image/png", png),
			mcp.ResourceContent(mcp.Contents{URI: "test://mixed-content-resource", MIME: "application/json", Text: `{"test":"data","value":123}`}))),
		tool("test_error_handling", "Fails.", func(context.Context, *mcp.Request, schema.Arguments) (mcp.Result, error) {
			return mcp.Result{}, &fault.Error{Kind: fault.Internal, Message: "This tool intentionally returns an error for testing"}
		}),
		tool("test_tool_with_progress", "Reports its progress.", progress),
		tool("test_tool_with_logging", "Sends log messages.", logs),
		tool("test_logging_tool", "Sends log messages to who asks for them.", logs),
		tool("test_trigger_tool_change", "Reports that the tools have changed.", reports(feed, mcp.Changes{Tools: true})),
		tool("test_trigger_prompt_change", "Reports that the prompts have changed.", reports(feed, mcp.Changes{Prompts: true})),
		widelyTyped(),
	}
}

func progress(_ context.Context, r *mcp.Request, _ schema.Arguments) (mcp.Result, error) {
	for done := 0.0; done <= 100; done += 50 {
		r.Progress(done, 100, "")
		time.Sleep(pause)
	}
	return mcp.Result{Text: "Done."}, nil
}

func logs(ctx context.Context, _ *mcp.Request, _ schema.Arguments) (mcp.Result, error) {
	for _, text := range []string{"Tool execution started", "Tool processing data", "Tool execution completed"} {
		if err := mcp.LogMessage(ctx, "info", text); err != nil {
			return mcp.Result{}, err
		}
		time.Sleep(pause)
	}
	return mcp.Result{Text: "Done."}, nil
}

func reports(feed *mcp.Feed, changes mcp.Changes) call {
	return func(context.Context, *mcp.Request, schema.Arguments) (mcp.Result, error) {
		feed.Report(changes)
		return mcp.Result{Text: "Done."}, nil
	}
}

// widelyTyped has a schema with much of JSON Schema 2020-12, which clients must get
// as it is.
func widelyTyped() mcp.Tool {
	const text = `{
		"$schema": "https://json-schema.org/draft/2020-12/schema", "type": "object",
		"$defs": {"address": {"$anchor": "addressDef", "type": "object", "properties": {"street": {"type": "string"}, "city": {"type": "string"}}}},
		"properties": {
			"name": {"type": "string"}, "address": {"$ref": "#/$defs/address"},
			"contactMethod": {"type": "string", "enum": ["phone", "email"]}, "phone": {"type": "string"}, "email": {"type": "string"}
		},
		"allOf": [{"anyOf": [{"required": ["phone"]}, {"required": ["email"]}]}],
		"if": {"properties": {"contactMethod": {"const": "phone"}}, "required": ["contactMethod"]},
		"then": {"required": ["phone"]}, "else": {"required": ["email"]},
		"additionalProperties": false
	}`
	t := tool("json_schema_2020_12_tool", "Tool with JSON Schema 2020-12 features", shows(mcp.TextContent("Done.")))
	t.Input = new(jsonschema.Schema)
	if err := json.Unmarshal([]byte(text), t.Input); err != nil {
		panic(err) // it is a constant
	}
	t.Accept = func(json.RawMessage) (schema.Arguments, []string, error) { return nil, nil, nil } // only its schema is looked at
	return t
}
