package interchange

import (
	"strings"

	"go.yaml.in/yaml/v3"
)

// metadata is what front matter and ">>" lines say, in order. Keys are lower
// case; those of nested maps are joined by a full stop.
type metadata struct {
	keys   []string
	values []string
}

const maxMetadata = 200

func (m *metadata) add(key, value string) {
	key = strings.ToLower(oneLine(key))
	if key != "" && len(m.keys) < maxMetadata {
		m.keys = append(m.keys, key)
		m.values = append(m.values, tidy(value))
	}
}

// walk flattens YAML. Aliases are not followed: nothing here needs them, and
// they are how a small file becomes a huge one.
func (m *metadata) walk(key string, node *yaml.Node, depth int) {
	switch {
	case depth > 4:
	case node.Kind == yaml.ScalarNode:
		if node.Tag != "!!null" {
			m.add(key, node.Value)
		}
	case node.Kind == yaml.SequenceNode:
		var all []string
		for _, n := range node.Content {
			if n.Kind == yaml.ScalarNode {
				all = append(all, n.Value)
			}
		}
		m.add(key, strings.Join(all, ", "))
	case node.Kind == yaml.MappingNode:
		for i := 0; i+1 < len(node.Content); i += 2 {
			name := node.Content[i].Value
			if key != "" {
				name = key + "." + name
			}
			m.walk(name, node.Content[i+1], depth+1)
		}
	}
}

// apply puts the values into the fields by their canonical names; what has no
// field is kept in the description under its key. Pictures are left out.
func (m *metadata) apply(r *Recipe) {
	for i, key := range m.keys {
		if key == "description" || key == "introduction" {
			r.Description = m.values[i]
		}
	}
	var total string
	for i, key := range m.keys {
		value := m.values[i]
		switch key {
		case "title", "name":
			r.Title = value
		case "servings", "serves", "yield":
			r.setServings(value)
		case "prep time", "prep_time", "preptime", "time.prep":
			r.setMinutes(&r.PrepTimeMinutes, "Preparation time", value)
		case "cook time", "cook_time", "cooktime", "cooking time", "time.cook":
			r.setMinutes(&r.CookTimeMinutes, "Cooking time", value)
		case "time required", "time", "duration", "total time", "total_time":
			total = value
		case "difficulty":
			r.setDifficulty(value)
		case "description", "introduction", "image", "images", "picture", "pictures", "locale":
		case "source", "source.name", "source.url":
			r.addNote("Source", value)
		case "author", "source.author":
			r.addNote("Author", value)
		case "tags", "tag":
			r.addNote("Tags", value)
		default:
			r.addNote(strings.ToUpper(key[:1])+key[1:], value)
		}
	}
	r.setTotal(total)
}
