// Package config reads a program's environment into a struct of checked settings.
//
// A program's struct embeds the sections that it shares with others ([API], [Loop],
// [Log], [Database]) and adds fields of its own. The tags of a field say all that
// there is to say about a variable:
//
//	Timeout time.Duration `env:"API_TIMEOUT" default:"30s" desc:"time limit of one call"`
//	Retries int           `env:"API_MAX_RETRIES" default:"3" range:"0 100" desc:"further attempts"`
//	Errors  string        `env:"TOOL_ERRORS" default:"rpc" oneof:"rpc result" desc:"how a failure is answered"`
//	Key     config.Secret `env:"API_KEY" desc:"key of the API"`
//
// A field is a string, a [time.Duration], an int with a range, or checks its value
// itself as an [encoding.TextUnmarshaler], whose error is a predicate: "must be …".
//
// Every fault is reported at once, each naming its variable and what is allowed. No
// message ever holds a value, since one in the wrong variable may be a secret; the
// one exception is host and port of an address that lacks only its scheme. A
// variable that is set to nothing but white space counts as unset, and so does an
// unexpanded "${user_config.NAME}": desktop clients send the one or the other for
// settings that were left blank.
package config

import (
	"reflect"
	"slices"
	"strings"
	"time"
)

// Variable describes one environment variable, for help texts and tables.
type Variable struct {
	Name    string
	Default string // as a person would write it; "" when there is none
	Meaning string
	// Secret is set for what lets in whoever has it, such as a key.
	Secret bool
	// Private is set for what must not be shown: a secret, an e-mail address, an
	// address that may hold a password.
	Private bool
}

// Variables lists every variable that [Load] reads into cfg, a pointer to a struct,
// in the order of its fields.
func Variables(cfg any) []Variable {
	var list []Variable
	for _, s := range settings(reflect.ValueOf(cfg).Elem()) {
		list = append(list, s.Variable)
	}
	return list
}

// Load reads the variables of cfg, a pointer to a struct. Its error is [Faults]. A
// field at fault then has its default, so that a program with rules of its own can
// check the others and report all at once.
func Load(getenv func(string) string, cfg any) error {
	var faults Faults
	all := settings(reflect.ValueOf(cfg).Elem())
	for i, s := range all {
		value := getenv(s.Name)
		if unset(value) || value == s.Default {
			s.preset(all[:i])
			continue
		}
		if err := s.set(value); err != nil {
			faults.Add(s.Name, err)
			s.preset(all[:i])
		}
	}
	return faults.Err()
}

// setting is a field with the variable that it is read from.
type setting struct {
	Variable
	field reflect.StructField
	value reflect.Value
}

// settings lists the fields of a struct that are read from a variable, those of
// embedded structs in their place.
func settings(v reflect.Value) []setting {
	var list []setting
	for i := range v.NumField() {
		field, value := v.Type().Field(i), v.Field(i)
		name, read := field.Tag.Lookup("env")
		switch {
		case read:
			list = append(list, setting{Variable{
				Name:    name,
				Default: field.Tag.Get("default"),
				Meaning: field.Tag.Get("desc"),
				Secret:  field.Type == reflect.TypeFor[Secret](),
				Private: slices.Contains(private(), field.Type),
			}, field, value})
		case field.Anonymous && field.Type.Kind() == reflect.Struct:
			list = append(list, settings(value)...)
		}
	}
	return list
}

// preset gives the field its default. That of a duration may stand on a variable
// before it: "API_TIMEOUT + 5s".
func (s setting) preset(before []setting) {
	s.value.SetZero()
	if s.Default == "" {
		return
	}
	text := s.Default
	base, more, sum := strings.Cut(text, " + ")
	i := slices.IndexFunc(before, func(b setting) bool { return b.Name == base })
	if sum && i >= 0 {
		text = more
	}
	if err := s.set(text); err != nil {
		panic("config: the default of " + s.Name + " " + err.Error())
	}
	if sum && i >= 0 {
		s.value.Set(reflect.ValueOf(s.value.Interface().(time.Duration) + before[i].value.Interface().(time.Duration)))
	}
}

// unset reports whether a client sent value in place of nothing. A bundle's
// manifest gives a variable as "${user_config.NAME}", and what expands that leaves
// it as it is when there is neither a value nor a default.
func unset(value string) bool {
	value = strings.TrimSpace(value)
	name, found := strings.CutPrefix(value, "${user_config.")
	name, closed := strings.CutSuffix(name, "}")
	return value == "" || found && closed && !strings.Contains(name, "}")
}
