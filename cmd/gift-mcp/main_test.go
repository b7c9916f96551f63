package main_test

import (
	"testing"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/harness"
)

func TestMain(m *testing.M) { harness.Main(m, nil) }
