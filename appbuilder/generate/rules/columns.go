package rules

import (
	"slices"
	"strings"

	regexp "github.com/mcp-adapters/mcp-adapters/internal/lazyregexp"
)

// Wishes for columns. What a wish names may be in quotation marks.
var (
	addColumn        = regexp.MustCompile(`(?i)^(?:(?:add|insert|create|append|include|put in|there should be|give (?:it|the table)) )?(?:(an?|the|another|one|some|two|three|\d+) )?(?:(?:more|new|extra|additional|other|empty|blank) )*(?:(text|number|date|badge) )?columns?(?: to (?:it|the table))?(?:,? (?:called|named|titled|labell?ed|for|with|showing))?:?(?: (.*))?$`)
	addNamed         = regexp.MustCompile(`(?i)^(?:add|insert|create|append|include) (?:(?:an?|the|another|new|one|more) )*(.+?) columns?(?: to (?:it|the table))?((?: (?:between|before|after|at|as|in|with|without|having) .*|: .*|,? \(.*\))?)$`)
	startsWithNumber = regexp.MustCompile(`(?i)(?:^|,|\band) *(?:` + number + `) `)
	place            = regexp.MustCompile(`(?i)^(.*?)[\s,]*\b(?:(between) (.+?) and (.+)|(before|after|right after|right before|next to|behind|left of|right of|to the left of|to the right of) (.+)|(?:at|to|in|on|as) (?:the )?(?:very )?(end|beginning|start|front|left|right|first|last)(?: column)?|(first|last))$`)
	ofType           = regexp.MustCompile(`(?i)^(.+?)(?: of (?:the )?type| as an?| with) (text|number|date|badge)s?$`)
	placeFirst       = regexp.MustCompile(`(?i)^((?:between .+? and|before|after|left of|right of|to the (?:left|right) of|next to|at the|in the|as the) .+?),? (?:called|named|titled|labell?ed) (.+)$`)
	onlyPlace        = regexp.MustCompile(`(?i)^(?:(?:between .+? and|before|after|right (?:after|before)|left of|right of|to the (?:left|right) of|next to) .+|(?:at|in|to|as) (?:the )?(?:end|beginning|start|front|left|right))$`)
	emptyOnes        = regexp.MustCompile(`(?i)^(?:\p{L}+ )?(?:an? |the |another )?(?:new )?(?:empty|blank) `)
	renameColumn     = regexp.MustCompile(`(?i)^(rename|change|call|relabel)(?: the)?((?: columns?| header| column header)?)(?: from)? (.+?)((?: columns?| header)?) (?:to|as|into|->|→|=) (.+)$`)
	callColumn       = regexp.MustCompile(`(?i)^(?:call|name) the (.+?) column (.+)$`)
	renameWhat       = regexp.MustCompile(`(?i)^(?:rename|relabel)(?: the| a)? columns?(?: (.+?))?(?: to)?$`)
	removeColumn     = regexp.MustCompile(`(?i)^(?:remove|delete|drop|hide|take out|take away|get rid of|(?:i|we) (?:don't|don’t|do not) (?:need|want)|no)(?: the| all(?: of)?(?: the)?| all| those| these)?((?: columns?)?)(?: (?:called|named))? (.+?)((?: columns?)?)(?: from (?:it|the table))?$`)
	leaveBe          = regexp.MustCompile(`(?i)^(?:i|we) (?:don't|don’t|do not) (?:need|want) (?:you |it |this |us )?to `)
	removeWhat       = regexp.MustCompile(`(?i)^(?:remove|delete|drop|hide)(?: the| a| some)? columns?$`)
	keepOnly         = regexp.MustCompile(`(?i)^(?:only )?keep (?:only )?(?:the )?columns? (.+)$`)
	allColumns       = regexp.MustCompile(`(?i)^(?:remove|delete|drop|hide|clear)(?: all(?: of)?(?: the)?| every| each) columns?$`)
	allColumnsBut    = regexp.MustCompile(`(?i)^(?:remove|delete|drop|hide|clear) (?:all|every|each|any)(?: of)?(?: the| my)?(?: other)? columns?,? (?:but|except|excepting|besides|other than|apart from|aside from|save)(?: for)?(?: the)? (.+)$`)
	swapColumns      = regexp.MustCompile(`(?i)^(?:swap|switch|exchange|flip)(?: the)?((?: columns?)?)(?: of)? (.+?) (?:and|with|for) (?:the )?(.+?)((?: columns?)?)(?: with each other| around)?$`)
	moveColumn       = regexp.MustCompile(`(?i)^(?:move|put|place|shift)(?: the)?(?: column)? (.+)$`)
)

