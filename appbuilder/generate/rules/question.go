package rules

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/mcp-adapters/mcp-adapters/appbuilder/layout"
	"github.com/mcp-adapters/mcp-adapters/appbuilder/theme"
	regexp "github.com/mcp-adapters/mcp-adapters/internal/lazyregexp"
)

// asking are words with which a question begins, or what is said of one that isn't a wish.
var asking = regexp.MustCompile(`(?i)^(?:why|what|what's|whats|which|who|whose|when|where|how|is|are|does|did|was|were|should|shall|may|can i|can we|can (?:everyone|everybody|anyone|anybody|others|people|my)|could i|do (?:you|i|we|they)|am i|have you|has|are there|tell me)\b`)

// howTo begins a question after a wish.
var howTo = regexp.MustCompile(`(?i)^(?:how (?:do|can|could|would|should) (?:i|we|you)|how to|can (?:i|we)|could (?:i|we)|may i|is it possible to|is there a way to|are you able to|do you know how to|what if (?:i|you|we)|should i)\s+`)

// question answers what is asked of the app, and never changes anything.
func (r request) question() (answer, bool) {
	text := strings.TrimRight(r.text, "? ")
	said := strings.Join(words(text), " ")
	if reply, ok := replies().Talk[said]; ok {
		return answer{reply: reply}, true
	}
	if slices.Contains([]string{"help", "help me", "what can you do", "what can i do", "what can i say", "what can i ask", "commands", "options", "what do you understand", "how does this work", "what now", "what else can you do"}, said) {
		return answer{reply: help}, true
	}
	if !asking.MatchString(text) {
		return answer{}, false
	}
	if at := howTo.FindStringIndex(text); at != nil {
		wish := r
		wish.text = polite(text[at[1]:])
		if a, ok := wish.understand(); ok && a.step != "" {
			return answer{reply: "Say “" + short(wish.text, "") + "”, and I'll do it."}, true
		}
	}
	return answer{reply: r.facts(words(text))}, true
}

// facts are what is known of the app, as far as a question is about it.
func (r request) facts(said []string) string {
	has := func(words ...string) bool { return find(said, words) >= 0 }
	var colored bool
	for i := range said {
		_, n := colorAt(said, i)
		colored = colored || n > 0
	}
	switch {
	case containsPhrase(said, []string{"many", "columns"}):
		return r.haves()
	case has("many", "count", "number") && (has(append([]string{"row", "entry"}, generic...)...) || slices.ContainsFunc(said, r.isEntry)):
		return r.count(said)
	case has("column", "field"):
		return r.haves()
	case has("layout"):
		return "The layout is " + map[string]string{layout.Table: "a table", layout.PostList: "a list of posts", layout.CardList: "cards"}[r.content.Layout] + ". Say “switch to cards”, “switch to a table” or “switch to posts” for another."
	case colored || has("color", "colour", "theme", "dark"):
		return fmt.Sprintf("The primary color is %s, on a background of %s. Say “make it green” for another.", theme.Describe(r.content.Theme["--primary"]), theme.Describe(r.content.Theme["--background"]))
	case has("tool", "assistant"):
		return fmt.Sprintf("The tool is called %s. Its description: %s", r.content.ToolName, r.content.ToolDescription)
	case has("name", "called", "title"):
		return "The app is called “" + r.content.Name + "”."
	}
	if reply := limit(said); reply != "" {
		return reply
	}
	return "I can't answer that. " + help
}

// beyond answers a wish for what the rules can't do.
func (r request) beyond() (answer, bool) {
	said := words(r.text)
	single := find(said, []string{"row", "column", "cell"}) >= 0
	var colored bool
	for i := range said {
		_, n := colorAt(said, i)
		_, known := r.field(said[i])
		colored, single = colored || n > 0, single || known
	}
	if colored && single {
		return answer{reply: "I can't color a single row or column, only parts of all of them: “make the header red”, “make the background white”.", foreign: true}, true
	}
	if reply := limit(said); reply != "" {
		return answer{reply: reply, foreign: true}, true
	}
	if m := vague.FindStringSubmatch(r.text); m != nil && len(words(m[1])) < 4 && !slices.ContainsFunc(words(m[1]), func(w string) bool { return is(w, pronouns) || r.isEntry(w) || w == "columns" }) {
		what := sentence(article.ReplaceAllString(m[1], ""))
		return answer{reply: "What is “" + what + "”? Say “add a column " + what + "”, or “add a " + r.nouns(1) + ": " + what + "”.", foreign: true}, true
	}
	return answer{}, false
}

// pronouns name nothing that could be a column.
var pronouns = strings.Fields("it that this them one more another some something anything lot lots few thing")

// vague is a wish for something that may be a column or a row.
var vague = regexp.MustCompile(`(?i)^add (.{1,60})$`)

// limit is what there is to say about the first of said that the rules can't do.
func limit(said []string) string {
	for _, l := range replies().Limits {
		for _, phrase := range l.Words {
			if containsPhrase(said, words(phrase)) {
				return l.Reply
			}
		}
	}
	return ""
}

func containsPhrase(said, phrase []string) bool {
	for i := 0; i+len(phrase) <= len(said); i++ {
		if normal(said[i:i+len(phrase)]) == normal(phrase) {
			return true
		}
	}
	return false
}

// spoken are the answers to what has nothing to do with an app's content.
type spoken struct {
	Talk   map[string]string
	Limits []struct {
		Words []string
		Reply string
	}
}

var replies = sync.OnceValue(func() *spoken {
	var s struct {
		Talk []struct {
			Words []string `yaml:"words"`
			Reply string   `yaml:"reply"`
		} `yaml:"talk"`
		Limits []struct {
			Words []string `yaml:"words"`
			Reply string   `yaml:"reply"`
		} `yaml:"limits"`
	}
	read("replies.yaml", &s)
	all := &spoken{Talk: map[string]string{}}
	for _, t := range s.Talk {
		for _, phrase := range t.Words {
			all.Talk[strings.Join(words(phrase), " ")] = t.Reply
		}
	}
	for _, l := range s.Limits {
		all.Limits = append(all.Limits, struct {
			Words []string
			Reply string
		}{l.Words, l.Reply})
	}
	return all
})
