package words

import "strings"

// Root is the stem of a word in lower case, the same for forms that no ending tells ("gave" and
// "give"), for both spellings of English ("colour"), and for words that take each other's place where people
// speak of someone: "his", "her" and "the", "is" and "was".
func Root(w string) string {
	if as, ok := roots[w]; ok {
		return as
	}
	if strings.HasSuffix(w, "our") && len(w) > 5 { // colour
		w = w[:len(w)-2] + "r"
	} else if i := strings.Index(w, "our"); i > 2 && i+3 < len(w) && british[w[:i+3]] { // favourite
		w = w[:i+1] + w[i+2:]
	}
	return Stem(w)
}

// british are beginnings of words that American English writes without the u.
var british = set(`colour favour flavour neighbour humour harbour labour parlour`)

// roots are by each of the words that have the first one's of their line.
var roots = func() map[string]string {
	m := map[string]string{}
	for line := range strings.Lines(`
the his her their its your this that
my our
they he she
theyre hes shes
is are was were be been am
has have had having
do does did done
isnt arent wasnt werent
doesnt dont didnt
hasnt havent hadnt
cant cannot couldnt
wont wouldnt
give gave given gives giving
lose lost loses losing
make made makes making maker
build built builds building
grow grew grown grows growing
write wrote written writes writing
sing sang sung sings singing
draw drew drawn draws drawing
run ran runs running
swim swam swum swims swimming
ride rode ridden rides riding
drive drove driven drives driving
fly flew flown flies flying
catch caught catches catching
buy bought buys buying
teach taught teaches teaching
keep kept keeps keeping
sleep slept sleeps sleeping
eat ate eaten eats eating
drink drank drunk drinks drinking
break broke broken breaks breaking
wake woke woken wakes waking
wear wore worn wears wearing
fall fell fallen falls falling
go went gone goes going
begin began begun begins beginning
take took taken takes taking
get got gotten gets getting
find found finds finding
leave left leaves leaving
send sent sends sending
spend spent spends spending
sell sold sells selling
win won wins winning
lead led leads leading
feel felt feels feeling
sew sewn sewed sews sewing
freeze froze frozen freezes freezing
mom mum mam mums moms mummy mommy mother mothers mama
dad dads father fathers daddy papa
child kid kids children kiddo
husband hubby
grandma gran granny nana nan grandmother grandmothers grandmas
grandpa grandad granddad grandfather gramps grandfathers grandpas
bike bicycle bikes bicycles
photo photograph photos photographs
couch sofa
tv telly television
pajama pajamas pyjama pyjamas
jewelry jewellery
gray grey
theater theatre theaters theatres
center centre
cozy cosy
traveler traveller travelers travellers
math maths
yogurt yoghurt
`) {
		words := strings.Fields(line)
		for _, w := range words {
			m[w] = Stem(words[0])
		}
	}
	return m
}()
