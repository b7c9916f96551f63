package original

import (
	"net/http"
	"slices"
	"strings"

	"github.com/google/uuid"
)

// findLocked returns the recipe with an id, nil when there is none in scope. A
// nil identity sees all.
func (s *Server) findLocked(id string, who *identity) *recipe {
	for _, r := range s.recipes {
		if (r.ID == id || !s.has(ComparesCase) && strings.EqualFold(r.ID, id)) && (who == nil || who.sees(r)) {
			return r
		}
	}
	return nil
}

func missing(id string) error { return &failure{http.StatusNotFound, "NOT_FOUND", id} }

// checkFreeLocked looks for the title in every family's recipes but one.
func (s *Server) checkFreeLocked(title string, but *recipe) error {
	for _, r := range s.recipes {
		if r != but && s.key(r.Title) == s.key(title) {
			return &failure{http.StatusConflict, "CONFLICT", title}
		}
	}
	return nil
}

func (s *Server) listLocked(who identity) []recipe {
	rows := []recipe{}
	for _, r := range s.recipes {
		if who.sees(r) {
			row := *r
			row.Ingredients, row.Steps = nil, nil
			rows = append(rows, row)
		}
	}
	slices.SortStableFunc(rows, func(a, b recipe) int { return strings.Compare(s.key(a.Title), s.key(b.Title)) })
	return rows
}

func (s *Server) getLocked(who identity, id string) (recipe, error) {
	r := s.findLocked(id, &who)
	if r == nil {
		return recipe{}, missing(id)
	}
	return *r, nil
}

func (s *Server) createLocked(who identity, in *input) (recipe, error) {
	if err := s.checkTitle(*in.Title); err != nil {
		return recipe{}, err
	}
	if err := s.checkDescription(in.Description); err != nil {
		return recipe{}, err
	}
	if err := s.checkFreeLocked(*in.Title, nil); err != nil {
		return recipe{}, err
	}
	if err := s.checkTables(in); err != nil {
		return recipe{}, err
	}
	now := s.now()
	r := &recipe{
		ID: uuid.NewString(), CreatedAt: now, CreatedBy: who.author,
		Ingredients: []ingredient{}, Steps: []step{},
	}
	r.take(in)
	r.UpdatedAt, r.UpdatedBy = now, who.author
	s.recipes = append(s.recipes, r)
	if r.Difficulty == nil {
		s.awaitRatingLocked(r.ID)
	}
	return *r, nil
}

// updateLocked looks for the recipe before it looks at the values.
func (s *Server) updateLocked(who identity, id string, in *input) (recipe, error) {
	r := s.findLocked(id, &who)
	if r == nil {
		return recipe{}, missing(id)
	}
	if in.Title != nil {
		if err := s.checkTitle(*in.Title); err != nil {
			return recipe{}, err
		}
		if err := s.checkFreeLocked(*in.Title, r); err != nil {
			return recipe{}, err
		}
	}
	if err := s.checkTables(in); err != nil {
		return recipe{}, err
	}
	if r.take(in) {
		r.UpdatedAt, r.UpdatedBy = s.now(), who.author
	}
	return *r, nil
}

func (s *Server) deleteLocked(who identity, id string) error {
	r := s.findLocked(id, &who)
	if r == nil {
		return missing(id)
	}
	s.recipes = slices.DeleteFunc(s.recipes, func(x *recipe) bool { return x == r })
	return nil
}

// take takes over what was sent, and reports whether that is anything. What an
// answer still holds isn't written to: values are replaced, not changed.
func (r *recipe) take(in *input) (changed bool) {
	if in.Title != nil {
		r.Title, changed = *in.Title, true
	}
	if in.Description != nil {
		r.Description, changed = in.Description, true
	}
	for _, m := range []struct{ to, from **int32 }{
		{&r.PrepTimeMinutes, &in.PrepTimeMinutes},
		{&r.CookTimeMinutes, &in.CookTimeMinutes},
		{&r.Servings, &in.Servings},
		{&r.Difficulty, &in.Difficulty},
	} {
		if *m.from != nil {
			*m.to, changed = *m.from, true
		}
	}
	if in.ingredients != nil {
		for i := range in.ingredients {
			x := &in.ingredients[i]
			x.ID, x.RecipeID, x.Position = uuid.NewString(), r.ID, i
		}
		r.Ingredients, changed = in.ingredients, true
	}
	if in.steps != nil {
		for i := range in.steps {
			x := &in.steps[i]
			x.ID, x.RecipeID, x.Position = uuid.NewString(), r.ID, i
		}
		r.Steps, changed = in.steps, true
	}
	return changed
}
