package rules

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"mcp-adapters/appbuilder/generate"
	"mcp-adapters/appbuilder/layout"
	"mcp-adapters/appbuilder/theme"
)

type today = time.Time

// notation is a color in CSS's own writing.
var notation = regexp.MustCompile(`(?i)#[0-9a-f]{1,8}\b|\b(?:rgb|hsl)a?\([^)]{1,40}\)`)

func paint(part, color string) ([]generate.Operation, string) {
	c, ok := theme.Read(color)
	if !ok {
		return nil, "I can't read the color " + color + ". Write it as #2563eb, rgb(37, 99, 235) or a name such as blue. Nothing was changed."
	}
	return []generate.Operation{{Op: generate.SetTheme, Theme: map[string]string{part: c.String()}}}, ""
}

// brightness turns the theme dark or light, if it isn't.
func (r request) brightness(dark bool) []generate.Operation {
	background, _ := theme.Read(r.content.Theme["--background"])
	if (background.L < 50) == dark {
		return []generate.Operation{{Op: generate.SetTheme, Theme: map[string]string{"--background": r.content.Theme["--background"]}}}
	}
	return []generate.Operation{{Op: generate.SetTheme, Theme: r.content.Theme.Dark()}}
}

// patterns of messages that give something a name.
var (
	renameTool     = regexp.MustCompile(`(?i)^(?:please )?(?:rename|call|name|change|set) (?:the )?tool(?:'s)?(?: name)? (?:to |as )?["“'` + "`" + `]?([^"”'` + "`" + `]+?)["”'` + "`" + `]?$`)
	describeTool   = regexp.MustCompile(`(?is)^(?:please )?(?:set|change|make|update) (?:the )?tool(?:'s)? description (?:to|as):? ["“]?(.+?)["”]?$`)
	describeApp    = regexp.MustCompile(`(?is)^(?:please )?(?:set|change|make|update) (?:the )?(?:app(?:'s)? )?description (?:to|as):? ["“]?(.+?)["”]?$`)
	renameApp      = regexp.MustCompile(`(?i)^(?:please )?(?:(?:rename|call|name) (?:it|this|(?:the |my )?app)|(?:change|set) (?:the )?(?:app(?:'s)? )?(?:name|title)) (?:to |as )?["“']?([^"”']+?)["”']?$`)
	renameColumn   = regexp.MustCompile(`(?i)^(?:please )?(?:rename|change|call) (?:the )?(?:column )?["“']?(.+?)["”']?(?: column)? (?:to|as|into) ["“']?(.+?)["”']?$`)
	addColumn      = regexp.MustCompile(`(?i)^(?:please )?(?:add|insert|create) (?:an? |the |another |new )*columns? (?:called |named |for |with )*(?:the )?["“']?(.+?)["”']?$`)
	addColumnAfter = regexp.MustCompile(`(?i)^(?:please )?(?:add|insert|create) (?:an? |the |another |new )*["“']?(.+?)["”']? columns?$`)
	removeColumn   = regexp.MustCompile(`(?i)^(?:please )?(?:remove|delete|drop|hide) (?:the )?(?:columns? )?["“']?(.+?)["”']?(?: columns?)?$`)
	addRows        = regexp.MustCompile(`(?i)^(?:please )?(?:add|insert|create|give me|generate) (a few|some|an?|another|one|two|three|four|five|six|seven|eight|nine|ten|\d{1,3})(?: more| new| further| other)* (?:sample |example )?(.+?)s?$`)
	removeRow      = regexp.MustCompile(`(?i)^(?:please )?(?:remove|delete|drop) (?:the )?(?:(first|last) (?:row|post|item|card|entry)|(?:row|post|item|card|entry)s? (?:number )?(\d{1,3}(?:(?:,| and|, and) ?\d{1,3})*))$`)
	setCell        = regexp.MustCompile(`(?i)^(?:please )?(?:set|change|update|make) (?:the )?["“']?(.+?)["”']? (?:of|in|for) (?:the )?(?:(?:row|post|item|card|entry) (\d{1,3})|["“']?(.+?)["”']?) (?:to|=|be) ["“']?(.+?)["”']?$`)
)

