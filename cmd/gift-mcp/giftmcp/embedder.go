package giftmcp

import (
	"errors"
	"io/fs"

	"github.com/rs/zerolog"

	"github.com/mcp-adapters/mcp-adapters/config"
	"github.com/mcp-adapters/mcp-adapters/gift/embed"
	"github.com/mcp-adapters/mcp-adapters/gift/embed/openai"
	"github.com/mcp-adapters/mcp-adapters/gift/embed/table"
	"github.com/mcp-adapters/mcp-adapters/internal/program/cli"
)

// embedders are one embedder for two uses.
type embedders struct {
	answering embed.Embedder // requests that someone waits for
	importing embed.Embedder // whole catalogs
	close     func()
}

// embedders returns those that the settings name. Its error is [config.Faults].
func (s *Settings) embedders(log zerolog.Logger) (embedders, error) {
	if s.Embedder == openaiName {
		e, err := openai.New(openai.Options{
			BaseURL: string(s.BaseURL), Key: s.Key.Reveal(), Model: s.Model, Dimensions: s.Dimensions,
			UserAgent: Name + "/" + cli.Version(), Log: log,
		})
		if err != nil {
			return embedders{}, config.Faults{{Variable: "EMBEDDER", Rule: "can't be openai: " + err.Error()}}
		}
		return embedders{e, e.ForImport(), func() { _ = e.Close() }}, nil // idle connections
	}
	return embedders{table.Embedder{}, table.Embedder{}, func() {}}, nil
}

// cause is what the system says of a file, without its path.
func cause(err error) string {
	if at, ok := errors.AsType[*fs.PathError](err); ok {
		err = at.Err
	}
	return err.Error()
}
