package main_test

import (
	"testing"

	"github.com/mcp-adapters/mcp-adapters/cmd/app-builder/builder"
	"github.com/mcp-adapters/mcp-adapters/config"
	"github.com/mcp-adapters/mcp-adapters/internal/testing/mantest"
)

func TestManPages(t *testing.T) {
	t.Parallel()
	var names []string
	for _, v := range config.Variables(&builder.Settings{}) {
		names = append(names, v.Name)
	}
	mantest.Run(t, builder.Program().Command(), names...)
}
