package s3fake

import (
	"slices"
	"strings"
)

// match evaluates a filter by the operators that Amazon documents. A list passes $eq and $in if
// one of its elements does.
func (x *index) match(filter any, metadata map[string]any) (bool, *failure) {
	object, ok := filter.(map[string]any)
	if !ok || len(object) == 0 {
		return false, invalid("a filter must be an object with members")
	}
	for key, condition := range object {
		var pass bool
		var failed *failure
		switch {
		case key == "$and" || key == "$or":
			pass, failed = x.combine(key, condition, metadata)
		case strings.HasPrefix(key, "$"):
			return false, invalid("the operator %s", key)
		case slices.Contains(x.hidden, key):
			return false, invalid("%s can't be filtered", key)
		default:
			operators, ok := condition.(map[string]any)
			if !ok {
				operators = map[string]any{"$eq": condition}
			}
			pass, failed = matchValue(operators, metadata[key])
		}
		if failed != nil || !pass {
			return false, failed
		}
	}
	return true, nil
}

func (x *index) combine(operator string, condition any, metadata map[string]any) (bool, *failure) {
	list, _ := condition.([]any)
	if len(list) == 0 {
		return false, invalid("%s must have a list that isn't empty", operator)
	}
	all, some := true, false
	for _, part := range list {
		pass, failed := x.match(part, metadata)
		if failed != nil {
			return false, failed
		}
		all, some = all && pass, some || pass
	}
	return operator == "$and" && all || operator == "$or" && some, nil
}

func matchValue(operators map[string]any, value any) (bool, *failure) {
	for operator, wanted := range operators {
		pass := false
		switch operator {
		case "$eq":
			pass = is(value, wanted)
		case "$ne":
			pass = !is(value, wanted)
		case "$in", "$nin":
			list, _ := wanted.([]any)
			if len(list) == 0 {
				return false, invalid("%s must have a list that isn't empty", operator)
			}
			pass = slices.ContainsFunc(list, func(w any) bool { return is(value, w) }) == (operator == "$in")
		case "$exists":
			pass = (value != nil) == (wanted == true)
		case "$gt", "$gte", "$lt", "$lte":
			w, ok := wanted.(float64)
			if !ok {
				return false, invalid("%s must have a number", operator)
			}
			v, ok := value.(float64)
			pass = ok && (operator[1] == 'g' && v > w || operator[1] == 'l' && v < w || operator[3:] == "e" && v == w)
		default:
			return false, invalid("the operator %s", operator)
		}
		if !pass {
			return false, nil
		}
	}
	return true, nil
}

func is(value, wanted any) bool {
	if list, ok := value.([]any); ok {
		return slices.Contains(list, wanted)
	}
	return value != nil && value == wanted
}
