package theme_test

import (
	"maps"
	"regexp"
	"strings"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/appbuilder/theme"
)

func TestPalettes(t *testing.T) {
	t.Parallel()
	for name, palette := range theme.Palettes {
		if got, faults := theme.Check(palette); len(faults) > 0 || !maps.Equal(got, palette) {
			t.Errorf("%s: %v, %v", name, got, faults)
		}
		if got, faults := theme.Check(palette.Dark()); len(faults) > 0 {
			t.Errorf("%s in the dark: %v, %v", name, got, faults)
		}
	}
}

// TestCheck_Hostile holds that nothing but numbers and units is ever stored.
func TestCheck_Hostile(t *testing.T) {
	t.Parallel()
	for key, values := range map[string][]string{
		"--primary": {"red;}</style><script>", "url(x)", "expression(1)", "1 2 3", "361 1% 1%", "1 101% 1%", "-1 1% 1%",
			"1e2 1% 1%", "NaN 1% 1%", "1 1% 1%;", "", "١ 1% 1%", "0x1 1% 1%", "1 1% 1% / 0.5", "1% 1% 1%", "1.2.3 1% 1%", "red"},
		"--radius": {"1", "4rem", "-1px", "1vw", "calc(1px)", "1px;", "rem", "49px"},
		"--x":      {"1 1% 1%"},
	} {
		for _, value := range values {
			all := maps.Clone(theme.Palettes["shop"])
			all[key] = value
			if got, faults := theme.Check(all); len(faults) != 1 || got != nil || strings.Contains(faults[0].Message, "script") {
				t.Errorf("%s: %q: %v, %v", key, value, got, faults)
			}
			if _, _, faults := theme.Palettes["shop"].Set(map[string]string{key: value}); len(faults) != 1 {
				t.Errorf("set %s: %q: %v", key, value, faults)
			}
		}
	}
}

func TestTheme_CSS(t *testing.T) {
	t.Parallel()
	all := maps.Clone(theme.Palettes["shop"])
	all["--radius"] = "0.750rem"
	got, faults := theme.Check(all)
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	css := got.CSS()
	if !regexp.MustCompile(`^(--[a-z-]+:[0-9.]+(rem| [0-9.]+% [0-9.]+%);){20}$`).MatchString(css) || !strings.Contains(css, "--primary:142 76% 36%;") || !strings.HasSuffix(css, "--radius:0.75rem;") {
		t.Error(css)
	}
	broken := theme.Theme{"--primary": "red;}"}
	if css := broken.CSS(); strings.Contains(css, "red") {
		t.Error(css)
	}
}

// TestTheme_Set holds that text stays readable whatever one color is set to.
func TestTheme_Set(t *testing.T) {
	t.Parallel()
	for word, want := range map[string]string{
		"blue": "221 83% 53%", "#fff": "0 0% 100%", "rgb(255, 0, 0)": "0 100% 50%", "hsl(120 100% 25%)": "120 100% 25%",
		"Dark  Green": "144 61% 20%", "rebeccapurple": "270 50% 40%", "30 50% 50%": "30 50% 50%", "yellow": "48 96% 53%",
	} {
		c, ok := theme.Read(word)
		if !ok || c.String() != want {
			t.Errorf("%q is %q (%t), want %q", word, c, ok, want)
			continue
		}
		for _, key := range theme.Keys[:len(theme.Keys)-1] {
			set, notes, faults := theme.Palettes["shop"].Set(map[string]string{key: c.String()})
			if len(faults) > 0 || set[key] != want {
				t.Errorf("%s=%s: %v %v %v", key, word, set[key], notes, faults)
				continue
			}
			if _, faults := theme.Check(set); len(faults) > 0 {
				t.Errorf("%s=%s: %v", key, word, faults)
			}
		}
	}
	if _, ok := theme.Read("fast"); ok {
		t.Error("fast is no color")
	}
	if _, ok := theme.Read("rgba(0,0,0,0.5)"); ok {
		t.Error("half a color")
	}
	set, notes, _ := theme.Palettes["neutral"].Set(map[string]string{"--primary": "48 96% 53%"})
	if len(notes) != 1 || !strings.Contains(notes[0], "primary foreground") || set["--primary-foreground"] == "210 40% 98%" {
		t.Errorf("%v %v", set, notes)
	}
	both := map[string]string{"--primary": "0 0% 50%", "--primary-foreground": "0 0% 60%"}
	if _, _, faults := theme.Palettes["neutral"].Set(both); len(faults) != 1 || faults[0].Rule != "contrast" {
		t.Errorf("%v", faults)
	}
}

