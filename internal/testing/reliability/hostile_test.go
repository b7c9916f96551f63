package reliability_test

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// request is one line of a client.
func request(id, method, params string) string {
	return `{"jsonrpc":"2.0","id":` + id + `,"method":"` + method + `","params":` + params + `}`
}

func create(id, arguments string) string {
	return request(id, "tools/call", `{"name":"create_recipe","arguments":`+arguments+`}`)
}

// outline is what a line of stdout answers: an id and a code for each response,
// 0 for a result. Anything else but responses fails the test.
func outline(t *testing.T, line []byte) []string {
	t.Helper()
	type response struct {
		Version string          `json:"jsonrpc"`
		ID      json.RawMessage `json:"id"`
		Result  json.RawMessage `json:"result"`
		Error   *struct {
			Code int `json:"code"`
		} `json:"error"`
	}
	responses := make([]response, 1)
	into := any(&responses[0])
	if line[0] == '[' {
		into = &responses
	}
	if err := json.Unmarshal(line, into); err != nil {
		t.Fatalf("stdout holds what is not JSON: %v: %.300q", err, line)
	}
	var list []string
	for _, r := range responses {
		switch {
		case r.Version != "2.0" || (r.Result == nil) == (r.Error == nil):
			t.Errorf("stdout holds what is not a response: %.300q", line)
		case r.Error != nil:
			list = append(list, string(r.ID)+" "+strconv.Itoa(r.Error.Code))
		default:
			list = append(list, string(r.ID)+" 0")
		}
	}
	return list
}

// converse feeds input to a recipe-mcp of its own and gives what it answered.
func converse(t *testing.T, input string, settings ...string) (answered []string) {
	t.Helper()
	got := program(t, "recipe-mcp").Set("LOG_LEVEL=trace", "LOG_FORMAT=json").Set(settings...).Feed(input).Run()
	if got.Code != 0 {
		t.Errorf("exit code %d:\n%s", got.Code, got.Stderr)
	}
	leaks(t, "stderr", got.Stderr)
	for line := range strings.Lines(got.Stdout) {
		answered = append(answered, outline(t, []byte(line))...)
	}
	return answered
}

