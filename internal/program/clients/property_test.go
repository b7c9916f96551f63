package clients_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/pelletier/go-toml/v2"
	"github.com/tailscale/hujson"

	"github.com/mcp-adapters/mcp-adapters/internal/program/clients"
)

// TestPlan_keepsTheRest installs into many generated files and uninstalls
// without the help of backups. What comes out must be what went in, so
// nothing outside the entry can have been lost on the way.
func TestPlan_keepsTheRest(t *testing.T) {
	t.Parallel()
	onGenerated(t, false, func(t *testing.T, c *config, g *generator, text string) {
		ch := c.plan(example())
		if !insertsOnly(text, string(ch.New)) {
			t.Fatalf("seed %d: more than insertions:\n%s", g.seed, cmp.Diff(text, string(ch.New)))
		}
		checkMeaning(t, g.id, text, string(ch.New))
		c.write(string(ch.New))
		if again := c.plan(example()); again.Changed() {
			t.Fatalf("seed %d: a second Plan changes:\n%s", g.seed, again.Diff())
		}
		if got := string(c.remove("example-server").New); got != text {
			t.Fatalf("seed %d: not the same after uninstalling (-before +after):\n%s", g.seed, cmp.Diff(text, got))
		}
	})
}

// TestPlan_updateKeepsTheRest changes an entry that is there in many
// generated files: everything before and after it must stay.
func TestPlan_updateKeepsTheRest(t *testing.T) {
	t.Parallel()
	onGenerated(t, true, func(t *testing.T, c *config, g *generator, text string) {
		after := string(c.plan(example()).New)
		before, behind := around(t, text, g.ours)
		if !strings.HasPrefix(after, before) || !strings.HasSuffix(after, behind) {
			t.Fatalf("seed %d: changed around the entry:\n%s", g.seed, cmp.Diff(text, after))
		}
		checkMeaning(t, g.id, text, after)
		c.write(after)
		if c.plan(example()).Changed() {
			t.Fatalf("seed %d: a second Plan changes", g.seed)
		}
	})
}

// onGenerated writes many generated files, with an entry of ours or without one.
func onGenerated(t *testing.T, ours bool, test func(t *testing.T, c *config, g *generator, text string)) {
	t.Helper()
	for _, id := range []string{"claude-code", "vscode", "codex"} {
		t.Run(id, func(t *testing.T) {
			t.Parallel()
			c := newConfig(t, id)
			for seed := range uint64(150) {
				g := newGenerator(id, seed)
				text := g.file(ours)
				c.write(text)
				test(t, c, g, text)
			}
		})
	}
}

// around gives what stands before and behind our entry.
func around(t *testing.T, text, ours string) (before, behind string) {
	t.Helper()
	before, behind, ok := strings.Cut(text, ours)
	if !ok {
		t.Fatalf("%q is not in:\n%s", ours, text)
	}
	return before, behind
}

// insertsOnly reports whether after is before with at most a comma and one
// block put in.
func insertsOnly(before, after string) bool {
	p := 0
	for p < len(before) && before[p] == after[p] {
		p++
	}
	if after[p] == ',' && strings.HasSuffix(after[p+1:], before[p:]) {
		return true
	}
	if strings.HasSuffix(after[p:], before[p:]) {
		return true
	}
	// A comma, a comment that stays, then the block.
	rest, n := after[p+1:], 0
	for n < len(before)-p && n < len(rest) && rest[n] == before[p+n] {
		n++
	}
	return after[p] == ',' && strings.HasSuffix(rest[n:], before[p+n:])
}

// checkMeaning compares the decoded files, our entry left out, and so the
// object that had to be made for it.
func checkMeaning(t *testing.T, id, before, after string) {
	t.Helper()
	was, is := decodeFile(t, id, before), decodeFile(t, id, after)
	for _, member := range []string{"mcpServers", "servers", "mcp_servers"} {
		if m, ok := is[member].(map[string]any); ok && len(m) == 0 && was[member] == nil {
			delete(is, member)
		}
	}
	// The texts are compared, since NaN is not equal to itself.
	if a, b := fmt.Sprint(was), fmt.Sprint(is); a != b {
		t.Fatalf("the rest means something else (-before +after):\n%s\n%s", cmp.Diff(a, b), after)
	}
}