// TestTheme_Quiet holds that muted text can be read on all that it is drawn on, and that what
// was done for it is said.
func TestTheme_Quiet(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ key, value, note string }{
		{"--background", "221 83% 53%", "lighter"}, {"--background", "220 13% 80%", "darker"}, {"--card", "0 0% 0%", "lighter"},
		{"--muted-foreground", "0 0% 90%", "darker"}, {"--muted", "220 13% 80%", "darker"}, {"--background", "0 0% 99%", ""},
	} {
		set, notes, faults := theme.Palettes["shop"].Set(map[string]string{c.key: c.value})
		if len(faults) > 0 {
			t.Fatal(faults)
		}
		drawn := set.Drawn()
		for _, pair := range [][2]string{{"--quiet", "--background"}, {"--card-quiet", "--card"}, {"--muted-foreground", "--muted"}} {
			text, _ := theme.Read(drawn[pair[0]])
			on, _ := theme.Read(drawn[pair[1]])
			if got := theme.Contrast(text, on); got < 4.5 {
				t.Errorf("%s=%s: %s on %s has %.2f", c.key, c.value, pair[0], pair[1], got)
			}
		}
		if said := strings.Join(notes, ". "); strings.Contains(said, "Made muted text") != (c.note != "") || !strings.Contains(said, c.note) {
			t.Errorf("%s=%s: %q", c.key, c.value, notes)
		}
		if _, again, _ := set.Set(map[string]string{c.key: c.value}); len(again) > 0 {
			t.Errorf("%s=%s, again: %q", c.key, c.value, again)
		}
	}
}

func TestDescribe(t *testing.T) {
	t.Parallel()
	for value, want := range map[string]string{
		"221 83% 53%": "blue", "220 9% 46%": "gray", "0 100% 50%": "#ff0000", "0.5rem": "0.5rem", "": "",
	} {
		if got := theme.Describe(value); got != want {
			t.Errorf("%s is %s, want %s", value, got, want)
		}
	}
}

// TestRead_Words holds that a word of English is no color, though its letters be hex digits.
func TestRead_Words(t *testing.T) {
	t.Parallel()
	for _, word := range []string{"add", "bad", "dad", "ace", "fee", "bed", "cafe", "dead", "beef", "face", "decade", "facade", "accede", "deface", "100", "2026", "a1b"} {
		if c, ok := theme.Read(word); ok {
			t.Errorf("%q is read as %s", word, c)
		}
	}
	for _, hex := range []string{"#add", "#facade", "2563eb", "00ff00"} {
		if _, ok := theme.Read(hex); !ok {
			t.Errorf("%q is not read", hex)
		}
	}
}

// TestRead_Light holds that a light color is much lighter than the color, and a dark one darker.
func TestRead_Light(t *testing.T) {
	t.Parallel()
	for _, word := range []string{"blue", "green", "gray", "grey", "red"} {
		plain, _ := theme.Read(word)
		if light, ok := theme.Read("light " + word); ok && light.L < plain.L+30 {
			t.Errorf("light %s is %v, and %s is %v", word, light, word, plain)
		}
		if dark, ok := theme.Read("dark " + word); ok && dark.L > plain.L-10 {
			t.Errorf("dark %s is %v, and %s is %v", word, dark, word, plain)
		}
	}
}
