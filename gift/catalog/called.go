package catalog

import (
	_ "embed"
	"strings"
	"sync"
)

// calledFile has a line for each idea of the built-in catalog: its name, " | ", and what people
// call it who have given it, with ", " between.
//
//go:embed called.txt
var calledFile string

// Called returns what people call a gift who have given it, in a few words: "bug viewer". There
// is nothing of gifts that aren't of the built-in catalog, by their ids.
func Called(id string) []string {
	list := called()[id]
	if list == "" {
		return nil
	}
	return strings.Split(list, ", ")
}

// called are the lists by id.
var called = sync.OnceValue(func() map[string]string {
	c, err := BuiltIn()
	if err != nil {
		return nil // which whoever asks for gifts learns
	}
	byName := make(map[string]string, len(c.Gifts))
	for line := range strings.Lines(calledFile) {
		name, list, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " | ")
		byName[name] = list
	}
	byID := make(map[string]string, len(c.Gifts))
	for i := range c.Gifts {
		byID[c.Gifts[i].ID] = byName[c.Gifts[i].Name]
	}
	return byID
})
