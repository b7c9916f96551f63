// Command dinner plays an evening with recipe-mcp from the first slip to the table, and
// prints what the model says and what it is answered: arguments in the wrong form, a list
// of 5,000 recipes, an edit that would have lost another, a shopping list, a dish.
//
// What the model does is written down here, but it knows only what it has been told:
// whatever it sends after a refusal is taken from the refusal's own words. The server is
// the program itself, started as a client would, with a vault of its own.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/mcp-adapters/mcp-adapters/cmd/recipe-mcp/recipemcp"
	"github.com/mcp-adapters/mcp-adapters/examples/internal/example"
)

func main() { example.Main("dinner", dinner) }

func dinner(ctx context.Context, dir string, out io.Writer) (err error) {
	program, err := example.Build(ctx, recipemcp.Program(), dir)
	if err != nil {
		return err
	}
	vault := "DATABASE_URL=sqlite:" + filepath.Join(dir, "recipes.db")
	e := &evening{out: out}
	for _, who := range []struct {
		name  string
		seat  **guest
		style string
	}{{"model", &e.model, "TOOLSETS=core,manage,cook"}, {"partner", &e.partner, "TOOLSETS=core"}} {
		command := program.Command(ctx, vault, who.style)
		session, err := mcp.NewClient(&mcp.Implementation{Name: "dinner", Version: "1"}, nil).Connect(ctx, &mcp.CommandTransport{Command: command}, nil)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, session.Close()) }()
		*who.seat = &guest{session, who.name, out}
	}
	return e.play(ctx)
}

// guest is a client of a server of its own, on the vault that both servers share.
type guest struct {
	*mcp.ClientSession

	name string
	out  io.Writer
}

// reply is what a tool answered.
type reply struct {
	refusal string // "": it did as it was told
	content json.RawMessage
	bytes   int // of both halves
	notes   map[string]any
}

// call calls a tool, and prints both sides.
func (g *guest) call(ctx context.Context, tool string, arguments any) (reply, error) {
	sent, err := json.Marshal(arguments)
	if err != nil {
		return reply{}, err
	}
	result, err := g.CallTool(ctx, &mcp.CallToolParams{Name: tool, Arguments: arguments})
	if err != nil {
		return reply{}, fmt.Errorf("%s: %w", tool, err)
	}
	text := result.Content[0].(*mcp.TextContent).Text
	content, err := json.Marshal(result.StructuredContent)
	if err != nil {
		return reply{}, err
	}
	r := reply{content: content, bytes: len(text) + len(content), notes: result.Meta}
	if result.IsError {
		r.refusal = text
	}
	fmt.Fprintf(g.out, "%s: %s %s\n", g.name, tool, short(string(sent)))
	switch {
	case result.IsError:
		fmt.Fprintf(g.out, "server refuses: %s\n", text)
	default:
		fmt.Fprintf(g.out, "server: %s\n", short(text))
	}
	for _, note := range []string{"repairs", "changes"} {
		if lines, ok := result.Meta[note].([]any); ok {
			for _, line := range lines {
				fmt.Fprintf(g.out, "  %s: %v\n", note, line)
			}
		}
	}
	return r, nil
}

// does calls a tool that must do as it is told, and decodes what it returns.
func (g *guest) does(ctx context.Context, tool string, arguments, into any) (reply, error) {
	r, err := g.call(ctx, tool, arguments)
	if err == nil && r.refusal != "" {
		err = fmt.Errorf("%s was refused", tool)
	}
	if err == nil && into != nil {
		err = json.Unmarshal(r.content, into)
	}
	return r, err
}

// refused calls a tool that must refuse, and returns its words.
func (g *guest) refused(ctx context.Context, tool string, arguments any) (string, error) {
	r, err := g.call(ctx, tool, arguments)
	if err == nil && r.refusal == "" {
		err = fmt.Errorf("%s was not refused", tool)
	}
	return r.refusal, err
}

// short is the beginning of a text.
func short(text string) string {
	const most = 400
	if r := []rune(text); len(r) > most {
		return string(r[:most]) + fmt.Sprintf("… (%d characters)", len(r))
	}
	return text
}
