package main_test

// What the stdio loop promises, seen from outside the process.

import (
	"fmt"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/recipe/vault"
)

// TestPipe_EveryCallIsAnswered pipes 500 calls in and closes the input at once.
func TestPipe_EveryCallIsAnswered(t *testing.T) {
	eachVault(t, func(t *testing.T, w world) {
		const calls = 500
		var input strings.Builder
		for i := range calls {
			tool, arguments := "list_recipes", `{}`
			if i%2 == 1 {
				tool, arguments = "get_recipe", `{"recipe_id":"`+noRecipe+`"}`
			}
			input.WriteString(callLine(strconv.Itoa(i), tool, arguments))
		}
		answers, stderr, code := pipe(t, input.String(), w.settings...)
		if code != 0 || len(answers) != calls {
			t.Fatalf("%d answers and exit code %d, want %d and 0; stderr:\n%s", len(answers), code, calls, stderr)
		}
		seen := map[string]bool{}
		for _, a := range answers {
			id, err := strconv.Atoi(string(a.ID))
			if err != nil || id < 0 || id >= calls || seen[string(a.ID)] {
				t.Fatalf("the id of %s was not asked for, or twice", a.line)
			}
			seen[string(a.ID)] = true
			if id%2 == 1 {
				a.fails(t, -32001, "not_found")
			} else {
				a.recipes(t)
			}
		}
	})
}

// TestPipe_OrderOfWrites pipes creates and lists in without waiting: each list
// shows exactly what was created before it.
func TestPipe_OrderOfWrites(t *testing.T) {
	eachVault(t, func(t *testing.T, w world) {
		const recipes = 20
		var input strings.Builder
		for i := 1; i <= recipes; i++ {
			input.WriteString(callLine(fmt.Sprintf(`"create %d"`, i), "create_recipe", fmt.Sprintf(`{"title":"Recipe %02d"}`, i)))
			input.WriteString(callLine(strconv.Itoa(i), "list_recipes", `{}`))
		}
		answers, stderr, code := pipe(t, strings.TrimSuffix(input.String(), "\n"), w.settings...)
		if code != 0 || len(answers) != 2*recipes {
			t.Fatalf("%d answers and exit code %d, want %d and 0; stderr:\n%s", len(answers), code, 2*recipes, stderr)
		}
		for _, a := range answers {
			n, err := strconv.Atoi(string(a.ID))
			if err != nil {
				a.recipe(t)
				continue
			}
			rows := a.recipes(t)
			if len(rows) != n || rows[n-1].Title != fmt.Sprintf("Recipe %02d", n) {
				t.Errorf("list %d shows %q", n, titles(rows))
			}
		}
	})
}

// TestPipe_CreateListUpdateList pipes a whole session in, whose update can't
// know the id: it is of a recipe from before.
func TestPipe_CreateListUpdateList(t *testing.T) {
	eachVault(t, func(t *testing.T, w world) {
		id := w.start(t).call("create_recipe", `{"title":"Old"}`).recipe(t).ID
		answers, _, code := pipe(t, callLine("1", "create_recipe", `{"title":"New"}`)+callLine("2", "list_recipes", `{}`)+
			callLine("3", "update_recipe", `{"recipe_id":"`+id+`","title":"Older"}`)+callLine("4", "list_recipes", `{}`), w.settings...)
		if code != 0 || len(answers) != 4 {
			t.Fatalf("%d answers, exit code %d", len(answers), code)
		}
		if got := titles(answers[1].recipes(t)) + " " + titles(answers[3].recipes(t)); got != "New,Old New,Older" {
			t.Errorf("the lists show %q", got)
		}
	})
}

