package clients

import (
	"regexp"
	"strings"
	"sync"

	"github.com/pelletier/go-toml/v2"
)

// bareKey is compiled on its first use: a server starts without it.
var bareKey = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[A-Za-z0-9_-]+$`) })

// tomlText writes one part of a key.
func tomlText(key string) string {
	if bareKey().MatchString(key) {
		return key
	}
	return tomlValue(key)
}

// tomlDotted writes a key.
func tomlDotted(path []string) string {
	parts := make([]string, len(path))
	for i, p := range path {
		parts[i] = tomlText(p)
	}
	return strings.Join(parts, ".")
}

// tomlValue writes a string, a list of strings or a map of them on one line.
func tomlValue(v any) string {
	if m, ok := v.(map[string]string); ok {
		return tomlInline(Entry{Env: m})
	}
	b, err := toml.Marshal(map[string]any{"v": v})
	if err != nil { // not for these types
		return `""`
	}
	return strings.TrimSuffix(strings.TrimPrefix(string(b), "v = "), "\n")
}

// tomlInline writes an entry, or without a command its variables alone.
func tomlInline(e Entry) string {
	var parts []string
	if e.Command == "" {
		for _, k := range e.keys() {
			parts = append(parts, tomlText(k)+" = "+tomlValue(e.Env[k]))
		}
	} else {
		parts = append(parts, "command = "+tomlValue(e.Command))
		if len(e.Args) > 0 {
			parts = append(parts, "args = "+tomlValue(e.Args))
		}
		if len(e.Env) > 0 {
			parts = append(parts, "env = "+tomlValue(e.Env))
		}
	}
	return "{ " + strings.Join(parts, ", ") + " }"
}
