// Package config reads a program's environment into a struct of checked settings.
//
// A program's struct embeds the sections that it shares with others ([API], [Loop],
// [Log], [HTTP], [Database]) and adds fields of its own. The tags of a field say all that
// there is to say about a variable:
//
//	Timeout time.Duration `env:"API_TIMEOUT" default:"30s" desc:"time limit of one call"`
//	Retries int           `env:"API_MAX_RETRIES" default:"3" range:"0 100" desc:"further attempts"`
//	Errors  string        `env:"TOOL_ERRORS" default:"rpc" oneof:"rpc result" desc:"how a failure is answered"`
//	Key     config.Secret `env:"API_KEY" desc:"key of the API"`
//
// A field is a string, a [time.Duration], an int with a range, a bool, a []string of
// words that its tag oneof lists, or checks its value itself as an [encoding.TextUnmarshaler], whose error is a predicate: "must be …".
//
// A field that a struct has of its own takes the place of one for the same variable in a
// section, which is not set then: a program can give it another default or meaning. Of
// two sections with a field for the same variable the later one's counts likewise.
//
// Every fault is reported at once, each naming its variable and what is allowed. No
// message ever holds a value, since one in the wrong variable may be a secret; the
// exceptions are host and port of an address that lacks only its scheme, and what
// PUBLIC_URL should be. A
// variable that is set to nothing but blanks ([Trim]) counts as unset, and so does an
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
	Type    reflect.Type // of the field, such as that of [Secret]
}

// Secret reports whether the value lets in whoever has it, as a key does.
func (v Variable) Secret() bool {
	return v.Type == reflect.TypeFor[Secret]() || v.Type == reflect.TypeFor[Key]()
}

// Private reports whether the value must not be shown: a secret, an e-mail address,
// or an address that may hold a password, as a type of a program's own says with a method
// Private.
func (v Variable) Private() bool {
	return v.Type.Implements(reflect.TypeFor[interface{ Private() }]()) || v.Secret() || v.Type == reflect.TypeFor[Email]() || v.Type == reflect.TypeFor[Proxy]()
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
	tag   reflect.StructTag
	value reflect.Value
}

// settings lists the fields of a struct that are read from a variable, those of
// embedded structs in their place.
func settings(cfg reflect.Value) []setting {
	list := fields(make([]setting, 0, 64), cfg)
	for i := range list {
		// What the program doesn't have, nothing can stand on.
		base, more := list[i].split()
		if base != "" && !has(list[:i], base) {
			list[i].Default = more
		}
	}
	return list
}

// fields appends the settings of a struct to list.
func fields(list []setting, v reflect.Value) []setting {
	first := len(list)
	var own []string // variables of the struct itself
	for i := range v.NumField() {
		field := v.Type().Field(i)
		if name, read := field.Tag.Lookup("env"); read {
			own = append(own, name)
		}
	}
	for i := range v.NumField() {
		field, value := v.Type().Field(i), v.Field(i)
		name, read := field.Tag.Lookup("env")
		switch {
		case read:
			v := Variable{name, field.Tag.Get("default"), field.Tag.Get("desc"), field.Type}
			list = append(list, setting{v, field.Tag, value})
		case field.Anonymous && field.Type.Kind() == reflect.Struct:
			section := len(list)
			list = fields(list, value)
			kept := slices.DeleteFunc(list[section:], func(s setting) bool { return slices.Contains(own, s.Name) })
			list = list[:section+len(kept)]
			for before := section - 1; before >= first; before-- {
				if has(kept, list[before].Name) {
					list = slices.Delete(list, before, before+1)
					kept = list[len(list)-len(kept):]
				}
			}
		}
	}
	return list
}

// has reports whether one of the settings is for a variable.
func has(list []setting, variable string) bool {
	return slices.ContainsFunc(list, func(s setting) bool { return s.Name == variable })
}

// preset gives the field its default. That of a duration may stand on a variable
// before it: "API_TIMEOUT + 5s".
func (s setting) preset(before []setting) {
	s.value.SetZero()
	if s.Default == "" {
		return
	}
	base, more := s.split()
	if err := s.set(more); err != nil {
		panic("config: the default of " + s.Name + " " + err.Error())
	}
	for _, b := range before {
		if b.Name == base {
			s.value.SetInt(s.value.Int() + b.value.Int())
		}
	}
}

// split returns the variable that the default stands on, "" if on none, and the
// rest of it.
func (s setting) split() (base, more string) {
	base, more, sum := strings.Cut(s.Default, " + ")
	if !sum || s.Type != reflect.TypeFor[time.Duration]() {
		return "", s.Default
	}
	return base, more
}

// Trim takes the blanks off both ends of a value: the space, tab, CR and LF of ASCII.
// No other white space counts as nothing: an address of it that passed for unset
// would show every family's recipes.
func Trim(value string) string { return strings.Trim(value, " \t\r\n") }

// unset reports whether a client sent value in place of nothing. A bundle's
// manifest gives a variable as "${user_config.NAME}", and what expands that leaves
// it as it is when there is neither a value nor a default.
func unset(value string) bool {
	value = Trim(value)
	name, found := strings.CutPrefix(value, "${user_config.")
	name, closed := strings.CutSuffix(name, "}")
	return value == "" || found && closed && !strings.Contains(name, "}")
}
