package catalog

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/text/encoding/charmap"

	"github.com/mcp-adapters/mcp-adapters/gift/embed/table"
)

// shopColumns are what exports of Shopify, Etsy, WooCommerce and Google Merchant call their columns, the one that is
// preferred first. "-" has those that say nothing about a gift.
var shopColumns = map[string][]string{
	"title":       {"title", "name", "product name", "product title", "item title"},
	"description": {"body (html)", "body html", "description", "long description", "product description"},
	"short":       {"short description", "summary", "tagline", "subtitle"},
	"price":       {"price", "variant price", "regular price", "price (usd)", "sale price", "sale_price"},
	"currency":    {"currency_code", "currency", "currency code"},
	"link":        {"link", "url", "product url", "permalink", "product_url", "online store url"},
	"image":       {"image_link", "image src", "image link", "images", "image1", "image url", "image_url", "image", "variant image"},
	"type":        {"type", "product type", "product_type", "category", "categories", "product category", "google_product_category", "google product category", "tags"},
	"key":         {"handle", "item_group_id", "item group id", "parent"},
	"id":          {"id", "sku", "product id", "variant sku", "listing id"},
}

// shop turns the rows of a shop's export into gifts.
type shop struct {
	columns map[string][]int
	unused  []string
	seen    map[string]bool // products of which a row was read: the others are their variants
}

// newShop returns what reads a shop's export with these columns; nil: it is a catalog's own file.
func newShop(header []string) *shop {
	s := &shop{columns: map[string][]int{}, seen: map[string]bool{}}
	own := 0
	for i, name := range header {
		name = strings.ToLower(clean(name))
		if f, ok := fieldNamed(strings.ReplaceAll(name, " ", "_")); ok && f.required {
			own++
		}
		known := false
		for what, names := range shopColumns {
			if slices.Contains(names, name) {
				s.columns[what], known = append(s.columns[what], i), true
			}
		}
		if !known && name != "" {
			s.unused = append(s.unused, header[i])
		}
	}
	if own > 2 || s.columns["title"] == nil || s.columns["price"] == nil {
		return nil
	}
	for what, list := range s.columns {
		slices.SortStableFunc(list, func(a, b int) int {
			place := func(i int) int { return slices.Index(shopColumns[what], strings.ToLower(clean(header[i]))) }
			return place(a) - place(b)
		})
	}
	return s
}

// cell returns the first cell of a kind that isn't empty.
func (s *shop) cell(cells []string, what string) string {
	for _, i := range s.columns[what] {
		if i < len(cells) && strings.TrimSpace(cells[i]) != "" {
			return strings.TrimSpace(cells[i])
		}
	}
	return ""
}

// row returns the gift of a row; nil: it is a variant of one before it, or one more picture.
func (s *shop) row(number int, cells []string) *row {
	title, key := plainText(s.cell(cells, "title")), s.cell(cells, "key")
	if key == "" {
		key = title
	}
	if s.seen[key] || title == "" && key == "" {
		return nil
	}
	s.seen[key] = true
	r := &row{number: number, shop: true}
	g := &r.gift
	full := plainText(s.cell(cells, "description"))
	brief := plainText(s.cell(cells, "short"))
	if full == "" {
		full = brief
	}
	if full == "" {
		full = title
	}
	if brief == "" {
		brief, _, _ = strings.Cut(full, "\n")
	}
	g.Name, g.Brief, g.Full = shorten(title, maxName), shorten(brief, MaxBrief), shorten(full, MaxFull)
	g.Cost = s.cell(cells, "price")
	if currency := s.cell(cells, "currency"); currency != "" && !strings.Contains(g.Cost, currency) {
		g.Cost += " " + currency
	}
	amount, ok := costOf(g.Cost)
	if !ok {
		r.broken = append(r.broken, rule("price", "is required as an amount, such as 24.90"))
	}
	g.Cost = shorten(g.Cost, maxCost)
	g.Price = bracketOf(amount)
	if link := s.cell(cells, "link"); checkURL("purchase_url", link) == nil {
		g.URL = link
	}
	if image, _, _ := strings.Cut(s.cell(cells, "image"), ","); checkURL("image_url", strings.TrimSpace(image)) == nil {
		g.Image = strings.TrimSpace(image)
	}
	for _, i := range s.columns["type"] {
		if i < len(cells) {
			g.Categories = append(g.Categories, tagsIn(cells[i])...)
		}
	}
	g.Categories = g.Categories[:min(len(g.Categories), MaxTags)]
	suggest(g)
	return r
}

// tagsIn returns the tags of a cell such as "Home & Garden > Kitchen, gifts".
func tagsIn(cell string) []string {
	var tags []string
	for _, tag := range strings.FieldsFunc(html.UnescapeString(cell), func(r rune) bool { return strings.ContainsRune(",;>|/", r) }) {
		tag = strings.ToLower(clean(tag))
		if _, err := strconv.Atoi(tag); tag != "" && err != nil && utf8.RuneCountInString(tag) <= MaxTag && !slices.Contains(tags, tag) {
			tags = append(tags, tag)
		}
	}
	return tags
}

// suggested is the least cosine from which a category of the built-in vocabulary is suggested.
const suggested = 0.4

var vocabularyVectors = sync.OnceValue(func() map[string][]float32 {
	c, err := BuiltIn()
	if err != nil {
		return nil // which whoever asks for gifts learns
	}
	vectors := map[string][]float32{}
	for _, name := range c.Vocabulary.Categories {
		vectors[name] = table.Vector(name)
	}
	return vectors
})

