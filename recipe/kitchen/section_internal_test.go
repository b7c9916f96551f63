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

// A name with two densities would have the later one.
func TestDensities_NoNameTwice(t *testing.T) {
	t.Parallel()
	seen := map[string]int64{}
	for _, row := range densityTable {
		for name := range strings.SplitSeq(row.names, ", ") {
			if before, ok := seen[key(name)]; ok && before != row.gramsPerCup {
				t.Errorf("%s has %d and %d grams in a cup", name, before, row.gramsPerCup)
			}
			seen[key(name)] = row.gramsPerCup
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
