package kitchen

import (
	"regexp"
	"slices"
	"strings"
	"sync"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// key is what two names of one ingredient have in common: in lower case, singular,
// without remarks in brackets or after a comma, and without words about its size or how it
// is cut. Words that make another thing of it stay, as in peanut butter or dried basil.
func key(name string) string {
	if len(name) > mostName {
		return name
	}
	words := strings.Fields(strings.ReplaceAll(norm.NFC.String(cases.Fold().String(trimmed(name))), "-", " "))
	if len(words) == 0 {
		return strings.TrimSpace(name)
	}
	last := len(words) - 1
	words[last] = singular(words[last])
	return strings.Join(words, " ")
}

// trimmed is a name without remarks and words about size or cutting, in the cook's words.
func trimmed(name string) string {
	if len(name) > mostName {
		return name
	}
	words := strings.Fields(bare(name))
	for len(words) > 1 && (adverbs()[strings.ToLower(words[0])] || treated()[strings.ToLower(words[0])]) {
		words = words[1:]
	}
	return strings.Join(words, " ")
}

// remarksIn returns what [bare] leaves out.
func remarksIn(name string) string {
	if len(name) > mostName {
		return ""
	}
	var parts []string
	for _, in := range brackets().FindAllString(name, -1) {
		parts = append(parts, strings.TrimSpace(in[1:len(in)-1]))
	}
	name = brackets().ReplaceAllString(name, " ")
	if i := strings.IndexAny(name, ",;"); i >= 0 && strings.TrimSpace(name[:i]) != "" {
		parts = append(parts, strings.TrimSpace(name[i+1:]))
	}
	return strings.Join(slices.DeleteFunc(parts, func(s string) bool { return s == "" }), ", ")
}

// bare is a name without remarks. One that is all remark is left as it is.
func bare(name string) string {
	if len(name) > mostName {
		return name
	}
	short := brackets().ReplaceAllString(name, " ")
	if i := strings.IndexAny(short, ",;"); i >= 0 {
		short = short[:i]
	}
	short = tasting().ReplaceAllString(short, "")
	if short = strings.Join(strings.Fields(short), " "); short == "" {
		return strings.Join(strings.Fields(name), " ")
	}
	return short
}

var (
	brackets = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\([^()]*\)|\[[^\[\]]*\]`) })
	tasting  = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?i)\s+(?:to taste|as needed|for serving|for garnish|for greasing|for dusting|for frying|nach geschmack|nach bedarf)\s*$`)
	})
	// adverbs and treated are words about size and cutting that leave an ingredient
	// what it is in the shop.
	adverbs = sync.OnceValue(func() map[string]bool {
		return set("large medium small big finely roughly coarsely freshly thinly thickly lightly well große großer großes großen mittelgroße kleine kleiner kleines")
	})
	treated = sync.OnceValue(func() map[string]bool {
		return set("melted softened peeled beaten sifted diced cold warm lukewarm hot boiling packed heaped level gehackte gehackter gewürfelte weiche zerlassene")
	})
)

func set(words string) map[string]bool {
	m := map[string]bool{}
	for _, word := range strings.Fields(words) {
		m[word] = true
	}
	return m
}

// oddPlurals are those that the rules of singular get wrong.
var oddPlurals = sync.OnceValue(func() map[string]string {
	m := map[string]string{}
	pairs := strings.Fields(`leaves leaf loaves loaf halves half cookies cookie brownies brownie pies pie chilies chili chillies chilli chiles chile
		anchovies anchovy eier ei zwiebeln zwiebel tomaten tomate kartoffeln kartoffel karotten karotte möhren möhre zitronen zitrone äpfel apfel
		eigelbe eigelb zehen zehe champignons champignon œufs œuf oignons oignon uova uovo cipolle cipolla pomodori pomodoro carote carota
		limoni limone huevos huevo cebollas cebolla tomates tomate`)
	for i := 0; i+1 < len(pairs); i += 2 {
		m[pairs[i]] = pairs[i+1]
	}
	return m
})

// singular returns the singular of an English word, of some words of other languages,
// and any other word as it is. It need not be a word, only the same for both numbers.
func singular(word string) string {
	if s := oddPlurals()[word]; s != "" {
		return s
	}
	switch {
	case len(word) < 4 || !strings.HasSuffix(word, "s") || strings.HasSuffix(word, "ss"):
		return word
	case strings.HasSuffix(word, "ies"):
		return word[:len(word)-3] + "y"
	case strings.HasSuffix(word, "oes"), strings.HasSuffix(word, "ches"), strings.HasSuffix(word, "shes"),
		strings.HasSuffix(word, "sses"), strings.HasSuffix(word, "xes"):
		return word[:len(word)-2]
	}
	return word[:len(word)-1]
}
