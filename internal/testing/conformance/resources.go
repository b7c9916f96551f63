package main

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/mcp-adapters/mcp-adapters/mcp"
)

// holds returns what reads a resource that never changes.
func holds(c mcp.Contents) mcp.Read {
	return func(context.Context, *mcp.Request, string, map[string]string) ([]mcp.Contents, error) {
		return []mcp.Contents{c}, nil
	}
}

func resources() []mcp.Resource {
	return []mcp.Resource{
		{URI: "test://static-text", Name: "static-text", Description: "Text.", MIME: "text/plain", Read: holds(mcp.Contents{Text: "This is the content of the static text resource."})},
		{URI: "test://static-binary", Name: "static-binary", Description: "A picture.", MIME: "image/png", Read: holds(mcp.Contents{Blob: png})},
		{URI: "test://watched-resource", Name: "watched-resource", Description: "May change.", MIME: "text/plain", Read: holds(mcp.Contents{Text: "It has not changed."})},
	}
}

func templates() []mcp.ResourceTemplate {
	return []mcp.ResourceTemplate{{
		URI: "test://template/{id}/data", Name: "template", Description: "Data of an id.", MIME: "application/json",
		Read: func(_ context.Context, _ *mcp.Request, _ string, variables map[string]string) ([]mcp.Contents, error) {
			text, err := json.Marshal(map[string]any{"id": variables["id"], "templateTest": true, "data": "Data for ID: " + variables["id"]})
			return []mcp.Contents{{Text: string(text)}}, err
		},
	}}
}

// says returns what gets a prompt of these blocks.
func says(blocks func(arguments map[string]string) []mcp.Content) func(context.Context, *mcp.Request, map[string]string) (mcp.Messages, error) {
	return func(_ context.Context, _ *mcp.Request, arguments map[string]string) (mcp.Messages, error) {
		var m mcp.Messages
		for _, block := range blocks(arguments) {
			m.Messages = append(m.Messages, mcp.Message{Role: "user", Content: block})
		}
		return m, nil
	}
}

func prompts() []mcp.Prompt {
	suggest := func(_ context.Context, value string, _ map[string]string) ([]string, bool, error) {
		return []string{value + "is"}, false, nil
	}
	return []mcp.Prompt{
		{Name: "test_simple_prompt", Description: "Text.", Get: says(func(map[string]string) []mcp.Content {
			return []mcp.Content{mcp.TextContent("This is a simple prompt for testing.")}
		})},
		{
			Name: "test_prompt_with_arguments", Description: "Text with two arguments.",
			Arguments: []mcp.PromptArgument{{Name: "arg1", Description: "The first.", Required: true, Complete: suggest}, {Name: "arg2", Description: "The second.", Required: true}},
			Get: says(func(a map[string]string) []mcp.Content {
				return []mcp.Content{mcp.TextContent(fmt.Sprintf("Prompt with arguments: arg1='%s', arg2='%s'", a["arg1"], a["arg2"]))}
			}),
		},
		{
			Name: "test_prompt_with_embedded_resource", Description: "A resource.",
			Arguments: []mcp.PromptArgument{{Name: "resourceUri", Description: "Of the resource.", Required: true}},
			Get: says(func(a map[string]string) []mcp.Content {
				return []mcp.Content{
					mcp.ResourceContent(mcp.Contents{URI: a["resourceUri"], MIME: "text/plain", Text: "Embedded resource content for testing."}),
					mcp.TextContent("Please process the embedded resource above."),
				}
			}),
		},
		{Name: "test_prompt_with_image", Description: "A picture.", Get: says(func(map[string]string) []mcp.Content {
			return []mcp.Content{mcp.ImageContent("image/png", png), mcp.TextContent("Please analyze the image above.")}
		})},
		{Name: "test_input_required_result_prompt", Description: "Asks for a context.", Get: asksForContext},
	}
}

func asksForContext(_ context.Context, r *mcp.Request, _ map[string]string) (mcp.Messages, error) {
	request := form("What context should the prompt use?", "context", "string")
	response := r.Input().Responses["user_context"]
	if !fits(request, response) {
		return mcp.Messages{}, &mcp.InputRequired{Requests: map[string]mcp.InputRequest{"user_context": request}}
	}
	return mcp.Messages{Messages: []mcp.Message{{Role: "user", Content: mcp.TextContent(string(response))}}}, nil
}
