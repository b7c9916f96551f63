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
	Near      float64 // words that mean about the same: mean cosine of each one of the query to the nearest
	NearLeast float64 // the cosine from which they do
	Occasion  float64 // an occasion matches
	Recipient float64 // a recipient type matches
	Unsuited  float64 // taken off: it isn't for the young, and the recipient is
	Dislike   float64 // taken off: cosine of what is disliked and gift
	Elsewhere float64 // taken off where the description asks for something else

	// What topics make of their ideas. The best idea of a topic of n counts
	// (words said)^TopicWords · n^-TopicBreadth, the next ones that divided by 1 + TopicPlace·place,
	// and those that are good rather than best times TopicGood. This is multiplied where it is
	// said of someone else (TopicAnother), only says who it is for or how old they are (TopicWho,
	// TopicAge), which says most of a small child (TopicSmall), is for the young, and the recipient may
	// not be (TopicUnsure), or is what a host likes, who is rather given something for the house
	// (TopicHost). What an idea has from several topics is
	// v = (sum of v^TopicAgree)^(1/TopicAgree), and adds Topic·v/(v+TopicHalf).
	Topic, TopicGood, TopicPlace, TopicWords, TopicBreadth, TopicAgree, TopicHalf float64
	TopicAnother, TopicAge, TopicWho, TopicSmall, TopicUnsure, TopicHost          float64

	Toward float64 // cosine of a gift and the sum of these ideas

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
	// From PastNear on it loses PastPenalty·(mean-PastOffset), and PastAlike where the noun is
	// the same or its description speaks of the past gift.
	PastSame, PastDirect, PastHead, PastNear, PastPenalty, PastOffset, PastAlike float64

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
		Text:      0.2, Full: 0.1, Category: 0.175, Interest: 0.13, Words: 0.2, HalfWords: 12, Near: 0.4, NearLeast: 0.5, Occasion: 0.15, Recipient: 0.08, Unsuited: 0.15, Dislike: 0.3, Elsewhere: 0.5,
		Topic: 1, TopicHalf: 1.25, TopicGood: 0.7, TopicPlace: 0.1, TopicWords: 0.72, TopicBreadth: 0.425, TopicSmall: 3, TopicAnother: 0.5, TopicAge: 0.78, TopicWho: 0.6, TopicUnsure: 0.3, TopicHost: 0.5, TopicAgree: 0.72, Toward: 0.1,
		Long: 60, Clause: 0.3,
		Saturation: 1.2, Length: 0.75,
		Pull: 0.8, StarNearest: 0.5, Beside: 0.9,
		PastSame: 0.80, PastDirect: 0.80, PastHead: 0.6, PastNear: 0.45, PastPenalty: 1, PastOffset: 0.40, PastAlike: 0.35,
		Lambda: 0.98, Duplicate: 0.85,
		ReasonCategory: 0.3, ReasonStar: 0.4,
	}
}

// byPlace is what a category of a gift counts by its place among them.
func byPlace(i int) float64 { return max(1-0.2*float64(i), 0.5) }

const (
	small       = 7   // up to which age it says most of what suits a child
	surely      = 0.9 // the strength from which an interest must be in a list
	covered     = 0.5 // how strongly a gift has to be of it
	ahead       = 0.1 // how much less relevant it may be where it is due
	firmlyAhead = 0.4 // the same of an interest of a list
	farAhead    = 2.0 // the same of one that is said to be liked, and of a hard time: it need only match
)

// Bounds.
const (
	wholeUpTo     = 50_000 // gifts of a store in memory that are all scored
	candidates    = 100    // that a store is asked for: the most that S3 Vectors returns
	pool          = 40     // best ones that a list is chosen from, or 4 per place
	popularNames  = 200    // popular gifts that a store is asked for
	maxClauses    = 16     // of a description
	leastClause   = 3      // words of one
	maxCategories = 2000   // of a catalog, that have vectors
	maxOwed       = 3      // places of a list that are kept for interests that it lacks
	maxTerms      = 20_000 // stems of gifts' words that have vectors
	maxQueryWords = 64     // of a description that are compared with those
	maxNearKept   = 4096   // words of descriptions whose nearest terms are kept
	maxBatch      = 256    // texts that are embedded at once
	maxIdeas      = 60     // of topics that a store is asked for, beside 20 stars and below its limit of 100
	maxPlaces     = 20     // of a topic's ideas
	maxReads      = 5000   // gifts of a remote store of which is kept what was read
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
	{"embedded/", Scale{0.10, 0.36, 1.60, true}},
	{"", Scale{0.12, 0.26, 1.20, false}},
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
