package main_test

import (
	"testing"

	"github.com/mcp-adapters/mcp-adapters/cmd/gift-mcp/giftmcp"
	"github.com/mcp-adapters/mcp-adapters/internal/testing/mantest"
)

func TestManPages(t *testing.T) {
	t.Parallel()
	p := giftmcp.Program()
	var names []string
	for _, v := range p.Variables() {
		names = append(names, v.Name)
	}
	mantest.Run(t, p.Command(), names...)
}
