package interchange

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
)

const maxMinutes = math.MaxInt32

var (
	isoDuration = regexp.MustCompile(`(?i)^P(?:(\d+(?:[.,]\d+)?)W)?(?:(\d+(?:[.,]\d+)?)D)?(?:T(?:(\d+(?:[.,]\d+)?)H)?(?:(\d+(?:[.,]\d+)?)M)?(?:(\d+(?:[.,]\d+)?)S)?)?$`)
	clock       = regexp.MustCompile(`^(\d{1,3}):([0-5]\d)$`)
	// timeWord is what follows a number, and leads to the next.
	timeWord = regexp.MustCompile(`^\s*([A-Za-z]*)\.?\s*(?:, )?(?:and |und |et )?`)
)

// minutesIn are the words for a stretch of time, lower case, without a full
// stop.
var minutesIn = wordMap(map[float64]string{
	1.0 / 60:    "s sec secs second seconds sek sekunde sekunden seconde secondes",
	1:           "m min mins minute minutes minuten",
	60:          "h hr hrs hour hours std stunde stunden heure heures",
	24 * 60:     "d day days tag tage tagen jour jours",
	7 * 24 * 60: "w week weeks woche wochen semaine semaines",
})

// parseMinutes reads "PT1H30M", "1 hr 30 min", "1h30", "1:30", "45" (minutes).
// ok is false when any part of s is something else ("30 min + overnight").
func parseMinutes(s string) (minutes int32, ok bool) {
	s = strings.TrimSpace(s)
	if len(s) > 60 || s == "" {
		return 0, false
	}
	if v, err := strconv.ParseUint(strings.TrimSuffix(s, " minutes"), 10, 31); err == nil { // as many as there may be
		return int32(v), true
	}
	m := isoDuration.FindStringSubmatch(s)
	if m == nil {
		return parseTimeWords(clock.ReplaceAllString(s, "${1}h$2"))
	}
	total := 0.0
	for i, each := range []float64{7 * 24 * 60, 24 * 60, 60, 1, 1.0 / 60} {
		v, _ := strconv.ParseFloat(strings.Replace("0"+m[i+1], ",", ".", 1), 64)
		total += v * each
	}
	minutes, ok = wholeMinutes(total)
	return minutes, ok && strings.ContainsAny(s, "0123456789")
}

func parseTimeWords(s string) (int32, bool) {
	total := 0.0
	last := math.Inf(1) // the unit before, since "1h30" means minutes at the end
	for rest := s; rest != ""; {
		v, after, found := leadingNumber(rest)
		if !found {
			return 0, false
		}
		m := timeWord.FindStringSubmatch(after)
		each, known := minutesIn[strings.ToLower(m[1])]
		if after == "" && last >= 60 {
			each, known = 1, last == 60 || math.IsInf(last, 1)
		}
		if !known || each >= last {
			return 0, false
		}
		total, last, rest = total+v*each, each, after[len(m[0]):]
	}
	return wholeMinutes(total)
}

// wholeMinutes rounds up: half a minute is not no time.
func wholeMinutes(total float64) (int32, bool) {
	if total > maxMinutes {
		return 0, false
	}
	return int32(math.Ceil(total - 1e-9)), true
}

func inHours(minutes int32, hour, between, minute string) string {
	h, m := minutes/60, minutes%60
	switch {
	case h == 0:
		return fmt.Sprint(m) + minute
	case m == 0:
		return fmt.Sprint(h) + hour
	}
	return fmt.Sprint(h) + hour + between + fmt.Sprint(m) + minute
}

// setMinutes stores a time given as text, or keeps the text as a note under
// label when it is not a plain time.
func (r *Recipe) setMinutes(field **int32, label, text string) {
	text = oneLine(text)
	if v, ok := parseMinutes(text); ok {
		*field = &v
	} else {
		r.addNote(label, text)
	}
}

// setTotal keeps a total time that is not the sum of the other two: a rest
// over night has no field of its own.
func (r *Recipe) setTotal(text string) {
	text = oneLine(text)
	total, ok := parseMinutes(text)
	switch {
	case !ok:
		r.addNote("Total time", text)
	case total == 0:
	case int64(total) != orZero(r.PrepTimeMinutes)+orZero(r.CookTimeMinutes):
		r.addNote("Total time", inHours(total, " h", " ", " min"))
	}
}

func orZero(p *int32) int64 {
	if p == nil {
		return 0
	}
	return int64(*p)
}
