package words

import "strings"

// Stop reports whether a word in lower case says nothing about what someone likes: the
// joints of a sentence, and what every description of a gift has.
func Stop(word string) bool { return len(word) < 2 || stop[word] }

var stop = set(`
a about above after again against all almost along already also although always am among an and another any anybody
anyone anything are arent around as at away back be became because become been before being below between both but by
came can cannot cant come comes could couldnt did didnt do does doesnt doing dont down during each either else enough
especially etc even ever every everybody everyone everything few for from further get gets getting give given gives
giving go goes going gone got had hadnt half has hasnt have havent having he hell her here hers herself hes him himself
his how however i id if ill im in instead into is isnt it its itself ive just keep keeps kind kinds know knows lately
least less let lets like liked likes lot lots made make makes many may maybe me mine more most mostly much must my
myself near need needs neither never new no nobody none nor not nothing now of off often old on once one ones only onto
or other others our ours ourselves out over own part past people perhaps person please quite rather really recently
said same say says seem seems several shall she shed shell shes should shouldnt since so some somebody someone
something sometimes somewhere soon still stuff such sure take takes than that thats the their theirs them themselves
then there theres these they theyd theyll theyre theyve thing things think thinks this those though through till time
times to together too toward towards two under until up upon us use used uses using usually very via want wants was
wasnt way we well went were werent what whatever when where which while who whoever whole whom whose why will with
within without wont would wouldnt year years yet you your youre yours yourself
one two three four five six seven eight nine ten eleven twelve twenty thirty forty fifty sixty hundred first second third
day days night nights week weeks month months morning afternoon afternoons evening monday tuesday wednesday thursday friday
saturday sunday today tomorrow tonight bring told tell tells end ends left leave start starts started starting bit lots
absolutely terribly completely totally properly actually honestly literally basically lately maybe pretty kinda lol
gift gifts present presents idea ideas recommend recommendation recommendations suggest suggestion suggestions
suggestions looking look looks find help buy bought perfect great good nice best love loves loved loving lover lovers
enjoy enjoys enjoyed enjoying enjoyment fan fans enthusiast enthusiasts enthusiastic passionate passion avid obsessed
interested interest interests hobby hobbies favorite favourite adore adores into crazy keen spend spends
`)

func set(list string) map[string]bool {
	m := map[string]bool{}
	for word := range strings.FieldsSeq(list) {
		m[word] = true
	}
	return m
}