// suggest adds the nearest categories of the built-in vocabulary, and what the name says of occasion and recipient, and
// notes that these are suggestions.
func suggest(g *Gift) {
	type near struct {
		name   string
		cosine float32
	}
	var list []near
	own := table.Vector(g.Name + ". " + strings.Join(g.Categories, ". "))
	for name, v := range vocabularyVectors() {
		cosine := float32(0)
		for d := range v {
			cosine += v[d] * own[d]
		}
		if cosine >= suggested && !slices.Contains(g.Categories, name) {
			list = append(list, near{name, cosine})
		}
	}
	slices.SortFunc(list, func(a, b near) int {
		if a.cosine != b.cosine {
			return int(1e6 * (b.cosine - a.cosine))
		}
		return strings.Compare(a.name, b.name)
	})
	for _, n := range list[:min(len(list), 2)] {
		if len(g.Categories) < MaxTags {
			g.Categories, g.Suggested = append(g.Categories, n.name), append(g.Suggested, n.name)
		}
	}
	if len(g.Categories) == 0 {
		g.Categories, g.Suggested = []string{"gifts"}, []string{"gifts"}
	}
	text := strings.ToLower(" " + g.Name + " ")
	for word, tag := range map[string]string{"wedding": "wedding", "anniversary": "anniversary", "birthday": "birthday", "baby shower": "baby shower", "graduation": "graduation", "housewarming": "housewarming", "valentine": "valentine's day"} {
		if strings.Contains(text, word) {
			g.Occasions, g.Suggested = append(g.Occasions, tag), append(g.Suggested, tag)
		}
	}
	slices.Sort(g.Occasions)
	if drink().MatchString(text) && !strings.Contains(text, "alcohol-free") && !strings.Contains(text, "non-alcoholic") {
		g.Adult = true
	}
}

// drink matches names of what no one under 21 is offered. Glasses and boxes for it count too.
var drink = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`\b(wine|whiske?y|bourbon|gin|vodka|rum|tequila|champagne|prosecco|beer|ale|cocktail|liqueur|cigars?|lighter|knife|knives)\b`)
})

// plainText returns the text of HTML, a line for each paragraph.
func plainText(s string) string {
	if !strings.ContainsAny(s, "<&") {
		return s
	}
	var b strings.Builder
	skip := false
	for z := html.NewTokenizer(strings.NewReader(s)); ; {
		switch z.Next() {
		case html.ErrorToken:
			lines := strings.Split(b.String(), "\n")
			for i := range lines {
				lines[i] = strings.Join(strings.Fields(lines[i]), " ")
			}
			return strings.Join(slices.DeleteFunc(lines, func(line string) bool { return line == "" }), "\n")
		case html.TextToken:
			if !skip {
				b.Write(z.Text())
			}
		case html.StartTagToken, html.EndTagToken, html.SelfClosingTagToken:
			name, _ := z.TagName()
			switch string(name) {
			case "script", "style":
				skip = !skip
			case "p", "br", "div", "li", "ul", "h1", "h2", "h3", "h4", "tr":
				b.WriteByte('\n')
			}
		}
	}
}

// shorten cuts text to n characters, at the end of a word if there is one.
func shorten(s string, n int) string {
	if utf8.RuneCountInString(s) <= n {
		return s
	}
	s = string([]rune(s)[:n-1])
	if at := strings.LastIndexByte(s, ' '); at > len(s)/2 {
		s = s[:at]
	}
	return strings.TrimRight(s, " ,;:.") + "…"
}

var amounts = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\d[\d.,' ]*`) })

// costOf reads an amount as shops write it: "24.90", "1.299,00 €", "USD 1,299".
func costOf(text string) (float64, bool) {
	number := strings.Trim(strings.NewReplacer("'", "", " ", "").Replace(amounts().FindString(text)), ".,")
	point := strings.LastIndexAny(number, ".,")
	if point >= 0 && len(number)-point-1 == 3 && strings.Count(number, number[point:point+1]) == strings.Count(number, ".")+strings.Count(number, ",") {
		point = -1 // thousands
	}
	whole, part := number, ""
	if point >= 0 {
		whole, part = number[:point], number[point+1:]
	}
	amount, err := strconv.ParseFloat(strings.NewReplacer(".", "", ",", "").Replace(whole)+"."+part, 64)
	return amount, err == nil && amount > 0
}

// bracketOf is the bracket of an amount, whatever its currency.
func bracketOf(amount float64) Price {
	switch {
	case amount < 25:
		return Budget
	case amount < 75:
		return Moderate
	case amount < 200:
		return Premium
	}
	return Luxury
}

// decoded returns r as UTF-8: what isn't valid as that is taken for Windows-1252, in which spreadsheets save.
func decoded(r *bufio.Reader) *bufio.Reader {
	start, _ := r.Peek(r.Size()) // what can't be read, Read reports
	if utf8.Valid(bytes.TrimRightFunc(start, func(c rune) bool { return c == utf8.RuneError })) {
		return r
	}
	return bufio.NewReaderSize(io.Reader(charmap.Windows1252.NewDecoder().Reader(r)), r.Size())
}

// notice tells of the columns that aren't used, if there are any.
func (s *shop) notice() *row {
	if len(s.unused) == 0 {
		return nil
	}
	return &row{number: 1, notice: true, broken: []*Error{{Rule: fmt.Sprintf("columns that were not used: %s", shorten(strings.Join(s.unused, ", "), 400))}}}
}
