package profile_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/gift/profile"
)

// TestRead_Habits has what people gave up, and what is no such thing.
func TestRead_Habits(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"recovering gambler, likes cards":                          "gambling",
		"gambling addict uncle, quit, loves poker nights and cars": "gambling",
		"compulsive gambler in recovery, 50, likes sports":         "gambling alcohol?",
		"my uncle gambled for years and finally stopped":           "gambling",
		"dad, ex gambler, loves cars":                              "gambling",
		"he smoked for 20 years and just quit, proud of him":       "smoking",
		"mom just quit smoking":                                    "smoking",
		"ex smoker, loves tea":                                     "smoking",
		"grandpa gave up cigarettes":                               "smoking",
		"recovering drug addict, 30, loves whisky":                 "alcohol",
		"dad loves smoked salmon, quit his job to fish":            "",
		"dad who smokes a brisket every sunday":                    "",
		"brother smokes meat and never quits":                      "",
		"uncle who smokes cigars":                                  "",
		"my ex smokes cigars":                                      "",
		"uncle who stopped gardening and smokes a pipe":            "",
		"uncle stopped drinking, loves poker":                      "alcohol",
		"she stopped by for poker night":                           "",
	} {
		var got []string
		for _, d := range profile.Read(text).Dislikes {
			if d.Unsaid {
				d.Text += "?"
			}
			got = append(got, d.Text)
		}
		if got := strings.Join(got, " "); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
		if p := profile.Read(text); want != "" && slices.ContainsFunc(p.Words, func(w string) bool { return w == "quit" || w == "poker" && want == "gambling" }) {
			t.Errorf("%q: the words %q", text, p.Words)
		}
	}
}

// TestRead_Ill has illnesses that won't be cured, and what someone who has one, or a tremor, can't do.
func TestRead_Ill(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"mom has stage 4 cancer, likes travelling and adventure":    "for comfort, no exertion",
		"mom with terminal cancer, weeks left, loves the sea":       "for comfort, no exertion",
		"husband terminally ill, loves football":                    "for comfort, no exertion",
		"my aunt is in hospice, loves birds":                        "for comfort, no exertion",
		"grandpa has months to live, chess":                         "for comfort, no exertion",
		"friend with the flu, loves tea":                            "to say get well",
		"he is dying to see japan":                                  "",
		"stage 4 of the tour, cyclist dad":                          "",
		"dad works at the airport terminal":                         "",
		"grandpa has Parkinson's, loves model ships":                "no fine handwork",
		"her hands shake a lot, loves embroidery":                   "no fine handwork",
		"sister who drinks milk shakes and shakes hands with folks": "",
	} {
		p := profile.Read(text)
		var got []string
		for _, o := range p.Occasions {
			got = append(got, o.Name())
		}
		for _, d := range p.Dislikes {
			got = append(got, "no "+d.Text)
		}
		if got := strings.Join(got, ", "); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}

// TestRead_NoBaby has words that bring babies to mind, where nothing for one is asked for.
func TestRead_NoBaby(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"gift for my surrogate who is carrying our baby":   "",
		"surrogate carrying our twins, loves tea and wine": "",
		"sex toys for my girlfriend":                       "partner",
		"adult toys for my wife":                           "partner",
	} {
		p := profile.Read(text)
		got := strings.Join(p.Recipients, " ")
		toys := slices.ContainsFunc(p.Interests, func(i profile.Interest) bool { return strings.Contains(i.Category, "toys") })
		if got != want || toys || p.Young != nil {
			t.Errorf("%q: got %q, young %v, interests %v", text, got, p.Young, p.Interests)
		}
	}
}