// TestPipe_OddInput feeds what clients and people may send; stdout must hold
// responses alone, at the noisiest log level too.
func TestPipe_OddInput(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, input string
		want        []string // id and code of each answer, "0" for a result
	}{
		{"no input", "", nil},
		{"last line without newline", request("1", "ping", `{}`), []string{"1 0"}},
		{"last call without newline", strings.TrimSuffix(callLine("1", "list_recipes", `{}`), "\n"), []string{"1 0"}},
		{"CRLF, blank lines and a byte order mark", "\ufeff" + request("1", "ping", `{}`) + "\r\n\r\n \t\n\n" + request("2", "ping", `{}`) + "\r\n", []string{"1 0", "2 0"}},
		{"cut in the middle", `{"jsonrpc":"2.0","id":1,"meth`, []string{"null -32700"}},
		{"binary", "\x00\x01\xfe\xff\n", []string{"null -32700"}},
		{"ids that are none", request("null", "ping", `{}`) + "\n" + request("true", "ping", `{}`) + "\n" + request("{}", "ping", `{}`) + "\n" + request("[1]", "ping", `{}`) + "\n",
			[]string{"null -32600", "null -32600", "null -32600", "null -32600"}},
		{"envelope faults", `{"id":1,"method":"ping"}` + "\n" + `{"jsonrpc":"1.0","id":2,"method":"ping"}` + "\n" + `{"jsonrpc":"2.0","id":3,"method":4}` + "\n" + "5\n[]\n\"x\"\nnull\n",
			[]string{"1 -32600", "2 -32600", "3 -32600", "null -32600", "null -32600", "null -32600", "null -32600"}},
		{"responses and notifications", `{"jsonrpc":"2.0","id":1,"result":null}` + "\n" + `{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"x"}}` + "\n" +
			`{"jsonrpc":"2.0","method":"nonsense"}` + "\n" + `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}` + "\n", nil},
		{"deep nesting", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"create_recipe","arguments":{"title":` + strings.Repeat("[", 5000) + strings.Repeat("]", 5000) + `}}}`,
			[]string{"1 -32602"}},
		{"odd params", request("1", "tools/call", `[]`) + "\n" + request("2", "tools/call", `5`) + "\n" + request("3", "tools/call", `{"name":""}`) + "\n" + request("4", "initialize", `5`) + "\n" +
			request("5", "tools/list", `[1]`) + "\n" + request("6", "tools/call", `{"name":"list_recipes","arguments":5}`) + "\n", []string{"1 -32602", "2 -32602", "3 -32602", "4 -32602", "5 -32602", "6 -32602"}},
		{"a request twice in flight", `[` + request("1", "ping", `{}`) + `,` + request("1", "ping", `{}`) + `]`, []string{"[1 0", "1 -32600]"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			output := command(t, "LOG_LEVEL=trace", "LOG_FORMAT=json").Feed(tt.input).Run()
			var got []string
			for line := range strings.Lines(output.Stdout) {
				got = append(got, outline(t, line)...)
			}
			if strings.Join(got, "; ") != strings.Join(tt.want, "; ") || output.Code != 0 {
				t.Errorf("exit code %d and the answers %q, want %q:\n%s", output.Code, got, tt.want, output.Stdout)
			}
		})
	}
}

// outline gives id and code of a line, or of each member of a batch.
func outline(t *testing.T, line string) []string {
	t.Helper()
	inner, batch := strings.CutPrefix(strings.TrimSpace(line), "[")
	parts := []string{line}
	if batch {
		parts = strings.SplitAfter(strings.TrimSuffix(inner, "]"), "}},")
		if len(parts) == 1 {
			parts = strings.SplitAfter(strings.TrimSuffix(inner, "]"), "},")
		}
	}
	var list []string
	for _, part := range parts {
		a := parse(t, strings.TrimSuffix(part, ","))
		code := 0
		if a.Error != nil {
			code = a.Error.Code
		}
		list = append(list, fmt.Sprintf("%s %d", a.ID, code))
	}
	if batch {
		list[0] = "[" + list[0]
		list[len(list)-1] += "]"
	}
	return list
}

// TestLoop_CallWithoutID holds that a call nobody could hear of isn't made.
func TestLoop_CallWithoutID(t *testing.T) {
	eachVault(t, func(t *testing.T, w world) {
		s := w.start(t)
		s.send(`{"jsonrpc":"2.0","method":"tools/call","params":` + toolParams("create_recipe", stew) + `}`)
		if rows := s.call("list_recipes", `{}`).recipes(t); len(rows) != 0 {
			t.Errorf("the recipe was saved: %+v", rows)
		}
	})
}

// TestLoop_LongLine sends a line far over the limit; what comes behind it is
// answered, and the line wasn't held in memory.
func TestLoop_LongLine(t *testing.T) {
	t.Parallel()
	s := start(t, "MAX_MESSAGE_BYTES=1000")
	s.Write(`{"jsonrpc":"2.0","id":1,"method":"ping","params":{"x":"`)
	chunk := strings.Repeat("x", 1<<20)
	for range 256 {
		s.Write(chunk)
	}
	s.Write("\"}}\n")
	long := s.receive()
	long.fails(t, -32600, "invalid_request", "1000 bytes")
	if string(long.ID) != "null" {
		t.Errorf("the line was answered with the id %s", long.ID)
	}
	s.request("ping", `{}`)
	padding := 1000 - len(request("1", "ping", `{"x":""}`))
	s.nextID = 0
	s.request("ping", `{"x":"`+strings.Repeat("x", padding)+`"}`)
	if peak, ok := peakMemory(s.Pid()); ok && peak > 64<<20 {
		t.Errorf("the process grew to %d MiB", peak>>20)
	}
	s.end()
}

// TestLoop_Kill holds that what was acknowledged survives the process.
func TestLoop_Kill(t *testing.T) {
	t.Parallel()
	settings := "DATABASE_URL=sqlite:" + filepath.Join(t.TempDir(), "recipes.db")
	s := start(t, settings)
	created := s.call("create_recipe", stew).recipe(t)
	s.Write(callLine("8", "create_recipe", `{"title":"Half","steps":[{"instruction":"x"}]}`))
	s.Kill()
	s.leave()
	again := start(t, settings)
	checkStew(t, again.call("get_recipe", `{"recipe_id":"`+created.ID+`"}`).recipe(t))
	for _, row := range again.call("list_recipes", `{}`).recipes(t) {
		if got := again.call("get_recipe", `{"recipe_id":"`+row.ID+`"}`).recipe(t); len(got.Steps) == 0 {
			t.Errorf("%q was written in part", got.Title)
		}
	}
}

// TestLoop_ProcessesShareAFile lets two processes write to one new file at the
// same time.
func TestLoop_ProcessesShareAFile(t *testing.T) {
	t.Parallel()
	settings := "DATABASE_URL=sqlite:" + filepath.Join(t.TempDir(), "new", "recipes.db")
	const recipes = 10
	servers := []*server{start(t, settings), start(t, settings)}
	for i := range recipes {
		for who, s := range servers {
			s.Write(callLine(strconv.Itoa(i), "create_recipe", fmt.Sprintf(`{"title":"Recipe %d of %d"}`, i, who)))
		}
	}
	for _, s := range servers {
		for range recipes {
			s.receive().recipe(t)
		}
	}
	for _, s := range servers {
		if rows := s.call("list_recipes", `{}`).recipes(t); len(rows) != 2*recipes {
			t.Errorf("%d recipes are there, want %d", len(rows), 2*recipes)
		}
	}
}

// TestLoop_PathOfTheVault holds that the embedded vault says where it lies and
// does lie there.
func TestLoop_PathOfTheVault(t *testing.T) {
	t.Parallel()
	if runtime.GOOS != "linux" {
		t.Skip("the place is another on this system; package vault tests it")
	}
	data := t.TempDir()
	s := start(t, "XDG_DATA_HOME="+data, "LOG_FORMAT=json")
	path := filepath.Join(data, "recipe-vault", "recipes.db")
	s.Log.Await(t, path)
	s.call("create_recipe", stew).recipe(t)
	if n := stored[int](t, world{database: path}, "SELECT count(*) FROM recipes"); n != 1 {
		t.Errorf("%d recipes lie in %s", n, path)
	}
}

// TestLoop_LargeAnswer passes a list of some megabytes through.
func TestLoop_LargeAnswer(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "recipes.db")
	start(t, "DATABASE_URL=sqlite:"+path).call("list_recipes", `{}`).recipes(t)
	execute(t, open(t, path), `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 500)
		INSERT INTO recipes (id, title, title_key, description, created_at, updated_at)
		SELECT printf('00000000-0000-4000-8000-%012d', i), 'Recipe ' || i, 'recipe ' || i, printf('%.*c', 1900, '"'), '2026-01-01 00:00:00', '2026-01-01 00:00:00' FROM n`)
	a := serveVault(t, vault.Options{Path: path})
	for _, settings := range [][]string{{"DATABASE_URL=sqlite:" + path}, {a.setting(), "API_KEY=" + apiKey}} {
		rows := start(t, append(settings, "MAX_RESULT_BYTES=0")...).call("list_recipes", `{}`).recipes(t)
		if len(rows) != 500 || *rows[499].Description != strings.Repeat(`"`, 1900) {
			t.Errorf("got %d rows", len(rows))
		}
	}
}
