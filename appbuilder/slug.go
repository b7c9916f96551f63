package appbuilder

import (
	"crypto/rand"
	"encoding/base32"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// MaxSlug is how long a slug can be.
const MaxSlug = 50

// letters have no decomposition in Unicode, and a common spelling in ASCII.
var letters = strings.NewReplacer("ß", "ss", "æ", "ae", "ø", "o", "œ", "oe", "đ", "d", "ð", "d", "ł", "l", "þ", "th", "ı", "i")

// reserved slugs are names of the program's own.
var reserved = []string{"api", "app", "apps", "admin", "assets", "static", "healthz", "readyz", "metrics", "servers", "ui", "mcp", "new", "edit", "login", "www"}

// Slug returns the part of an app's address that its name makes, or a random one where it makes
// none.
func Slug(name string) string {
	slug, ok := SlugFromName(name)
	if !ok {
		return "app-" + strings.ToLower(rand.Text()[:8])
	}
	return slug
}

// SlugFromName makes of an app's name the part of its address: "My Support Bot" is
// "my-support-bot". It reports false for a name without a Latin letter or a digit.
func SlugFromName(name string) (slug string, ok bool) {
	var b strings.Builder
	for _, r := range norm.NFKD.String(letters.Replace(strings.ToLower(name))) {
		switch {
		case r >= 'a' && r <= 'z' || r >= '0' && r <= '9':
			b.WriteRune(r)
		case unicode.Is(unicode.Mn, r):
		case unicode.IsSpace(r) || strings.ContainsRune("-_./–—&", r):
			b.WriteByte('-')
		}
	}
	words := strings.FieldsFunc(b.String(), func(r rune) bool { return r == '-' })
	slug = shorten(strings.Join(words, "-"), MaxSlug)
	if slices.Contains(reserved, slug) {
		slug += "-app"
	}
	return slug, slug != ""
}

// shorten cuts a slug to n characters, after a word where that keeps half of them.
func shorten(slug string, n int) string {
	if len(slug) <= n {
		return slug
	}
	whole := slug[n] == '-'
	slug = slug[:n]
	if i := strings.LastIndexByte(slug, '-'); !whole && i >= n/2 {
		slug = slug[:i]
	}
	return strings.Trim(slug, "-")
}

// NextSlug returns what to try after tries slugs were taken: slug-2, slug-3, and from the
// 20th on one with a random end.
func NextSlug(slug string, tries int) string {
	end := fmt.Sprintf("-%d", tries+1)
	if tries >= 20 {
		random := make([]byte, 5)
		_, _ = rand.Read(random) // it never fails
		end = "-" + strings.ToLower(base32.StdEncoding.EncodeToString(random))
	}
	return shorten(slug, MaxSlug-len(end)) + end
}

var validSlug = regexp.MustCompile(`^[a-z0-9](?:[a-z0-9-]{0,48}[a-z0-9])?$`)

// CheckSlug returns a sentence that says why a slug can't be used, or "".
func CheckSlug(slug string) string {
	switch {
	case !validSlug.MatchString(slug) || strings.Contains(slug, "--"):
		return "Use lower-case letters, digits and single hyphens, at most 50 characters, as in my-support-bot."
	case slices.Contains(reserved, slug):
		return "This address is used by the program itself. Choose another one."
	}
	return ""
}
