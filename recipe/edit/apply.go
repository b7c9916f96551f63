package edit

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// The operations of an [Edit].
const (
	Add     = "add"
	Replace = "replace"
	Remove  = "remove"
	Move    = "move"
)

// Most is how many edits one call may make of a list.
const Most = 500

// Edit is one change of a list. Positions count from 0, as the API gives them; nil is
// none.
type Edit struct {
	Op       string
	Position *int   // the entry, or where a new one goes: none is the end
	Name     string // the entry's name; with a position both must fit
	To       *int   // where an entry is moved
	Entry    Entry  // the new entry of an Add or a Replace
}

// Refused says which edit can't be made, and why.
type Refused struct {
	Index  int    // of the edit, from 0
	Reason string // a clause without a full stop
}

func (r *Refused) Error() string { return r.Reason }

// Check refuses edits that no list could take. Its error is a [Refused].
func (l List) Check(edits []Edit) error {
	if len(edits) > Most {
		return &Refused{Most, fmt.Sprintf("a call makes at most %d edits; send the whole list as %s", Most, l.Member)}
	}
	for i, e := range edits {
		if reason := l.lacks(e); reason != "" {
			return &Refused{i, reason}
		}
	}
	return nil
}

// lacks returns what an edit should or shouldn't hold, "" if nothing.
func (l List) lacks(e Edit) string {
	which := e.Position != nil || e.Name != ""
	switch {
	case !slices.Contains([]string{Add, Replace, Remove, Move}, e.Op):
		return "op must be add, replace, remove or move"
	case e.Op == Add && e.Name != "":
		return fmt.Sprintf("add takes %s, the new entry, and position, and no %s beside them", l.Noun, l.Key)
	case e.Op != Add && !which:
		return fmt.Sprintf("%s needs the position of the %s, as get_recipe gives it, or its %s", e.Op, l.Noun, l.Key)
	case (e.Op == Add || e.Op == Replace) && e.Entry == nil:
		return fmt.Sprintf("%s needs %s, the new entry", e.Op, l.Noun)
	case (e.Op == Remove || e.Op == Move) && e.Entry != nil:
		return fmt.Sprintf("%s takes no %s; replace changes an entry", e.Op, l.Noun)
	case e.Op == Move && e.To == nil:
		return "move needs to, the new position"
	case e.Op != Move && e.To != nil:
		return e.Op + " takes no to; move changes a position"
	}
	return ""
}

// slot is a place in a list while it is edited.
type slot struct {
	entry Entry
	key   string
	was   int // its position before the first edit; added otherwise
}

// added is where an entry was that an edit has added.
const added = -1

// editing is a list while it is edited.
type editing struct {
	List
	slots  []slot
	before int // how many there were
}

// Apply returns the list with all edits made, in order; list stays as it is. Its error
// is a [Refused].
func (l List) Apply(list []Entry, edits []Edit) ([]Entry, error) {
	if err := l.Check(edits); err != nil {
		return nil, err
	}
	s := editing{List: l, before: len(list)}
	for i, entry := range list {
		s.slots = append(s.slots, slot{entry, key(l.name(entry)), i})
	}
	for i, e := range edits {
		if reason := s.apply(e); reason != "" {
			return nil, &Refused{i, reason}
		}
	}
	result := make([]Entry, len(s.slots))
	for i, slot := range s.slots {
		result[i] = slot.entry
	}
	return result, nil
}

// apply makes one edit, or returns why it can't be made.
func (s *editing) apply(e Edit) (refusal string) {
	if e.Op == Add {
		at := len(s.slots)
		if e.Position != nil {
			at = *e.Position
		}
		if at > len(s.slots) {
			return fmt.Sprintf("position %d is past the end: %s", at, s.count())
		}
		s.slots = slices.Insert(s.slots, at, slot{e.Entry, key(s.name(e.Entry)), added})
		return ""
	}
	at, refusal := s.find(e)
	if refusal != "" {
		return refusal
	}
	switch e.Op {
	case Replace:
		s.slots[at].entry, s.slots[at].key = e.Entry, key(s.name(e.Entry))
	case Remove:
		s.slots = slices.Delete(s.slots, at, at+1)
	case Move:
		if *e.To >= len(s.slots) {
			return fmt.Sprintf("there is no position %d to move to: %s", *e.To, s.count())
		}
		moved := s.slots[at]
		s.slots = slices.Insert(slices.Delete(s.slots, at, at+1), *e.To, moved)
	}
	return ""
}

// find returns the index of the entry that an edit names.
func (s *editing) find(e Edit) (at int, refusal string) {
	if e.Position != nil {
		switch at = *e.Position; {
		case at >= len(s.slots):
			return 0, fmt.Sprintf("there is no position %d: %s", at, s.count())
		case e.Name != "" && s.slots[at].key != key(e.Name):
			return 0, fmt.Sprintf("the %s at position %d has another %s%s", s.Noun, at, s.Key, s.where(e.Name))
		case e.Name == "" && s.ambiguous(at):
			return 0, fmt.Sprintf("earlier edits have given position %d to another %s; name the one that is meant, or send the edits of later positions first", at, s.Noun)
		}
		return at, ""
	}
	switch found := s.named(e.Name); len(found) {
	case 0:
		return 0, fmt.Sprintf("no %s has that %s; give its position", s.Noun, s.Key)
	case 1:
		return found[0], ""
	default:
		return 0, fmt.Sprintf("%d %s have that %s, at the positions %s; give the position too", len(found), s.Member, s.Key, positions(found))
	}
}

// ambiguous reports whether a position means another entry now than before the first
// edit. One that is new is meant where no entry had its position.
func (s *editing) ambiguous(position int) bool {
	was := s.slots[position].was
	return was != position && (was != added || position < s.before)
}

// named returns the positions of the entries with a name.
func (s *editing) named(name string) (found []int) {
	wanted := key(name)
	for i, slot := range s.slots {
		if slot.key == wanted {
			found = append(found, i)
		}
	}
	return found
}

// where says at which positions a name is instead.
func (s *editing) where(name string) string {
	if found := s.named(name); len(found) > 0 {
		return "; that one is at position " + positions(found)
	}
	return ", and no " + s.Noun + " has that one"
}

// count says how long the list is, and which positions it has.
func (s *editing) count() string {
	switch n := len(s.slots); n {
	case 0:
		return "the recipe has no " + s.Member + " at that point"
	case 1:
		return "the recipe has 1 " + s.Noun + " at that point, at position 0"
	default:
		return fmt.Sprintf("the recipe has %d %s at that point, at the positions 0 to %d", n, s.Member, n-1)
	}
}

// positions lists the first of some positions.
func positions(found []int) string {
	const most = 10
	var words []string
	for _, at := range found[:min(len(found), most)] {
		words = append(words, strconv.Itoa(at))
	}
	if len(found) > most {
		words = append(words, "…")
	}
	return strings.Join(words, ", ")
}
