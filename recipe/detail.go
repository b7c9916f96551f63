package recipe

import "bytes"

// forCooking returns a checked recipe without what a cook has no use for: ids, places and
// references of ingredients and steps, dates and authors.
func forCooking(recipe []byte) []byte {
	s := newCompactor(bytes.Clone(recipe))
	leaveOut(s, func(name string) bool {
		switch name {
		case "created_at", "updated_at", "created_by", "updated_by":
			return true
		}
		return false
	}, func(name string) bool {
		switch name {
		case "id", "recipe_id", "position":
			return true
		}
		return false
	})
	s.skip()
	return s.done()
}

// leaveOut leaves members out of an object, and others out of the objects in its lists. It
// stops at the closing brace.
func leaveOut(s *compactor, members, ofElements func(name string) bool) {
	s.kind()
	s.skip()
	for before := s.written(); s.more('}'); before = s.written() {
		name := string(s.name())
		switch kind := s.colon(); {
		case members(name):
			s.value()
			s.unwrite(before)
		case (name == "ingredients" || name == "steps") && kind == '[' && ofElements != nil:
			s.skip()
			for s.more(']') {
				leaveOut(s, ofElements, nil)
				s.skip()
			}
			s.skip()
		default:
			s.value()
		}
	}
}
