package rules

import (
	"slices"
	"strings"

	"github.com/mcp-adapters/mcp-adapters/appbuilder/layout"
	regexp "github.com/mcp-adapters/mcp-adapters/internal/lazyregexp"
)

// wishes are what a prompt asks of the columns.
type wishes struct {
	columns []column
	extra   bool                // they are to be added to the topic's own
	only    bool                // nothing else is wanted: columns were listed as such
	cut     bool                // there were more than a table can have
	rest    string              // of the prompt, without the list
	without []func(column) bool // which aren't wanted
	values  map[string][]string // of columns, by their headers in small letters
	names   []string            // of entries
}

// wish is where a prompt begins to say which columns it wants.
var wish = regexp.MustCompile(`(?i)(?:\b(?:with|including|showing|containing|has|have|having|columns?(?: for)?:?|fields?:?)\s+|:\s+|\()(only\s+)?(?:the\s+)?(?:columns?|fields?)?:?\s*([^.;:!?()\n]+)`)

// wishEnd ends a list of columns.
var wishEnd = regexp.MustCompile(`(?i)\s+(?:in|on|for|from|using|by|as|sorted|that|which|so|where|when|to|instead)\s+`)

// wished reads "with name, price and stock". A single word is a wish if it is known as a
// column: "with prices".
func (v *vocabulary) wished(prompt string) wishes {
	prompt, names := entryNames(v, prompt)
	prompt, said := v.withoutValues(plainer(prompt))
	w := v.columnsWished(prompt)
	w.names, w.values = names, map[string][]string{}
	for _, c := range said {
		i := slices.IndexFunc(w.columns, func(own column) bool { return own.named(c.header) })
		if i < 0 && len(c.values) > 0 && len(w.columns) < layout.MaxColumns { // "with color (red, green)"
			w.extra = w.extra || len(w.columns) == 0
			w.columns, i = append(w.columns, v.columnFor(c.header)), len(w.columns)
		}
		if i >= 0 {
			w.columns[i] = c.column(w.columns[i])
			w.values[strings.ToLower(w.columns[i].Header)] = c.values
		}
	}
	return w
}

// columnsWished reads the columns themselves.
func (v *vocabulary) columnsWished(prompt string) wishes {
	single := wishes{rest: prompt}
	if m := onlyColumns.FindStringSubmatchIndex(prompt); m != nil {
		columns := v.listed(prompt[m[2]:m[3]])
		known := !slices.ContainsFunc(columns, func(c column) bool {
			_, ok := v.meaning(c.Header)
			return !ok && !slices.Contains(titles, strings.ToLower(c.Header))
		})
		if len(columns) >= 2 && known {
			return wishes{columns: columns[:min(len(columns), layout.MaxColumns)], only: true, cut: len(columns) > layout.MaxColumns, rest: prompt[:m[0]] + prompt[m[1]:]}
		}
	}
	for _, at := range wish.FindAllStringSubmatchIndex(prompt, 8) {
		list := prompt[at[4]:at[5]]
		if i := wishEnd.FindStringIndex(list); i != nil {
			list = list[:i[0]]
		}
		columns := v.listed(list)
		if len(columns) >= 2 {
			cut := len(columns) > layout.MaxColumns
			rest := prompt[:at[0]] + " with " + prompt[at[4]+len(list):]
			return wishes{columns: columns[:min(len(columns), layout.MaxColumns)], only: at[2] >= 0 || find(words(prompt[at[0]:at[4]]), []string{"column", "field"}) >= 0 || headed.MatchString(prompt[:at[4]]), cut: cut, rest: rest}
		}
		if len(columns) == 1 && single.columns == nil {
			if _, ok := v.meaning(columns[0].Header); ok {
				single.columns, single.extra = columns, true
			}
		}
	}
	if list, ok := v.listAtEnd(prompt); ok && single.columns == nil {
		return wishes{columns: list, rest: prompt[:strings.Index(prompt, ",")]}
	}
	for _, at := range theirs.FindAllStringSubmatchIndex(prompt, 4) {
		list := prompt[at[2]:at[3]]
		if i := wishEnd.FindStringIndex(list); i != nil {
			list = list[:i[0]]
		}
		columns := v.listed(list)
		if single.columns == nil && len(columns) > 0 && len(columns) <= layout.MaxColumns {
			for i, c := range columns {
				columns[i] = v.columnFor(normal(words(c.Header)))
			}
			single.columns, single.extra = columns, true
		}
	}
	for _, m := range byWish.FindAllStringSubmatch(prompt, 4) {
		if _, ok := v.meaning(m[1]); ok && single.columns == nil {
			single.columns, single.extra = []column{v.columnFor(m[1])}, true
		}
	}
	return single
}

