package kitchen

import (
	"math/big"
	"strings"
	"sync"
)

// Sizes of units in grams and millilitres. The US ones are exact by definition.
var (
	ounce      = big.NewRat(45359237, 1600000) // 28.349523125 g
	pound      = times(ounce, ratio(16, 1))
	teaspoon   = big.NewRat(492892159375, 100000000000) // 1/768 of a gallon of 231 cubic inches
	fluidOunce = times(teaspoon, ratio(6, 1))
	cup        = times(teaspoon, ratio(48, 1))
)

// Ladders: units that are shown in each other.
const (
	grams       = "g"
	millilitres = "ml"
	pounds      = "lb"
	spoons      = "tsp"
	loeffel     = "TL"
)

type unitRow struct {
	unit
	spelled string // forms, with "singular|plural" for those that have a plural
}

func (r unitRow) forms() []string {
	list := strings.Split(r.spelled, ", ")
	if !strings.HasPrefix(r.spelled, r.name+"|") {
		list = append(list, r.name)
	}
	if r.long != "" {
		list = append(list, r.long+"|"+r.long+"s")
	}
	return list
}

// unitTable has the units that are known, and how they are spelled.
var unitTable = sync.OnceValue(func() []unitRow {
	return []unitRow{
		{unit{"mg", "milligram", weight, metric, ratio(1, 1000), "", false}, "mgs, milligramme|milligrammes"},
		{unit{"g", "gram", weight, metric, ratio(1, 1), grams, false}, "gr, gm, gms, gs, gramm, gramme|grammes, gramo|gramos, grammo|grammi"},
		{unit{"kg", "kilogram", weight, metric, ratio(1000, 1), grams, false}, "kgs, kilo|kilos, kilogramm, kilogramme|kilogrammes, kilogramo|kilogramos, chilo|chili, chilogrammo|chilogrammi"},
		{unit{"ml", "milliliter", volume, metric, ratio(1, 1), millilitres, false}, "mls, millilitre|millilitres, mililitro|mililitros, millilitro|millilitri"},
		{unit{"cl", "centiliter", volume, metric, ratio(10, 1), millilitres, false}, "centilitre|centilitres"},
		{unit{"dl", "deciliter", volume, metric, ratio(100, 1), millilitres, false}, "decilitre|decilitres"},
		{unit{"l", "liter", volume, metric, ratio(1000, 1), millilitres, false}, "L, ltr, litre|litres, litro|litros, litri"},
		{unit{"Pfund", "", weight, metric, ratio(500, 1), "", false}, "Pfd"},

		{unit{"oz", "ounce", weight, us, ounce, pounds, false}, "ozs"},
		{unit{"lb", "pound", weight, us, pound, pounds, false}, "lb|lbs, lb"},
		{unit{"fl oz", "fluid ounce", volume, us, fluidOunce, "", false}, "floz, fl ounce|fl ounces"},
		{unit{"cup", "", volume, us, cup, spoons, false}, "cup|cups, c, C"},
		{unit{"pint", "", volume, us, times(cup, ratio(2, 1)), spoons, false}, "pint|pints, pt, pts"},
		{unit{"quart", "", volume, us, times(cup, ratio(4, 1)), spoons, false}, "quart|quarts, qt, qts"},
		{unit{"gallon", "", volume, us, times(cup, ratio(16, 1)), spoons, false}, "gallon|gallons, gal, gals"},
		{unit{"tsp", "teaspoon", volume, everyone, teaspoon, spoons, false}, "tsps, t, teaspoonful|teaspoonfuls"},
		{unit{"tbsp", "tablespoon", volume, everyone, times(teaspoon, ratio(3, 1)), spoons, false}, "tbsps, tbs, tbl, tblsp, T, tablespoonful|tablespoonfuls"},

		{unit{"TL", "", volume, everyone, ratio(5, 1), loeffel, false}, "Teelöffel"},
		{unit{"EL", "", volume, everyone, ratio(15, 1), loeffel, false}, "Esslöffel, Eßlöffel"},
		{unit{"c. à café", "", volume, everyone, ratio(5, 1), "", false}, "c à café, càc, cac, c à c, cuillère à café|cuillères à café, cuillère à thé|cuillères à thé, cuillerée à café|cuillerées à café"},
		{unit{"c. à soupe", "", volume, everyone, ratio(15, 1), "", false}, "c à soupe, càs, cas, c à s, cs, cuillère à soupe|cuillères à soupe, cuillerée à soupe|cuillerées à soupe"},
		{unit{"cucharadita", "", volume, everyone, ratio(5, 1), "", false}, "cucharadita|cucharaditas, cdta|cdtas, cdita|cditas"},
		{unit{"cucharada", "", volume, everyone, ratio(15, 1), "", false}, "cucharada|cucharadas, cda|cdas"},
		{unit{"cucchiaino", "", volume, everyone, ratio(5, 1), "", false}, "cucchiaino|cucchiaini"},
		{unit{"cucchiaio", "", volume, everyone, ratio(15, 1), "", false}, "cucchiaio|cucchiai"},
		{unit{"Tasse", "", volume, everyone, nil, "", false}, "Tasse|Tassen"},
		{unit{"tasse", "", volume, everyone, nil, "", false}, "tasse|tasses"},
		{unit{"taza", "", volume, everyone, nil, "", false}, "taza|tazas"},
		{unit{"tazza", "", volume, everyone, nil, "", false}, "tazza|tazze"},

		{unit{"pinch", "", trace, everyone, nil, "", false}, "pinch|pinches, Prise|Prisen, pincée|pincées, pizca|pizcas, pizzico|pizzichi"},
		{unit{"dash", "", trace, everyone, nil, "", false}, "dash|dashes, splash|splashes, drop|drops, smidgen, Spritzer, Schuss, Messerspitze|Messerspitzen, Msp"},

		{unit{"piece", "", counted, everyone, nil, "", false}, "piece|pieces, pc|pcs, each, ea, whole, unit|units, Stück, Stk, St, pièce|pièces, unidad|unidades, pezzo|pezzi"},
		{unit{"clove", "", counted, everyone, nil, "", false}, "clove|cloves, Zehe|Zehen, Knoblauchzehe|Knoblauchzehen, gousse|gousses, diente|dientes, spicchio|spicchi"},
		{unit{"slice", "", counted, everyone, nil, "", false}, "slice|slices, Scheibe|Scheiben, tranche|tranches, rebanada|rebanadas, fetta|fette"},
		{unit{"sprig", "", counted, everyone, nil, "", false}, "sprig|sprigs, Zweig|Zweige, brin|brins, ramita|ramitas, rametto|rametti"},
		{unit{"leaf", "", counted, everyone, nil, "", false}, "leaf|leaves, Blatt|Blätter, feuille|feuilles, hoja|hojas, foglia|foglie"},
		{unit{"sheet", "", counted, everyone, nil, "", false}, "sheet|sheets"},
		{unit{"can", "", counted, everyone, nil, "", true}, "can|cans, tin|tins, Dose|Dosen, boîte|boîtes, lata|latas, lattina|lattine"},
		{unit{"jar", "", counted, everyone, nil, "", true}, "jar|jars, Glas|Gläser, pot|pots, bocal|bocaux, tarro|tarros, barattolo|barattoli"},
		{unit{"bottle", "", counted, everyone, nil, "", true}, "bottle|bottles, Flasche|Flaschen, bouteille|bouteilles, botella|botellas, bottiglia|bottiglie"},
		{unit{"packet", "", counted, everyone, nil, "", true}, "packet|packets, package|packages, pkg|pkgs, pack|packs, Packung|Packungen, Pck, Pkt, Päckchen, sachet|sachets, paquet|paquets, paquete|paquetes, bustina|bustine"},
		{unit{"bunch", "", counted, everyone, nil, "", false}, "bunch|bunches, Bund, botte|bottes, manojo|manojos, mazzo|mazzi"},
		{unit{"handful", "", counted, everyone, nil, "", false}, "handful|handfuls, Handvoll, poignée|poignées, puñado|puñados, manciata|manciate"},
		{unit{"gill", "", counted, everyone, nil, "", false}, "gill|gills"},
		{unit{"stick", "", counted, everyone, nil, "", false}, "stick|sticks"},
		{unit{"stalk", "", counted, everyone, nil, "", false}, "stalk|stalks, Stange|Stangen, branche|branches"},
		{unit{"head", "", counted, everyone, nil, "", false}, "head|heads, Kopf|Köpfe"},
		{unit{"bag", "", counted, everyone, nil, "", true}, "bag|bags, Beutel, Tüte|Tüten"},
		{unit{"box", "", counted, everyone, nil, "", true}, "box|boxes"},
		{unit{"knob", "", counted, everyone, nil, "", false}, "knob|knobs"},
		{unit{"dollop", "", counted, everyone, nil, "", false}, "dollop|dollops"},
		{unit{"ear", "", counted, everyone, nil, "", false}, "ear|ears"},
		{unit{"cube", "", counted, everyone, nil, "", false}, "cube|cubes"},
		{unit{"fillet", "", counted, everyone, nil, "", false}, "fillet|fillets"},
		{unit{"rib", "", counted, everyone, nil, "", false}, "rib|ribs"},
		{unit{"wedge", "", counted, everyone, nil, "", false}, "wedge|wedges"},
		{unit{"strip", "", counted, everyone, nil, "", false}, "strip|strips"},
		{unit{"scoop", "", counted, everyone, nil, "", false}, "scoop|scoops"},
		{unit{"rasher", "", counted, everyone, nil, "", false}, "rasher|rashers"},
		{unit{"floret", "", counted, everyone, nil, "", false}, "floret|florets"},
		{unit{"bulb", "", counted, everyone, nil, "", false}, "bulb|bulbs"},
		{unit{"envelope", "", counted, everyone, nil, "", true}, "envelope|envelopes"},
		{unit{"carton", "", counted, everyone, nil, "", true}, "carton|cartons"},
		{unit{"container", "", counted, everyone, nil, "", true}, "container|containers"},
		{unit{"tub", "", counted, everyone, nil, "", true}, "tub|tubs"},
		{unit{"tube", "", counted, everyone, nil, "", true}, "tube|tubes"},
		{unit{"block", "", counted, everyone, nil, "", true}, "block|blocks"},
		{unit{"bar", "", counted, everyone, nil, "", true}, "bar|bars"},
		{unit{"ball", "", counted, everyone, nil, "", false}, "ball|balls"},
		{unit{"loaf", "", counted, everyone, nil, "", false}, "loaf|loaves"},
	}
})
