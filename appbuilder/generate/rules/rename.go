package rules

import (
	"slices"
	"strings"

	"github.com/mcp-adapters/mcp-adapters/appbuilder/generate"
	"github.com/mcp-adapters/mcp-adapters/appbuilder/layout"
	regexp "github.com/mcp-adapters/mcp-adapters/internal/lazyregexp"
)

// Wishes for names and descriptions. Where the new one is missing, it is asked for.
var (
	describeWish = regexp.MustCompile(`(?is)^(?:set|change|make|update|write|rewrite|use)(?: the| its| this| my)?(?: (tool|app)(?:'s)?)? description(?: of (?:the |this |my )?(tool|app|it))?(?:(?: to| as|:)(?:\s+(.*))?)?$`)
	describeAs   = regexp.MustCompile(`(?is)^describe (?:the |this |my )?(tool|app|it) as:?\s+(.*)$`)
	toolWish     = regexp.MustCompile(`(?i)^(?:rename|call|name|change|set|update)(?: the| this| my)? (?:tool(?:'s)?(?: name)?|name of the tool)(?: from \S+)?(?:(?: to| as| into| be|:| =)? (.*)| to| as)?$`)
	toolIs       = regexp.MustCompile(`(?i)^(?:the )?tool(?: name)?(?: should be(?: called| named)?|:) (.+)$`)
	appWish      = regexp.MustCompile(`(?i)^(?:rename|call|name|title)(?: (?:the |my |our |this )?(?:` + places + `)| it| this)(?:(?: to| as|:)? (.*)| to| as)?$`)
	appNameWish  = regexp.MustCompile(`(?i)^(?:change|set|update|make)(?: the| its| my| this)?(?: (?:app|application)(?:'s)?)? (?:name|title)(?: of (?:the |this |my )?(?:` + places + `|it))?(?:(?: to| as| be|:)(?: (.*))?)?$`)
	appIs        = regexp.MustCompile(`(?i)^(?:(?:it|the app|my app|this app) should be (?:called|named)|(?:give it|give the app) (?:the|a new|the new) name|(?:the )?(?:app )?(?:name|title):|use the (?:name|title)(?: of)?) (.+)$`)
)

// places are what people call an app.
const places = `app|application|page|site|website|table|list|blog|shop|store|catalog|catalogue|menu|dashboard|board|collection|directory|gallery|tracker|inventory`

// names reads wishes for a new name or description of the app or its tool.
func (r request) names() (answer, bool) {
	if m := describeWish.FindStringSubmatch(r.text); m != nil {
		return describeTo(strings.EqualFold(m[1], "tool") || strings.EqualFold(m[2], "tool"), m[3])
	}
	if m := describeAs.FindStringSubmatch(r.text); m != nil {
		if said := words(m[2]); len(said) <= 3 && find(said, slices.Concat(tableWords, cardWords, postWords)) >= 0 {
			return cannot("For another layout, say “switch to cards”; for a description of these words, “set the description to …”.")
		}
		return describeTo(strings.EqualFold(m[1], "tool"), m[2])
	}
	text := r.withoutSource()
	for _, re := range []*regexp.Regexp{toolWish, toolIs} {
		if m := re.FindStringSubmatch(text); m != nil && !runsOn(newName(m[1])) {
			return r.nameTool(unquoted(newName(m[1])))
		}
	}
	for _, re := range []*regexp.Regexp{appWish, appNameWish, appIs} {
		if m := re.FindStringSubmatch(text); m != nil && !runsOn(newName(m[1])) && !ofPart.MatchString(m[1]) {
			name := unquoted(newName(m[1]))
			if strings.Trim(name, "\"'“”„«»`.,:;!?- ") == "" || isPreposition(name) {
				return cannot("What should the app be called? Say “rename the app to Depot”.")
			}
			return answer{operations: []generate.Operation{{Op: generate.SetName, Value: name}}, said: []string{"Renamed the app to “" + name + "”"}}, true
		}
	}
	return answer{}, false
}

func describeTo(tool bool, text string) (answer, bool) {
	text = unquoted(text)
	switch {
	case text == "" && tool:
		return cannot("What should the tool's description say? Say “set the tool description to Returns all lamps.”")
	case text == "":
		return cannot("What should the description say? Say “set the description to Our lamps.”")
	case tool:
		return answer{operations: []generate.Operation{{Op: generate.SetTool, ToolDescription: &text}}}, true
	}
	return answer{operations: []generate.Operation{{Op: generate.SetDescription, Value: text}}}, true
}

// nameTool keeps a name that is one, and makes one of words.
func (r request) nameTool(name string) (answer, bool) {
	if name == "" || isPreposition(name) {
		return cannot("What should the tool be called? Say “rename the tool to search_lamps”.")
	}
	if strings.Contains(name, " ") {
		if !strings.ContainsFunc(name, func(c rune) bool { return c < 0x80 && c != ' ' }) {
			return cannot("A tool's name is made of the letters a to z, digits, _ and -: search_lamps.")
		}
		name = generate.Key(name)
	}
	return answer{operations: []generate.Operation{{Op: generate.SetTool, ToolName: &name}}, said: []string{"Renamed the tool to " + name}}, true
}

// table is the app's data, if it is a table.
func (r request) table() (*layout.Rows, bool) {
	t, ok := r.content.Data.(*layout.Rows)
	return t, ok
}