// names reads a new name or description of the app or its tool.
func (r request) names() ([]generate.Operation, string) {
	switch {
	case describeTool.MatchString(r.text):
		text := describeTool.FindStringSubmatch(r.text)[1]
		return []generate.Operation{{Op: generate.SetTool, ToolDescription: &text}}, ""
	case renameTool.MatchString(r.text):
		name := toolName(renameTool.FindStringSubmatch(r.text)[1])
		return []generate.Operation{{Op: generate.SetTool, ToolName: &name}}, ""
	case describeApp.MatchString(r.text):
		return []generate.Operation{{Op: generate.SetDescription, Value: describeApp.FindStringSubmatch(r.text)[1]}}, ""
	case renameApp.MatchString(r.text):
		return []generate.Operation{{Op: generate.SetName, Value: renameApp.FindStringSubmatch(r.text)[1]}}, ""
	}
	return nil, ""
}

// toolName keeps a name that is one, and makes one of words.
func toolName(s string) string {
	if !strings.ContainsAny(s, " ") {
		return s
	}
	return generate.Key(s)
}

// columns reads what is asked of a table's columns.
func (r request) columns() ([]generate.Operation, string) {
	table, _ := r.content.Data.(*layout.Rows)
	wants := is0(r.said, "column")
	if table == nil {
		if wants {
			return nil, "Only a table has columns. Say “switch to a table” first. Nothing was changed."
		}
		return nil, ""
	}
	if m := renameColumn.FindStringSubmatch(r.text); m != nil && (wants || has(table, m[1])) {
		return []generate.Operation{{Op: generate.RenameColumn, Column: m[1], Header: m[2]}}, ""
	}
	if m := addColumn.FindStringSubmatch(r.text); m != nil {
		return r.addColumns(m[1], len(table.Rows)), ""
	}
	if m := addColumnAfter.FindStringSubmatch(r.text); m != nil && wants {
		return r.addColumns(m[1], len(table.Rows)), ""
	}
	if m := removeColumn.FindStringSubmatch(r.text); m != nil && (wants || has(table, m[1])) {
		var operations []generate.Operation
		for _, name := range separators.Split(m[1], layout.MaxColumns) {
			operations = append(operations, generate.Operation{Op: generate.RemoveColumn, Column: strings.TrimSpace(name)})
		}
		if has(table, m[1]) {
			operations = []generate.Operation{{Op: generate.RemoveColumn, Column: m[1]}}
		}
		return operations, ""
	}
	return nil, ""
}

func (r request) addColumns(list string, rows int) (operations []generate.Operation) {
	all, err := domains()
	if err != nil {
		return nil
	}
	d, _ := about(all, words(r.content.Name))
	columns := listed(list, d)
	if columns == nil {
		columns = []column{columnFor(cut(list, 60), d)}
	}
	for _, c := range columns {
		o := generate.Operation{Op: generate.AddColumn, Header: c.Header, Type: c.Type}
		for i := range rows {
			o.Values = append(o.Values, encoded(invented(c, i, r.today)))
		}
		operations = append(operations, o)
	}
	return operations
}

func is0(said []string, noun string) bool { return find(said, []string{noun}) >= 0 }

func has(t *layout.Rows, name string) bool {
	return slices.ContainsFunc(t.Columns, func(c layout.Column) bool {
		return strings.EqualFold(c.Header, name) || strings.EqualFold(c.Key, name)
	})
}

// encoded is a cell as JSON.
func encoded(v any) jsontext.Value {
	switch v := v.(type) {
	case jsontext.Value:
		return v
	case string:
		text, _ := jsontext.AppendQuote(nil, v) // what isn't UTF-8 is replaced
		return text
	}
	return jsontext.Value("null")
}

var numbers = map[string]int{
	"a": 1, "an": 1, "another": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
	"some": 3, "a few": 3,
}

func count(s string) int {
	if n, ok := numbers[strings.ToLower(s)]; ok {
		return n
	}
	n, _ := strconv.Atoi(s) // only digits come here
	return n
}
