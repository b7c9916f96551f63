package interchange

import (
	"regexp"
	"strings"

	"go.yaml.in/yaml/v3"
)

const (
	maxFrontMatter = 64 << 10
	maxMetadata    = 200
)

// frontMatterBlock is YAML between two lines of hyphens, which are not indented as
// one in a text may be.
var frontMatterBlock = regexp.MustCompile(`(?ms)\A[ \t\n]*---[ \t]*\n(.*?)^---[ \t]*$\n?`)

// metadatum is what front matter or a ">>" line says. Keys are lower case; those
// of nested maps are joined by a full stop.
type metadatum struct{ key, value string }

func (c *cook) addMetadata(key, value string) {
	key = strings.ToLower(oneLine(key))
	if key != "" && len(c.metadata) < maxMetadata {
		c.metadata = append(c.metadata, metadatum{key, tidy(value)})
	}
}

// frontMatter reads the block that text may begin with, and returns what follows.
func (c *cook) frontMatter(text string) (body string, failure *Error) {
	at := frontMatterBlock.FindStringSubmatchIndex(text)
	if at == nil {
		return text, nil
	}
	block, body := text[at[2]:at[3]], text[at[1]:]
	var doc yaml.Node
	if len(block) > maxFrontMatter {
		failure = tooLarge("the front matter has more than %d KiB.", maxFrontMatter>>10)
	} else if err := yaml.Unmarshal([]byte(block), &doc); err != nil {
		failure = malformed(err, "the front matter that begins here is not valid YAML; put values with special signs in quotes.")
	}
	if failure != nil {
		failure.Line, _ = position([]byte(text), strings.Index(text, "---"))
		return "", failure
	}
	if len(doc.Content) == 1 {
		c.flatten("", doc.Content[0], 0)
	}
	return body, nil
}

// flatten adds the texts of YAML. Aliases are not followed: nothing here needs
// them, and they are how a small file becomes a huge one.
func (c *cook) flatten(key string, node *yaml.Node, depth int) {
	switch {
	case depth > 4:
	case node.Kind == yaml.ScalarNode && node.Tag != "!!null":
		c.addMetadata(key, node.Value)
	case node.Kind == yaml.SequenceNode:
		var all []string
		for _, n := range node.Content {
			if n.Kind == yaml.ScalarNode {
				all = append(all, n.Value)
			}
		}
		c.addMetadata(key, strings.Join(all, ", "))
	case node.Kind == yaml.MappingNode:
		for i := 0; i+1 < len(node.Content); i += 2 {
			name := strings.TrimPrefix(key+"."+node.Content[i].Value, ".")
			c.flatten(name, node.Content[i+1], depth+1)
		}
	}
}

// applyMetadata puts the values into the fields by their canonical names; what has
// no field is kept in the description under its key. Pictures are left out.
func (r *Recipe) applyMetadata(all []metadatum) {
	total := ""
	for _, m := range all {
		switch m.key {
		case "title", "name":
			r.Title = m.value
		case "description", "introduction":
			r.Description = strings.TrimSpace(m.value + "\n\n" + r.Description) // before the notes
		case "servings", "serves", "yield":
			r.setServings(m.value)
		case "prep time", "prep_time", "preptime", "time.prep":
			r.setMinutes(&r.PrepTimeMinutes, "Preparation time", m.value)
		case "cook time", "cook_time", "cooktime", "cooking time", "time.cook":
			r.setMinutes(&r.CookTimeMinutes, "Cooking time", m.value)
		case "time required", "time", "duration", "total time", "total_time":
			total = m.value
		case "difficulty":
			r.setDifficulty(m.value)
		case "image", "images", "picture", "pictures", "locale":
		case "source", "source.name", "source.url":
			r.addNote("Source", m.value)
		case "author", "source.author":
			r.addNote("Author", m.value)
		case "tags", "tag":
			r.addNote("Tags", m.value)
		default:
			r.addNote(strings.ToUpper(m.key[:1])+m.key[1:], m.value)
		}
	}
	r.setTotal(total)
}
