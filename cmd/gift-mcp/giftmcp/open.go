package giftmcp

import (
	"context"
	"math"

	"github.com/rs/zerolog"

	"github.com/mcp-adapters/mcp-adapters/gift"
	"github.com/mcp-adapters/mcp-adapters/gift/embed"
	"github.com/mcp-adapters/mcp-adapters/gift/embed/table"
	"github.com/mcp-adapters/mcp-adapters/gift/rank"
	"github.com/mcp-adapters/mcp-adapters/gift/store"
	"github.com/mcp-adapters/mcp-adapters/gift/widget"
	"github.com/mcp-adapters/mcp-adapters/internal/program"
	"github.com/mcp-adapters/mcp-adapters/internal/program/endpoint"
	"github.com/mcp-adapters/mcp-adapters/mcp"
)

// Open opens the store, and the gift tools on it.
func (s *Settings) Open(ctx context.Context, log zerolog.Logger) (*program.Backend, error) {
	at, err := s.place(ctx, log)
	if err != nil {
		return nil, err
	}
	b := &program.Backend{
		Close: func() { at.end(log) },
		Ready: func(ctx context.Context) error { _, err := at.store.Count(ctx); return err },
	}
	if err := s.ready(ctx, at, log); err != nil {
		b.Close()
		return nil, err
	}
	at.prepare(log)
	if b.Server, err = s.server(at, log); err != nil {
		b.Close()
		return nil, err
	}
	return b, nil
}

// server has the tools and their pages.
func (s *Settings) server(at *place, log zerolog.Logger) (*mcp.Server, error) {
	pages, err := widget.New(widget.Options{})
	if err != nil {
		return nil, err
	}
	tools := gift.Tools(s.ranker(at), gift.ToolOptions{
		Attach: pages.Attach,
		Reduced: func(cause error) {
			log.Warn().Err(cause).Msg("the embedder failed, and the one in the program answered: the results are of reduced quality")
		},
	})
	endpoint.Rights(tools, s.HTTP, read, read)
	options := s.ServerOptions(Name, Title, log)
	options.ToolErrors, options.Resources = s.ToolErrors, pages.Resources()
	gift.Declare(&options)
	return mcp.New(options, tools)
}

// ranker ranks the gifts of a place.
func (s *Settings) ranker(at *place) *rank.Ranker {
	o := rank.Options{
		Source: source(at.answering, at.store), Table: table.Embedder{},
		Threshold: max(float64(s.Threshold), math.SmallestNonzeroFloat64), // to a ranker 0 is its default
	}
	if at.reduced != nil {
		reduced := source(table.Embedder{}, at.reduced)
		o.Reduced = &reduced
	}
	return rank.New(o)
}

func source(e embed.Embedder, s store.Store) rank.Source {
	return rank.Source{Embedder: e, Open: func(context.Context) (store.Store, error) { return s, nil }}
}
