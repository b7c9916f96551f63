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
func (c Client) entryOf(name string, values map[string]any) Entry {
	e := Entry{Name: name}
	format := "%q: %t"
	if c.ID == "codex" {
		format = "%s = %t"
	}
	if on, ok := values["enabled"].(bool); ok && !on {
		e.Off = fmt.Sprintf(format, "enabled", false)
	}
	if off, ok := values["disabled"].(bool); ok && off {
		e.Off = fmt.Sprintf(format, "disabled", true)
	}
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

// textOf is a value as a file has it.
func textOf(v any) string {
	if v == nil {
		return "null"
	}
	return fmt.Sprint(v)
}
