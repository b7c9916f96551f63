package reliability_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"
)

// ledger keeps what was told about each write, to compare it with the vault.
type ledger struct {
	mu     sync.Mutex // guards the fields below
	writes map[string]write
	counts map[string]int // answers by tool and kind
}

// write is one write. Its text is unique: the title of a create, the description
// of an update of a recipe that no other call updates.
type write struct {
	tool string
	id   string // of the recipe to be updated, or that was answered
	kind string
}

func newLedger() *ledger { return &ledger{writes: map[string]write{}, counts: map[string]int{}} }

// note keeps one answer.
func (l *ledger) note(tool, text, id string, got answer) {
	l.mu.Lock()
	defer l.mu.Unlock()
	kind := got.Kind
	if kind == fine {
		kind = "done"
	}
	l.counts[tool+" "+kind]++
	if text != "" {
		l.writes[text] = write{tool, id, got.Kind}
	}
}

// create makes a recipe with a title of its own, and notes the answer.
func (l *ledger) create(t testing.TB, a *adapter, title string) answer {
	got := a.call("create_recipe", args{
		"title": title, "servings": 2,
		"ingredients": []args{{"name": "zq7 a"}, {"name": "zq7 b"}}, "steps": []args{{"instruction": "zq7 x"}, {"instruction": "zq7 y"}},
	})
	id := ""
	if got.Kind == fine {
		made := decode[recipe](t, got.Body)
		if id = made.ID; made.Title != title {
			t.Errorf("another recipe was answered than %q: %q", title, made.Title)
		}
	}
	l.note("create_recipe", title, id, got)
	return got
}

// update gives a recipe, which nobody else updates, a description of its own.
func (l *ledger) update(t testing.TB, a *adapter, id, text string) answer {
	got := a.call("update_recipe", args{"recipe_id": id, "description": text, "ingredients": []args{{"name": "zq7 c"}, {"name": "zq7 d"}}})
	if got.Kind == fine {
		if r := decode[recipe](t, got.Body); r.ID != id || r.Description != text {
			t.Errorf("another recipe was answered than %s", id)
		}
	}
	l.note("update_recipe", text, id, got)
	return got
}

func (l *ledger) read(t testing.TB, a *adapter, id string) answer {
	if id == "" {
		got := a.call("list_recipes", args{})
		l.note("list_recipes", "", "", got)
		return got
	}
	got := a.call("get_recipe", args{"recipe_id": id})
	if got.Kind == fine {
		if r := decode[recipe](t, got.Body); r.ID != id {
			t.Errorf("asked for %s, got %s", id, r.ID)
		}
	}
	l.note("get_recipe", "", "", got)
	return got
}

// check compares: what was told as done is there exactly once and as answered;
// what was told as not done is not there; everything that is there is whole.
// A process that was killed told nothing, so its last writes may be there.
func (l *ledger) check(t testing.TB, s *server) {
	t.Helper()
	l.mu.Lock()
	defer l.mu.Unlock()
	titles, byID := map[string][]recipe{}, map[string]recipe{}
	for _, row := range s.list() {
		titles[row.Title] = append(titles[row.Title], row)
		byID[row.ID] = row
	}
	unsure := 0
	for text, w := range l.writes {
		there := len(titles[text])
		if w.tool == "update_recipe" {
			there = 0
			if byID[w.id].Description == text {
				there = 1
			}
		}
		switch w.kind {
		case fine:
			if there != 1 {
				t.Errorf("%s was acknowledged and is there %d times", w.tool, there)
			} else if w.tool == "create_recipe" && titles[text][0].ID != w.id {
				t.Errorf("the recipe that was answered is not the one that is there")
			}
		case unknown, "gone":
			unsure++
			if there > 1 {
				t.Errorf("%s of unknown outcome is there %d times", w.tool, there)
			}
		default:
			if there != 0 {
				t.Errorf("%s was told as not done (%s) and is there", w.tool, w.kind)
			}
		}
	}
	checkWhole(t, s, slices.Collect(maps.Keys(byID)))
	t.Logf("%d recipes in the vault, %d writes on record, %d of them with an outcome that was told as unknown: %s",
		len(byID), len(l.writes), unsure, l.summary())
}

// checkWhole looks at some hundreds of recipes for what is half written.
func checkWhole(t testing.TB, s *server, ids []string) {
	t.Helper()
	for _, id := range ids[:min(len(ids), 300)] {
		r := s.get(id)
		names := ""
		for _, in := range r.Ingredients {
			names += strings.TrimPrefix(in.Name, "zq7 ")
		}
		switch {
		case names == "salt" && len(r.Steps) == 1 && r.Description == "": // as made
		case names == "ab" && len(r.Steps) == 2: // as created
		case names == "cd" && r.Description != "": // as updated
		default:
			t.Errorf("half written: %q, %d steps", names, len(r.Steps))
		}
	}
}

func (l *ledger) summary() string {
	var parts []string
	for _, name := range slices.Sorted(maps.Keys(l.counts)) {
		parts = append(parts, fmt.Sprintf("%s %d", name, l.counts[name]))
	}
	return strings.Join(parts, ", ")
}
