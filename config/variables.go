package config

import "reflect"

// Variable describes one environment variable for help texts and tables.
type Variable struct {
	Name    string
	Default string // as a person would write it; "" when there is none
	Meaning string
}

// Variables lists every variable that [Load] reads, in order.
func Variables() []Variable {
	t := reflect.TypeFor[environment]()
	list := make([]Variable, t.NumField())
	for i := range list {
		tag := t.Field(i).Tag
		list[i] = Variable{Name: tag.Get("envconfig"), Default: tag.Get("default"), Meaning: tag.Get("desc")}
	}
	return list
}
