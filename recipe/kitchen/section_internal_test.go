package kitchen

import (
	"strings"
	"testing"
)

// A phrase in two sections would be found in the first of them.
func TestSections_NoPhraseTwice(t *testing.T) {
	t.Parallel()
	seen := map[string]string{}
	for section, phrases := range sectionTable {
		for phrase := range strings.SplitSeq(phrases, ",") {
			phrase = strings.ToLower(strings.TrimSpace(phrase))
			if before, ok := seen[phrase]; ok && before != section {
				t.Errorf("%s is in %s and in %s", phrase, before, section)
			}
			if phrase == "" {
				t.Errorf("%s has an empty phrase", section)
			}
			seen[phrase] = section
		}
	}
	for section := range sectionTable {
		if !strings.Contains(strings.Join(sections, ","), section) {
			t.Errorf("%s is not among the sections", section)
		}
	}
}

// A spelling with two units would be the later one's.
func TestUnits_NoSpellingTwice(t *testing.T) {
	t.Parallel()
	seen := map[string]string{}
	for _, row := range unitTable() {
		for _, form := range row.forms() {
			singular, plural, _ := strings.Cut(form, "|")
			for _, word := range []string{singular, plural} {
				if before, ok := seen[word]; ok && before != row.name {
					t.Errorf("%s is a %s and a %s", word, before, row.name)
				}
				if word != "" {
					seen[word] = row.name
				}
			}
		}
	}
}
