package recipe

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/mcp-adapters/mcp-adapters/mcp"
	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
	"github.com/mcp-adapters/mcp-adapters/mcp/schema"
	"github.com/mcp-adapters/mcp-adapters/recipe/edit"
)

// expected is the argument that says which recipe the model has seen.
const expected = "expected_updated_at"

// editsOf is the argument with the edits of a list.
func editsOf(l edit.List) string { return l.Noun + "_edits" }

// editing are the arguments of update_recipe beside those of a new recipe.
func editing() []schema.Property {
	return []schema.Property{
		schema.Unkept(edits(edit.Ingredients, ingredient())),
		schema.Unkept(edits(edit.Steps, step())),
		schema.Unkept(schema.Text(expected, "The updated_at that you have seen: refuses the update if the recipe has changed since.", 1, 0)),
	}
}

// edits is the argument with the edits of one list. The members of an entry are described
// in the list itself.
func edits(l edit.List, entry *jsonschema.Schema) schema.Property {
	for _, member := range entry.Properties {
		member.Description = ""
	}
	entry.Description = "The new one, whole, for add and replace."
	op := schema.Choice("op", "What to do.", edit.Add, edit.Replace, edit.Remove, edit.Move)
	op = schema.Aliases(schema.Aliases(op, edit.Add, "insert"), edit.Remove, "delete")
	return schema.List(editsOf(l), "Changes to single "+l.Member+", in place of the whole list.", schema.Closed([]string{"op"},
		op,
		schema.Integer("position", "Which one, as get_recipe gives it: 0 is the first. For add: where, else at the end.", 0, schema.MaxInt32),
		schema.Text(l.Key, "Which one, by its exact "+l.Key+"; checked if there is a position too.", 1, 0),
		schema.Integer("to", "For move: its new position.", 0, schema.MaxInt32),
		schema.Property{Name: l.Noun, Schema: entry},
	))
}

// revision is an update of a recipe that depends on what the recipe is.
type revision struct {
	fields map[string]any            // replaced whole
	edits  map[edit.List][]edit.Edit // nil: none
	seen   string                    // updated_at; "": any
}

// revisionOf reads the arguments of update_recipe. It returns nil if they don't depend on
// what the recipe is.
func revisionOf(args schema.Arguments) (*revision, error) {
	r := &revision{fields: maps.Clone(map[string]any(args)), edits: map[edit.List][]edit.Edit{}, seen: args.Text(expected)}
	given := false
	for _, l := range []edit.List{edit.Ingredients, edit.Steps} {
		values, ok := args[editsOf(l)].([]any)
		if !ok {
			continue
		}
		given = true
		if args[l.Member] != nil {
			return nil, &fault.Error{
				Kind: fault.InvalidParams, Field: editsOf(l),
				Message: fmt.Sprintf("%s and %s exclude each other: send the edits alone, or the whole list; nothing was changed", l.Member, editsOf(l)),
			}
		}
		list := make([]edit.Edit, len(values))
		for i, value := range values {
			list[i] = editOf(l, value.(map[string]any))
		}
		if err := l.Check(list); err != nil {
			return nil, refusedEdit(l, err, nil)
		}
		if len(list) > 0 {
			r.edits[l] = list
		}
	}
	for _, name := range []string{"recipe_id", expected, editsOf(edit.Ingredients), editsOf(edit.Steps)} {
		delete(r.fields, name)
	}
	switch {
	case len(r.fields)+len(r.edits) == 0:
		return nil, &fault.Error{Kind: fault.InvalidParams, Field: "arguments", Message: "nothing to change was given; send a field of the recipe, or edits"}
	case !given && r.seen == "":
		return nil, nil
	}
	return r, nil
}

func editOf(l edit.List, value map[string]any) edit.Edit {
	whole := func(name string) *int {
		n, ok := value[name].(float64)
		if !ok {
			return nil
		}
		return new(int(n))
	}
	op, _ := value["op"].(string)
	name, _ := value[l.Key].(string)
	entry, _ := value[l.Noun].(map[string]any)
	return edit.Edit{Op: op, Position: whole("position"), Name: name, To: whole("to"), Entry: entry}
}

// body returns the body of the update that makes the revision of a recipe.
func (r *revision) body(recipe json.RawMessage) (json.RawMessage, error) {
	before := decodeObject(recipe)
	if now, _ := before["updated_at"].(string); r.seen != "" && !sameTime(r.seen, now) {
		return nil, &fault.Error{Kind: fault.Conflict, Field: expected, Message: changedBefore.With(now), Err: errChanged}
	}
	body := maps.Clone(r.fields)
	for _, l := range []edit.List{edit.Ingredients, edit.Steps} {
		if r.edits[l] == nil {
			continue
		}
		list := l.Of(before)
		changed, err := l.Apply(list, r.edits[l])
		if err != nil {
			return nil, refusedEdit(l, err, list)
		}
		entries := make([]any, len(changed))
		for i, entry := range changed {
			entry = maps.Clone(entry)
			for _, own := range copied {
				delete(entry, own)
			}
			entries[i] = entry
		}
		body[l.Member] = entries
	}
	return schema.Arguments(body).Body()
}

// refusedEdit is the error of an edit that can't be made of a list.
func refusedEdit(l edit.List, err error, list []edit.Entry) error {
	refused, ok := errors.AsType[*edit.Refused](err)
	if !ok {
		return err
	}
	field := fmt.Sprintf("%s[%d]", editsOf(l), refused.Index)
	message := field + ": " + refused.Reason + ". Nothing was changed."
	if len(list) > 0 {
		message += " The " + l.Member + " by position: " + l.Outline(list, mcp.Quoted) + "."
	}
	return &fault.Error{Kind: fault.InvalidParams, Field: field, Message: message}
}

// changes says in words what a write has changed, as members of a result's _meta; nil if
// nothing.
func changes(before, after json.RawMessage) json.RawMessage {
	said := edit.Differences(decodeObject(before), decodeObject(after), mcp.Quoted)
	if len(said) == 0 {
		return nil
	}
	meta, err := schema.Arguments{"changes": said}.Body()
	if err != nil {
		return nil
	}
	return meta
}

// sameTime compares times as APIs write them: with a blank or a T, with a zone or without.
func sameTime(a, b string) bool {
	normal := func(s string) string {
		s = strings.Replace(strings.TrimSpace(s), " ", "T", 1)
		return strings.TrimSuffix(strings.TrimSuffix(s, "Z"), "+00:00")
	}
	return normal(a) == normal(b)
}
