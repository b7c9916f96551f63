package clients

import (
	"maps"
	"slices"
	"strings"

	"github.com/aymanbagabas/go-udiff"
)

const (
	hidden  = "…"
	minPart = 6 // what is shorter may be a part of other words by chance
)

// Diff gives what becomes of the entry as a unified diff, "" when nothing does. The
// entry is written as in a file of its own, so that nothing else of the file is shown.
// Nor is anything in the entry that may be a secret: "…" stands for the values of the
// variables named in secrets and of headers, for what precedes the "@" of an address, and for
// every text that is not part of what the entry sets.
func (ch *Change) Diff(secrets ...string) string {
	if !ch.Changed() {
		return ""
	}
	title := ch.Path + ", entry " + ch.entry.Name
	return udiff.Unified(title+" (before)", title+" (after)", ch.masked(ch.was, secrets), ch.masked(ch.is, secrets))
}

// masked writes an entry as it is shown. A secret that differs from the one before is
// marked, so that a change of only a key is not lost.
func (ch *Change) masked(entry map[string]any, secrets []string) string {
	if entry == nil {
		return ""
	}
	before, _ := ch.was["env"].(map[string]any)
	sent, _ := ch.was[ch.client.headers].(map[string]any)
	shown := walk(nil, entry, func(path []string, v any) any {
		value, isText := v.(string)
		name := path[len(path)-1]
		_, ours := ch.entry.Env[name]
		_, header := ch.entry.Headers[name]
		switch {
		case !isText && path[0] == "env" && slices.Contains(secrets, name):
			return hidden
		case !isText:
			return v
		case len(path) == 1 && (name == "command" || name == "type" || name == "args" && slices.Contains(ch.entry.Args, value) || value == ch.entry.URL):
			return withoutUser(value)
		case len(path) == 2 && path[0] == ch.client.headers && header:
			if was, ok := sent[name].(string); ok && was != value {
				return hidden + " (changed)"
			}
			return hidden
		case len(path) != 2 || path[0] != "env" || !ours:
			return hidden
		}
		text := visible(name, value, secrets)
		if was, ok := before[name].(string); ok && was != value && visible(name, was, secrets) == text {
			text += " (changed)"
		}
		return text
	})
	text, err := ch.client.text(ch.entry.Name, shown.(map[string]any))
	if err != nil {
		return hidden // no entry that was read or checked
	}
	for _, name := range secrets { // which someone may have put into the command too
		if key, _ := before[name].(string); len(key) >= minPart {
			text = strings.ReplaceAll(text, key, hidden)
		}
	}
	return text
}

// walk gives a tree with what visit makes of each value in it. The path has the names on
// the way to a value; indexes are left out.
func walk(path []string, v any, visit func(path []string, v any) any) any {
	switch v := v.(type) {
	case []any:
		list := make([]any, len(v))
		for i := range v {
			list[i] = walk(path, v[i], visit)
		}
		return list
	case map[string]any:
		table := make(map[string]any, len(v))
		for name := range v {
			table[name] = walk(join(path, name), v[name], visit)
		}
		return table
	}
	return visit(path, v)
}

// visible is what may be seen of a variable's value.
func visible(name, value string, secrets []string) string {
	if slices.Contains(secrets, name) {
		return hidden
	}
	return withoutUser(value)
}

// masked gives the entry as it is shown.
func (e Entry) masked(secrets []string) Entry {
	e.URL = withoutUser(e.URL)
	e.Env, e.Headers = maps.Clone(e.Env), maps.Clone(e.Headers)
	for name, value := range e.Env {
		e.Env[name] = visible(name, value, secrets)
	}
	for name := range e.Headers {
		e.Headers[name] = hidden
	}
	return e
}

// withoutUser hides what precedes the host of an address. A password may
// hold all sorts of things, so that this rather hides too much.
func withoutUser(value string) string {
	scheme, rest, _ := strings.Cut(value, "://")
	at := strings.LastIndexByte(rest, '@')
	if at < 0 {
		return value
	}
	return scheme + "://" + hidden + rest[at:]
}
