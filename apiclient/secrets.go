package apiclient

import (
	"net/url"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxQuoted bounds how much of the API's own text is quoted, in characters.
const maxQuoted = 500

// secrets are texts that no message and no log line may contain.
type secrets []string

// with returns s and those values that are long enough: redacting shorter ones would
// only garble texts.
func (s secrets) with(values ...string) secrets {
	for _, v := range values {
		if len(v) >= 4 {
			s = append(s, v)
		}
	}
	return s
}

// withPassword returns s and the password of a URL in all its forms.
func (s secrets) withPassword(u *url.URL) secrets {
	if u == nil {
		return s
	}
	password, ok := u.User.Password()
	if !ok {
		return s
	}
	return s.with(password, url.QueryEscape(password), url.PathEscape(password))
}

// redact removes the secrets from text.
func (s secrets) redact(text string) string {
	for _, secret := range s {
		text = strings.ReplaceAll(text, secret, "[redacted]")
	}
	return text
}

// redactUnseen removes the secrets from text, including those that are split by
// characters that cannot be seen. Such characters are dropped only then: elsewhere a
// script may need them.
func (s secrets) redactUnseen(text string) string {
	text = s.redact(text)
	seen := strings.Map(func(r rune) rune {
		if unicode.In(r, unicode.C, unicode.Zl, unicode.Zp, unicode.Variation_Selector, unicode.Other_Default_Ignorable_Code_Point) {
			return -1
		}
		return r
	}, text)
	if clean := s.redact(seen); clean != seen {
		return clean
	}
	return text
}

// quotable returns text from elsewhere in a form that is safe in a message: one
// bounded line without secrets, and "" if it is not UTF-8 or looks like a page.
func (s secrets) quotable(text string) string {
	if !utf8.ValidString(text) {
		return ""
	}
	text = s.redactUnseen(text)
	text = strings.TrimSpace(strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t':
			return ' '
		case unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r):
			return -1
		}
		return r
	}, text))
	text = s.redact(text) // a line break has become the blank of a secret
	if lower := strings.ToLower(text); strings.HasPrefix(lower, "<") || strings.Contains(lower, "<html") || strings.Contains(lower, "<!doctype") {
		return ""
	}
	if utf8.RuneCountInString(text) > maxQuoted {
		text = string([]rune(text)[:maxQuoted])
	}
	return text
}
