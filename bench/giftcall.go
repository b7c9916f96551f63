package main

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/mcp-adapters/mcp-adapters/gift"
	"github.com/mcp-adapters/mcp-adapters/gift/catalog"
	"github.com/mcp-adapters/mcp-adapters/gift/embed/table"
	"github.com/mcp-adapters/mcp-adapters/gift/rank"
	"github.com/mcp-adapters/mcp-adapters/gift/store"
	"github.com/mcp-adapters/mcp-adapters/gift/store/memory"
	"github.com/mcp-adapters/mcp-adapters/jsonrpc/stdio"
	"github.com/mcp-adapters/mcp-adapters/mcp"
	"github.com/mcp-adapters/mcp-adapters/mcp/schema"
)

const (
	recommended = "gift-mcp"
	sameBytes   = "the same bytes"
	embedScan   = "embedding and scan"

	callCell = "gift: recommend, embedded"

	callsAtOnce = 50 // of one input
)

// calls compares a whole call with a tool that returns the same bytes from memory, and with
// the embedding and the scans that each call needs: one by the gifts' texts, one by their
// full descriptions.
func (b *bench) calls(ctx context.Context) error {
	s := memory.New(memory.Options{Embedder: table.Embedder{}, Gifts: func() ([]catalog.Gift, error) {
		c, err := catalog.BuiltIn()
		if err != nil {
			return nil, err
		}
		return c.Gifts, nil
	}})
	defer s.Close() //nolint:errcheck // it holds nothing
	open := func(context.Context) (store.Store, error) { return s, nil }
	ranker := rank.New(rank.Options{Source: rank.Source{Embedder: table.Embedder{}, Open: open}, Table: table.Embedder{}})
	whole, least := gift.Tools(ranker, gift.ToolOptions{}), gift.Tools(ranker, gift.ToolOptions{})
	result, err := whole[0].Call(ctx, &mcp.Request{}, schema.Arguments{"recipient_description": description})
	if err != nil {
		return err
	}
	least[0].Call = func(context.Context, *mcp.Request, schema.Arguments) (mcp.Result, error) { return result, nil }
	snapshot, err := s.Snapshot(ctx)
	if err != nil {
		return err
	}
	into := make([]float32, snapshot.Len())
	scan := func() error {
		v, err := table.Embedder{}.Embed(ctx, []string{description})
		for range 2 {
			if err == nil {
				err = snapshot.Cosines(ctx, v[0], into)
			}
		}
		return err
	}
	var sides []side
	for name, tools := range map[string][]mcp.Tool{recommended: whole, sameBytes: least} {
		work, err := pipes(ctx, tools)
		if err != nil {
			return err
		}
		sides = append(sides, side{name, onCores(1, callsAtOnce, work)})
	}
	return b.alternate(callCell, timePerCall, b.turns(), append(sides, side{embedScan, onCores(1, 1, scan)})...)
}

// pipes returns what sends calls to a server of the tools and reads the answers.
func pipes(ctx context.Context, tools []mcp.Tool) (func() error, error) {
	o := mcp.Options{Name: "bench", Version: "1"}
	gift.Declare(&o)
	server, err := mcp.New(o, tools)
	if err != nil {
		return nil, err
	}
	var input strings.Builder
	for id := range callsAtOnce {
		fmt.Fprintf(&input, `{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"get_recommendations","arguments":{"recipient_description":%q}}}`+"\n", id, description)
	}
	return func() error {
		return stdio.Serve(ctx, strings.NewReader(input.String()), io.Discard, server.Session(), stdio.Options{})
	}, nil
}

// callGoals: twice the time of the same bytes, and the embedding and the scans.
func (b *bench) callGoals() []goal {
	r := b.results
	least := 2*r.median(callCell, sameBytes, timePerCall) + r.median(callCell, embedScan, timePerCall)
	return []goal{{"time, " + callCell + ", to twice the same bytes, embedding and scans", r.median(callCell, recommended, timePerCall) / least, 1, false, ""}}
}

func (b *bench) callTables(t *strings.Builder) {
	b.tableOf(t, callCell, []string{sameBytes, embedScan, recommended}, sameBytes,
		[]column{{timePerCall, func(v float64) string { return fmt.Sprintf("%.0f µs", v/1e3) }, true}})
}