// listAtEnd reads "my movies, title, director and year": a list of which most are known as columns.
func (v *vocabulary) listAtEnd(prompt string) (columns []column, ok bool) {
	_, list, _ := strings.Cut(prompt, ",")
	if columns = v.listed(list); len(columns) < 2 || len(columns) > layout.MaxColumns || strings.ContainsAny(list, ".;:!?()\n") || wishEnd.MatchString(list) {
		return nil, false
	}
	known, other := 0, 0
	for _, c := range columns {
		if _, ok := v.meaning(c.Header); v.isColumn(c.Header) || slices.Contains(titles, strings.ToLower(c.Header)) {
			known++
		} else if !ok {
			other++
		}
	}
	return columns, known >= 2 && known > other
}

var (
	// headed ends what is said before a list of columns and of nothing else.
	headed = regexp.MustCompile(`(?i)\b(?:columns?|fields?)(?: (?:for|are))?:?\s*$`)
	// semicolons are the marks between columns where they are named as such.
	semicolons = regexp.MustCompile(`(?i)\b(?:columns|fields)\b[^.!?\n]*;[^.!?\n]*`)
	// dotted are words that end in a point and no sentence.
	dotted = regexp.MustCompile(`(?i)\b(no|nr|tel|qty|approx|incl|max|min|avg|dept)\.([\s,;)]|$)`)
	// whether says of what there is a column: "whether I have seen it".
	whether = regexp.MustCompile(`(?i)\b(?:whether|if) (?:(?:I|we|you|they|it|he|she)(?:'s|'ve|'re)? )?(?:have |has |had |is |are |was |were |been )*(\p{L}+)(?: (?:it|them))?\b`)
	// perfect is what someone has done, which begins no list of columns.
	perfect = regexp.MustCompile(`(?i)\b(I|we|you|they|he|she)(?:'ve| have| has| had) `)
	// inUnits says what a column is measured in.
	inUnits = regexp.MustCompile(`(?i)\s+in (?:km|kg|cm|mm|g|mi|lbs?|miles|kilometers|kilometres|meters|metres|grams|minutes|mins|hours|seconds|percent)\b`)
	// yesNo says what is in a column, and is none.
	yesNo = regexp.MustCompile(`(?i)\s*\(?\byes ?(?:/|or) ?no\b\)?`)
)

// plainer is a prompt whose lists of columns are as the rules read them.
func plainer(prompt string) string {
	prompt = whether.ReplaceAllString(perfect.ReplaceAllString(inUnits.ReplaceAllString(prompt, ""), "$1 "), "$1")
	prompt = yesNo.ReplaceAllString(dotted.ReplaceAllString(prompt, "$1$2"), "")
	return semicolons.ReplaceAllStringFunc(prompt, func(s string) string { return strings.ReplaceAll(s, ";", ",") })
}

// onlyColumns may be a list of columns, if all are known: "contacts, only name and email".
var onlyColumns = regexp.MustCompile(`(?i)(?:[,;(–]\s*|\bbut\s+)(?:show\s+)?(?:only|just)\s+([^.;:!?()\n]+)`)

// theirs are columns that are named as what entries have: "countries and their capitals".
var theirs = regexp.MustCompile(`(?i)\b(?:and|with|plus|,) (?:all )?(?:their|its) ([^.;:!?()\n]+)`)

// byWish names a column by which entries are told apart: "sales by region".
var byWish = regexp.MustCompile(`(?i)\bby (\p{L}+)\b`)

var separators = regexp.MustCompile(`\s*(?:,|\band\b|&|/|\+|\splus\s)\s*`)

// aside are words that speak of the look, the layout or the data and not of a column.
var aside = strings.Fields("card cards tile tiles grid gallery table tables post posts list theme mode design layout background button buttons header look rows row entries view examples sample samples color colors colour colours corners")

// measure is what a column's values are counted in or out of, or an order after its name.
var measure = regexp.MustCompile(`(?i)\s+(?:out of \d+|in (?:[€£$¥₹]|euros?|dollars|pounds|eur|usd|gbp|chf)|[–-] .*)$`)

var article = regexp.MustCompile(`(?i)^(?:(?:an?|the|its|their|his|her|my|our|each|every|some|all|both|also|columns?|fields?)\s+)+`)

// listed reads "name, price and stock" as columns. What reads like a sentence is none.
func (v *vocabulary) listed(list string) (columns []column) {
	for _, part := range separators.Split(list, 4*layout.MaxColumns) {
		part = strings.Trim(strings.TrimSpace(part), `"'“”`)
		part = article.ReplaceAllString(part, "")
		part = strings.TrimSuffix(strings.TrimSuffix(part, " columns"), " column")
		part = measure.ReplaceAllString(part, "")
		said := words(part)
		switch {
		case len(said) > 1 && said[len(said)-1] == "first": // an order
			continue
		case len(said) == 0, part[0] >= '0' && part[0] <= '9', slices.Contains(aside, said[len(said)-1]):
			continue
		case len(said) > 3 || len(part) > 40:
			return nil
		}
		c := v.columnFor(part)
		if !slices.ContainsFunc(columns, func(other column) bool { return strings.EqualFold(other.Header, c.Header) }) {
			columns = append(columns, c)
		}
	}
	return columns
}
