package clients

import (
	"cmp"
	"slices"
	"strings"

	"github.com/aymanbagabas/go-udiff"
)

const hidden = "…"

// Diff gives the change as a unified diff, "" when there is none. It shows
// nothing that may be a secret: the values of the variables named in secrets
// are shown as "…", and so is every string that is not part of what the entry
// sets, since config files hold the keys of other servers. Comments are
// shown, without the secrets' values.
func (ch *Change) Diff(secrets ...string) string {
	if !ch.Changed() {
		return ""
	}
	before := ch.values(ch.Old, secrets)
	after := ch.values(ch.New, secrets)
	known := longest(before, after)
	name := ch.Path
	if !ch.Exists {
		name = "/dev/null"
	}
	return udiff.Unified(name, ch.Path,
		ch.mask(ch.Old, secrets, nil, known), ch.mask(ch.New, secrets, before, known))
}

// mask gives the text with what is hidden replaced. Secrets that differ from
// those in before are marked, so that a change of only a key is not lost.
func (ch *Change) mask(file []byte, secrets []string, before map[string]string, known []string) string {
	mark, text := cutBOM(file)
	doc, err := ch.client.format.parse(text)
	if err != nil {
		return "" // Old and New were both parsed when planned
	}
	var edits []edit
	for _, t := range doc.strings() {
		name, isEnv := ch.variable(t)
		_, ours := ch.entry.Env[name]
		switch {
		case isEnv && ours && slices.Contains(secrets, name):
			show := hidden
			if was, ok := before[name]; ok && was != t.value {
				show += " (changed)"
			}
			edits = append(edits, edit{t.start, t.end, `"` + show + `"`})
		case isEnv && ours, ch.plain(t):
		default:
			edits = append(edits, edit{t.start, t.end, `"` + hidden + `"`})
		}
	}
	shown := string(splice(text, edits))
	for _, v := range known {
		shown = strings.ReplaceAll(shown, v, hidden)
	}
	return string(mark) + shown
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
func (ch *Change) plain(t token) bool {
	in, ok := ch.inside(t)
	return ok && len(in) == 1 && (in[0] == "command" || in[0] == "args" || in[0] == "type")
}

// values gives the secrets' values in the entry.
func (ch *Change) values(file []byte, secrets []string) map[string]string {
	_, text := cutBOM(file)
	found := map[string]string{}
	doc, err := ch.client.format.parse(text)
	if err != nil {
		return found
	}
	for _, t := range doc.strings() {
		if name, ok := ch.variable(t); ok && slices.Contains(secrets, name) {
			found[name] = t.value
		}
	}
	return found
}

// longest gives the values that are too long to be a part of other words, the
// longest first, since one may hold another.
func longest(secrets ...map[string]string) []string {
	const short = 6
	var all []string
	for _, m := range secrets {
		for _, v := range m {
			if len(v) >= short {
				all = append(all, v)
			}
		}
	}
	slices.SortFunc(all, func(a, b string) int {
		return cmp.Or(len(b)-len(a), strings.Compare(a, b))
	})
	return all
}
