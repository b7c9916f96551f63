package recipe

import "mcp-adapters/apiclient"

// shapeRecipes checks the list: an array of objects, each with an id and a title
// that are strings. A row without a description gets an empty one.
func shapeRecipes(_ *apiclient.Request, list []byte) ([]byte, error) {
	s := newCompactor(list)
	if s.kind() != '[' {
		return nil, apiclient.ErrShape
	}
	s.skip()
	for s.more(']') {
		described, err := shapeMembers(s, "", true)
		if err != nil {
			return nil, err
		}
		if !described {
			s.insert(`,"description":""`)
		}
		s.skip()
	}
	s.skip()
	return s.done(), nil
}

// shapeRecipe checks one recipe: like a row, its ingredients and steps are arrays
// of objects where they are present, and it is the one that was asked for.
func shapeRecipe(r *apiclient.Request, recipe []byte) ([]byte, error) {
	s := newCompactor(recipe)
	if _, err := shapeMembers(s, r.ID, false); err != nil {
		return nil, err
	}
	s.skip()
	return s.done(), nil
}

// shapeMembers checks the members of one recipe and stops at its closing brace.
// Its id must be the one wanted, if that isn't "". A member of null is left out,
// since it means the same as none and fits no type of the tools' schemas; in a
// row a description of null is made an empty one.
func shapeMembers(s *compactor, wanted string, row bool) (described bool, err error) {
	if s.kind() != '{' {
		return false, apiclient.ErrShape
	}
	s.skip()
	var id, title bool
	for before := s.written(); s.more('}'); before = s.written() {
		var isID, isList, isDescription bool
		var want byte
		switch string(s.name()) {
		case "id":
			id, isID, want = true, true, '"'
		case "title":
			title, want = true, '"'
		case "ingredients", "steps":
			isList, want = true, '['
		case "description":
			described, isDescription = true, true
		}
		switch kind := s.colon(); {
		case kind == 'n' && row && isDescription:
			s.drop()
			s.insert(`""`)
		case kind == 'n' && want != '"':
			s.value()
			s.unwrite(before)
		case want != 0 && kind != want:
			return false, apiclient.ErrShape
		case isID && wanted != "":
			if !s.reads(wanted) {
				return false, apiclient.ErrOther
			}
		case isList && !row:
			if !shapeElements(s) {
				return false, apiclient.ErrShape
			}
		default:
			s.value()
		}
	}
	if !id || !title {
		return false, apiclient.ErrShape
	}
	return described, nil
}

// shapeElements reads an array of objects and leaves out their members of null.
func shapeElements(s *compactor) bool {
	s.skip()
	for s.more(']') {
		if s.kind() != '{' {
			return false
		}
		s.skip()
		for before := s.written(); s.more('}'); before = s.written() {
			s.str()
			null := s.colon() == 'n'
			s.value()
			if null {
				s.unwrite(before)
			}
		}
		s.skip()
	}
	s.skip()
	return true
}
