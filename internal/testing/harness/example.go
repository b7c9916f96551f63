package harness

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Example returns a program's command as the example of a client's config file starts it,
// with these arguments after its own. The example must name an absolute path, which
// the person who uses it changes, and stand in the document too.
func Example(tb testing.TB, program, file, document string, args ...string) *Command {
	tb.Helper()
	text := inRoot(tb, file)
	if !strings.Contains(inRoot(tb, document), "```json\n"+text+"```") {
		tb.Errorf("the example in %s is not %s", document, file)
	}
	var example struct {
		Servers map[string]struct {
			Command string            `json:"command"`
			Args    []string          `json:"args"`
			Env     map[string]string `json:"env"`
		} `json:"mcpServers"`
	}
	if err := json.Unmarshal([]byte(text), &example); err != nil {
		tb.Fatal(err)
	}
	entry, ok := example.Servers[program]
	if !ok || len(example.Servers) != 1 || !filepath.IsAbs(entry.Command) || filepath.Base(entry.Command) != program || entry.Args == nil {
		tb.Fatalf("%s", text)
	}
	c := Program(tb, program, append(entry.Args, args...)...)
	for name, value := range entry.Env {
		c.Set(name + "=" + value)
	}
	return c
}

func inRoot(tb testing.TB, path string) string {
	tb.Helper()
	text, err := os.ReadFile(filepath.Join(Root(tb), filepath.FromSlash(path)))
	if err != nil {
		tb.Fatal(err)
	}
	return string(text)
}
