package rank

import "strings"

// Weights are all numbers of the ranking. gift/eval measures what they are worth.
type Weights struct {
	// Threshold is the relevance from which a gift is a match.
	Threshold float64

	// What the score of a gift is made of.
	Text      float64 // cosine of query and gift
	Full      float64 // cosine of query and full description, by the table
	Interest  float64 // categories that are spoken of, the first of a gift counting most
	Words     float64 // words in common: Words·b/(b+HalfWords), b by BM25
	HalfWords float64
	Near      float64 // words that mean about the same: mean cosine of each one of the query to the nearest
	NearLeast float64 // the cosine from which they do
	Occasion  float64 // an occasion matches
	Recipient float64 // a recipient type matches
	Unsuited  float64 // taken off: it isn't for the young, and the recipient is
	Dislike   float64 // taken off: cosine of what isn't wanted and gift
	OffTopic  float64 // taken off where the description asks for something else

	// What topics make of their ideas. The best idea of a topic of n counts (words said)^TopicWords · n^-TopicBreadth, the
	// next ones that divided by 1 + TopicPlace·place, and those that are good rather than best times TopicGood. This is
	// multiplied where it is said of someone else (TopicAnother), only says who it is for or how old they are (TopicWho,
	// TopicAge), which says most of a small child (TopicSmall), is for the young, and the recipient may not be
	// (TopicUnsure), or is what a host likes, who is rather given something for the house (TopicHost). What an idea has
	// from several topics is v = (sum of v^TopicAgree)^(1/TopicAgree), and adds Topic·v/(v+TopicHalf).
	Topic, TopicGood, TopicPlace, TopicWords, TopicBreadth, TopicAgree, TopicHalf float64
	TopicAnother, TopicAge, TopicWho, TopicSmall, TopicUnsure, TopicHost          float64

	Toward float64 // cosine of a gift and the sum of these ideas

	// BM25's k1 and b.
	Saturation, Length float64

	// Pull is the share of the starred gifts in the score and in the vector that is searched for, and StarNearest the
	// share of the nearest one in that; the mean has the rest. Of several stars, each has a gift in the list whose cosine
	// to it is at least Beside of the highest one.
	Pull, StarNearest, Beside float64

	// A gift is a past gift again if the mean of the cosines to its name and its text is PastSame; by an embedder other
	// than the table, if the one to its text is PastDirect; or if both are called by one noun and the one to its name is
	// PastHead. From PastNear on it loses PastPenalty·(mean-PastOffset), and PastAlike where the noun is the same or its
	// description speaks of the past gift.
	PastSame, PastDirect, PastHead, PastNear, PastPenalty, PastOffset, PastAlike float64

	// Lambda is the share of relevance where a list is chosen; variety has the rest. No two gifts of a list have a cosine
	// of Duplicate.
	Lambda, Duplicate float64

	// Lacking is added for gifts of the one of two named interests that the list has hardly anything of.
	Lacking float64

	// ReasonStar is the cosine from which a starred gift is named as a reason.
	ReasonStar float64
}

// Defaults are the numbers that are used.
func Defaults() Weights {
	return Weights{
		Threshold: 0.5,
		Text:      0.3, Full: 0.2, Interest: 0.13, Words: 0.3, HalfWords: 12, Near: 0.4, NearLeast: 0.5, Occasion: 0.15, Recipient: 0.08, Unsuited: 0.15, Dislike: 0.3, OffTopic: 0.5,
		Topic: 1, TopicHalf: 1.25, TopicGood: 0.7, TopicPlace: 0.1, TopicWords: 0.72, TopicBreadth: 0.425, TopicSmall: 3, TopicAnother: 0.5, TopicAge: 0.78, TopicWho: 0.6, TopicUnsure: 0.3, TopicHost: 0.5, TopicAgree: 0.72, Toward: 0.1,
		Saturation: 1.2, Length: 0.75,
		Pull: 0.86, StarNearest: 0.5, Beside: 0.9,
		PastSame: 0.80, PastDirect: 0.80, PastHead: 0.6, PastNear: 0.45, PastPenalty: 1, PastOffset: 0.40, PastAlike: 0.35,
		Lambda: 1, Duplicate: 0.85, Lacking: 0.1,
		ReasonStar: 0.4,
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
	maxTerms      = 20_000 // stems of gifts' words that have vectors
	maxQueryWords = 64     // of a description that are compared with those
	maxNearKept   = 4096   // words of descriptions whose nearest terms are kept
	maxBatch      = 256    // texts that are embedded at once
	maxIdeas      = 60     // of topics that a store is asked for, beside 20 stars and below its limit of 100
	maxPlaces     = 20     // of a topic's ideas
	maxReads      = 5000   // gifts of a remote store of which is kept what was read
	smallAge      = 7      // up to which age it says most of what suits a child
)

// Scale maps scores to relevance by straight lines: Low to 0, Middle to 0.5, High to 1.
type Scale struct {
	Low, Middle, High float64
	English           bool // the embedder knows no other language
}

func scaleOf(embedder string) Scale {
	if strings.HasPrefix(embedder, "embedded/") {
		return Scale{0.06, 0.30, 1.50, true}
	}
	return Scale{0.08, 0.22, 1.10, false}
}

// relevance is from 0 to 1, in hundredths.
func (s Scale) relevance(score float64) float64 {
	r := 0.5 * (score - s.Low) / (s.Middle - s.Low)
	if score >= s.Middle {
		r = 0.5 + 0.5*(score-s.Middle)/(s.High-s.Middle)
	}
	return float64(int(100*min(max(r, 0), 1)+0.5)) / 100
}
