package interchange

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
)

const maxMinutes = math.MaxInt32

var isoDuration = regexp.MustCompile(`(?i)^P(?:(\d+(?:[.,]\d+)?)W)?(?:(\d+(?:[.,]\d+)?)D)?(?:T(?:(\d+(?:[.,]\d+)?)H)?(?:(\d+(?:[.,]\d+)?)M)?(?:(\d+(?:[.,]\d+)?)S)?)?$`)

var clock = regexp.MustCompile(`^(\d{1,3}):([0-5]\d)$`)

// minutesIn are the words for a stretch of time, lower case, without a full
// stop.
var minutesIn = map[string]float64{}

func init() {
	for minutes, words := range map[float64]string{
		1.0 / 60:    "s sec secs second seconds sek sekunde sekunden seconde secondes",
		1:           "m min mins minute minutes minuten",
		60:          "h hr hrs hour hours std stunde stunden heure heures",
		24 * 60:     "d day days tag tage tagen jour jours",
		7 * 24 * 60: "w week weeks woche wochen semaine semaines",
	} {
		for word := range strings.FieldsSeq(words) {
			minutesIn[word] = minutes
		}
	}
}

// parseMinutes reads "PT1H30M", "1 hr 30 min", "1h30", "1:30", "45" (minutes).
// ok is false when any part of s is something else ("30 min + overnight").
func parseMinutes(s string) (minutes int32, ok bool) {
	s = strings.TrimSpace(s)
	if len(s) > 60 || s == "" {
		return 0, false
	}
	if number, found := strings.CutSuffix(s, " minutes"); found && countDigits(number) == len(number) {
		if v, err := strconv.ParseInt(number, 10, 32); err == nil {
			return int32(v), true
		}
	}
	var total float64
	if m := isoDuration.FindStringSubmatch(s); m != nil {
		parts := 0
		for i, each := range []float64{7 * 24 * 60, 24 * 60, 60, 1, 1.0 / 60} {
			if m[i+1] != "" {
				v, _ := strconv.ParseFloat(strings.Replace(m[i+1], ",", ".", 1), 64)
				total += v * each
				parts++
			}
		}
		return wholeMinutes(total, parts > 0)
	}
	if m := clock.FindStringSubmatch(s); m != nil {
		hours, _ := strconv.Atoi(m[1])
		mins, _ := strconv.Atoi(m[2])
		return wholeMinutes(float64(hours*60+mins), true)
	}
	return parseTimeWords(s)
}

func parseTimeWords(s string) (int32, bool) {
	var total float64
	last := 0.0 // the unit before, since "1h30" means minutes at the end
	for rest := s; rest != ""; {
		v, after, found := leadingNumber(rest)
		if !found {
			return 0, false
		}
		after = strings.TrimSpace(after)
		end := strings.IndexFunc(after, func(r rune) bool { return r < 'A' || r > 'z' || r > 'Z' && r < 'a' })
		if end < 0 {
			end = len(after)
		}
		word := strings.ToLower(after[:end])
		each, known := minutesIn[word]
		switch {
		case known && (last == 0 || each < last):
		case word == "" && after == "" && (last == 0 || last == 60):
			each = 1
		default:
			return 0, false
		}
		total, last = total+v*each, each
		rest = strings.TrimSpace(strings.TrimPrefix(after[end:], "."))
		rest = strings.TrimPrefix(rest, ", ")
		for _, and := range []string{"and ", "und ", "et "} {
			rest = strings.TrimPrefix(rest, and)
		}
	}
	return wholeMinutes(total, true)
}

// wholeMinutes rounds up: half a minute is not no time.
func wholeMinutes(total float64, ok bool) (int32, bool) {
	if !ok || total < 0 || total > maxMinutes {
		return 0, false
	}
	return int32(math.Ceil(total - 1e-9)), true
}

// formatISO writes minutes as an ISO 8601 duration.
func formatISO(minutes int64) string {
	h, m := minutes/60, minutes%60
	switch {
	case h == 0:
		return fmt.Sprintf("PT%dM", m)
	case m == 0:
		return fmt.Sprintf("PT%dH", h)
	}
	return fmt.Sprintf("PT%dH%dM", h, m)
}

// setMinutes stores a time given as text, or keeps the text as a note under
// label when it is not a plain time.
func (r *Recipe) setMinutes(field **int32, label, text string) {
	text = oneLine(text)
	if text == "" {
		return
	}
	if v, ok := parseMinutes(text); ok {
		*field = &v
		return
	}
	r.addNote(label, text)
}

// setTotal keeps a total time that is not the sum of the other two: a rest
// over night has no field of its own.
func (r *Recipe) setTotal(text string) {
	text = oneLine(text)
	total, ok := parseMinutes(text)
	switch {
	case text == "" || ok && total == 0:
	case !ok:
		r.addNote("Total time", text)
	case int64(total) != orZero(r.PrepTimeMinutes)+orZero(r.CookTimeMinutes):
		r.addNote("Total time", spokenMinutes(total))
	}
}

func spokenMinutes(minutes int32) string {
	h, m := minutes/60, minutes%60
	switch {
	case h == 0:
		return fmt.Sprintf("%d min", m)
	case m == 0:
		return fmt.Sprintf("%d h", h)
	}
	return fmt.Sprintf("%d h %d min", h, m)
}

func orZero(p *int32) int64 {
	if p == nil {
		return 0
	}
	return int64(*p)
}
