package rules

import (
	"slices"

	regexp "github.com/mcp-adapters/mcp-adapters/internal/lazyregexp"
)

// A message is done now and as it stands. One with a condition, a later time, a doubt or a
// word that takes it back changes nothing.
var (
	condition = regexp.MustCompile(`(?i)^(?:and |but )?(?:(?:only|except) )?(?:not now|not yet|if|unless|until|once|whenever|as soon as|as long as|in case|provided|assuming|before|after|later|tomorrow|tonight|soon|someday|some day|eventually|maybe|perhaps|possibly|next (?:time|week|month|year)|in (?:an?|\d+) (?:minutes?|hours?|days?|weeks?)|(?:i'm|i am) not sure|when (?:i|we|you|it|he|she|they|the|this|that|my|everything|all|someone|there))\b`)
	within    = regexp.MustCompile(`(?i)\s(?:if|unless|until|once|when|whenever|as soon as|as long as|in case|provided|later|tomorrow|before|after)\b`)
	retracted = regexp.MustCompile(`(?i)^(?:(?:no|oh|oops|sorry|hmm?|actually|but|wait|well|please|on second thoughts?)[, ]+)*(?:don'?t|don’t|do not|no|nope|wait|stop|never ?mind|forget (?:it|that|about it)|cancel(?: it| that)?|scratch that|ignore (?:it|that|this)|not really|on second thoughts?|i changed my mind|just kidding|(?:don'?t|don’t|do not) do (?:it|that|this)|leave it(?: as it is| alone)?|rather not|better not)$`)
	spared    = regexp.MustCompile(`(?i)^(?:(?:but|only|just) )?(?:keep|leave|spare|save|not|except|don'?t (?:remove|delete|touch))\b`)
)

// hold is why nothing of a message is to be done, or "". understood reports whether a part is a
// wish as a whole.
func hold(parts []string, understood func(text string) bool) string {
	for i, text := range parts {
		switch {
		case i > 0 && retracted.MatchString(text):
			return "You took that back, so I left everything as it is."
		case condition.MatchString(text) && !understood(text), len(parts) > 1 && within.MatchString(text) && !asking.MatchString(text) && !understood(text):
			return "I can't wait for something, or decide whether it is so: “" + short(text, "") + "”. When it is time, say only what is to be done."
		case i > 0 && spared.MatchString(text) && slices.ContainsFunc(parts[:i], removesAll.MatchString):
			return "I can't tell what should stay. Say “remove all rows but row 1”, in one sentence."
		}
	}
	return ""
}
