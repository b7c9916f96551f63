package theme

import "maps"

// Palettes are the themes that an app can begin with, by name. Those whose color would leave
// white text hard to read have dark text.
var Palettes = map[string]Theme{
	"neutral": neutral,
	"shop":    tinted("142 76% 36%", "144 80% 6%"),
	"support": tinted("221 83% 53%", "210 40% 98%"),
	"content": tinted("262 83% 58%", "210 40% 98%"),
	"warm":    tinted("24 95% 53%", "24 80% 8%"),
	"cool":    tinted("199 89% 48%", "199 80% 8%"),
}

var neutral = Theme{
	"--primary": "222.2 47.4% 11.2%", "--primary-foreground": "210 40% 98%",
	"--background": "0 0% 100%", "--foreground": "222.2 47.4% 11.2%",
	"--muted": "210 40% 96.1%", "--muted-foreground": "215.4 16.3% 44%",
	"--accent": "210 40% 96.1%", "--accent-foreground": "222.2 47.4% 11.2%",
}

func tinted(primary, text string) Theme {
	t := maps.Clone(neutral)
	t["--primary"], t["--primary-foreground"] = primary, text
	return t
}
