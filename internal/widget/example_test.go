package widget_test

import (
	"context"
	"fmt"

	"github.com/mcp-adapters/mcp-adapters/internal/widget"
	"github.com/mcp-adapters/mcp-adapters/mcp"
	"github.com/mcp-adapters/mcp-adapters/mcp/schema"
)

// A widget for a tool, in three steps.
func Example() {
	weather := mcp.Tool{
		Name:  "get_weather",
		Input: schema.Closed(nil), Output: schema.Open(nil),
		Call: func(context.Context, *mcp.Request, schema.Arguments) (mcp.Result, error) {
			return mcp.StructuredResult(map[string]string{"sky": "clear"})
		},
	}

	// 1. Declare it: a page that shows a result, and asks for it where a host has lost it.
	w, err := widget.New(widget.Options{
		Name: "weather", Title: "Weather", Description: "Shows the sky.",
		AppsURI: "ui://weather/sky.html", OpenAIURI: "ui://weather/sky.chatgpt.html",
		Script: `
var sky = document.getElementById("app").appendChild(document.createElement("p"));
widget({
  name: "weather", version: "1",
  accepts: function (data) { return typeof data.sky === "string"; },
  recover: function () { return ["get_weather", {}]; },
  show: function (data) { sky.textContent = data.sky; },
  fail: function (text) { sky.textContent = text; }
});`,
	})
	if err != nil {
		panic(err)
	}

	// 2. Attach it to the tool, with what ChatGPT says meanwhile and afterwards.
	w.Attach(&weather, "Looking at the sky", "The sky")

	// 3. Serve its page among the server's resources.
	server, err := mcp.New(mcp.Options{
		Name: "weather", Version: "1.0.0",
		Resources:  w.Resources(),
		Extensions: map[string]any{widget.Extension: map[string]any{}},
	}, []mcp.Tool{weather})
	if err != nil {
		panic(err)
	}
	_ = server

	for _, r := range w.Resources() {
		fmt.Println(r.URI, r.MIME, r.URI == weather.Meta["ui/resourceUri"] || r.URI == weather.Meta["openai/outputTemplate"])
	}
	// Output:
	// ui://weather/sky.html text/html;profile=mcp-app true
	// ui://weather/sky.chatgpt.html text/html+skybridge true
}
