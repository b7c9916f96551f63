package streamhttp

import (
	"regexp"
	"strings"
)

// traceParent is a traceparent of W3C's Trace Context. Versions after 00 may add to it.
var traceParent = regexp.MustCompile(`^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}(-.*)?$`)

// TraceID returns the id of the trace that a traceparent names, which is 32 digits and nothing
// else that its sender has chosen; "" where it names none.
func TraceID(traceparent string) string {
	if len(traceparent) > 256 {
		return ""
	}
	m := traceParent.FindStringSubmatch(traceparent)
	switch {
	case m == nil, m[1] == "ff", m[1] == "00" && m[4] != "":
		return ""
	case strings.Trim(m[2], "0") == "", strings.Trim(m[3], "0") == "":
		return ""
	}
	return m[2]
}