// columns reads what is asked of a table's columns.
func (r request) columns() (answer, bool) {
	table, ok := r.table()
	if !ok {
		if m := removeColumn.FindStringSubmatch(r.text); m != nil {
			if f, ok := r.field(m[2]); ok {
				return r.withoutPart(f)
			}
		}
		if find(words(r.text), []string{"column"}) >= 0 {
			return cannot("Only a table has columns. Say “switch to a table” first.")
		}
		return answer{}, false
	}
	if m := callColumn.FindStringSubmatch(r.text); m != nil {
		return r.renameColumns(m[1], m[2])
	}
	if m := renameColumn.FindStringSubmatch(r.text); m != nil {
		_, is := r.field(m[3])
		named := m[2]+m[4] != ""
		// "change price to $9" doesn't say of which row.
		if is && !named && strings.EqualFold(m[1], "change") {
			return cannot("Say “rename the column " + m[3] + " to " + m[5] + "”, or of which row: “set " + m[3] + " of row 1 to " + m[5] + "”.")
		}
		if is || named {
			return r.renameColumns(m[3], m[5])
		}
	}
	if renameWhat.MatchString(r.text) {
		return cannot("Say which column, and its new name: “rename the column " + table.Columns[0].Header + " to Label”.")
	}
	if m := allColumnsBut.FindStringSubmatch(r.text); m != nil {
		return r.keepColumns(table, m[1])
	}
	if m := exceptWish.FindStringSubmatch(r.text); m != nil && m[1] == "" && !slices.ContainsFunc(listedNames(m[2]), func(name string) bool { _, ok := r.field(name); return !ok }) {
		return r.keepColumns(table, m[2])
	}
	if m := swapColumns.FindStringSubmatch(r.text); m != nil {
		if a, ok := r.swapColumns(table, m[2], m[3], m[1]+m[4] != ""); ok {
			return a, true
		}
	}
	if m := keepOnly.FindStringSubmatch(r.text); m != nil {
		return r.keepColumns(table, m[1])
	}
	if m := onlyWish.FindStringSubmatch(r.text); m != nil && r.allFields(m[1]) {
		return r.keepColumns(table, strings.TrimSuffix(strings.TrimSuffix(m[1], " columns"), " column"))
	}
	if allColumns.MatchString(r.text) {
		return cannot("A table keeps at least one column.")
	}
	if removeWhat.MatchString(r.text) {
		return cannot("Which column? Say “remove the column " + table.Columns[len(table.Columns)-1].Header + "”.")
	}
	if m := addColumn.FindStringSubmatch(r.text); m != nil {
		if onlyPlace.MatchString(m[3]) && !placeFirst.MatchString(m[3]) {
			return cannot("What should the column be called? Say “add a column " + r.newHeader() + " " + m[3] + "”.")
		}
		return r.addColumns(table, m[3], strings.ToLower(m[2]))
	}
	if m := addNamed.FindStringSubmatch(r.text); m != nil && !startsWithNumber.MatchString(m[1]) {
		return r.addColumns(table, m[1]+m[2], "")
	}
	if m := removeColumn.FindStringSubmatch(r.text); m != nil && !leaveBe.MatchString(r.text) {
		named := m[1]+m[3] != ""
		if _, bare := ordinals[strings.ToLower(m[2])]; named || !bare { // "remove the last" is of the rows
			return r.removeColumns(table, m[2], named)
		}
	}
	if m := moveColumn.FindStringSubmatch(r.text); m != nil {
		if name, at, problem, ok := r.placed(m[1]); ok {
			return r.moveTo(table, name, at, problem)
		}
	}
	return answer{}, false
}

// allFields reports whether a list names columns and nothing else.
func (r request) allFields(list string) bool {
	return !slices.ContainsFunc(listedNames(strings.TrimSuffix(strings.TrimSuffix(list, " columns"), " column")), func(name string) bool { _, ok := r.field(name); return !ok })
}

// placed cuts the place off a wish: "Price after Name" is Price, and the place of the column
// that is then on its right.
func (r request) placed(text string) (name string, at int, problem string, ok bool) {
	m := place.FindStringSubmatch(text)
	if m == nil || m[1] == "" && m[8] == "" {
		return text, -1, "", false
	}
	index := func(name string) int {
		name = strings.TrimSuffix(strings.TrimPrefix(strings.TrimPrefix(name, "the "), "column "), " column")
		f, ok := r.field(name)
		if !ok {
			problem = r.noField(name)
		}
		return slices.IndexFunc(fields(r.content.Data), func(o field) bool { return o.key == f.key })
	}
	name = strings.TrimSuffix(strings.TrimSuffix(m[1], " to"), " column")
	count := len(fields(r.content.Data))
	switch word := strings.ToLower(m[5] + m[7] + m[8]); {
	case m[2] != "":
		a, b := index(m[3]), index(m[4])
		at = max(a, b)
		if problem == "" && max(a-b, b-a) != 1 {
			problem = "The columns " + unquoted(m[3]) + " and " + unquoted(m[4]) + " are not side by side. Say “after " + unquoted(m[3]) + "”."
		}
	case strings.Contains(word, "before"), strings.Contains(word, "left of"):
		at = index(m[6])
	case m[6] != "":
		at = index(m[6]) + 1
	case word == "end" || word == "right" || word == "last":
		at = count
	}
	return name, at, problem, true
}
