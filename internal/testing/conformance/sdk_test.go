package main

import (
	"context"
	"errors"
	"io"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/mcp-adapters/mcp-adapters/jsonrpc/stdio"
	"github.com/mcp-adapters/mcp-adapters/mcp"
)

// The official Go SDK's client is a second judge, over HTTP and over a pipe, where
// the suite doesn't go.

const patience = 30 * time.Second

func TestSDK(t *testing.T) {
	t.Parallel()
	for _, version := range []string{"2025-06-18", "2025-11-25", "2026-07-28"} {
		t.Run("HTTP "+version, func(t *testing.T) {
			t.Parallel()
			url, feed := start(t)
			drive(t, &sdk.StreamableClientTransport{Endpoint: url, DisableStandaloneSSE: true}, feed, version)
		})
		t.Run("pipe "+version, func(t *testing.T) {
			t.Parallel()
			server, feed, err := newServer()
			if err != nil {
				t.Fatal(err)
			}
			drive(t, pipe(t, server), feed, version)
		})
	}
}

// pipe serves over a pipe until the client closes it.
func pipe(t *testing.T, server *mcp.Server) sdk.Transport {
	inRead, inWrite := io.Pipe()
	outRead, outWrite := io.Pipe()
	served := make(chan error, 1)
	go func() {
		served <- stdio.Serve(context.WithoutCancel(t.Context()), inRead, outWrite, server.Session(), stdio.Options{})
		_ = outWrite.Close()
	}()
	t.Cleanup(func() {
		if err := <-served; err != nil {
			t.Errorf("Serve: %v", err)
		}
	})
	return &sdk.IOTransport{Reader: outRead, Writer: inWrite}
}

// heard is what a client was told.
type heard struct{ tools, updated chan string }

func drive(t *testing.T, transport sdk.Transport, feed *mcp.Feed, version string) {
	t.Helper()
	modern := version == "2026-07-28"
	h := heard{make(chan string, 10), make(chan string, 10)}
	c := connect(t, transport, h, version)
	checkReads(t, c, modern)
	asked, err := c.CallTool(t.Context(), &sdk.CallToolParams{Name: "test_input_required_result_multi_round"})
	switch {
	case !modern: // nothing is asked then
		checkCode(t, "an asking tool", err, -32021)
	case err != nil || asked.IsError || asked.Content[0].(*sdk.TextContent).Text != "Done.":
		t.Errorf("an asking tool: %+v, %v", asked, err)
	}
	if modern {
		const watched = "test://watched-resource"
		if err := c.Subscribe(t.Context(), &sdk.SubscribeParams{URI: watched}); err != nil {
			t.Fatal(err)
		}
		await(t, h.updated, watched, func() { feed.Report(mcp.Changes{URIs: []string{watched, "test://static-text"}}) })
		await(t, h.tools, "tools", func() { feed.Report(mcp.Changes{Tools: true}) })
	}
	if err := c.Close(); err != nil {
		t.Errorf("Close: %v", err)
	}
}

func connect(t *testing.T, transport sdk.Transport, h heard, version string) *sdk.ClientSession {
	t.Helper()
	client := sdk.NewClient(&sdk.Implementation{Name: "sdk", Version: "1"}, &sdk.ClientOptions{
		ElicitationHandler: func(context.Context, *sdk.ElicitRequest) (*sdk.ElicitResult, error) {
			return &sdk.ElicitResult{Action: "accept", Content: map[string]any{"name": "Alice", "color": "blue"}}, nil
		},
		ToolListChangedHandler: func(context.Context, *sdk.ToolListChangedRequest) { h.tools <- "tools" },
		ResourceUpdatedHandler: func(_ context.Context, r *sdk.ResourceUpdatedNotificationRequest) { h.updated <- r.Params.URI },
	})
	session, err := client.Connect(t.Context(), transport, &sdk.ClientSessionOptions{ProtocolVersion: version})
	if err != nil {
		t.Fatal(err)
	}
	if got := session.InitializeResult().ProtocolVersion; got != version {
		t.Errorf("connected with %q", got)
	}
	return session
}

// checkReads looks at what needs neither changes nor input.
func checkReads(t *testing.T, c *sdk.ClientSession, modern bool) {
	t.Helper()
	n := 0
	for _, err := range c.Resources(t.Context(), nil) {
		if err != nil {
			t.Fatal(err)
		}
		n++
	}
	read, err := c.ReadResource(t.Context(), &sdk.ReadResourceParams{URI: "test://template/7/data"})
	if n != 3 || err != nil || read.Contents[0].Text != `{"data":"Data for ID: 7","id":"7","templateTest":true}` {
		t.Errorf("%d resources; read %+v, %v", n, read, err)
	}
	_, err = c.ReadResource(t.Context(), &sdk.ReadResourceParams{URI: "test://none"})
	code := int64(-32002)
	if modern {
		code = -32602
	}
	checkCode(t, "an unknown resource", err, code)
	prompt, err := c.GetPrompt(t.Context(), &sdk.GetPromptParams{Name: "test_prompt_with_arguments", Arguments: map[string]string{"arg1": "a", "arg2": "b"}})
	if err != nil || prompt.Messages[0].Content.(*sdk.TextContent).Text != "Prompt with arguments: arg1='a', arg2='b'" {
		t.Errorf("prompt %+v, %v", prompt, err)
	}
	completion, err := c.Complete(t.Context(), &sdk.CompleteParams{
		Ref: &sdk.CompleteReference{Type: "ref/prompt", Name: "test_prompt_with_arguments"}, Argument: sdk.CompleteParamsArgument{Name: "arg1", Value: "par"},
	})
	if err != nil || len(completion.Completion.Values) != 1 || completion.Completion.Values[0] != "paris" {
		t.Errorf("completion %+v, %v", completion, err)
	}
}

func checkCode(t *testing.T, what string, err error, want int64) {
	t.Helper()
	if wire := (*jsonrpc.Error)(nil); !errors.As(err, &wire) || wire.Code != want {
		t.Errorf("%s: %v, want %d", what, err, want)
	}
}

// await reports a change until it is heard of: the client doesn't say when it
// listens.
func await(t *testing.T, heard <-chan string, want string, report func()) {
	t.Helper()
	tick := time.NewTicker(10 * time.Millisecond)
	defer tick.Stop()
	limit := time.After(patience)
	for {
		select {
		case got := <-heard:
			if got != want {
				t.Errorf("heard of %s, want %s", got, want)
			}
			return
		case <-tick.C:
			report()
		case <-limit:
			t.Fatalf("never heard of %s", want)
		}
	}
}
