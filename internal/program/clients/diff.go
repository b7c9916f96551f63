package clients

import (
	"slices"
	"strings"

	"github.com/aymanbagabas/go-udiff"
)

const (
	hidden  = "…"
	minPart = 6 // a shorter secret may be part of other words by chance
)

// Diff returns the change of the entry as a unified diff, "" for no change. It shows the
// entry as in a file of its own, and masks it as [Snippet] does.
func (ch *Change) Diff(secrets ...string) string {
	if !ch.Changed() {
		return ""
	}
	mask := func(entry map[string]any) string { return ch.client.masked(entry, ch.was, ch.entry, secrets) }
	title := ch.Path + ", entry " + ch.entry.Name
	return udiff.Unified(title+" (before)", title+" (after)", mask(ch.was), mask(ch.is))
}

// masked writes an entry with "…" for the values of the variables named in secrets and
// of headers, for the user and password in an address, and for every text that e does not
// set. A secret that differs from the one in was is marked as changed.
func (c Client) masked(entry, was map[string]any, e Entry, secrets []string) string {
	if entry == nil {
		return ""
	}
	env, _ := was["env"].(map[string]any)
	headers, _ := was[c.headers].(map[string]any)
	shown := walk(nil, entry, func(path []string, v any) any {
		value, isText := v.(string)
		name := path[len(path)-1]
		secret := path[0] == "env" && slices.Contains(secrets, name)
		if !isText && !secret {
			return v
		}
		_, variable := e.Env[name]
		_, header := e.Headers[name]
		before, mask := env, withoutUser
		switch {
		case len(path) == 1 && (name == "command" || name == "type" || name == "args" && slices.Contains(e.Args, value) || value == e.URL):
			return withoutUser(value)
		case isText && len(path) == 2 && path[0] == "env" && variable:
			if secret {
				mask = func(string) string { return hidden }
			}
		case isText && len(path) == 2 && path[0] == c.headers && header:
			before, mask = headers, func(string) string { return hidden }
		default:
			return hidden
		}
		if old, ok := before[name].(string); ok && old != value && mask(old) == mask(value) {
			return mask(value) + " (changed)"
		}
		return mask(value)
	})
	text, err := c.text(e.Name, shown.(map[string]any))
	if err != nil {
		return hidden // cannot happen to an entry that was read or checked
	}
	for _, name := range secrets { // a user may have put the key into the command too
		if key, _ := env[name].(string); len(key) >= minPart {
			text = strings.ReplaceAll(text, key, hidden)
		}
	}
	return text
}

// walk returns a tree with each value replaced by visit. The path has the names on the way
// to the value, without indexes.
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
			table[name] = walk(append(slices.Clip(path), name), v[name], visit)
		}
		return table
	}
	return visit(path, v)
}

// withoutUser masks the user and password in an address. A password may have any
// character, so it masks everything before the last "@".
func withoutUser(value string) string {
	scheme, rest, _ := strings.Cut(value, "://")
	at := strings.LastIndexByte(rest, '@')
	if at < 0 {
		return value
	}
	return scheme + "://" + hidden + rest[at:]
}
