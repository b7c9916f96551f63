// Package config reads a program's settings from its environment variables.
//
// A program declares its settings as a struct, with the tags of envconfig and three more:
//
//	Timeout time.Duration `envconfig:"API_TIMEOUT" default:"30s" desc:"time limit of one call"`
//	Retries int           `envconfig:"API_MAX_RETRIES" default:"3" range:"0 100" desc:"retries of one call"`
//	Level   string        `envconfig:"LOG_LEVEL" default:"info" oneof:"debug info" desc:"lowest level to log"`
//	Key     config.Secret `envconfig:"API_KEY" file:"true" desc:"key of the API"`
//
// Settings that programs share are in sections ([API], [Loop], [Log], [HTTP], [Shutdown]),
// which a program embeds. With file:"true", API_KEY_FILE may name a file that holds the value
// of API_KEY. A type with rules of its own implements [encoding.TextUnmarshaler],
// with a predicate as its error: "must be …".
//
// [Load] reports all faults at once, and no message holds a value, since a value in the wrong
// variable may be a secret. A variable counts as unset if it is blank ([Trim]) or holds an
// unexpanded "${user_config.NAME}": desktop clients send these for settings left blank.
package config

import (
	"cmp"
	"encoding"
	"errors"
	"fmt"
	"os"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/kelseyhightower/envconfig"
)

// Variable describes one environment variable, for help texts and tables.
type Variable struct {
	Name    string
	Default string // as a person would write it; "" when there is none
	Meaning string
	Type    reflect.Type // of the field, such as that of [Secret]
	tag     reflect.StructTag
}

// Secret reports whether the value gives access to whoever knows it, as a key does.
func (v Variable) Secret() bool {
	return v.Type == reflect.TypeFor[Secret]() || v.Type == reflect.TypeFor[Key]()
}

// Private reports whether the value must not be shown: a secret, or of a type with a method
// Private, such as an e-mail address or an address that may hold a password.
func (v Variable) Private() bool {
	return v.Secret() || v.Type.Implements(reflect.TypeFor[interface{ Private() }]())
}

// Variables lists the variables of cfg, a pointer to a struct, in the order of its fields. It
// panics at fields that envconfig would skip, or read from a variable with no tag.
func Variables(cfg any) (list []Variable) {
	for _, field := range reflect.VisibleFields(reflect.TypeOf(cfg).Elem()) {
		name, tagged := field.Tag.Lookup("envconfig")
		switch {
		case field.Tag.Get("ignored") != "" || !field.Anonymous && !tagged && !field.IsExported():
		case !field.IsExported() || !tagged && !field.Anonymous:
			panic("config: the field " + field.Name + " must be exported, and have the tag envconfig or ignored")
		case tagged:
			v := Variable{name, field.Tag.Get("default"), field.Tag.Get("desc"), field.Type, field.Tag}
			if list = append(list, v); v.tag.Get("file") != "" {
				list = append(list, Variable{Name: name + "_FILE", Meaning: "file that holds " + name, Type: reflect.TypeFor[string]()})
			}
		}
	}
	return list
}

var loading sync.Mutex

// Load reads the process's environment into cfg, a pointer to a struct. Its error is
// [Faults]; a field at fault has its default, so that the other fields can be checked too.
// While it runs, the environment has the values that envconfig reads.
func Load(cfg any) error {
	loading.Lock()
	defer loading.Unlock()
	var faults Faults
	for _, v := range Variables(cfg) {
		value, set := os.LookupEnv(v.Name)
		var plain string
		var err error
		if !unset(value) {
			plain, err = v.check(value)
			faults.Add(v.Name, err)
		}
		if path := Trim(os.Getenv(v.Name + "_FILE")); !unset(path) && v.fromFile() {
			plain, err = v.checkFile(path, value)
			faults.Add(v.Name+"_FILE", err)
		}
		put(v.Name, plain, plain != "" && err == nil)
		defer put(v.Name, value, set)
	}
	if err, wrong := errors.AsType[*envconfig.ParseError](envconfig.Process("", cfg)); wrong {
		panic("config: envconfig can't read the default of " + err.KeyName)
	}
	return faults.Err()
}

// put sets a variable of the environment, or removes it.
func put(name, value string, set bool) {
	_ = os.Unsetenv(name)
	if set {
		_ = os.Setenv(name, value) // can't fail: no value has a NUL
	}
}

// fromFile reports whether the variable with _FILE at its end may name a file with the value. A
// condition such as file:"AUTH=token" leaves a file alone that no other setting asks for.
func (v Variable) fromFile() bool {
	name, word, conditional := strings.Cut(v.tag.Get("file"), "=")
	return name == "true" || conditional && strings.EqualFold(Trim(os.Getenv(name)), word)
}

