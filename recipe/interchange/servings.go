package interchange

import (
	"math"
	"regexp"
	"strconv"
	"strings"
)

// servingWords may be beside a number of servings; with any other word the
// number counts something else ("24 cookies").
var servingWords = wordSet(`serving servings serves serve portion portions people persons person makes for about yield yields
portionen personen person für ergibt pers personnes personne pour parts convives
porción porciones porcion ración raciones racion persona personas comensales para sirve rinde
porzione porzioni persone per serve porção porções porcao porcoes pessoa pessoas rende
portie porties persoon voor portioner porsjoner annos annosta porcja porcje porcji osoba osoby osób dla`)

var numberWords = wordMap(map[int32]string{
	1: "one eine einer", 2: "two zwei deux dos due", 3: "three drei trois tres tre", 4: "four vier quatre cuatro quattro",
	5: "five fünf cinq cinco cinque", 6: "six sechs seis sei", 7: "seven sieben sept siete", 8: "eight acht huit ocho otto",
	9: "nine neun neuf nueve", 10: "ten zehn dix diez dieci", 11: "eleven", 12: "twelve zwölf douze doce",
})

var (
	// pluralEnding is glued to a word that may stand for one or several.
	pluralEnding = regexp.MustCompile(`\((?:e?s|e?n|e|er|i)\)`)
	// closingRemark is separate, and says the same in another measure.
	closingRemark = regexp.MustCompile(`\s\([^()]*\)$`)
)

// setServings stores a yield given as text where it is plainly a number of
// servings, unless there is one, and keeps the text as a note where it says more.
func (r *Recipe) setServings(text string) {
	text = oneLine(text)
	count := servingsOf(text)
	if count == nil {
		r.addNote("Yield", text)
		count = servingsOf(closingRemark.ReplaceAllString(text, ""))
	}
	if count != nil && *count > 0 && r.Servings == nil {
		r.Servings = count
	}
}

// servingsOf reads a number with nothing beside it but words of servings.
func servingsOf(text string) (count *int32) {
	for word := range strings.FieldsSeq(pluralEnding.ReplaceAllString(strings.ToLower(text), "")) {
		word = strings.Trim(word, "().,:;")
		n, isNumber := numberWords[word]
		if v, err := strconv.ParseFloat(word, 64); err == nil && v == math.Trunc(v) && v >= 0 && v <= math.MaxInt32 {
			n, isNumber = int32(v), true
		}
		switch {
		case isNumber && count == nil:
			count = &n
		case word != "" && !servingWords[word]:
			return nil
		}
	}
	return count
}
