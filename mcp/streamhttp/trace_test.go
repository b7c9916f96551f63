package streamhttp_test

import (
	"strings"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/mcp/streamhttp"
)

const traceID = "4bf92f3577b34da6a3ce929d0e0e4736"

func TestTraceID(t *testing.T) {
	t.Parallel()
	for traceparent, want := range map[string]string{
		"00-" + traceID + "-00f067aa0ba902b7-01":                               traceID,
		"00-" + traceID + "-00f067aa0ba902b7-00":                               traceID,
		"cc-" + traceID + "-00f067aa0ba902b7-01-what-comes-later":              traceID,
		"00-" + traceID + "-00f067aa0ba902b7-01-what-comes-later":              "",
		"ff-" + traceID + "-00f067aa0ba902b7-01":                               "",
		"00-" + strings.ToUpper(traceID) + "-00f067aa0ba902b7-01":              "",
		"00-" + strings.Repeat("0", 32) + "-00f067aa0ba902b7-01":               "",
		"00-" + traceID + "-0000000000000000-01":                               "",
		"00-" + traceID + "-00f067aa0ba902b7":                                  "",
		"00-" + traceID[1:] + "-00f067aa0ba902b7-01":                           "",
		" 00-" + traceID + "-00f067aa0ba902b7-01":                              "",
		"00-" + traceID + "-00f067aa0ba902b7-01\n":                             "",
		"cc-" + traceID + "-00f067aa0ba902b7-01-" + strings.Repeat("x", 1<<10): "",
		"hunter2": "",
		"":        "",
	} {
		if got := streamhttp.TraceID(traceparent); got != want {
			t.Errorf("%.80q: %q, want %q", traceparent, got, want)
		}
	}
}

// TestObserve_Trace has the trace that a message names in its _meta. No spelling of it refuses
// a message, which has always been answered whatever else its _meta holds.
func TestObserve_Trace(t *testing.T) {
	t.Parallel()
	e := serve(t, nil, nil)
	const parent = `"00-` + traceID + `-00f067aa0ba902b7-01"`
	for members, want := range map[string]string{
		`"traceparent":` + parent:                       traceID,
		`"Traceparent":` + parent:                       "",
		`"traceparent":"x","traceparent":` + parent:     traceID,
		`"TRACEPARENT":"x","traceparent":` + parent:     traceID,
		`"traceparent":"hunter2"`:                       "",
		`"traceparent":7`:                               "",
		`"other":` + parent:                             "",
		`"tracestate":"a=b","traceparent":` + parent:    traceID,
		`"progressToken":1,"baggage":"` + traceID + `"`: "",
	} {
		got := e.ask(post(`{"jsonrpc":"2.0","id":1,"method":"ping","params":{"_meta":{` + members + `}}}`))
		if got.status != 200 {
			t.Errorf("%s: status %d: %s", members, got.status, got.body)
		}
		if event := <-e.events; event.Trace != want {
			t.Errorf("%s: %q, want %q", members, event.Trace, want)
		}
	}
}
