package interchange

import (
	"math"
	"regexp"
	"strconv"
	"strings"
)

// servingWords may stand beside a number of servings; with any other word the
// number counts something else ("24 cookies").
var servingWords = wordSet(`serving servings serves serve portion portions people persons person makes for about yield yields
portionen personen person für ergibt pers personnes personne pour parts convives
porción porciones porcion ración raciones racion persona personas comensales para sirve rinde
porzione porzioni persone per serve porção porções porcao porcoes pessoa pessoas rende
portie porties persoon voor portioner porsjoner annos annosta porcja porcje porcji osoba osoby osób dla`)

// numberWords are the numbers that people write out.
var numberWords = map[string]int32{
	"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10, "eleven": 11, "twelve": 12,
	"eine": 1, "einer": 1, "zwei": 2, "drei": 3, "vier": 4, "fünf": 5, "sechs": 6, "sieben": 7, "acht": 8, "neun": 9, "zehn": 10, "zwölf": 12,
	"deux": 2, "trois": 3, "quatre": 4, "cinq": 5, "sept": 7, "huit": 8, "neuf": 9, "dix": 10, "douze": 12,
	"dos": 2, "tres": 3, "cuatro": 4, "cinco": 5, "seis": 6, "siete": 7, "ocho": 8, "nueve": 9, "diez": 10, "doce": 12,
	"due": 2, "tre": 3, "quattro": 4, "cinque": 5, "sei": 6, "otto": 8, "dieci": 10,
}

var (
	// pluralEnding is glued to a word that may stand for one or several.
	pluralEnding = regexp.MustCompile(`\((?:e?s|e?n|e|er|i)\)`)
	// closingRemark stands apart, and says the same in another measure.
	closingRemark = regexp.MustCompile(`\s\([^()]*\)$`)
)

// setServings stores a yield given as text where it is plainly a number of
// servings, unless there is one, and keeps the text as a note where it says more.
func (r *Recipe) setServings(text string) {
	text = oneLine(text)
	count, plainly := servingsOf(text)
	if count == nil {
		count, _ = servingsOf(closingRemark.ReplaceAllString(text, ""))
	}
	if count != nil && *count > 0 && r.Servings == nil {
		r.Servings = count
	}
	if !plainly {
		r.addNote("Yield", text)
	}
}

// servingsOf reads a number with nothing beside it but words of servings. plainly
// says that the text is no more than that; the number of one that is not is nil.
func servingsOf(text string) (count *int32, plainly bool) {
	if v, err := strconv.ParseInt(text, 10, 32); err == nil && v > 0 {
		n := int32(v)
		return &n, true
	}
	for word := range strings.FieldsSeq(pluralEnding.ReplaceAllString(strings.ToLower(text), "")) {
		word = strings.Trim(word, "().,:;")
		n, isNumber := numberWords[word]
		if v, ok := wholeNumber(word); ok && v == math.Trunc(v) {
			n, isNumber = int32(v), true // leadingNumber stops at seven digits
		}
		switch {
		case isNumber && count == nil:
			count = &n
		case word != "" && !servingWords[word]:
			return nil, false
		}
	}
	return count, count != nil
}