func decodeFile(t *testing.T, id, text string) map[string]any {
	t.Helper()
	var tree map[string]any
	var err error
	member := map[string]string{"claude-code": "mcpServers", "vscode": "servers", "codex": "mcp_servers"}[id]
	text = strings.TrimPrefix(text, "\uFEFF")
	if id == "codex" {
		err = toml.Unmarshal([]byte(text), &tree)
	} else {
		var plain []byte
		if plain, err = hujson.Standardize([]byte(text)); err == nil {
			err = json.Unmarshal(plain, &tree)
		}
	}
	if err != nil {
		t.Fatalf("%v in:\n%s", err, text)
	}
	if servers, ok := tree[member].(map[string]any); ok {
		delete(servers, "example-server")
	}
	return tree
}

// generator makes a file that a person or a program may have written. The
// same seed makes the same file.
type generator struct {
	*rand.Rand
	seed uint64
	id   string
	ours string // the entry, when the file has it
	eol  string
}

func newGenerator(id string, seed uint64) *generator {
	g := &generator{Rand: rand.New(rand.NewPCG(seed, 1)), seed: seed, id: id, eol: "\n"}
	if g.IntN(4) == 0 {
		g.eol = "\r\n"
	}
	return g
}

func (g *generator) pick(from ...string) string { return from[g.IntN(len(from))] }

func (g *generator) file(withOurs bool) string {
	text := ""
	if g.id == "codex" {
		text = g.toml(withOurs)
	} else {
		text = g.json(withOurs)
	}
	if g.IntN(5) == 0 {
		text = "\uFEFF" + text
	}
	return text
}

// gap is whitespace, with comments where they are allowed.
func (g *generator) gap() string {
	gaps := []string{"", "", " ", "  ", "\t", g.eol, g.eol + "  ", g.eol + "\t\t", g.eol + g.eol + "    "}
	if g.id == "vscode" {
		gaps = append(gaps, "/* {\" */", " // } , \""+g.eol, g.eol+"  // ä"+g.eol+"  ")
	}
	return g.pick(gaps...)
}

func (g *generator) value(depth int) string {
	if depth == 0 || g.IntN(2) == 0 {
		return g.pick("1", "-0.5e3", "true", "null", `""`, `"}{,\\\""`, `"ü\u00e9\/🍳"`, `"// no comment"`)
	}
	n := g.IntN(4)
	items := make([]string, n)
	if g.IntN(2) == 0 {
		for i := range items {
			items[i] = g.gap() + g.value(depth-1) + g.gap()
		}
		return "[" + strings.Join(items, ",") + g.end(n) + "]"
	}
	for i := range items {
		items[i] = g.member(fmt.Sprintf("k%d", i), g.value(depth-1))
	}
	return "{" + strings.Join(items, ",") + g.end(n) + "}"
}

// end is what may stand before a closing bracket.
func (g *generator) end(members int) string {
	if g.id == "vscode" && members > 0 && g.IntN(3) == 0 {
		return "," + g.gap()
	}
	if members == 0 {
		return ""
	}
	return g.gap()
}

func (g *generator) member(name, value string) string {
	return g.gap() + `"` + name + `"` + g.gap() + ":" + g.gap() + value + g.gap()
}

func (g *generator) json(withOurs bool) string {
	servers := []string{}
	for i := range g.IntN(4) {
		servers = append(servers, g.member(fmt.Sprintf("server%d", i), g.value(2)))
	}
	if withOurs {
		g.ours = fmt.Sprintf(`{%s"command":"/old"%s%s}`, g.gap(), g.gap(),
			g.pick("", `,"args":["x"]`, `,"env":{}`, `, "env" : {"MINE":"kept" , "API_KEY":"old"}`, `,"nested":{"a":[1,{}]}`))
		at := g.IntN(len(servers) + 1)
		servers = append(servers[:at], append([]string{g.member("example-server", g.ours)}, servers[at:]...)...)
	}
	member := map[string]string{"claude-code": "mcpServers", "vscode": "servers"}[g.id]
	members := []string{g.member(member, "{"+strings.Join(servers, ",")+g.end(len(servers))+"}")}
	if g.IntN(2) == 0 {
		members = append(members, g.member("b", g.value(3)))
	}
	if g.IntN(2) == 0 {
		members = append([]string{g.member("a", g.value(3))}, members...)
	}
	return g.gap() + "{" + strings.Join(members, ",") + g.end(len(members)) + "}" + g.gap()
}

