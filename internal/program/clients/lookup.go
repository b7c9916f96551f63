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
	if e.URL = c.urlOf(values); e.URL == "" {
		for _, name := range urlMembers {
			if v, there := values[name]; there && v != "" {
				misfit(strconv.Quote(name), aText)
			}
		}
	}
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
	table := func(member string, v any) map[string]string {
		values, ok := v.(map[string]any)
		if !ok {
			misfit(strconv.Quote(member), names)
			return nil
		}
		read := make(map[string]string, len(values))
		for _, name := range slices.Sorted(maps.Keys(values)) {
			read[name] = textOf(values[name])
			if _, ok := values[name].(string); !ok {
				misfit(strconv.Quote(name)+" in "+strconv.Quote(member), aText)
			}
		}
		return read
	}
	if v, there := values["env"]; there {
		e.Env = table("env", v)
	}
	if member, v := c.headersOf(values); member != "" {
		e.Headers = table(member, v)
	}
	e.addVariables(values)
	return e
}

// addVariables adds the headers that Codex takes from variables.
func (e *Entry) addVariables(values map[string]any) {
	from := map[string]string{}
	named, _ := values[headerVariables].(map[string]any)
	for header, v := range named {
		if variable, ok := v.(string); ok {
			from[header] = "${" + variable + "}"
		}
	}
	if variable, ok := values[headerVariable].(string); ok {
		from[authorization] = "Bearer ${" + variable + "}"
	}
	if e.Headers == nil && len(from) > 0 {
		e.Headers = map[string]string{}
	}
	maps.Copy(e.Headers, from)
}

// textOf is a value as a file has it.
func textOf(v any) string {
	if v == nil {
		return "null"
	}
	return fmt.Sprint(v)
}
