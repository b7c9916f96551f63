package clients

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
)

const (
	aText = "a text in quotation marks"
	texts = "a list of texts in quotation marks"
	names = "a list of names, each with a text in quotation marks"
)

// entryOf reads an entry as its file has it. What is not a string is given
// as its text.
func entryOf(name string, values map[string]any) Entry {
	e := Entry{Name: name}
	misfit := func(member, must string) { e.Misfits = append(e.Misfits, Misfit{member, must}) }
	if v, there := values["command"]; there {
		var ok bool
		if e.Command, ok = v.(string); !ok {
			misfit(`"command"`, aText)
		}
	}
	if v, there := values["args"]; there {
		args, ok := v.([]any)
		for _, a := range args {
			_, text := a.(string)
			e.Args, ok = append(e.Args, textOf(a)), ok && text
		}
		if !ok {
			misfit(`"args"`, texts)
		}
	}
	if v, there := values["env"]; there {
		env, ok := v.(map[string]any)
		if !ok {
			misfit(`"env"`, names)
			return e
		}
		e.Env = make(map[string]string, len(env))
		for _, name := range slices.Sorted(maps.Keys(env)) {
			e.Env[name] = textOf(env[name])
			if _, ok := env[name].(string); !ok {
				misfit(strconv.Quote(name)+` in "env"`, aText)
			}
		}
	}
	return e
}

// off says which member switches an entry off, written in a format, or "".
func off(values map[string]any, format string) string {
	for name, value := range map[string]bool{"enabled": false, "disabled": true} {
		if v, ok := values[name].(bool); ok && v == value {
			return fmt.Sprintf(format, name, value)
		}
	}
	return ""
}

// textOf is a value as a file has it.
func textOf(v any) string {
	if v == nil {
		return "null"
	}
	return fmt.Sprint(v)
}
