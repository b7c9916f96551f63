// Command gifts starts gift-mcp as a desktop client would, and looks for a gift with it: it
// describes a person, stars the first idea, refines the list, asks for other ideas, and opens
// one. It needs no network.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/mcp-adapters/mcp-adapters/cmd/gift-mcp/giftmcp"
	"github.com/mcp-adapters/mcp-adapters/examples/internal/example"
)

// dad is whom the gift is for.
const dad = "My dad, 65, who loves woodworking and classic rock, for his birthday, under $75, no electronics"

func main() { example.Main("gifts", tour) }

func tour(ctx context.Context, dir string, out io.Writer) error {
	s, err := example.Start(ctx, giftmcp.Program(), dir, io.Discard)
	if err != nil {
		return err
	}
	return s.End(visit{s, out}.look())
}

// visit is one tour of a running server.
type visit struct {
	*example.Session
	out io.Writer
}

func (v visit) look() error {
	first, err := v.find("Who is it for? "+dad, nil)
	if err != nil {
		return err
	}
	star := first[0]
	if _, err := v.find("More like "+star.Name+":", map[string]any{"starred_gift_ids": []string{star.ID}}); err != nil {
		return err
	}
	var shown []string
	for _, g := range first {
		shown = append(shown, g.Name)
	}
	if _, err := v.find("Other ideas than the first five:", map[string]any{"past_gifts": shown}); err != nil {
		return err
	}
	details, err := v.Call("get_gift_details", map[string]any{"gift_id": star.ID})
	if err == nil {
		_, err = fmt.Fprintf(v.out, "Open the one with the star:\n\n%s\n", details.Text())
	}
	return err
}

// gift is one of a list.
type gift struct{ ID, Name string }

// find asks for gifts for dad, and prints what the model reads.
func (v visit) find(heading string, more map[string]any) ([]gift, error) {
	arguments := map[string]any{"recipient_description": dad}
	for name, value := range more {
		arguments[name] = value
	}
	result, err := v.Call("get_recommendations", arguments)
	if err != nil {
		return nil, err
	}
	var list struct{ Gifts []gift }
	if err := json.Unmarshal(result.Structured, &list); err != nil {
		return nil, err
	}
	if len(list.Gifts) == 0 {
		return nil, errors.New("there is no gift in the list")
	}
	_, err = fmt.Fprintf(v.out, "%s\n\n%s\n\n", heading, result.Text())
	return list.Gifts, err
}
