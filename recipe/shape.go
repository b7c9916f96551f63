package recipe

import "github.com/mcp-adapters/mcp-adapters/apiclient"

// shape checks the API's answers, and leaves out what isn't asked for.
type shape struct{ authors bool }

// recipes checks a list: an array of objects whose id and title are strings. A row
// without a description gets an empty one.
func (f shape) recipes(_ *apiclient.Request, list []byte) ([]byte, error) {
	s := newCompactor(list)
	if s.kind() != '[' {
		return nil, apiclient.ErrShape
	}
	s.skip()
	for s.more(']') {
		described, err := f.members(s, "", true)
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

// recipe checks a recipe: it is like a row, its ingredients and steps, if present,
// are arrays of objects, and it is the recipe that was requested.
func (f shape) recipe(r *apiclient.Request, recipe []byte) ([]byte, error) {
	s := newCompactor(recipe)
	if _, err := f.members(s, r.ID, false); err != nil {
		return nil, err
	}
	s.skip()
	return s.done(), nil
}

// members checks the members of a recipe and stops at its closing brace. Its id
// must be wanted, unless that is "". Members that are null are left out, because null
// means the same as absent and has no type in the tools' schemas; in a row a
// description that is null becomes "". Authors are left out unless they are asked for.
func (f shape) members(s *compactor, wanted string, row bool) (described bool, err error) {
	if s.kind() != '{' {
		return false, apiclient.ErrShape
	}
	s.skip()
	var id, title bool
	for before := s.written(); s.more('}'); before = s.written() {
		var isID, isList, isDescription, isHidden bool
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
		case "created_by", "updated_by":
			isHidden = !f.authors
		}
		switch kind := s.colon(); {
		case kind == 'n' && row && isDescription:
			s.drop()
			s.insert(`""`)
		case kind == 'n' && want != '"', isHidden:
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

// shapeElements checks an array of objects and leaves out members that are null.
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
