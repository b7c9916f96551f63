package clients

import (
	"cmp"
	"slices"
	"strings"

	"github.com/aymanbagabas/go-udiff"
	"github.com/go-json-experiment/json/jsontext"
)

const hidden = "…"

// Diff gives the change as a unified diff, "" when there is none. It shows
// nothing that may be a secret: the values of the variables named in secrets
// are shown as "…", and so are what stands before the "@" of an address, what
// comments say, and every string that is not part of what the entry sets,
// since config files hold the keys of other servers.
func (ch *Change) Diff(secrets ...string) string {
	if !ch.Changed() {
		return ""
	}
	old, err := ch.view(ch.Old)
	if err != nil {
		return "" // Old and New were both parsed when planned
	}
	now, err := ch.view(ch.New)
	if err != nil {
		return ""
	}
	known := longest(secrets, old.env, now.env)
	name := ch.Path
	if !ch.Exists {
		name = "/dev/null"
	}
	return udiff.Unified(name, ch.Path, ch.mask(old, secrets, nil, known), ch.mask(now, secrets, old.env, known))
}

// view is one side of the difference.
type view struct {
	mark, text []byte
	strings    []token
	comments   []span
	env        map[string]string // the entry's variables
}

func (ch *Change) view(file []byte) (view, error) {
	mark, text := cutBOM(file)
	doc, err := ch.client.format.parse(text)
	if err != nil {
		return view{}, err
	}
	v := view{mark: mark, text: text, strings: doc.strings(), comments: doc.comments(), env: map[string]string{}}
	for _, t := range v.strings {
		if name, ok := ch.variable(t); ok {
			v.env[name] = t.value
		}
	}
	return v, nil
}

// mask gives the text with what is hidden replaced. Secrets that differ from
// those in before are marked, so that a change of only a key is not lost.
func (ch *Change) mask(v view, secrets []string, before map[string]string, known []string) string {
	var edits []edit
	for _, c := range v.comments {
		edits = append(edits, c.masked(v.text))
	}
	for _, t := range v.strings {
		name, isEnv := ch.variable(t)
		_, ours := ch.entry.Env[name]
		show := func(value string) string {
			if slices.Contains(secrets, name) {
				return hidden
			}
			return withoutUser(value)
		}
		text := hidden
		switch {
		case isEnv && ours:
			text = show(t.value)
			if was, ok := before[name]; ok && was != t.value && show(was) == text {
				text += " (changed)"
			}
		case ch.plain(t):
			text = withoutUser(t.value)
		}
		if text != t.value {
			edits = append(edits, edit{t.start, t.end, quoteShown(text)})
		}
	}
	shown := string(splice(v.text, edits))
	for _, secret := range known {
		shown = strings.ReplaceAll(shown, secret, hidden)
	}
	return string(v.mark) + shown
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

// quoteShown writes a string as both JSON and TOML have it.
func quoteShown(text string) string {
	quoted, err := jsontext.AppendQuote(nil, text)
	if err != nil { // not for UTF-8, which the file is
		return `"` + hidden + `"`
	}
	return string(quoted)
}

// inside gives the names below the entry that lead to t.
func (ch *Change) inside(t token) ([]string, bool) {
	entry := []string{ch.client.member, ch.entry.Name}
	if !under(t.path, entry) {
		return nil, false
	}
	return t.path[len(entry):], true
}

// variable gives the name if t is the value of one of the entry's variables.
func (ch *Change) variable(t token) (string, bool) {
	if in, ok := ch.inside(t); ok && len(in) == 2 && in[0] == "env" {
		return in[1], true
	}
	return "", false
}

// plain reports whether t is a part of the entry that holds no secrets.
// Arguments that somebody else put there may be some.
func (ch *Change) plain(t token) bool {
	in, ok := ch.inside(t)
	if !ok || len(in) != 1 {
		return false
	}
	return in[0] == "command" || in[0] == "type" || in[0] == "args" && slices.Contains(ch.entry.Args, t.value)
}

// longest gives those of the secrets' values that are too long to be a part of
// other words, the longest first, since one may hold another.
func longest(secrets []string, envs ...map[string]string) []string {
	const short = 6
	var all []string
	for _, env := range envs {
		for _, name := range secrets {
			if v := env[name]; len(v) >= short {
				all = append(all, v)
			}
		}
	}
	slices.SortFunc(all, func(a, b string) int {
		return cmp.Or(len(b)-len(a), strings.Compare(a, b))
	})
	return all
}
