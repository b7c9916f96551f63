package main_test

import (
	"testing"

	"mcp-adapters/internal/harness"
)

func TestMain(m *testing.M) { harness.Main(m, nil) }
