package vault

import (
	"errors"
	"net/http"
	"time"

	"github.com/google/uuid"

	"github.com/mcp-adapters/mcp-adapters/recipe/title"
	"github.com/mcp-adapters/mcp-adapters/recipe/vault/family"
)

// create stores a new recipe and gives it as it was stored. It fails with [conflict]
// when the title is taken, by whomever, and with [tooMuch]; a restored recipe may have a title that
// differs from another only in what is cleaned away, and values from before the
// rules. When it fails with [crowded], nothing was stored.
func (v *Vault) create(c call) (result, error) {
	b, err := c.decodeBody()
	if err == nil && b.Title == nil {
		err = unprocessable("title is required")
	}
	if err != nil {
		return result{}, err
	}
	by := c.scope.author
	if restores(c.ctx) {
		author, err := b.restored(c.body)
		if err != nil {
			return result{}, err
		}
		if by == nil {
			by = author
		}
	} else {
		b.cleanTitle()
		if err := b.validate(); err != nil {
			return result{}, err
		}
	}
	run := v.store.Write
	if c.authorDecides(by) {
		run = v.store.WriteSerial
	}
	return tagged(v.write(c, http.StatusCreated, run, func(t tx) ([]byte, error) {
		t.id = uuid.NewString()
		if err := t.settleAuthor(by); err != nil {
			return nil, err
		}
		values := b.values(by, v.opts.Now)
		key := title.ExactKey(*b.Title)
		values.Key, values.Distinct = &key, !restores(t.ctx)
		values.Terms = b.terms()
		switch err := t.Insert(t.scope.Scope, t.id, values); {
		case errors.Is(err, ErrTaken):
			return nil, t.conflict(*b.Title, err)
		case err != nil:
			return nil, err
		}
		if err := t.count(true); err != nil {
			return nil, err
		}
		return t.details()
	}))
}

// update changes what the body holds and gives the recipe as it is then. It fails
// with the first rule that a change breaks, with [notFound] when the id is not in
// scope, with [changed], with [conflict], with [tooMuch] and with [crowded].
func (v *Vault) update(c call) (result, error) {
	sent, err := c.decodeBody()
	if err != nil {
		return result{}, err
	}
	sent.cleanTitle()
	broken := sent.validate()
	return tagged(v.write(c, http.StatusOK, v.store.Write, func(t tx) ([]byte, error) {
		if err := t.checkMatch(); err != nil {
			return nil, err
		}
		b := sent // this try's own
		if broken != nil {
			if err := t.dropUnchanged(&b, broken); err != nil {
				return nil, err
			}
		}
		renames, err := t.titleChange(&b)
		if err != nil {
			return nil, err
		}
		values := b.values(t.scope.author, v.opts.Now)
		if values.Distinct = renames; b.Title != nil {
			key := title.Key(*b.Title)
			values.Key = &key
		}
		if values.Terms, err = t.terms(b); err != nil {
			return nil, err
		}
		found, err := t.Update(t.scope.Scope, t.id, values)
		switch {
		case errors.Is(err, ErrTaken):
			return nil, t.conflict(*b.Title, err)
		case err != nil:
			return nil, err
		case !found:
			return nil, notFound(t.id)
		}
		if err := t.count(false); err != nil {
			return nil, err
		}
		return t.details()
	}))
}

// remove deletes a recipe. It fails with
// [notFound] when the id is not in scope, with [changed] and with [crowded].
func (v *Vault) remove(c call) (result, error) {
	return v.write(c, http.StatusNoContent, v.store.Write, func(t tx) ([]byte, error) {
		if err := t.checkMatch(); err != nil {
			return nil, err
		}
		if t.scope.Family != "" {
			if err := family.Discount(t, t.scope.Family, t.id); err != nil {
				return nil, err
			}
		}
		found, err := t.Delete(t.scope.Scope, t.id)
		if err == nil && !found {
			err = notFound(t.id)
		}
		return nil, err
	})
}

// values are those of the body, which by writes now.
func (b *recipeBody) values(by any, now func() time.Time) Values {
	return Values{
		Title: b.Title, Description: b.Description, PrepTimeMinutes: b.PrepTimeMinutes, CookTimeMinutes: b.CookTimeMinutes,
		Servings: b.Servings, Difficulty: b.Difficulty, Ingredients: b.Ingredients, Steps: b.Steps,
		By: by, At: now().UTC().Truncate(time.Second),
	}
}

// authorDecides reports whether a new recipe goes to the family of its author, if there is one:
// the author may have become a member just now, or is that of a recipe which is restored. Whoever
// becomes a member at this moment brings the recipe along or is found to be one, so both are
// done by [Store.WriteSerial].
func (c *call) authorDecides(by any) bool { return by != nil && c.scope.Family == "" }

// settleAuthor makes a new recipe that of its author's family. It fails with [family.ErrGone] if whoever
// saves it is in none, though there are families by now.
func (t *tx) settleAuthor(by any) error {
	t.scope.Every = false
	address, ok := by.(string)
	if !ok || !t.authorDecides(by) {
		return nil
	}
	some, of, err := family.Author(t, address)
	switch {
	case err != nil:
		return err
	case of != "":
		t.scope.Scope = Scope{Family: of}
	case some && t.scope.author != nil:
		return family.ErrGone
	}
	return nil
}

// count counts a recipe that was made or changed for its family. It fails with [tooMuch], or with
// [family.ErrGone].
func (t tx) count(made bool) error {
	if t.scope.Family == "" {
		return nil
	}
	by, _ := t.scope.author.(string)
	err := family.Count(t, t.scope.Family, by, t.id, made)
	if limit, ok := errors.AsType[*family.LimitError](err); ok {
		return tooMuch(limit)
	}
	return err
}