// TestHostile_lines sends what a broken or hostile client may send. It is
// answered as JSON-RPC says, once, and the next request works.
func TestHostile_lines(t *testing.T) {
	t.Parallel()
	nested := func(n int) string { return strings.Repeat("[", n) + strings.Repeat("]", n) }
	batch := func(n int) string { return "[" + strings.Repeat(request("1", "x", "{}")+",", n-1) + "1]" }
	for name, row := range map[string]struct {
		line string
		want []string
	}{
		"a method in two cases":          {`{"jsonrpc":"2.0","id":1,"method":"ping","METHOD":"tools/call","Params":[]}`, []string{"1 0"}},
		"an id in the wrong case":        {`{"jsonrpc":"2.0","ID":1,"method":"ping"}`, nil},
		"a method twice":                 {`{"jsonrpc":"2.0","id":1,"method":"ping","method":"ping"}`, []string{"1 -32600"}},
		"a method twice, once escaped":   {`{"jsonrpc":"2.0","id":1,"method":"ping","m\u0065thod":"ping"}`, []string{"1 -32600"}},
		"an id twice":                    {`{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}`, []string{"null -32600"}},
		"a tool's name twice":            {request("1", "tools/call", `{"name":"list_recipes","name":"create_recipe"}`), []string{"1 -32602"}},
		"an argument twice":              {create("1", `{"title":"zq7","title":"zq7 b"}`), []string{"1 -32602"}},
		"an argument twice, in a row":    {create("1", `{"title":"zq7","ingredients":[{"name":"zq7","name":"zq7 b"}]}`), []string{"1 -32602"}},
		"an argument in two cases":       {create("1", `{"title":"zq7","Title":"zq7 b"}`), []string{"1 -32602"}},
		"nesting that is no argument":    {create("1", `{"title":`+nested(9000)+`}`), []string{"1 -32602"}},
		"nesting beyond 10,000":          {nested(10_001), []string{"null -32700"}},
		"a million brackets":             {strings.Repeat("[", 1_000_000), []string{"null -32700"}},
		"a million objects":              {strings.Repeat(`{"a":`, 200_000), []string{"null -32700"}},
		"half a surrogate pair":          {create("1", `{"title":"zq7 \ud800"}`), []string{"1 -32602"}},
		"a pair the wrong way round":     {create("1", `{"title":"zq7 \udf70\ud83c"}`), []string{"1 -32602"}},
		"half a pair in a name":          {create("1", `{"\ud800":"zq7"}`), []string{"1 -32602"}},
		"half a pair in a method":        {request("1", `\ud800`, "{}"), []string{"1 -32601"}},
		"half a pair in an id":           {request(`"\ud800"`, "ping", "{}"), []string{`"\ud800" 0`}},
		"NUL as it is":                   {create("1", "{\"title\":\"zq7\x00\"}"), []string{"null -32700"}},
		"NUL escaped":                    {create("1", `{"title":"zq7 \u0000"}`), []string{"1 -32602"}},
		"a line of NULs":                 {strings.Repeat("\x00", 100_000), []string{"null -32700"}},
		"bytes that are no UTF-8":        {create("1", "{\"title\":\"zq7 \xff\xfe\"}"), []string{"null -32700"}},
		"an overlong NUL":                {create("1", "{\"title\":\"zq7 \xc0\x80\"}"), []string{"null -32700"}},
		"a surrogate as UTF-8":           {create("1", "{\"title\":\"zq7 \xed\xa0\x80\"}"), []string{"null -32700"}},
		"1e400 as an argument":           {create("1", `{"title":"zq7","servings":1e400}`), []string{"1 -32602"}},
		"1e400 as a quantity":            {create("1", `{"title":"zq7","ingredients":[{"name":"zq7","quantity":1e400}]}`), []string{"1 -32602"}},
		"1e400 as an id":                 {request("1e400", "ping", "{}"), []string{"1e400 0"}},
		"a number of a million digits":   {create("1", `{"title":"zq7","servings":`+strings.Repeat("9", 1_000_000)+`}`), []string{"1 -32602"}},
		"an exponent of a million":       {create("1", `{"title":"zq7","servings":1e`+strings.Repeat("9", 1_000)+`}`), []string{"1 -32602"}},
		"just beyond 32 bits":            {create("1", `{"title":"zq7","servings":2147483648}`), []string{"1 -32602"}},
		"an id of 10,000 digits":         {request(strings.Repeat("7", 10_000), "ping", "{}"), []string{strings.Repeat("7", 10_000) + " 0"}},
		"a batch of 10,000":              {batch(10_000), []string{"null -32600"}},
		"a batch of batches":             {"[[" + request("1", "ping", "{}") + "]]", []string{"null -32600"}},
		"10 MiB and a byte":              {strings.Repeat(" ", 10<<20) + "1", []string{"null -32600"}},
		"20 MiB of an argument":          {create("1", `{"title":"zq7`+strings.Repeat("x", 20<<20)+`"}`), []string{"null -32600"}},
		"9 MiB of an argument":           {create("1", `{"title":"zq7`+strings.Repeat("x", 9<<20)+`"}`), []string{"1 -32602"}},
		"a method of a megabyte":         {request("1", strings.Repeat("x", 1<<20), "{}"), []string{"1 -32601"}},
		"a tool of a megabyte":           {request("1", "tools/call", `{"name":"`+strings.Repeat("x", 1<<20)+`"}`), []string{"1 -32601"}},
		"100,000 unknown arguments":      {create("1", `{"title":"zq7"`+strings.Repeat(`,"zq7":1`, 100_000)+`}`), []string{"1 -32602"}},
		"carriage returns in the middle": {"{\"jsonrpc\":\"2.0\",\r\"id\":1,\r\"method\":\"ping\"}", []string{"1 0"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := converse(t, row.line+"\n"+request(`"after"`, "ping", "{}")+"\n")
			slices.Sort(got)
			want := append(slices.Clone(row.want), `"after" 0`)
			slices.Sort(want)
			if !slices.Equal(got, want) {
				t.Errorf("answered %.200q, want %.200q", got, want)
			}
		})
	}
}

// TestHostile_crowd sends a great many lines at once, good and bad.
func TestHostile_crowd(t *testing.T) {
	t.Parallel()
	n := light(10_000, 10_000)
	var in strings.Builder
	want := map[string]int{}
	for i := range n {
		id := strconv.Itoa(i)
		switch i % 5 {
		case 0:
			in.WriteString(request(id, "ping", "{}"))
			want[id+" 0"]++
		case 1:
			in.WriteString(request(id, "tools/call", `{"name":"list_recipes"}`))
			want[id+" 0"]++
		case 2:
			in.WriteString(create(id, `{"title":5}`))
			want[id+" -32602"]++
		case 3:
			in.WriteString(`{"jsonrpc":"2.0","id":` + id)
			want["null -32700"]++
		case 4:
			in.WriteString("[" + request(id, "ping", "{}") + `,{"jsonrpc":"2.0","method":"x"},` + request(id, "ping", "{}") + "]")
			want[id+" 0"]++
			want[id+" -32600"]++
		}
		in.WriteByte('\n')
	}
	got := map[string]int{}
	for _, a := range converse(t, in.String()) {
		got[a]++
	}
	for answer, times := range want {
		if got[answer] != times {
			t.Errorf("%s came %d times, want %d", answer, got[answer], times)
		}
		delete(got, answer)
	}
	if len(got) > 0 {
		t.Errorf("and these came: %v", got)
	}
}
