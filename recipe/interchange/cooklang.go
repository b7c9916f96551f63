package interchange

import (
	"bytes"
	"path"
	"strings"

	"go.yaml.in/yaml/v3"
)

const maxFrontMatter = 64 << 10

// Names of the sections our own writer makes; they carry no meaning to a cook.
const (
	ingredientSection = "Ingredients"
	stepSection       = "Steps"
)

// readCooklang reads one .cook file: front matter or ">>" lines, sections,
// notes, and paragraphs, each of which is a step. A paragraph of ingredients
// alone is no step. Comments are left out.
func (rd *reader) readCooklang(entry string, data []byte) {
	rd.halves = false
	text := strings.ReplaceAll(string(decodeText(data)), "\r\n", "\n")
	if len(text) > 4*maxText {
		rd.fail(entry, tooLarge("the file has more than %d MiB of text.", 4*maxText>>20))
		return
	}
	c := &cook{known: make(map[string]bool)}
	body, failure := c.frontMatter(text)
	if failure != nil {
		rd.fail(entry, failure)
		return
	}
	for line := range strings.SplitSeq(dropComments(body), "\n") {
		c.line(strings.TrimSpace(line))
	}
	c.endParagraph()
	r := c.finish()
	if len(r.Ingredients) == 0 && len(r.Steps) == 0 && oneLine(r.Title) == "" { // a title alone is enough for a vault
		rd.fail(entry, invalid("the file has neither ingredients nor steps, and no title of its own."))
		return
	}
	if r.Title == "" { // by convention the file's name is the title
		_, last := path.Split(strings.ReplaceAll(rd.file, `\`, "/"))
		if entry != "" {
			_, last = path.Split(strings.ReplaceAll(entry, `\`, "/"))
		}
		r.Title = strings.TrimSuffix(last, path.Ext(last))
	}
	rd.emit(entry, r)
}

// cook is the state of reading one file.
type cook struct {
	recipe    Recipe
	meta      metadata
	section   string   // name to put before the section's first step
	paragraph []string // its lines so far
	notes     []string
	known     map[string]bool // names of the ingredients so far, lower case
}

// frontMatter reads a YAML block between two "---" lines at the start.
func (c *cook) frontMatter(text string) (body string, failure *Error) {
	head, rest, found := strings.Cut(strings.TrimLeft(text, " \t\n"), "\n")
	if !found || strings.TrimSpace(head) != "---" {
		return text, nil
	}
	block := rest
	for {
		line, after, more := strings.Cut(rest, "\n")
		if strings.TrimRight(line, " \t") == "---" { // not one indented in a text
			block = block[:len(block)-len(rest)]
			rest = after
			break
		}
		if !more {
			return text, nil // no closing line: it is text
		}
		rest = after
	}
	first := 1 + bytes.Count([]byte(text[:len(text)-len(strings.TrimLeft(text, " \t\n"))]), []byte("\n"))
	if len(block) > maxFrontMatter {
		failure = tooLarge("the front matter has more than %d KiB.", maxFrontMatter>>10)
		failure.Line = first
		return "", failure
	}
	var doc yaml.Node
	if err := yaml.Unmarshal([]byte(block), &doc); err != nil {
		failure = malformed(err, "the front matter that begins here is not valid YAML; put values with special signs in quotes.")
		failure.Line = first
		return "", failure
	}
	if len(doc.Content) == 1 {
		c.meta.walk("", doc.Content[0], 0)
	}
	return rest, nil
}

// line takes the next line of the body.
func (c *cook) line(line string) {
	switch {
	case line == "":
		c.endParagraph()
	case strings.HasPrefix(line, ">>"):
		c.endParagraph()
		if key, value, found := strings.Cut(line[2:], ":"); found {
			c.meta.add(key, value)
		} else {
			c.notes = append(c.notes, strings.TrimSpace(line[2:]))
		}
	case strings.HasPrefix(line, ">"):
		if len(c.paragraph) > 0 {
			c.endParagraph()
		}
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
	var b strings.Builder
	for i, line := range c.paragraph {
		b.WriteString(line)
		switch {
		case i+1 == len(c.paragraph):
		case endsInBackslash(line): // the line end is text
			b.WriteByte('\n')
		default:
			b.WriteByte(' ')
		}
	}
	text := b.String()
	c.paragraph = c.paragraph[:0]
	p := parseCookParagraph(text)
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

func (c *cook) finish() Recipe {
	c.meta.apply(&c.recipe)
	c.recipe.addNote("", strings.Join(c.notes, "\n"))
	return c.recipe
}

// endsInBackslash reports whether line ends in one that is not itself escaped.
func endsInBackslash(line string) bool {
	return (len(line)-len(strings.TrimRight(line, `\`)))%2 == 1
}

// dropComments takes "-- to the end of the line" and "[- block -]" out. A
// block that never ends is text.
func dropComments(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '\\' && i+1 < len(s):
			b.WriteByte(s[i])
			i++
		case strings.HasPrefix(s[i:], "---"): // a rule is text
			b.WriteString("--")
			i += 2
		case strings.HasPrefix(s[i:], "--"):
			end := strings.IndexByte(s[i:], '\n')
			if end < 0 {
				return b.String()
			}
			i += end
		case strings.HasPrefix(s[i:], "[-"):
			end := strings.Index(s[i:], "-]")
			if end < 0 {
				b.WriteString(s[i:])
				return b.String()
			}
			b.WriteByte(' ')
			i += end + 1
			continue
		}
		b.WriteByte(s[i])
	}
	return b.String()
}