func (g *generator) toml(withOurs bool) string {
	var b strings.Builder
	comment := func() string { return g.pick("", "", " # [x] = 'y'", "\t# ä") }
	line := func(s string) { b.WriteString(g.pick("", "", "  ", "\t") + s + comment() + g.eol) }
	for range g.IntN(3) {
		line(fmt.Sprintf("k%d = %s", b.Len(), g.pick("1", "'x'", "{ a = 1 }", "[1, # c"+g.eol+" 2]", `"""`+g.eol+`[mcp_servers.example-server]`+g.eol+`"""`)))
	}
	tables := []string{"tui", "mcp_servers.files", `"a.b"`, "mcp_servers.z.env"}
	for i, table := range tables {
		if withOurs && i == 2 {
			start := b.Len()
			b.WriteString("[mcp_servers.example-server]" + g.eol + "command = '/old'" + g.eol + g.pick("", "args = [ 'x' ]"+g.eol, "timeout = 5"+g.eol))
			g.ours = b.String()[start:]
			b.WriteString(g.pick("", g.eol, "# after"+g.eol))
		}
		if g.IntN(2) == 0 {
			continue
		}
		b.WriteString(g.pick("", g.eol, "# about "+table+g.eol))
		line("[" + table + "]")
		for j := range g.IntN(3) {
			line(fmt.Sprintf("x%d = %s", j, g.pick("'C:\\'", `"\u00e9"`, "2020-01-01", "[ ]")))
		}
	}
	text := b.String()
	if !withOurs && g.IntN(3) == 0 {
		text = strings.TrimSuffix(text, g.eol)
	}
	return text
}

// nothingButComments is a file without a value, whose meaning nothing can change.
var nothingButComments = regexp.MustCompile(`(?s)^\x{FEFF}?([ \t\r\n]|//[^\n]*(\n|$)|/\*.*?\*/)*$`)

// FuzzPlan: whatever the file holds, Plan either faults it or makes a change
// that says what was asked, keeps the rest, and is stable.
func FuzzPlan(f *testing.F) {
	f.Add(uint8(0), []byte(`{"mcpServers": {"a": {}}}`), "key", "arg")
	f.Add(uint8(1), []byte("// c\n{\"servers\": {\"example-server\": {\"env\": {\"A\": 1}},},}"), "k\"\\", "")
	f.Add(uint8(2), []byte("[mcp_servers.example-server]\ncommand = 'x'\n"), "k'\"\n", "\t")
	for _, id := range []string{"claude-code", "vscode", "codex"} {
		for seed := range uint64(8) {
			f.Add(uint8(seed), []byte(newGenerator(id, seed).file(seed%2 == 0)), "a", "b")
		}
	}
	f.Fuzz(func(t *testing.T, which uint8, file []byte, key, arg string) {
		id := []string{"claude-code", "vscode", "codex"}[which%3]
		c := newConfig(t, id).write(string(file))
		entry := clients.Entry{Name: "example-server", Command: "/x", Env: map[string]string{"API_KEY": key}}
		if arg != "" {
			entry.Args = []string{arg}
		}
		ch, err := clients.Plan(c.client, c.places, entry)
		if err != nil {
			return
		}
		_ = ch.Diff("API_KEY")
		if !nothingButComments.Match(file) {
			checkMeaning(t, id, string(file), string(ch.New))
		}
		c.write(string(ch.New))
		got, ok, err := clients.Lookup(c.client, c.places, entry.Name)
		if err != nil || !ok || got.Command != "/x" || got.Env["API_KEY"] != key || !cmp.Equal(got.Args, entry.Args) && len(entry.Args) > 0 {
			t.Fatalf("read back: %+v, %v, %v in:\n%s", got, ok, err, ch.New)
		}
		if again := c.plan(entry); again.Changed() {
			t.Fatalf("a second Plan changes:\n%q\n%q", again.Old, again.New)
		}
		gone, err := clients.Remove(c.client, c.places, entry.Name)
		if err != nil {
			t.Fatalf("Remove: %v in:\n%s", err, ch.New)
		}
		c.write(string(gone.New))
		if _, ok, err := clients.Lookup(c.client, c.places, entry.Name); ok || err != nil {
			t.Fatalf("after removing: %v, %v in:\n%s", ok, err, gone.New)
		}
	})
}
