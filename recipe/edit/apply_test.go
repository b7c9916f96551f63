package edit_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/harness"
	"github.com/mcp-adapters/mcp-adapters/recipe/edit"
)

func TestMain(m *testing.M) { harness.Main(m, nil) }

// entries makes ingredients of these names, each with a quantity of its own.
func entries(names ...string) []edit.Entry {
	list := make([]edit.Entry, len(names))
	for i, name := range names {
		list[i] = edit.Entry{"name": name, "quantity": float64(i + 1)}
	}
	return list
}

func names(list []edit.Entry) string {
	var names []string
	for _, e := range list {
		name, _ := e["name"].(string)
		names = append(names, name)
	}
	return strings.Join(names, " ")
}

func TestApply(t *testing.T) {
	t.Parallel()
	leek := edit.Entry{"name": "leek"}
	tests := []struct {
		name  string
		list  string
		edits []edit.Edit
		want  string
		index int
		says  string // of the refusal
	}{
		{name: "none", list: "a b", want: "a b"},
		{name: "add at the end", list: "a b", edits: []edit.Edit{{Op: edit.Add, Entry: leek}}, want: "a b leek"},
		{name: "add at the start", list: "a b", edits: []edit.Edit{{Op: edit.Add, Position: new(0), Entry: leek}}, want: "leek a b"},
		{name: "add after the last", list: "a b", edits: []edit.Edit{{Op: edit.Add, Position: new(2), Entry: leek}}, want: "a b leek"},
		{name: "add to nothing", edits: []edit.Edit{{Op: edit.Add, Entry: leek}}, want: "leek"},
		{name: "replace by position", list: "a b c", edits: []edit.Edit{{Op: edit.Replace, Position: new(1), Entry: leek}}, want: "a leek c"},
		{name: "replace by name", list: "a Ö c", edits: []edit.Edit{{Op: edit.Replace, Name: " ö\t", Entry: leek}}, want: "a leek c"},
		{name: "remove by position", list: "a b c", edits: []edit.Edit{{Op: edit.Remove, Position: new(2)}}, want: "a b"},
		{name: "remove by position and name", list: "a b b", edits: []edit.Edit{{Op: edit.Remove, Position: new(2), Name: "B"}}, want: "a b"},
		{name: "move down", list: "a b c d", edits: []edit.Edit{{Op: edit.Move, Position: new(0), To: new(2)}}, want: "b c a d"},
		{name: "move up", list: "a b c d", edits: []edit.Edit{{Op: edit.Move, Name: "d", To: new(0)}}, want: "d a b c"},
		{name: "later positions first", list: "a b c d", edits: []edit.Edit{{Op: edit.Remove, Position: new(3)}, {Op: edit.Remove, Position: new(1)}}, want: "a c"},
		{name: "names after a shift", list: "a b c d", edits: []edit.Edit{{Op: edit.Remove, Name: "a"}, {Op: edit.Remove, Name: "c"}}, want: "b d"},
		{name: "position and name after a shift", list: "a b b", edits: []edit.Edit{{Op: edit.Remove, Name: "a"}, {Op: edit.Remove, Position: new(0), Name: "b"}}, want: "b"},
		{name: "what was added past the end", list: "a", edits: []edit.Edit{{Op: edit.Add, Entry: leek}, {Op: edit.Move, Position: new(1), To: new(0)}}, want: "leek a"},
		{name: "the same entry twice", list: "a b", edits: []edit.Edit{{Op: edit.Replace, Position: new(1), Entry: leek}, {Op: edit.Move, Name: "leek", To: new(0)}}, want: "leek a"},

		{name: "past the end", list: "a b", edits: []edit.Edit{{Op: edit.Remove, Position: new(2)}}, says: "no position 2: the recipe has 2 ingredients at that point, at the positions 0 to 1"},
		{name: "of nothing", edits: []edit.Edit{{Op: edit.Remove, Position: new(0)}}, says: "the recipe has no ingredients"},
		{name: "add past the end", list: "a b", edits: []edit.Edit{{Op: edit.Add, Position: new(3), Entry: leek}}, says: "position 3 is past the end"},
		{name: "move past the end", list: "a", edits: []edit.Edit{{Op: edit.Move, Position: new(0), To: new(1)}}, says: "there is no position 1 to move to: the recipe has 1 ingredient at that point, at position 0"},
		{name: "no such name", list: "a b", edits: []edit.Edit{{Op: edit.Remove, Position: new(0)}, {Op: edit.Remove, Name: "a"}}, index: 1, says: "no ingredient has that name"},
		{name: "two of a name", list: "a b A", edits: []edit.Edit{{Op: edit.Remove, Name: "a"}}, says: "2 ingredients have that name, at the positions 0, 2; give the position too"},
		{name: "another name", list: "a b", edits: []edit.Edit{{Op: edit.Remove, Position: new(0), Name: "b"}}, says: "the ingredient at position 0 has another name; that one is at position 1"},
		{name: "another name, nowhere", list: "a b", edits: []edit.Edit{{Op: edit.Remove, Position: new(0), Name: "x"}}, says: "the ingredient at position 0 has another name, and no ingredient has that one"},
		{name: "a position that could be meant either way", list: "a b c d", edits: []edit.Edit{{Op: edit.Remove, Position: new(0)}, {Op: edit.Remove, Position: new(1)}}, index: 1, says: "earlier edits have given position 1 to another ingredient"},
		{name: "no op", list: "a", edits: []edit.Edit{{Position: new(0)}}, says: "op must be"},
		{name: "nothing named", list: "a", edits: []edit.Edit{{Op: edit.Remove}}, says: "remove needs the position"},
		{name: "no entry", list: "a", edits: []edit.Edit{{Op: edit.Replace, Position: new(0)}}, says: "replace needs ingredient, the new entry"},
		{name: "an entry too many", list: "a", edits: []edit.Edit{{Op: edit.Remove, Position: new(0), Entry: leek}}, says: "remove takes no ingredient"},
		{name: "no to", list: "a", edits: []edit.Edit{{Op: edit.Move, Position: new(0)}}, says: "move needs to"},
		{name: "a to too many", list: "a", edits: []edit.Edit{{Op: edit.Remove, Position: new(0), To: new(0)}}, says: "remove takes no to"},
		{name: "add by name", list: "a", edits: []edit.Edit{{Op: edit.Add, Name: "a", Entry: leek}}, says: "add takes ingredient, the new entry"},
		{name: "too many", list: "a", edits: make([]edit.Edit, edit.Most+1), index: edit.Most, says: "at most 500 edits"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			list := entries(strings.Fields(tt.list)...)
			before := slices.Clone(list)
			got, err := edit.Ingredients.Apply(list, tt.edits)
			if diff := cmp.Diff(before, list); diff != "" {
				t.Errorf("the list itself was changed: %s", diff)
			}
			if tt.says == "" {
				if err != nil || names(got) != tt.want {
					t.Errorf("got %q, %v, want %q", names(got), err, tt.want)
				}
				return
			}
			refused, ok := errors.AsType[*edit.Refused](err)
			if !ok || refused.Index != tt.index || !strings.Contains(refused.Reason, tt.says) || got != nil {
				t.Errorf("got %q, %+v, want edit %d: %q", names(got), err, tt.index, tt.says)
			}
		})
	}
}

