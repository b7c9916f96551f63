package profile

import (
	"slices"
	"strings"
	"unicode"

	"github.com/mcp-adapters/mcp-adapters/gift/catalog"
	"github.com/mcp-adapters/mcp-adapters/gift/words"
)

// Brackets that words ask for, as lexicon.yaml has them, and how that is told.
const (
	inexpensive  = "budget"
	notExpensive = "budget moderate"
	highEnd      = "premium luxury"
	notCheap     = "premium luxury moderate"
)

var told = map[string]string{inexpensive: "inexpensive", notExpensive: "not too expensive", highEnd: "high-end", notCheap: "not cheap"}

// priceWords reads what may be spent where no amount says it; with one, they only leave the query.
func (r *reader) priceWords(count bool) {
	for i := 0; i < len(r.t); i++ {
		value, n := r.prices.at(r.t, i)
		from := i
		if n == 0 {
			from, value, n = r.sparing(i)
		}
		if n == 0 || value == not {
			i += max(n-1, 0)
			continue
		}
		if from < i { // denied already
		} else if r.t[i].used {
			if !r.dislikedPrice(i, n) {
				continue
			}
			value = opposite(value, r.t[i+n-1].word)
		} else if at := r.unwantedPrice(i); at >= 0 {
			from, value = at, opposite(value, r.t[i+n-1].word)
		} else if !r.ofGift(i, n) {
			continue
		}
		if _, occasion := r.occasions.at(r.t, i); occasion == 0 { // a stocking stuffer is both
			r.use(from, i+n, true)
			r.bar(from, i+n)
		}
		i += n - 1
		if !count || r.p.Budget != "" || value == not {
			continue
		}
		r.p.Budget, r.p.worded = told[value], true
		for _, price := range catalog.Prices {
			if slices.Contains(strings.Fields(value), string(price)) {
				r.p.Prices = append(r.p.Prices, price)
			}
		}
	}
}

// sparing reads "can't spend a lot" at its verb: where it begins, what it asks for, and how many tokens
// there are from the verb on; 0 if it isn't there.
func (r *reader) sparing(i int) (from int, value string, n int) {
	if !spends[r.t[i].word] || r.t[i].used || i+1 >= len(r.t) || r.t[i+1].apart() {
		return i, not, 0
	}
	value, n = r.muchMoney.at(r.t, i+1)
	end := i + 1 + n
	if from = r.unspent(i + 1); n == 0 || from < 0 {
		return i, not, 0
	}
	if end < len(r.t) && !r.t[end].apart() && (r.t[end].word == "time" || r.t[end].word == "of" && (end+1 == len(r.t) || r.t[end+1].word != "money")) {
		return i, not, 0
	}
	return from, value, n + 1
}

// opposite is what is asked for where a price is denied that ends in a word. Who isn't short of
// money doesn't say what is spent.
func opposite(value, last string) string {
	switch {
	case value == highEnd:
		return notExpensive
	case value == inexpensive && (last == "cheap" || last == "inexpensive"):
		return notCheap
	}
	return not
}

// unwantedPrice returns where the denial of a price at token i begins, "not" or "doesn't have to
// be", or -1.
func (r *reader) unwantedPrice(i int) int {
	for j := i - 1; j >= max(0, i-mostUnwanted) && !r.t[j+1].apart(); j-- {
		switch w := r.t[j].word; {
		case unwanting[w] && !affirms[r.t[j+1].word]:
			return j
		case w == "or" || w == "nor": // "nothing big or fancy"
			j--
		case !r.wanting[w]:
			return -1
		}
	}
	return -1
}

// mostUnwanted is how many words a denial of a price has: "doesn't have to be anything too".
const mostUnwanted = 6

// unwanting are denials of a price. What someone never buys for themselves may be right.
var unwanting = setOf([]string{"not", "no", "nothing", "nor", "without", "isnt", "arent", "dont", "doesnt", "didnt", "cant", "cannot", "wont", "shouldnt", "neednt", "mustnt", "wouldnt"})

// dislikedPrice reports whether the n tokens from token i on were read as all that isn't liked, and
// makes that no dislike: "hates expensive gifts".
func (r *reader) dislikedPrice(i, n int) bool {
	price := strings.ToLower(r.text[r.t[i].start:r.t[i+n-1].end])
	at := slices.IndexFunc(r.p.Dislikes, func(d Dislike) bool {
		rest, begins := strings.CutPrefix(d.Text, price)
		return begins && !slices.ContainsFunc(strings.Fields(rest), func(w string) bool { return !words.Stop(w) })
	})
	if at < 0 {
		return false
	}
	r.p.Dislikes = slices.Delete(r.p.Dislikes, at, at+1)
	return true
}

// ofGift reports whether a price of n tokens at token i is that of the gift, and not of what someone
// likes, "loves fancy cakes", nor a name, "Luxury Lane".
func (r *reader) ofGift(i, n int) bool {
	next := i + n
	if next == len(r.t) || r.t[next].apart() || r.t[next].number || words.Stop(r.t[next].word) || r.fillers[r.t[next].word] {
		return true
	}
	upper := func(i int) bool { return unicode.IsUpper([]rune(r.text[r.t[i].start:])[0]) }
	if upper(i) && upper(next) && i > 0 && r.t[i].before != stop && !upper(i-1) {
		return false
	}
	for j := i - 1; j >= max(0, i-maxBetween) && !r.t[j+1].apart(); j-- {
		if w := r.t[j].word; r.naming[w] && w != "love" && w != "like" || r.doing[w] || r.having[w] {
			return false
		}
	}
	return true
}
