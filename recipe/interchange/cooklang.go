package interchange

import (
	"cmp"
	"path"
	"regexp"
	"strings"
)

// Names of the sections our own writer makes; they carry no meaning to a cook.
const (
	ingredientSection = "Ingredients"
	stepSection       = "Steps"
)

// readCooklang reads one .cook file: front matter or ">>" lines, sections,
// notes, and paragraphs, each of which is a step. A paragraph of ingredients
// alone is not a step. Comments are left out.
func (rd *reader) readCooklang(entry string, data []byte) *Error {
	rd.halves = false
	text := strings.ReplaceAll(string(decodeText(data)), "\r\n", "\n")
	if len(text) > 4*maxText {
		return tooLarge("the file has more than %d MiB of text.", 4*maxText>>20)
	}
	c := &cook{known: make(map[string]bool)}
	body, failure := c.frontMatter(text)
	if failure != nil {
		return failure
	}
	for line := range strings.SplitSeq(dropComments(body), "\n") {
		c.line(strings.TrimSpace(line))
	}
	c.endParagraph()
	r := &c.recipe
	r.applyMetadata(c.metadata)
	r.addNote("", strings.Join(c.notes, "\n"))
	if len(r.Ingredients) == 0 && len(r.Steps) == 0 && oneLine(r.Title) == "" { // a title alone is enough for a vault
		return invalid("the file has neither ingredients nor steps, and no title of its own.")
	}
	if r.Title == "" { // by convention the file's name is the title
		file := base(cmp.Or(entry, rd.file))
		r.Title = strings.TrimSuffix(file, path.Ext(file))
	}
	rd.emit(entry, *r, nil)
	return nil
}

// cook is the state of reading one file.
type cook struct {
	recipe    Recipe
	metadata  []metadatum
	section   string   // name to put before the section's first step
	paragraph []string // its lines so far
	notes     []string
	known     map[string]bool // names of the ingredients so far, lower case
}

func (c *cook) line(line string) {
	switch {
	case line == "":
		c.endParagraph()
	case strings.HasPrefix(line, ">>"):
		c.endParagraph()
		if key, value, found := strings.Cut(line[2:], ":"); found {
			c.addMetadata(key, value)
		} else {
			c.notes = append(c.notes, strings.TrimSpace(line[2:]))
		}
	case strings.HasPrefix(line, ">"):
		c.endParagraph()
		c.notes = append(c.notes, unescape(strings.TrimSpace(line[1:])))
	case strings.HasPrefix(line, "="):
		c.endParagraph()
		c.section = unescape(strings.TrimSpace(strings.Trim(line, "=")))
		if c.section == ingredientSection || c.section == stepSection {
			c.section = ""
		}
	default:
		c.paragraph = append(c.paragraph, line)
	}
}

func (c *cook) endParagraph() {
	if len(c.paragraph) == 0 {
		return
	}
	p := parseCookParagraph(strings.Join(c.paragraph, "\n"))
	c.paragraph = nil
	for _, in := range p.ingredients {
		key := strings.ToLower(in.Name)
		if p.isStep() && in.Quantity == nil && in.Notes == "" && c.known[key] {
			continue // mentioned again
		}
		c.known[key] = true
		c.recipe.Ingredients = append(c.recipe.Ingredients, in)
	}
	if !p.isStep() {
		return
	}
	step := p.step()
	step.Instruction = withSection(c.section, step.Instruction)
	c.section = ""
	c.recipe.Steps = append(c.recipe.Steps, step)
}

var (
	// comment is "-- to the end of the line" or "[- block -]", and what only looks
	// like one: an escaped sign, or a rule.
	comment = regexp.MustCompile(`(?s)\\.|---|--[^\n]*|\[-.*?-\]`)
	escaped = regexp.MustCompile(`(?s)\\(.)`)
)

// dropComments takes comments out. A block that never ends is text.
func dropComments(s string) string {
	return comment.ReplaceAllStringFunc(s, func(match string) string {
		switch {
		case match[0] == '\\', match == "---":
			return match
		case match[0] == '[':
			return " "
		}
		return ""
	})
}

func unescape(s string) string { return escaped.ReplaceAllString(s, "$1") }
