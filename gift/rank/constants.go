package rank

import "strings"

// Weights are all numbers of the ranking. docs/gifts.md says how they were found, and
// gift/eval measures what they are worth.
type Weights struct {
	// Threshold is the relevance from which a gift is a match.
	Threshold float64

	// What the score of a gift is made of.
	Text      float64 // cosine of query and gift
	Full      float64 // cosine of query and full description, by the table
	Interest  float64 // categories that are spoken of, the first of a gift counting most
	Category  float64 // best cosine of the query and one of the gift's categories
	Words     float64 // words in common: Words·b/(b+HalfWords), b by BM25
	HalfWords float64
	Occasion  float64 // an occasion matches
	Recipient float64 // a recipient type matches
	Unsuited  float64 // taken off: it isn't for the young, and the recipient is
	Dislike   float64 // taken off: cosine of what is disliked and gift
	Elsewhere float64 // taken off where the description asks for something else

	// A query of more words than Long is embedded clause by clause too, and Clause is the
	// share of the best one.
	Long   int
	Clause float64

	// BM25's k1 and b.
	Saturation, Length float64

	// Pull is the share of the starred gifts in the score and in the vector that is searched
	// for, and StarNearest the share of the nearest one in that; the mean has the rest.
	// Of several stars, each has a gift in the list whose cosine to it is at least Beside of
	// the highest one.
	Pull, StarNearest, Beside float64

	// A gift is a past gift again if the mean of the cosines to its name and its text is
	// PastSame; by an embedder other than the table, if the one to its text is PastDirect; or
	// if both are called by one noun and the one to its name is PastHead.
	// From PastNear on it loses PastPenalty·(mean-PastOffset).
	PastSame, PastDirect, PastHead, PastNear, PastPenalty, PastOffset float64

	// Lambda is the share of relevance where a list is chosen; variety has the rest. No two
	// gifts of a list have a cosine of Duplicate.
	Lambda, Duplicate float64

	// ReasonCategory and ReasonStar are the cosines from which a category, and a starred
	// gift, are named as a reason.
	ReasonCategory, ReasonStar float64
}

// Defaults are the numbers that are used.
func Defaults() Weights {
	return Weights{
		Threshold: 0.5,
		Text:      0.2, Full: 0.1, Category: 0.35, Interest: 0.13, Words: 0.2, HalfWords: 6, Occasion: 0.15, Recipient: 0.08, Unsuited: 0.15, Dislike: 0.3, Elsewhere: 0.4,
		Long: 60, Clause: 0.3,
		Saturation: 1.2, Length: 0.75,
		Pull: 0.6, StarNearest: 0.5, Beside: 0.85,
		PastSame: 0.80, PastDirect: 0.80, PastHead: 0.55, PastNear: 0.50, PastPenalty: 0.5, PastOffset: 0.45,
		Lambda: 0.9, Duplicate: 0.85,
		ReasonCategory: 0.3, ReasonStar: 0.4,
	}
}

// byPlace is what a category of a gift counts by its place among them.
func byPlace(i int) float64 { return max(1-0.2*float64(i), 0.5) }

// Bounds.
const (
	wholeUpTo     = 50_000 // gifts of a store in memory that are all scored
	candidates    = 100    // that a store is asked for: the most that S3 Vectors returns
	pool          = 40     // best ones that a list is chosen from, or 4 per place
	popularNames  = 200    // popular gifts that a store is asked for
	maxClauses    = 16     // of a description
	leastClause   = 3      // words of one
	maxCategories = 2000   // of a catalog, that have vectors
	maxBatch      = 256    // texts that are embedded at once
	maxFull       = 5000   // vectors of full descriptions that are kept of a remote store
)

// Scale maps scores to relevance by straight lines: Low to 0, Middle to 0.5, High to 1.
type Scale struct {
	Low, Middle, High float64
	English           bool // the embedder knows no other language
}

// scales are those of the embedders, by the beginning of their IDs.
var scales = []struct {
	embedder string
	Scale
}{
	{"embedded/", Scale{0.05, 0.27, 0.90, true}},
	{"minilm", Scale{0.05, 0.24, 0.80, true}},
	{"", Scale{0.15, 0.30, 0.60, false}},
}

func scaleOf(embedder string) Scale {
	for _, row := range scales {
		if strings.HasPrefix(embedder, row.embedder) {
			return row.Scale
		}
	}
	return Scale{}
}

// relevance is from 0 to 1, in hundredths.
func (s Scale) relevance(score float64) float64 {
	var r float64
	if score < s.Middle {
		r = 0.5 * (score - s.Low) / (s.Middle - s.Low)
	} else {
		r = 0.5 + 0.5*(score-s.Middle)/(s.High-s.Middle)
	}
	return float64(int(100*min(max(r, 0), 1)+0.5)) / 100
}
