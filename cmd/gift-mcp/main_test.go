package main_test

import (
	"testing"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/harness"
	"github.com/mcp-adapters/mcp-adapters/internal/testing/pgtest"
)

func TestMain(m *testing.M) {
	harness.Play(nil)
	pgtest.Main(harness.Tests{M: m})
}
