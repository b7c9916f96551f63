package page

import (
	"net/url"
	"strings"
	"time"

	"golang.org/x/text/unicode/bidi"
)

// trim returns a text without white space around it: nothing, if it is blank.
func trim(text string) string { return strings.TrimSpace(text) }

// first returns the first text that isn't blank.
func first(texts ...string) string {
	for _, text := range texts {
		if text = trim(text); text != "" {
			return text
		}
	}
	return ""
}

// joined joins the texts that aren't blank.
func joined(separator string, texts ...string) string {
	var all []string
	for _, text := range texts {
		if text = trim(text); text != "" {
			all = append(all, text)
		}
	}
	return strings.Join(all, separator)
}

// shorten makes a text one line that search engines show whole.
func shorten(text string) string {
	const most = 160 // characters, with the mark at the end
	words := strings.Fields(text)
	line := []rune(strings.Join(words, " "))
	if len(line) <= most {
		return string(line)
	}
	cut := string(line[:most-1])
	if end := strings.LastIndexByte(cut, ' '); end > len(cut)/2 { // else it is one long word, or a script without spaces
		cut = cut[:end]
	}
	return strings.TrimRight(cut, " ,;:.-") + "…"
}

func month(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format("January\u00a02006")
}

func stamp(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format(time.RFC3339)
}

// own returns an address that the caller made, if a page may have it: on this computer
// it is http.
func own(address string) string {
	if u, err := url.Parse(address); err == nil && (u.Scheme == "https" || u.Scheme == "http") && u.Host != "" {
		return address
	}
	return ""
}

// external returns an address that someone typed, and its host as a person reads it, if
// it is https and leads where it seems to.
func external(address string) (link, host string) {
	u, err := url.Parse(trim(address))
	if err != nil || u.Scheme != "https" || u.Hostname() == "" || u.User != nil {
		return "", ""
	}
	return u.String(), strings.TrimPrefix(u.Host, "www.")
}

// telephone returns the number to dial of one as people write it, or nothing if it isn't one.
func telephone(number string) string {
	const least, most = 5, 15 // E.164
	var b strings.Builder
	digits := 0
	for i, r := range trim(number) {
		switch {
		case r >= '0' && r <= '9':
			b.WriteRune(r)
			digits++
		case r == '+' && i == 0:
			b.WriteRune(r)
		case strings.ContainsRune(" -.()/\u00a0", r):
		default:
			return ""
		}
	}
	if digits < least || digits > most {
		return ""
	}
	return b.String()
}

// direction is the attribute of what is laid out as a text is read: from the right, if
// its first letter is.
func direction(text string) []string {
	for _, r := range text {
		p, _ := bidi.LookupRune(r)
		switch p.Class() {
		case bidi.R, bidi.AL:
			return []string{"dir", "rtl"}
		case bidi.L:
			return nil
		}
	}
	return nil
}
