package jsonrpc_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/script"
	"github.com/mcp-adapters/mcp-adapters/jsonrpc"
)

func TestConn_Envelope(t *testing.T) {
	t.Parallel()
	const (
		version  = `the member jsonrpc must be "2.0"`
		noVer    = `the member jsonrpc is missing; it must be "2.0"`
		badID    = "the id must be a string or a number"
		noMethod = "the member method is missing"
		badMeth  = "the method must be a string"
		noObject = "a message must be a JSON object"
		tooDeep  = "the message is not valid JSON, or is nested more than 10,000 deep: see byte "
		pong     = `,"result":"pong"}`
		head     = `{"jsonrpc":"2.0","id":`
	)
	ping := func(id string) string { return `{"jsonrpc":"2.0","id":` + id + `,"method":"ping"}` }
	tests := []struct {
		name string
		in   string
		want []string
	}{
		{"a request", ping("1"), []string{head + "1" + pong}},

		{"id beyond 2^53", ping("9007199254740993"), []string{head + "9007199254740993" + pong}},
		{"id as it was written", ping("1.50e+3"), []string{head + "1.50e+3" + pong}},
		{"huge number as id", ping("1e400"), []string{head + "1e400" + pong}},
		{"escaped string id", ping(`"\u0061\/\ud800"`), []string{head + `"\u0061\/\ud800"` + pong}},
		{"empty string id", ping(`""`), []string{head + `""` + pong}},
		{"negative id", ping("-0"), []string{head + "-0" + pong}},

		{"null id", ping("null"), []string{fault("null", badID)}},
		{"object id", ping("{}"), []string{fault("null", badID)}},
		{"array id", ping("[1]"), []string{fault("null", badID)}},
		{"boolean id", ping("true"), []string{fault("null", badID)}},

		{"no version", `{"id":1,"method":"ping"}`, []string{fault("1", noVer)}},
		{"no version, no id", `{"method":"ping"}`, []string{fault("null", noVer)}},
		{"wrong version", `{"jsonrpc":"1.0","id":"a","method":"ping"}`, []string{fault(`"a"`, version)}},
		{"version as a number", `{"jsonrpc":2.0,"id":1,"method":"ping"}`, []string{fault("1", version)}},
		{"escaped version", `{"jsonrpc":"2\u002e0","id":1,"method":"ping"}`, []string{head + "1" + pong}},
		{"no method", `{"jsonrpc":"2.0","id":1}`, []string{fault("1", noMethod)}},
		{"number as method", `{"jsonrpc":"2.0","id":1,"method":7}`, []string{fault("1", badMeth)}},
		{"null as method", `{"jsonrpc":"2.0","id":1,"method":null}`, []string{fault("1", badMeth)}},
		{"number as method of a notification", `{"jsonrpc":"2.0","method":7}`, []string{fault("null", badMeth)}},
		{"escaped names", `{"jsonrpc":"2.0","\u0069d":1,"meth\u006fd":"p\u0069ng"}`, []string{head + "1" + pong}},
		{"empty object", `{}`, []string{fault("null", noVer)}},

		{"names of other case are other names", `{"jsonrpc":"2.0","id":1,"method":"ping","METHOD":"fail","ID":2}`, []string{head + "1" + pong}},
		{"only names of other case", `{"JSONRPC":"2.0","Id":1,"Method":"ping"}`, []string{fault("null", noVer)}},
		{"method twice", `{"jsonrpc":"2.0","id":1,"method":"ping","method":"fail"}`, []string{fault("1", "the member method occurs twice in the message")}},
		{"method twice, once escaped", `{"jsonrpc":"2.0","id":1,"method":"ping","\u006dethod":"fail"}`, []string{fault("1", "the member method occurs twice in the message")}},
		{"id twice", `{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}`, []string{fault("null", "the member id occurs twice in the message")}},
		{"version twice", `{"jsonrpc":"2.0","jsonrpc":"2.0","id":1,"method":"ping"}`, []string{fault("1", "the member jsonrpc occurs twice in the message")}},
		{"params twice", `{"jsonrpc":"2.0","id":1,"method":"ping","params":{},"params":{}}`, []string{fault("1", "the member params occurs twice in the message")}},
		{"unknown member twice", `{"jsonrpc":"2.0","x":1,"x":2,"id":1,"method":"ping"}`, []string{head + "1" + pong}},

		{"string", `"ping"`, []string{fault("null", noObject)}},
		{"number", `17`, []string{fault("null", noObject)}},
		{"null", `null`, []string{fault("null", noObject)}},

		{"response", `{"jsonrpc":"2.0","id":1,"result":{}}`, nil},
		{"null result", `{"jsonrpc":"2.0","id":1,"result":null}`, nil},
		{"error response", `{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":""}}`, nil},
		{"faulty response", `{"id":{},"result":1,"result":2}`, nil},
		{"notification", `{"jsonrpc":"2.0","method":"ping"}`, nil},
		{"panic in a notification", `{"jsonrpc":"2.0","method":"panic"}`, nil},
		{"cancel with an id is a request", `{"jsonrpc":"2.0","id":1,"method":"notifications/cancelled","params":{"requestId":1}}`, []string{head + `1,"result":{"requestId":1}}`}},
		{"cancel of nothing", cancelOf(5) + "\n" + `{"jsonrpc":"2.0","method":"notifications/cancelled"}` + "\n" +
			`{"jsonrpc":"2.0","method":"notifications/cancelled","params":[]}`, nil},

		{"nothing but space", " ", []string{parseFault("the message is not valid JSON: it ends within a value, at byte 1")}},
		{"byte order mark", "\ufeff" + ping("1"), []string{parseFault(tooDeep + "0")}},
		{"not JSON", `{"jsonrpc":`, []string{parseFault("the message is not valid JSON: it ends within a value, at byte 11")}},
		{"garbage, and on", "hello\n" + ping("1"), []string{parseFault(tooDeep + "0"), head + "1" + pong}},
		{"two values", ping("1") + ping("2"), []string{parseFault(tooDeep + "40")}},
		{"trailing comma", `{"jsonrpc":"2.0",}`, []string{parseFault(tooDeep + "16")}},
		{"single quotes", `{'a':1}`, []string{parseFault(tooDeep + "1")}},
		{"NUL", "{\x00}", []string{parseFault(tooDeep + "1")}},
		{"NUL in a string", "{\"a\x00\":1}", []string{parseFault(tooDeep + "3")}},
		{"not UTF-8 in a string", "{\"a\":\"\xff\"}", []string{parseFault("the message is not UTF-8: see byte 6")}},
		{"not UTF-8 after U+FFFD", "\"\ufffd\xc3\"", []string{parseFault("the message is not UTF-8: see byte 4")}},
		{"encoded surrogate", "\"\xed\xa0\x80\"", []string{parseFault("the message is not UTF-8: see byte 1")}},
		{"nested too deep", strings.Repeat("[", 20000), []string{parseFault(tooDeep + "10000")}},
		{"deep params", `{"jsonrpc":"2.0","id":1,"method":"ping","params":` + strings.Repeat("[", 20000) + strings.Repeat("]", 20000) + `}`, []string{parseFault(tooDeep + "10048")}},

		{"params are the handler's", `{"jsonrpc":"2.0","id":1,"method":"read","params":"\ud800"}`, []string{head + `1,"result":"\ud800"}`}},
		{"null params", `{"jsonrpc":"2.0","id":1,"method":"read","params":null}`, []string{head + `1,"result":null}`}},
		{"params with a repeated name", `{"jsonrpc":"2.0","id":1,"method":"read","params":{"a":1,"a":2}}`, []string{head + `1,"result":{"a":1,"a":2}}`}},
		{"no params, null result", `{"jsonrpc":"2.0","id":1,"method":"nil"}`, []string{head + `1,"result":null}`}},

		{"error with code and data", `{"jsonrpc":"2.0","id":1,"method":"fail"}`,
			[]string{head + `1,"error":{"code":-32001,"message":"not <found>","data":{"kind":"not_found","status":404}}}`}},
		{"error without a code", `{"jsonrpc":"2.0","id":1,"method":"plain"}`, []string{internal("1")}},
		{"panic in a call", `{"jsonrpc":"2.0","id":1,"method":"panic"}`, []string{internal("1")}},
		{"panic before a call", `{"jsonrpc":"2.0","id":"x","method":"preparepanic"}`, []string{internal(`"x"`)}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got := deliver(t, &script.Handler{}, jsonrpc.Options{}, tt.in)
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("answers (-want +got):\n%s", diff)
			}
		})
	}
}
