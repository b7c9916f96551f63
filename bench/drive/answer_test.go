package drive_test

import (
	"testing"

	"github.com/mcp-adapters/mcp-adapters/bench/drive"
)

func TestID(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name string
		line string
		want int
		ok   bool
	}{
		{"id in front", `{"jsonrpc":"2.0","id":17,"result":{}}` + "\n", 17, true},
		{"id at the end", `{"result":{"structuredContent":{"id":3}},"jsonrpc":"2.0","id":18}` + "\n", 18, true},
		{"id at the end of a short line", `{"result":1,"jsonrpc":"2.0","id":4}`, 4, true},
		{"windows line end", `{"jsonrpc":"2.0","id":5,"result":{}}` + "\r\n", 5, true},
		{"id elsewhere", `{"id":6,"jsonrpc":"2.0","result":{"id":9}}`, 6, true},
		{"white space", `{ "jsonrpc": "2.0", "id": 7, "result": {} }`, 7, true},
		{"an id inside the result is no id", `{"jsonrpc":"2.0","result":{"id":8}}`, 0, false},
		{"the envelope's text inside a result", `{"id":9,"result":{"a":1,"jsonrpc":"2.0","id":8}}`, 9, true},
		{"notification", `{"jsonrpc":"2.0","method":"notifications/message"}`, 0, false},
		{"null id", `{"jsonrpc":"2.0","id":null,"error":{}}`, 0, false},
		{"text id", `{"jsonrpc":"2.0","id":"10","result":{}}`, 0, false},
		{"not JSON", `hello`, 0, false},
		{"empty", ``, 0, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			got, ok := drive.ID([]byte(test.line))
			if got != test.want || ok != test.ok {
				t.Errorf("got %d, %t, want %d, %t", got, ok, test.want, test.ok)
			}
		})
	}
}
