package portfolio

import (
	"fmt"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/mcp-adapters/mcp-adapters/mcp/schema"
)

// The schemas of the tools. What is published of the input is exactly what the tools
// have always had, with members added; the rules beyond it are checked here. The limits
// of texts are the API's to enforce: it may be another one with others.

func line(name, description string, most int) schema.Property {
	if most > 0 {
		description = strings.TrimSpace(fmt.Sprintf("%s At most %d characters.", description, most))
	}
	return schema.Text(name, description, 0, 0)
}

func lines(name, description string) schema.Property {
	return schema.List(name, description, stringSchema)
}

// narrative are the members that tell the story of a project.
func narrative() []schema.Property {
	return []schema.Property{
		line("summary", "A hook of one or two sentences.", 500),
		line("challenge", "What was wrong, and the constraints.", 2000),
		line("solution", "What the contractor did.", 2000),
		line("results", "The outcome or impact.", 2000),
		lines("outcome_highlights", "The outcome in bullet points."),
	}
}

// narrated are the names of [narrative].
var narrated = []string{"summary", "challenge", "solution", "results", "outcome_highlights"}

func heading() []schema.Property {
	return []schema.Property{
		line("title", "Of the case study.", 200),
		line("project_type", "Such as chimney rebuild.", 100),
		line("city", "Where the job was. Default: the contractor's.", 100),
		line("state", "Such as CO. Default: the contractor's.", 50),
	}
}

func kinds() []any { return []any{"before", "after", "progress", "detail"} }

func kind() schema.Property {
	return schema.Choice("image_type", "What the photo shows of the job.", kinds()...)
}

func altText() schema.Property {
	return schema.Text("alt_text", "What is to be seen, for those who can't see it.", 0, 0)
}

// nullable admits null, which clears a value.
func nullable(p schema.Property) schema.Property {
	p.Schema.Types, p.Schema.Type = []string{p.Schema.Type, "null"}, ""
	if p.Schema.Enum != nil {
		p.Schema.Enum = append(p.Schema.Enum, nil)
	}
	p.Schema.Description += " null clears it."
	return p
}

// few bounds a list.
func few(p schema.Property, least, most int) schema.Property {
	p.Schema.MinItems = &least
	if most > 0 {
		p.Schema.MaxItems = &most
	}
	return p
}

// whole returns a number that has to be whole and at least least; given reports whether
// there is one. The schema can't say it: it is published as it has always been.
func whole(args map[string]any, path, name string, least, most float64) (n int, given bool, err error) {
	number, given := args[name].(float64)
	switch {
	case !given:
		return 0, false, nil
	case number != float64(int64(number)):
		return 0, true, invalid(path+name, "%s%s must be a whole number", path, name)
	case number < least || number > most:
		if most < schema.MaxInt32 || number > most {
			return 0, true, invalid(path+name, "%s%s must be from %v to %v", path, name, least, most)
		}
		return 0, true, invalid(path+name, "%s%s must be at least %v", path, name, least)
	}
	return int(number), true, nil
}

// The members of results.

func kept(p schema.Property, description string) schema.Property {
	p.Schema.Description = description
	return p
}

func outID() schema.Property { return schema.Typed("project_id", "string") }

func outStatus() schema.Property { return schema.Typed("status", "string") }

func outMissing() schema.Property {
	return schema.List("missing_fields", "What publishing still needs.", stringSchema)
}

func outCan() schema.Property { return schema.Typed("can_publish", "boolean") }

func outTitle() schema.Property {
	return schema.Property{Name: "title", Schema: &jsonschema.Schema{Types: []string{"string", "null"}}}
}

func outURL() schema.Property { return kept(schema.Typed("url", "string"), "The public page.") }

// outImages are the images in the words of a model.
func outImages() schema.Property {
	return schema.List("images", "In order.", schema.Open([]string{"image_id"},
		schema.Typed("image_id", "string"),
		schema.Property{Name: "image_type", Schema: &jsonschema.Schema{Types: []string{"string", "null"}}},
		schema.Property{Name: "alt_text", Schema: &jsonschema.Schema{Types: []string{"string", "null"}}},
		schema.Typed("is_hero", "boolean")))
}