// checkFile returns a file's content in the form that envconfig reads. Its error is a predicate
// of the variable that names the file.
func (v Variable) checkFile(path, value string) (string, error) {
	if !unset(value) {
		return "", errors.New("must not be set together with " + v.Name)
	}
	text, err := ReadFile(path)
	if err != nil {
		return "", err
	}
	plain, err := v.check(text)
	if err != nil {
		err = fmt.Errorf("names a file whose content %w", err)
	}
	return plain, err
}

// check returns a value in the form that envconfig reads. Its error is a predicate.
func (v Variable) check(value string) (string, error) {
	if own, ok := reflect.New(v.Type).Interface().(encoding.TextUnmarshaler); ok {
		return value, own.UnmarshalText([]byte(value))
	}
	value = Trim(value)
	words := strings.Fields(v.tag.Get("oneof"))
	known := func(word string) bool { return slices.Contains(words, word) }
	low, high, _ := strings.Cut(cmp.Or(v.tag.Get("range"), "1ms 24h"), " ")
	switch v.Type.Kind() {
	case reflect.Pointer:
		v.Type = v.Type.Elem()
		return v.check(value)
	case reflect.Int64: // a time.Duration
		least, _ := time.ParseDuration(low)
		most, _ := time.ParseDuration(high)
		if d, err := time.ParseDuration(value); err != nil || d < least || d > most {
			return "", fmt.Errorf("must be a duration from %s to %s with its unit, such as 30s", low, high)
		}
	case reflect.Int:
		least, _ := strconv.Atoi(low)
		most, _ := strconv.Atoi(high)
		n, err := strconv.Atoi(value)
		if err != nil || n < least || n > most {
			return "", fmt.Errorf("must be a whole number from %s to %s", low, high)
		}
		return strconv.Itoa(n), nil // envconfig takes 010 for octal
	case reflect.Bool:
		if value = strings.ToLower(value); value != "true" && value != "false" && value != "1" && value != "0" {
			return "", errors.New("must be true or false")
		}
	case reflect.Slice:
		list := items(strings.ToLower(value))
		if len(list) == 0 || slices.ContainsFunc(list, func(word string) bool { return !known(word) }) {
			return "", errors.New("must be one or more of " + strings.Join(words, ", ") + ", separated by commas")
		}
		value = strings.Join(list, ",")
	case reflect.String:
		if last := len(words) - 1; last > 0 {
			if value = strings.ToLower(value); !known(value) {
				return "", errors.New("must be " + strings.Join(words[:last], ", ") + " or " + words[last])
			}
		}
	default:
		panic("config: " + v.Name + " has a type that checks nothing")
	}
	return value, nil
}

// Trim cuts spaces, tabs, CR and LF off both ends of a value. Other white space stays: an
// e-mail address of nothing else must be a fault, since an unset one may show everything.
func Trim(value string) string { return strings.Trim(value, " \t\r\n") }

func unset(value string) bool {
	value = Trim(value)
	name, found := strings.CutPrefix(value, "${user_config.")
	name, closed := strings.CutSuffix(name, "}")
	return value == "" || found && closed && !strings.Contains(name, "}")
}

// items splits a list at its commas and leaves out blank items.
func items(list string) (all []string) {
	for item := range strings.SplitSeq(list, ",") {
		if item = Trim(item); item != "" {
			all = append(all, item)
		}
	}
	return all
}

// Fault is one variable that can't be used. Rule is a predicate ("must be …") and never holds
// the value.
type Fault struct{ Variable, Rule string }

// Faults are the faults of one environment, in the order of the variables.
type Faults []Fault

// Error names every variable with its rule, one a line.
func (f Faults) Error() string {
	lines := make([]string, len(f))
	for i, fault := range f {
		lines[i] = fault.Variable + " " + fault.Rule
	}
	return strings.Join(lines, "\n")
}

// Add adds what is wrong with a variable; nil adds nothing.
func (f *Faults) Add(variable string, err error) {
	if err != nil {
		*f = append(*f, Fault{variable, err.Error()})
	}
}

// Merge adds the faults of variables that have none yet, and whose file has none: a variable
// at fault counts as unset, which must not be reported as a second fault.
func (f *Faults) Merge(more Faults) {
	for _, fault := range more {
		if !slices.ContainsFunc(*f, func(said Fault) bool { return strings.TrimSuffix(said.Variable, "_FILE") == fault.Variable }) {
			*f = append(*f, fault)
		}
	}
}

// Err returns the faults as an error, nil when there are none.
func (f Faults) Err() error {
	if len(f) == 0 {
		return nil
	}
	return f
}