// random returns a list and edits that may be refused.
func random(r *rand.Rand) ([]edit.Entry, []edit.Edit) {
	var list []edit.Entry
	for range r.IntN(8) {
		list = append(list, edit.Entry{"name": string(rune('a' + r.IntN(6)))})
	}
	var edits []edit.Edit
	for i := range r.IntN(6) {
		e := edit.Edit{Op: []string{edit.Add, edit.Replace, edit.Remove, edit.Move}[r.IntN(4)]}
		if at := r.IntN(len(list) + 2); at > 0 {
			e.Position = new(at - 1)
		}
		if e.Op == edit.Add || e.Op == edit.Replace {
			e.Entry = edit.Entry{"name": fmt.Sprintf("new %d", i)}
		}
		if e.Op == edit.Move {
			e.To = new(r.IntN(len(list) + 1))
		}
		if e.Op != edit.Add && r.IntN(2) == 0 {
			e.Name = string(rune('A' + r.IntN(6)))
		}
		edits = append(edits, e)
	}
	return list, edits
}

// TestApply_losesNothing asserts that every entry that no edit names is there
// afterwards, the same and in the same order among those that weren't moved.
func TestApply_losesNothing(t *testing.T) {
	t.Parallel()
	r, made := harness.Seeded(t), 0
	for range 20_000 {
		list, edits := random(r)
		for i, e := range list {
			e["id"] = i
		}
		got, err := edit.Ingredients.Apply(list, edits)
		if err != nil {
			continue
		}
		made++
		names := func(e edit.Entry, kinds ...string) bool {
			return slices.ContainsFunc(edits, func(d edit.Edit) bool {
				at := slices.IndexFunc(list, func(l edit.Entry) bool { return l["id"] == e["id"] })
				fits := (d.Position == nil || d.Name != "" || *d.Position == at) && (d.Name == "" || strings.EqualFold(d.Name, e["name"].(string)))
				return slices.Contains(kinds, d.Op) && fits
			})
		}
		var want, kept []any
		for _, e := range list {
			if !names(e, edit.Replace, edit.Remove, edit.Move) {
				want = append(want, e["id"])
			}
		}
		there := map[any]edit.Entry{}
		for _, e := range got {
			there[e["id"]] = e
			if id, ok := e["id"].(int); ok && slices.Contains(want, e["id"]) {
				kept = append(kept, id)
			}
		}
		if !slices.Equal(want, kept) {
			t.Fatalf("%v, %+v: kept %v of %v", list, edits, kept, want)
		}
		grown := len(got) - len(list)
		for _, e := range edits {
			switch e.Op {
			case edit.Add:
				grown--
			case edit.Remove:
				grown++
			}
		}
		if grown != 0 {
			t.Fatalf("%v, %+v: %v", list, edits, got)
		}
	}
	if made < 2000 {
		t.Errorf("only %d of 20,000 were made", made)
	}
}

