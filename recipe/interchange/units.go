package interchange

import (
	"regexp"
	"strings"
)

// unitClass says how a unit word may be read.
type unitClass int

const (
	noUnit    unitClass = iota
	measure             // g, cup, EL: may be glued to the number
	container           // can, Dose, sachet: may follow another amount
)

// units maps every known spelling, lower case and without a full stop, to its
// class. English, German and French, since that is what the exports at hand use.
var units = wordMap(map[unitClass]string{
	measure: `g gr gram grams gramm gramme grammes kg kilo kilos kilogram kilograms kilogramm kilogramme kilogrammes mg
oz ounce ounces lb lbs pound pounds fl·oz fl.·oz fluid·ounce fluid·ounces
ml milliliter milliliters millilitre millilitres cl centiliter centilitre dl deciliter decilitre l liter liters litre litres
c cup cups t tsp tsps teaspoon teaspoons tbsp tbsps tbs tbl tablespoon tablespoons
pt pint pints qt quart quarts gal gallon gallons pinch pinches dash dashes drop drops splash splashes
smidgen handful handfuls stick sticks knob knobs clove cloves slice slices sprig sprigs bunch bunches
head heads stalk stalks ear ears piece pieces sheet sheets leaf leaves dollop dollops scoop scoops
el esslöffel tl teelöffel msp messerspitze messerspitzen prise prisen pfund pfd tasse tassen
schuss spritzer tropfen handvoll zehe zehen scheibe scheiben zweig zweige bund blatt blätter stück stücke stk
stange stangen knolle knollen würfel kopf köpfe
cs càs cas cc càc cac c.à.s c.à.c c.·à·s c.·à·c c·à·s c·à·c c.·à·soupe c.·à·café c·à·soupe c·à·café
cuillère cuillères cuillère·à·soupe cuillères·à·soupe cuillère·à·café cuillères·à·café cuillère·à·thé
cuillerée cuillerées cuillerée·à·soupe cuillerées·à·soupe cuillerée·à·café
pincée pincées gousse gousses verre verres tranche tranches brin brins feuille feuilles botte bottes
livre livres noix poignée poignées filet branche branches goutte gouttes`,
	container: `can cans tin tins jar jars bottle bottles package packages pkg pkgs packet packets pack packs bag bags box boxes
carton cartons container containers tub tubs envelope envelopes tube tubes block blocks
dose dosen glas gläser flasche flaschen packung packungen pck pkg päckchen pkt becher beutel tüte tüten
sachet sachets boîte boîtes bouteille bouteilles paquet paquets pot pots barquette conserve`,
})

const longestUnit = 3 // words, as in "cuillères à soupe"

// unitAt finds the longest unit at the start of words. It returns the unit as
// it was written, without a closing full stop, and how many words it takes.
func unitAt(words []string) (unit string, class unitClass, n int) {
	for n = min(longestUnit, len(words)); n > 0; n-- {
		written := strings.TrimSuffix(strings.Join(words[:n], " "), ".")
		lower := pluralEnding.ReplaceAllString(strings.ToLower(written), "") // "Zehe(n)"
		if class := units[lower]; class != noUnit {
			return written, class, n
		}
	}
	return "", noUnit, 0
}

// linking is between a unit and its noun and means nothing else.
var linking = regexp.MustCompile(`^(?:(?i:of|de|von|du|des) |d['’])`)

// edible are measures that are also things to eat: "3 cloves".
var edible = wordSet(`clove cloves ear ears leaf leaves noix filet zehe zehen blatt blätter knolle knollen gousse gousses feuille feuilles`)

// preparation words open a remark after a comma: what is done to the
// ingredient, when it is used, or how much of it. A comma before any other
// word is part of the name ("boneless, skinless chicken").
var preparation = wordSet(`
at about approximately cut or plus optional for to if as such in into from with without divided drained rinsed
chopped diced minced sliced grated shredded sifted melted softened beaten peeled crushed ground toasted trimmed
halved quartered cubed cored seeded deseeded pitted torn crumbled cooked uncooked thawed packed warmed warm chilled cold
separated squeezed zested juiced mashed julienned whisked washed dried patted broken removed cooled
finely thinly roughly coarsely freshly lightly well very plain preferably
gehackt gewürfelt gerieben geschält geschnitten gepresst gesiebt weich zimmerwarm zerlassen geschmolzen fein grob klein
in nach zum zur für oder optional ohne mit halbiert geviertelt entkernt abgetropft gewaschen getrocknet
haché hachée hachés hachées émincé émincée émincés émincées râpé râpée râpés coupé coupée coupés coupées
épluché épluchée épluchés épluchées fondu fondue ramolli mou pelé pelés finement grossièrement en pour ou facultatif`)

// goingOn are words by which an amount goes on.
var goingOn = wordSet("x × to or bis oder à ou plus and und et by a an")

// bare are adjectives that can't be a whole name: "4 large, chopped onions"
// is not four of "large".
var bare = wordSet(`large medium small big fresh ripe boneless skinless red green yellow white black dried cooked frozen
raw whole hot cold sweet unsalted salted lean thick thin young firm soft extra heaped level rounded
große großer großes kleine kleiner kleines mittelgroße frische reife rote grüne gros grosse petit petite petits petites`)
