package clients

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/aymanbagabas/go-udiff"
)

const (
	hidden  = "…"
	minPart = 6 // what is shorter may be a part of other words by chance
)

// Diff gives the change as a unified diff, "" when there is none. It shows
// nothing that may be a secret: the values of the variables named in secrets
// are shown as "…", and so are what stands before the "@" of an address, what
// comments say, and every string that is not part of what the entry sets,
// since config files hold the keys of other servers. In TOML, lines outside the
// entry are "…", and those in it are shown as they are when written anew.
func (ch *Change) Diff(secrets ...string) string {
	if !ch.Changed() {
		return ""
	}
	old, was, err := ch.parsed(ch.Old)
	if err != nil {
		return "" // Old and New were both parsed when planned
	}
	now, is, err := ch.parsed(ch.New)
	if err != nil {
		return ""
	}
	known := longest(secrets, was.Env, is.Env)
	name := ch.Path
	if !ch.Exists {
		name = "/dev/null"
	}
	return udiff.Unified(name, ch.Path, ch.masked(old, secrets, nil, known), ch.masked(now, secrets, was.Env, known))
}

// parsed reads one side of the difference, and the entry in it.
func (ch *Change) parsed(file []byte) (document, Entry, error) {
	_, text := cutBOM(file)
	doc, err := ch.client.format.parse(text)
	if err != nil {
		return nil, Entry{}, err
	}
	e, _, err := doc.lookup(ch.client.member, ch.entry.Name)
	return doc, e, err
}

// masked gives the text with what is hidden replaced. Secrets that differ from
// those in before are marked, so that a change of only a key is not lost.
func (ch *Change) masked(doc document, secrets []string, before map[string]string, known []string) string {
	text := string(doc.masked(ch.client.member, ch.entry.Name, func(path []string, value string) string {
		switch {
		case len(path) == 1 && (path[0] == "command" || path[0] == "type" || path[0] == "args" && slices.Contains(ch.entry.Args, value)), len(path) == 1 && value == ch.entry.URL:
			return withoutUser(value)
		case len(path) != 2 || path[0] != "env":
			return hidden
		}
		name := path[1]
		if _, ours := ch.entry.Env[name]; !ours {
			return hidden
		}
		text := shown(name, value, secrets)
		if was, ok := before[name]; ok && was != value && shown(name, was, secrets) == text {
			text += " (changed)"
		}
		return text
	}))
	for _, secret := range known {
		text = strings.ReplaceAll(text, secret, hidden)
	}
	return text
}

// Masked gives the entry as [Change.Diff] shows the values in it.
func (e Entry) Masked(secrets ...string) Entry {
	e.URL = withoutUser(e.URL)
	e.Env, e.Headers = maps.Clone(e.Env), maps.Clone(e.Headers)
	for name, value := range e.Env {
		e.Env[name] = shown(name, value, secrets)
	}
	for name := range e.Headers {
		e.Headers[name] = hidden
	}
	return e
}

// shown is what may be seen of a variable's value.
func shown(name, value string, secrets []string) string {
	if slices.Contains(secrets, name) {
		return hidden
	}
	return withoutUser(value)
}

// withoutUser hides what stands before the host of an address. A password may
// hold all sorts of things, so that this rather hides too much.
func withoutUser(value string) string {
	scheme, rest, _ := strings.Cut(value, "://")
	at := strings.LastIndexByte(rest, '@')
	if at < 0 {
		return value
	}
	return scheme + "://" + hidden + rest[at:]
}

// longest gives those of the secrets' values that are too long to be a part of
// other words, the longest first, since one may hold another.
func longest(secrets []string, envs ...map[string]string) []string {
	var all []string
	for _, env := range envs {
		for _, name := range secrets {
			if v := env[name]; len(v) >= minPart {
				all = append(all, v)
			}
		}
	}
	slices.SortFunc(all, func(a, b string) int {
		return cmp.Or(len(b)-len(a), strings.Compare(a, b))
	})
	return all
}
