package recipe

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/mcp-adapters/mcp-adapters/mcp"
	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
	"github.com/mcp-adapters/mcp-adapters/mcp/schema"
	"github.com/mcp-adapters/mcp-adapters/recipe/edit"
	"github.com/mcp-adapters/mcp-adapters/recipe/title"
)

const (
	noteDeleted = "Deleted. To undo this, call create_recipe with what deleted holds; the recipe gets a new id."
	noteKept    = "The person did not confirm, so nothing was deleted."
)

func (t tools) deleteRecipe() mcp.Tool {
	return mcp.Tool{
		Name:  "delete_recipe",
		Title: "Delete a recipe",
		Description: "Delete a recipe for good, and return it whole, so that it can be saved again. " +
			"Use it only when a person has asked for this recipe to be deleted. It needs recipe_id and the recipe's title, which must match.",
		Hints: mcp.Hints{Destructive: true, Idempotent: true},
		Input: schema.Closed([]string{"recipe_id", "title"}, t.idMember(),
			schema.NotBlank(schema.Text("title", "The recipe's title, to be sure which is meant.", 1, 0))),
		Output:  schema.Open([]string{"note"}, schema.Typed("note", "string"), schema.Property{Name: "deleted", Schema: schema.Open(nil)}),
		Explain: t.explainID,
		Call:    t.callDelete,
	}
}

// callDelete deletes a recipe, after the person has confirmed it where the client can ask.
func (t tools) callDelete(ctx context.Context, r *mcp.Request, args schema.Arguments) (mcp.Result, error) {
	id, named := idOf(args), args.Text("title")
	var confirmed []byte // the digest of the recipe that the person was shown; nil: of any
	if asks(r) {
		input := r.Input()
		answer, answered := input.Responses[confirmation]
		if !answered || input.State == nil {
			return mcp.Result{}, t.explainDeletion(ctx, named, t.confirm(ctx, id, named))
		}
		if !accepted(answer) {
			return mcp.StructuredResult(map[string]string{"note": noteKept})
		}
		confirmed = input.State
	}
	deleted, err := t.api.Delete(ctx, id, func(recipe json.RawMessage) error {
		if err := sameAs(recipe, named); err != nil {
			return err
		}
		if confirmed != nil && !slices.Equal(confirmed, digest(recipe)) {
			return &fault.Error{Kind: fault.Conflict, Message: changedConfirmed.Text, Err: errChanged}
		}
		return nil
	})
	if err != nil {
		return mcp.Result{}, t.explainDeletion(ctx, named, err)
	}
	note, err := json.Marshal(noteDeleted)
	if err != nil {
		return mcp.Result{}, err
	}
	return mcp.Result{Structured: slices.Concat([]byte(`{"note":`), note, []byte(`,"deleted":`), deleted, []byte("}"))}, nil
}

// sameAs returns an error if a recipe has another title than the one that was named.
func sameAs(recipe json.RawMessage, named string) error {
	there := titleOf(recipe)
	if title.Key(there) == title.Key(named) {
		return nil
	}
	id, _ := decodeObject(recipe)["id"].(string)
	return &fault.Error{
		Kind: fault.InvalidParams, Field: "title", Candidates: []fault.Candidate{{ID: id, Title: there}},
		Message: fmt.Sprintf("title does not match: the recipe with that id is %s, and nothing was deleted; make sure which recipe the person means", mcp.Quoted(there)),
	}
}

// confirmation names the request that asks the person.
const confirmation = "confirm"

// asks reports whether the client can ask the person.
func asks(r *mcp.Request) bool {
	form := r.Declares("elicitation", "form") || r.Declares("elicitation") && !r.Declares("elicitation", "url")
	return r.Modern() && form
}

// confirm has the client ask the person whether to delete a recipe. Its state is the
// recipe's digest.
func (t tools) confirm(ctx context.Context, id, named string) error {
	recipe, err := t.api.Get(ctx, id)
	if err != nil {
		return err
	}
	if err := sameAs(recipe, named); err != nil {
		return err
	}
	return &mcp.InputRequired{
		Requests: map[string]mcp.InputRequest{confirmation: {Method: "elicitation/create", Params: map[string]any{
			"mode":    "form",
			"message": question(recipe),
			"requestedSchema": map[string]any{
				"type":     "object",
				"required": []string{confirmation},
				"properties": map[string]any{confirmation: map[string]any{
					"type": "boolean", "title": "Delete it for good", "default": false,
				}},
			},
		}}},
		State: digest(recipe),
	}
}

// question asks a person, in one line.
func question(recipe json.RawMessage) string {
	r := decodeObject(recipe)
	count := func(l edit.List) string {
		n := len(l.Of(r))
		if n == 1 {
			return "1 " + l.Noun
		}
		return fmt.Sprintf("%d %s", n, l.Member)
	}
	return fmt.Sprintf("Delete the recipe %s, with its %s and %s?", mcp.Quoted(titleOf(recipe)), count(edit.Ingredients), count(edit.Steps))
}

// accepted reports whether the person has said yes to both: to answer, and to delete.
func accepted(answer json.RawMessage) bool {
	var said struct {
		Action  string         `json:"action"`
		Content map[string]any `json:"content"`
	}
	return json.Unmarshal(answer, &said) == nil && said.Action == "accept" && said.Content[confirmation] == true
}

func digest(recipe json.RawMessage) []byte {
	sum := sha256.Sum256(recipe)
	return sum[:]
}

// explainDeletion adds the recipe that has the title to an error that the id has another.
func (t tools) explainDeletion(ctx context.Context, named string, err error) error {
	failed, ok := errors.AsType[*fault.Error](err)
	if !ok || failed.Kind != fault.InvalidParams || failed.Field != "title" {
		return err
	}
	rows, lookErr := t.rows(ctx)
	if lookErr != nil {
		return err
	}
	likely := titled(rows, named)
	if len(likely) == 0 {
		return err
	}
	more := *failed
	more.Candidates = append(candidates(likely[:1], nil), failed.Candidates...)
	more.Message += fmt.Sprintf(" (%s has the id %s)", mcp.Quoted(likely[0].Title), likely[0].ID)
	return &more
}
