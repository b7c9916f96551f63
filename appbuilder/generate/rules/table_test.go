package rules_test

import (
	"flag"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/appbuilder"
	"github.com/mcp-adapters/mcp-adapters/appbuilder/generate"
)

var update = flag.Bool("update", false, "rewrite what must come of the descriptions and the messages in testdata")

// table reads the lines of a file of testdata, has made say what came of each of them, and
// compares that with what follows the line, indented.
func table(t *testing.T, file string, made func(line string) string) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for block := range strings.SplitSeq(strings.TrimSpace(string(text)), "\n\n") {
		line, want, _ := strings.Cut(block, "\n")
		if strings.HasPrefix(line, "#") {
			b.WriteString(block + "\n\n")
			continue
		}
		got := "    " + strings.ReplaceAll(strings.TrimSpace(made(line)), "\n", "\n    ")
		if got != want && !*update {
			t.Errorf("%s\n%s\n  want\n%s", line, got, want)
		}
		b.WriteString(line + "\n" + got + "\n\n")
	}
	if *update {
		if err := os.WriteFile(file, []byte(strings.TrimSpace(b.String())+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// unescaped is a line with what can't be seen in a file: "\n" and "\u202e".
var unescaped = strings.NewReplacer(`\n`, "\n", `\u202e`, "\u202e", `\u200b`, "\u200b", `\u2067`, "\u2067")

// TestGenerate_Table holds what comes of descriptions: layout, tool, name, columns, entries
// and what the tool says of itself.
func TestGenerate_Table(t *testing.T) {
	t.Parallel()
	tools := map[string]bool{}
	table(t, "testdata/descriptions.txt", func(prompt string) string {
		r := generated(t, unescaped.Replace(prompt))
		c := r.Content
		tools[c.ToolName] = true
		var b strings.Builder
		fmt.Fprintf(&b, "%s “%s” %s %s\n", c.Layout, c.Name, c.ToolName, shown(c))
		if h := headers(c); h != "" {
			b.WriteString(h + "\n")
		}
		for i := range min(2, c.Data.Len()) {
			b.WriteString(c.Data.Line(i) + "\n")
		}
		fmt.Fprintf(&b, "%d, %s\n%s", c.Data.Len(), c.Description, c.ToolDescription)
		if !r.Understood {
			b.WriteString("\n" + r.Reply[:strings.Index(r.Reply, ". ")+1])
		}
		if again := generated(t, unescaped.Replace(prompt)); !again.Content.Equal(c) {
			t.Errorf("%q: made differently the second time", prompt)
		}
		return b.String()
	})
	if !*update && len(tools) < 30 {
		t.Errorf("%d tools", len(tools))
	}
}

// shown is the theme in short.
func shown(c appbuilder.Content) string {
	return c.Theme["--primary"] + " on " + c.Theme["--background"]
}

// done begins a reply that says that something was changed.
var done = regexp.MustCompile(`^(?:Updated|Added|Removed|Renamed|Set|Made|Moved|Replaced|Emptied|Turned|Switched|Sorted)\b`)

// TestEdit_Table holds what is answered to messages. A line "App: …" has the description of the
// app for those that follow. Whatever is answered, the reply says "Nothing was changed" or
// answers a question if the app is as it was, and something else if it isn't.
func TestEdit_Table(t *testing.T) {
	t.Parallel()
	var c appbuilder.Content
	var prompt string
	help := edit(t, generated(t, "orders").Content, "help").Reply
	table(t, "testdata/chat.txt", func(line string) string {
		if p, ok := strings.CutPrefix(line, "App: "); ok {
			prompt, c = p, generated(t, p).Content
			return fmt.Sprintf("%s %d", c.Layout, c.Data.Len())
		}
		r, err := generator.Edit(t.Context(), generate.Conversation{Prompt: prompt, Content: c, Message: unescaped.Replace(line)}, ignored)
		if err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		if faults := r.Content.CheckPublish(); len(faults) > 0 {
			t.Errorf("%q: %v", line, faults)
		}
		same := r.Content.Equal(c)
		if same != (len(r.Changes) == 0) || same && done.MatchString(r.Reply) || !same && (strings.Contains(r.Reply, "Nothing was changed") || !r.Understood) {
			t.Errorf("%q: %v %q %q", line, same, r.Changes, r.Reply)
		}
		reply := strings.ReplaceAll(r.Reply, help, "[help]")
		if same {
			return reply
		}
		return reply + "\n" + differences(c, r.Content)
	})
}

// differences says what is different of an app.
func differences(was, is appbuilder.Content) string {
	var all []string
	note := func(a, b string) {
		if a != b {
			all = append(all, b)
		}
	}
	note(was.Name, is.Name)
	note(was.Description, is.Description)
	note(was.ToolName, is.ToolName)
	note(was.ToolDescription, is.ToolDescription)
	note(was.Layout, is.Layout)
	note(headers(was), headers(is))
	for _, key := range []string{"--primary", "--background", "--foreground", "--card", "--accent", "--border", "--radius"} {
		if was.Theme[key] != is.Theme[key] {
			note("", strings.TrimPrefix(key, "--")+" "+is.Theme[key])
		}
	}
	if was.Data.Len() != is.Data.Len() {
		note("", fmt.Sprint(is.Data.Len()))
	}
	if was.Layout == is.Layout {
		for i := range min(was.Data.Len(), is.Data.Len()) {
			if a, b := was.Data.Line(i), is.Data.Line(i); a != b && headers(was) == headers(is) {
				note("", fmt.Sprintf("%d %s", i+1, b))
				break
			}
		}
		if is.Data.Len() > was.Data.Len() {
			note("", is.Data.Line(is.Data.Len()-1))
		}
	}
	return strings.Join(all, " | ")
}
