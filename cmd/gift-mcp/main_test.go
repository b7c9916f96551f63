package main_test

import (
	"testing"

	"mcp-adapters/internal/harness"
	"mcp-adapters/internal/pgtest"
)

func TestMain(m *testing.M) {
	harness.Play(nil)
	pgtest.Main(harness.Tests{M: m})
}
