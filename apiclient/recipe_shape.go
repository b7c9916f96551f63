package apiclient

// shapeRecipes checks the list: an array of objects, each with an id and a title
// that are strings. A row without a description gets an empty one; null counts
// as none.
func shapeRecipes(buf []byte, at int) ([]byte, error) {
	s := newSqueezer(buf, at)
	if s.kind() != '[' {
		return nil, errShape
	}
	s.skip()
	for s.more(']') {
		described, ok := shapeMembers(s, true)
		if !ok {
			return nil, errShape
		}
		if !described {
			s.insert(`,"description":""`)
		}
		s.skip()
	}
	s.skip()
	return s.done(), nil
}

// shapeRecipe checks one recipe: like a row, and its ingredients and steps are
// arrays where they are present.
func shapeRecipe(buf []byte, at int) ([]byte, error) {
	s := newSqueezer(buf, at)
	if _, ok := shapeMembers(s, false); !ok {
		return nil, errShape
	}
	s.skip()
	return s.done(), nil
}

// shapeMembers checks the members of one recipe and stops at its closing brace.
// In a row a description of null is made an empty one.
func shapeMembers(s *squeezer, row bool) (described, ok bool) {
	if s.kind() != '{' {
		return false, false
	}
	s.skip()
	var id, title bool
	for s.more('}') {
		var want byte
		description := false
		switch string(s.name()) {
		case "id":
			id, want = true, '"'
		case "title":
			title, want = true, '"'
		case "ingredients", "steps":
			want = '['
		case "description":
			described, description = true, true
		}
		kind := s.colon()
		if want != 0 && kind != want {
			return false, false
		}
		if row && description && kind == 'n' {
			s.drop()
			s.insert(`""`)
			continue
		}
		s.value()
	}
	return described, id && title
}