// TestApply_undone asserts that an edit and its opposite change nothing, in one call
// and in two.
func TestApply_undone(t *testing.T) {
	t.Parallel()
	r := harness.Seeded(t)
	for range 300 {
		list := entries("a", "b", "c", "d", "e")[:1+r.IntN(5)]
		first, second := r.IntN(len(list)), r.IntN(len(list))
		at, to := &first, &second
		name := list[first]["name"].(string)
		leek := edit.Entry{"name": "leek"}
		for _, pair := range [][2]edit.Edit{
			{{Op: edit.Add, Position: at, Entry: leek}, {Op: edit.Remove, Name: "leek"}},
			{{Op: edit.Add, Position: at, Entry: leek}, {Op: edit.Remove, Position: at, Name: "leek"}},
			{{Op: edit.Move, Position: at, To: to}, {Op: edit.Move, Name: name, To: at}},
			{{Op: edit.Remove, Position: at}, {Op: edit.Add, Position: at, Entry: list[first]}},
			{{Op: edit.Replace, Position: at, Entry: leek}, {Op: edit.Replace, Position: at, Entry: list[first]}},
		} {
			got, err := edit.Ingredients.Apply(list, pair[:])
			if diff := cmp.Diff(list, got); diff != "" || err != nil {
				t.Fatalf("%+v: %v %s", pair, err, diff)
			}
			got, err = edit.Ingredients.Apply(list, pair[:1])
			if err == nil {
				got, err = edit.Ingredients.Apply(got, pair[1:])
			}
			if diff := cmp.Diff(list, got); diff != "" || err != nil {
				t.Fatalf("%+v, in two calls: %v %s", pair, err, diff)
			}
		}
	}
}
