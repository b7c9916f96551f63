package mcp_test

import (
	"strings"
	"testing"

	"mcp-adapters/mcp"
)

func TestNew_RefusesToolsWithoutNameOrCall(t *testing.T) {
	t.Parallel()
	for name, tools := range map[string][]mcp.Tool{
		"no name": {{}},
		"no call": {{Name: "one"}},
	} {
		if _, err := mcp.New(options(), tools); err == nil || !strings.Contains(err.Error(), "no call") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestServer_WithoutTools(t *testing.T) {
	t.Parallel()
	s := newServer(t, options(), nil)
	got, err := write(t, s, "tools/list", "{}")
	if err != nil || got != `{"tools":[]}` {
		t.Errorf("got %s, %v", got, err)
	}
	if r := call(t, s, "one", "{}", legacy); r.Error == nil || r.Error.Code != -32601 || r.Error.Message != `There is no tool "one"; there are no tools` {
		t.Errorf("got %+v", r.Error)
	}
}
